package zstd

// Literals are written by a Huffman code. A symbol of weight w > 0 has a code of (bits of the longest
// code + 1 - w) bits; codes are given in the order of weight, then symbol.

const (
	maxCodeBits  = 11
	weightStates = 6 // largest table of the coded weights, as a power of two
)

// huffman decodes: an entry for each possible value of the next bits.
type huffman struct {
	entries []huffmanEntry
	bits    int
}

type huffmanEntry struct{ symbol, bits uint8 }

// readHuffman reads the description of a code and returns its size in bytes.
func readHuffman(b []byte) (h *huffman, size int, ok bool) {
	if len(b) == 0 {
		return nil, 0, false
	}
	var weights []uint8
	if head := int(b[0]); head < 128 {
		size = 1 + head
		if size > len(b) {
			return nil, 0, false
		}
		weights, ok = codedWeights(b[1:size])
	} else {
		size = 1 + (head-127+1)/2
		if size > len(b) {
			return nil, 0, false
		}
		for i := range head - 127 {
			weights = append(weights, b[1+i/2]>>(4-i%2*4)&15)
		}
		ok = true
	}
	if !ok {
		return nil, 0, false
	}
	h, ok = newHuffman(weights)
	return h, size, ok
}

// codedWeights reads weights that two states tell in turn.
func codedWeights(b []byte) ([]uint8, bool) {
	counts, log, size, ok := readCounts(b, 255, weightStates)
	if !ok {
		return nil, false
	}
	t := newTable(counts, log, nil)
	b = b[size:]
	r, ok := newBackward(b)
	if !ok {
		return nil, false
	}
	r.fill(b)
	now, other := r.read(log), r.read(log)
	if r.left() < 0 {
		return nil, false
	}
	var weights []uint8
	for len(weights) < 255 {
		r.fill(b)
		s := t.states[now]
		weights = append(weights, s.symbol)
		now, other = other, int(s.next)+r.read(int(s.bits))
		if r.left() < 0 { // nothing was left to change the state by
			return append(weights, t.states[now].symbol), true
		}
	}
	return nil, false
}

// newHuffman adds the weight of the last symbol, which is what is missing to a power of two.
func newHuffman(weights []uint8) (*huffman, bool) {
	sum := 0
	for _, w := range weights {
		if w > maxCodeBits {
			return nil, false
		}
		sum += 1 << w >> 1
	}
	bits := bitLen(sum)
	missing := 1<<bits - sum
	if sum == 0 || bits > maxCodeBits || missing&(missing-1) != 0 || len(weights) > 255 {
		return nil, false
	}
	weights = append(weights, uint8(bitLen(missing)))
	h := &huffman{make([]huffmanEntry, 0, 1<<bits), bits}
	for w := 1; w <= bits; w++ {
		for s, own := range weights {
			if int(own) != w {
				continue
			}
			for range 1 << (w - 1) {
				h.entries = append(h.entries, huffmanEntry{uint8(s), uint8(bits + 1 - w)})
			}
		}
	}
	return h, true
}

// stream appends n symbols.
func (h *huffman) stream(dst, b []byte, n int) ([]byte, bool) {
	r, ok := newBackward(b)
	if !ok {
		return dst, false
	}
	for ; n >= 2; n -= 2 {
		r.fill(b)
		first := h.entries[r.peek(h.bits)]
		r.n -= int(first.bits)
		second := h.entries[r.peek(h.bits)]
		r.n -= int(second.bits)
		dst = append(dst, first.symbol, second.symbol)
	}
	if n > 0 {
		r.fill(b)
		e := h.entries[r.peek(h.bits)]
		r.n -= int(e.bits)
		dst = append(dst, e.symbol)
	}
	return dst, r.left() == 0
}
