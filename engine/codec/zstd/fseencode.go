package zstd

// coder encodes symbols by states, from the last to the first.
type coder struct {
	log    int
	next   []uint16 // the states of each symbol
	change [256]change
}

// change says how a symbol changes a state: bits is its width << 16 less the lowest state of the wider ones.
type change struct{ bits, first int }

func newCoder(counts []int16, log int) *coder {
	c := &coder{log: log, next: make([]uint16, 1<<log)}
	total := 0
	var place [256]int
	for s, n := range counts {
		own := int(max(n, -n))
		place[s] = total
		if own > 0 {
			width := log - bitLen(own-1) + 1
			if own == 1 {
				width = log
			}
			c.change[s] = change{width<<16 - own<<width, total - own}
		}
		total += own
	}
	for i, s := range spread(counts, log) {
		c.next[place[s]] = uint16(1<<log + i)
		place[s]++
	}
	return c
}

// start returns the first state for a symbol, which costs nothing.
func (c *coder) start(symbol uint8) int {
	if c == nil {
		return 0
	}
	d := c.change[symbol]
	width := (d.bits + 1<<15) >> 16
	return int(c.next[(width<<16-d.bits)>>width+d.first])
}

// add writes what leads from the next symbol's state to this one's. A nil coder has one symbol only.
func (c *coder) add(w *bitWriter, from int, symbol uint8) int {
	if c == nil {
		return 0
	}
	d := c.change[symbol]
	width := (from + d.bits) >> 16
	w.add(from, width)
	return int(c.next[from>>width+d.first])
}

// end writes the state with which a reader begins.
func (c *coder) end(w *bitWriter, last int) {
	if c != nil {
		w.add(last, c.log)
	}
}

// scale makes counts whose sum is 2^log of how often each symbol occurs. At least two do.
func scale(occurs []int, total, log int) []int16 {
	counts := make([]int16, len(occurs))
	left, most := 1<<log, 0
	for s, n := range occurs {
		if n > 0 {
			counts[s] = int16(max(1, n<<log/total))
			left -= int(counts[s])
		}
		if counts[s] > counts[most] {
			most = s
		}
	}
	for ; left < 0; left++ {
		for s := range counts {
			if counts[s] > counts[most] {
				most = s
			}
		}
		counts[most]--
	}
	counts[most] += int16(left)
	return counts
}

// logFor returns how many states (2^log) suit so many symbols.
func logFor(total, symbols, maxLog int) int {
	return min(maxLog, max(5, min(bitLen(total)-2, maxLog), bitLen(symbols)+1))
}
