package shell

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

func errUnknownTopic(name string) error {
	return kerr.ErrUnknownTopicOrPartition.With("The topic '%s' does not exist.", name)
}

// recordSize is the length of an encoded record without headers: equal timestamps, number n in its batch, and a key
// of keyLength bytes (below 0: null).
func recordSize(n, keyLength, valueLength int) int {
	body := 1 + 1 + varintSize(n) + 1 + varintSize(valueLength) + valueLength + 1
	if keyLength >= 0 {
		body += varintSize(keyLength) - 1 + keyLength
	}
	return varintSize(body) + body
}

// exactSizes finds value lengths for a batch of n records that is exactly total bytes. Some totals cannot be reached with equal
// values, since a length of its own takes one byte more at 64, 8192, ...: then one value is shortened.
func exactSizes(n, total, keyLength int) ([]int, bool) {
	room := total - 61
	sizes := make([]int, n)
	for i := range sizes {
		share := room / (n - i)
		size, ok := valueFor(i, share, keyLength)
		for !ok && i < n-1 && share > 0 {
			share--
			size, ok = valueFor(i, share, keyLength)
		}
		if !ok && !shorten(sizes, i, &room, keyLength) {
			return nil, false
		}
		if !ok {
			if size, ok = valueFor(i, room/(n-i), keyLength); !ok {
				return nil, false
			}
		}
		sizes[i] = size
		room -= recordSize(i, keyLength, size)
	}
	return sizes, room == 0
}

// valueFor is the value length that makes record n exactly want bytes.
func valueFor(n, want, keyLength int) (int, bool) {
	size := max(0, want-recordSize(n, keyLength, 0))
	for size > 0 && recordSize(n, keyLength, size) > want {
		size--
	}
	return size, recordSize(n, keyLength, size) == want
}

// shorten takes a byte or two from the value before, so that the last record's length can be reached.
func shorten(sizes []int, i int, room *int, keyLength int) bool {
	if i == 0 {
		return false
	}
	for less := 1; less <= 4 && sizes[i-1] >= less; less++ {
		freed := recordSize(i-1, keyLength, sizes[i-1]) - recordSize(i-1, keyLength, sizes[i-1]-less)
		if _, ok := valueFor(i, *room+freed, keyLength); ok {
			sizes[i-1] -= less
			*room += freed
			return true
		}
	}
	return false
}

func (p *producing) keyLength() int {
	if len(p.keys) == 0 {
		return -1
	}
	return len(p.keys[0])
}

func (p *producing) sizes() []int {
	if p.exact > 0 {
		sizes, _ := exactSizes(p.per, p.exact, p.keyLength())
		return sizes
	}
	sizes := make([]int, p.per)
	for i := range sizes {
		sizes[i] = p.size
		if !p.o.Has("size") {
			sizes[i] = 100
		}
	}
	return sizes
}

// keyRange reads `N` as k1..kN, and `a..b` as the letters or numbers from a to b.
func keyRange(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	from, to, isRange := strings.Cut(s, "..")
	if !isRange {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxBatchRecords {
			return nil, fmt.Errorf("--keys: %q is neither a number nor a range such as a..f", s)
		}
		return numbered("k", 1, n), nil
	}
	if len(from) == 1 && len(to) == 1 && from[0] <= to[0] && !isNumber(from) {
		var keys []string
		for c := int(from[0]); c <= int(to[0]); c++ {
			keys = append(keys, string(rune(c)))
		}
		return keys, nil
	}
	a, err := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil || a > b || b-a >= maxBatchRecords {
		return nil, fmt.Errorf("--keys: %q is not a range such as a..f or 1..20", s)
	}
	return numbered("", a, b), nil
}

func numbered(prefix string, a, b int) []string {
	keys := make([]string, 0, b-a+1)
	for i := a; i <= b; i++ {
		keys = append(keys, prefix+strconv.Itoa(i))
	}
	return keys
}

// parseRecord reads `key:value {h=x,...} +ms`. An empty key, or <null>, is null; a value <null> is a tombstone.
func parseRecord(text string, base int64) (cluster.Record, error) {
	r := cluster.Record{Timestamp: cluster.NoTimestamp}
	rest := text
	if i := strings.LastIndexByte(rest, ' '); i >= 0 && len(rest) > i+2 && (rest[i+1] == '+' || rest[i+1] == '-') {
		if ms, err := strconv.ParseInt(rest[i+1:], 10, 64); err == nil {
			r.Timestamp, rest = base+ms, rest[:i]
		}
	}
	if i := strings.LastIndex(rest, " {"); i >= 0 && strings.HasSuffix(rest, "}") {
		r.Headers, rest = parseHeaders(rest[i+2:len(rest)-1]), rest[:i]
	}
	key, value, ok := strings.Cut(rest, ":")
	if !ok {
		return r, fmt.Errorf("--record %s: there is no colon between key and value", Quote(text))
	}
	if key != "" && key != "<null>" {
		r.Key = []byte(key)
	}
	if value != "<null>" {
		r.Value = []byte(value)
	}
	return r, nil
}

func parseHeaders(s string) []cluster.Header {
	var headers []cluster.Header
	for _, kv := range strings.Split(s, ",") {
		k, v, ok := strings.Cut(kv, "=")
		h := cluster.Header{Key: k, Value: []byte(v)}
		if !ok {
			h.Value = nil
		}
		headers = append(headers, h)
	}
	return headers
}
