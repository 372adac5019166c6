package zstd

import "slices"

// code is the Huffman code of the symbols of a block.
type code struct {
	words   [256]struct{ bits, width uint16 }
	weights []uint8 // of symbols 0 to the last that occurs
}

// newCode makes a code for symbols, of which at least two occur.
func newCode(occurs []int) *code {
	occurs = slices.Clone(occurs)
	lengths, longest := codeLengths(occurs)
	for longest > maxCodeBits { // level the counts until no code is too long
		for s, n := range occurs {
			if n > 0 {
				occurs[s] = n/2 + 1
			}
		}
		lengths, longest = codeLengths(occurs)
	}
	c := &code{}
	last := 0
	for s, n := range lengths {
		if n > 0 {
			last = s
			c.words[s].width = uint16(n)
		}
	}
	for _, n := range lengths[:last+1] {
		if n > 0 {
			n = longest + 1 - n
		}
		c.weights = append(c.weights, uint8(n))
	}
	c.assign(longest)
	return c
}

// assign gives the words in the order of weight, then symbol.
func (c *code) assign(longest int) {
	at := 0
	for w := 1; w <= longest; w++ {
		for s, own := range c.weights {
			if int(own) == w {
				c.words[s].bits = uint16(at >> (w - 1))
				at += 1 << (w - 1)
			}
		}
	}
}

// codeLengths builds Huffman's tree: again and again the two rarest become one.
func codeLengths(occurs []int) (lengths []int, longest int) {
	var order []int // by how often, then by symbol
	for s, n := range occurs {
		if n > 0 {
			order = append(order, n<<8|s)
		}
	}
	slices.Sort(order)
	type tree struct{ n, left, right int }
	var trees []tree // symbols first: left is the symbol, right -1
	for _, x := range order {
		trees = append(trees, tree{x >> 8, x & 0xff, -1})
	}
	symbols, leaf, made := len(trees), 0, len(trees)
	rarest := func() int {
		if made >= len(trees) || leaf < symbols && trees[leaf].n <= trees[made].n {
			leaf++
			return leaf - 1
		}
		made++
		return made - 1
	}
	for len(trees) < 2*symbols-1 {
		a := rarest()
		b := rarest()
		trees = append(trees, tree{trees[a].n + trees[b].n, a, b})
	}
	lengths = make([]int, len(occurs))
	depth := make([]int, len(trees))
	for i := len(trees) - 1; i >= 0; i-- {
		if t := trees[i]; t.right >= 0 {
			depth[t.left], depth[t.right] = depth[i]+1, depth[i]+1
		} else {
			lengths[t.left] = depth[i]
			longest = max(longest, depth[i])
		}
	}
	return lengths, longest
}

// describe appends the weights of all symbols but the last. It fails if they can't be written.
func (c *code) describe(out []byte) ([]byte, bool) {
	weights := c.weights[:len(c.weights)-1]
	if coded, ok := codeWeights(weights); ok && len(coded) < min(128, 1+len(weights)/2) {
		return append(append(out, byte(len(coded))), coded...), true
	}
	if len(weights) > 128 {
		return out, false
	}
	out = append(out, byte(127+len(weights)))
	for i := 0; i < len(weights); i += 2 {
		pair := weights[i] << 4
		if i+1 < len(weights) {
			pair |= weights[i+1]
		}
		out = append(out, pair)
	}
	return out, true
}

// codeWeights writes weights by two states in turn.
func codeWeights(weights []uint8) ([]byte, bool) {
	occurs := make([]int, maxCodeBits+2)
	for _, w := range weights {
		occurs[w]++
	}
	if len(weights) < 2 || slices.Max(occurs) == len(weights) || slices.Max(occurs) == 1 {
		return nil, false
	}
	log := logFor(len(weights), len(occurs), weightStates)
	counts := scale(occurs, len(weights), log)
	c := newCoder(counts, log)
	w := bitWriter{out: writeCounts(nil, counts, log)}
	last := len(weights) - 1
	var states [2]int
	states[last%2] = c.start(weights[last])
	states[(last-1)%2] = c.start(weights[last-1])
	for i := last - 2; i >= 0; i-- {
		states[i%2] = c.add(&w, states[i%2], weights[i])
	}
	c.end(&w, states[1])
	c.end(&w, states[0])
	return w.end(), true
}

// stream appends symbols, last first.
func (c *code) stream(out, symbols []byte) []byte {
	w := bitWriter{out: out}
	for i := len(symbols) - 1; i >= 0; i-- {
		word := &c.words[symbols[i]]
		w.add(int(word.bits), int(word.width))
	}
	return w.end()
}
