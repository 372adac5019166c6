package zstd

// Lengths are written as a code and extra bits. RFC 8878, 3.1.1.3.2.1.

const (
	minMatch    = 3
	offsetCodes = 32
)

// span is what a code stands for: base plus a number of so many bits.
type span struct{ base, extra int }

// spans continues the direct codes from first on by codes of the given bits.
func spans(first, direct int, widths string) []span {
	var all []span
	for i := range direct {
		all = append(all, span{first + i, 0})
	}
	base := first + direct
	for _, c := range widths {
		width := int(c - 'a')
		all = append(all, span{base, width})
		base += 1 << width
	}
	return all
}

// tables are what every frame begins with. The widths are written as letters, a for 0.
type tables struct {
	literals, matches, distances                []span
	literalCounts, matchCounts, offsetCounts    []int16
	literalDefault, matchDefault, offsetDefault *table
}

func newTables() *tables {
	t := &tables{
		literals: spans(0, 16, "bbbbccddeghijklmnopq"),
		matches:  spans(minMatch, 32, "bbbbccddeefhijklmnopq"),
		literalCounts: []int16{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
			-1, -1, -1, -1},
		matchCounts: []int16{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
			1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1},
		offsetCounts: []int16{1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1},
	}
	for code := range offsetCodes {
		t.distances = append(t.distances, span{1 << code, code})
	}
	t.literalDefault = newTable(t.literalCounts, literalLog, t.literals)
	t.matchDefault = newTable(t.matchCounts, matchLog, t.matches)
	t.offsetDefault = newTable(t.offsetCounts, offsetLog, t.distances)
	return t
}

// States of the default tables, as powers of two.
const (
	literalLog = 6
	matchLog   = 6
	offsetLog  = 5
)

// codeOf finds the code of a length.
func codeOf(all []span, n int) uint8 {
	if direct := n - all[0].base; direct < 16 {
		return uint8(direct)
	}
	lo, hi := 0, len(all)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; all[mid].base <= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return uint8(lo)
}

// offsets are the last three distances, which are written as 1, 2, 3 (or 2, 3 and the first less one
// directly behind another match).
type offsets [3]int

var firstOffsets = offsets{1, 4, 8}

// distance returns what an offset value means, 0 if it is impossible.
func (o *offsets) distance(value int, literals bool) int {
	if value > 3 {
		*o = offsets{value - 3, o[0], o[1]}
		return o[0]
	}
	if !literals {
		value++
	}
	switch value {
	case 2:
		*o = offsets{o[1], o[0], o[2]}
	case 3:
		*o = offsets{o[2], o[0], o[1]}
	case 4:
		*o = offsets{o[0] - 1, o[0], o[1]}
	}
	return o[0]
}

// value is the reverse of distance.
func (o *offsets) value(distance int, literals bool) int {
	first := 1
	if !literals {
		first = 0
	}
	switch {
	case literals && distance == o[0]:
		return 1
	case distance == o[1]:
		return first + 1
	case distance == o[2]:
		return first + 2
	}
	return distance + 3
}
