package zstd

import "math/bits"

// Finite state entropy: a symbol of probability n/2^log owns n of 2^log states.

func bitLen(n int) int { return bits.Len(uint(n)) }

// readCounts reads the counts (probabilities) of symbols up to most, for tables of up to 2^maxLog
// states. -1 is a probability below one state. size is how many bytes they took.
func readCounts(b []byte, most, maxLog int) (counts []int16, log, size int, ok bool) {
	r := forward{b: b}
	log = r.peek(4) + 5
	r.at = 4
	remaining := 1 << log
	for remaining > 0 && len(counts) <= most && log <= maxLog {
		n := readCount(&r, remaining)
		counts = append(counts, int16(n))
		remaining -= max(n, -n)
		for zeros := 3; n == 0 && zeros == 3; {
			zeros = r.peek(2)
			r.at += 2
			counts = append(counts, make([]int16, zeros)...)
			if len(counts) > most+1 {
				return nil, 0, 0, false
			}
		}
	}
	size = (r.at + 7) / 8
	return counts, log, size, remaining == 0 && size <= len(b)
}

// readCount reads a number from 0 to remaining+1, which is the count plus one. Small ones take a bit less.
func readCount(r *forward, remaining int) int {
	width := bitLen(remaining + 1)
	low := 1<<width - 1 - (remaining + 1)
	v := r.peek(width)
	if short := v & (1<<(width-1) - 1); short < low {
		r.at += width - 1
		return short - 1
	}
	r.at += width
	if v >= 1<<(width-1) {
		v -= low
	}
	return v - 1
}

// writeCounts is the reverse of readCounts.
func writeCounts(out []byte, counts []int16, log int) []byte {
	w := bitWriter{out: out}
	w.add(log-5, 4)
	remaining := 1 << log
	for i := 0; remaining > 0; i++ {
		n := int(counts[i])
		writeCount(&w, n, remaining)
		remaining -= max(n, -n)
		if n != 0 {
			continue
		}
		zeros := 0
		for counts[i+1+zeros] == 0 {
			zeros++
		}
		i += zeros
		for ; zeros >= 3; zeros -= 3 {
			w.add(3, 2)
		}
		w.add(zeros, 2)
	}
	return w.flush()
}

func writeCount(w *bitWriter, n, remaining int) {
	width := bitLen(remaining + 1)
	low := 1<<width - 1 - (remaining + 1)
	v := n + 1
	switch {
	case v < low:
		w.add(v, width-1)
		return
	case v >= 1<<(width-1):
		v += low
	}
	w.add(v, width)
}

// spread gives each state its symbol.
func spread(counts []int16, log int) []uint8 {
	size := 1 << log
	symbols := make([]uint8, size)
	high := size
	for s, n := range counts {
		if n == -1 {
			high--
			symbols[high] = uint8(s)
		}
	}
	at, step := 0, size>>1+size>>3+3
	for s, n := range counts {
		for range max(n, 0) {
			symbols[at] = uint8(s)
			for at = (at + step) & (size - 1); at >= high; {
				at = (at + step) & (size - 1)
			}
		}
	}
	return symbols
}

// table decodes: a state's symbol, and the next state: next plus that many bits.
type table struct {
	states []state
	log    int
}

type state struct {
	symbol, bits uint8
	next         uint16
	span         // what the symbol stands for, in a table of sequences
}

// newTable makes a table of symbols that stand for spans, or for themselves without.
func newTable(counts []int16, log int, spans []span) *table {
	t := &table{make([]state, 1<<log), log}
	var next [256]int
	for s, n := range counts {
		next[s] = int(max(n, -n))
	}
	for i, s := range spread(counts, log) {
		n := next[s]
		next[s]++
		width := log - bitLen(n) + 1
		t.states[i] = state{symbol: s, bits: uint8(width), next: uint16(n<<width - 1<<log)}
		if spans != nil {
			t.states[i].span = spans[s]
		}
	}
	return t
}

// constant is the table of a single symbol, which takes no bits.
func constant(s span) *table { return &table{states: []state{{span: s}}} }
