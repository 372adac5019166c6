package zstd

import "encoding/binary"

// windowLog is the window that frames are written with, 2 MiB as a power of two: that of zstd's default level.
const windowLog = 21

// Encoder compresses. The zero Encoder is ready; it keeps its memory from frame to frame.
type Encoder struct {
	*tables
	literalCoder, matchCoder, offsetCoder *coder
	finder                                finder
	offsets                               offsets
	sequences                             []sequence
	rest                                  []byte // the literals of a block
	codes                                 [3][]uint8
}

// sequence is so many literals, then a copy.
type sequence struct{ literals, length, offset int }

// Encode appends a frame that holds src. Levels are zstd's, from -131072 (fast) to 22 (small).
func (e *Encoder) Encode(dst, src []byte, level int) []byte {
	if e.tables == nil {
		e.tables = newTables()
		e.literalCoder = newCoder(e.literalCounts, literalLog)
		e.matchCoder = newCoder(e.matchCounts, matchLog)
		e.offsetCoder = newCoder(e.offsetCounts, offsetLog)
	}
	e.finder.begin(src, level)
	e.offsets = firstOffsets
	dst = binary.LittleEndian.AppendUint32(dst, magic)
	dst = append(dst, 0, (windowLog-10)<<3)
	for at := 0; ; at += blockMax {
		end := min(at+blockMax, len(src))
		dst = e.block(dst, src, at, end)
		if end == len(src) {
			return dst
		}
	}
}

const blockHead = 3 // bytes

// block appends src[at:end] packed if that is smaller, else as it is.
func (e *Encoder) block(dst, src []byte, at, end int) []byte {
	before, offsets := len(dst), e.offsets
	e.split(src, at, end)
	dst = append(dst, 0, 0, 0)
	dst = e.writeLiterals(dst)
	dst = e.writeSequences(dst)
	kind, size := blockPacked, len(dst)-before-blockHead
	if size >= end-at {
		e.offsets = offsets
		kind, size = blockRaw, end-at
		dst = append(dst[:before+blockHead], src[at:end]...)
	}
	head := size<<3 | kind<<1
	if end == len(src) {
		head |= 1
	}
	putNumber(dst[before:before+blockHead], head)
	return dst
}

func putNumber(b []byte, n int) {
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
}

// split finds the sequences of a block; what is behind the last one is literals too.
func (e *Encoder) split(src []byte, at, end int) {
	e.sequences, e.rest = e.sequences[:0], e.rest[:0]
	done := at
	for i := at; ; {
		distance, length := 0, 0
		i, distance, length = e.finder.next(src, i, done, end, e.offsets[0])
		e.rest = append(e.rest, src[done:i]...)
		if length == 0 {
			return
		}
		value := e.offsets.value(distance, i > done)
		e.offsets.distance(value, i > done)
		e.sequences = append(e.sequences, sequence{i - done, length, value})
		i += length
		done = i
	}
}

// fewLiterals do not pay for the description of a code.
const fewLiterals = 48

func (e *Encoder) writeLiterals(dst []byte) []byte {
	n := len(e.rest)
	occurs := make([]int, 256)
	kinds := 0
	for _, c := range e.rest {
		if occurs[c]++; occurs[c] == 1 {
			kinds++
		}
	}
	if kinds == 1 && n > 3 {
		return append(plainHead(dst, literalsRepeat, n), e.rest[0])
	}
	if before := len(dst); kinds > 1 && n >= fewLiterals {
		var ok bool
		if dst, ok = codedLiterals(dst, e.rest, newCode(occurs)); ok && len(dst)-before < n {
			return dst
		}
		dst = dst[:before]
	}
	return append(plainHead(dst, literalsRaw, n), e.rest...)
}

func plainHead(dst []byte, kind, n int) []byte {
	switch {
	case n < 1<<5:
		return append(dst, byte(kind|n<<3))
	case n < 1<<12:
		return append(dst, byte(kind|1<<2|n<<4), byte(n>>4))
	}
	return append(dst, byte(kind|3<<2|n<<4), byte(n>>4), byte(n>>12))
}

func codedLiterals(dst, literals []byte, c *code) ([]byte, bool) {
	n, before := len(literals), len(dst)
	format, bytes := 0, 3
	switch {
	case n >= 1<<14:
		format, bytes = 3, 5
	case n >= 1<<10:
		format, bytes = 2, 4
	case n >= 1<<8:
		format = 1
	}
	dst = append(dst, make([]byte, bytes)...)
	dst, ok := c.describe(dst)
	if !ok {
		return dst, false
	}
	if format == 0 {
		dst = c.stream(dst, literals)
	} else if dst, ok = c.fourStreams(dst, literals); !ok {
		return dst, false
	}
	packed, width := len(dst)-before-bytes, []int{10, 10, 14, 18}[format]
	putNumber(dst[before:before+bytes], literalsCoded|format<<2|n<<4|packed<<(4+width))
	return dst, packed < n
}

func (c *code) fourStreams(dst, literals []byte) ([]byte, bool) {
	sizes := len(dst)
	dst = append(dst, make([]byte, 6)...)
	part := (len(literals) + 3) / 4
	for i := range 4 {
		before := len(dst)
		dst = c.stream(dst, literals[i*part:min((i+1)*part, len(literals))])
		if size := len(dst) - before; size > 0xffff {
			return dst, false
		} else if i < 3 {
			putNumber(dst[sizes+2*i:sizes+2*i+2], size)
		}
	}
	return dst, true
}

func (e *Encoder) writeSequences(dst []byte) []byte {
	switch n := len(e.sequences); {
	case n == 0:
		return append(dst, 0)
	case n < 128:
		dst = append(dst, byte(n))
	case n < 0x7f00:
		dst = append(dst, byte(n>>8+128), byte(n))
	default:
		dst = append(dst, 255, byte(n-0x7f00), byte((n-0x7f00)>>8))
	}
	for i := range e.codes {
		e.codes[i] = e.codes[i][:0]
	}
	for _, s := range e.sequences {
		e.codes[0] = append(e.codes[0], codeOf(e.literals, s.literals))
		e.codes[1] = append(e.codes[1], uint8(bitLen(s.offset)-1))
		e.codes[2] = append(e.codes[2], codeOf(e.matches, s.length))
	}
	kinds := len(dst)
	dst = append(dst, 0)
	var coders [3]*coder
	for i, usual := range []*coder{e.literalCoder, e.offsetCoder, e.matchCoder} {
		var kind int
		dst, coders[i], kind = chooseCoder(dst, e.codes[i], usual, []int{9, 8, 9}[i])
		dst[kinds] |= byte(kind << (6 - 2*i))
	}
	return e.stream(dst, coders)
}

// fewSequences do not pay for a table of their own.
const fewSequences = 48

// chooseCoder appends the description of the table for codes and returns its coder.
func chooseCoder(dst []byte, codes []uint8, usual *coder, maxLog int) ([]byte, *coder, int) {
	occurs := make([]int, 64)
	last, most := 0, 0
	for _, c := range codes {
		occurs[c]++
		last, most = max(last, int(c)), max(most, occurs[c])
	}
	switch {
	case most == len(codes):
		return append(dst, codes[0]), nil, tableConstant
	case len(codes) < fewSequences:
		return dst, usual, tableDefault
	}
	log := logFor(len(codes), last+1, maxLog)
	counts := scale(occurs[:last+1], len(codes), log)
	return writeCounts(dst, counts, log), newCoder(counts, log), tableCoded
}

// stream writes the sequences from the last to the first, as they are read from the end.
func (e *Encoder) stream(dst []byte, coders [3]*coder) []byte {
	w := bitWriter{out: dst}
	var states [3]int
	for i := len(e.sequences) - 1; i >= 0; i-- {
		s := &e.sequences[i]
		for _, k := range [3]int{1, 2, 0} {
			if code := e.codes[k][i]; i == len(e.sequences)-1 {
				states[k] = coders[k].start(code)
			} else {
				states[k] = coders[k].add(&w, states[k], code)
			}
		}
		l, m := e.literals[e.codes[0][i]], e.matches[e.codes[2][i]]
		w.add(s.literals-l.base, l.extra)
		w.add(s.length-m.base, m.extra)
		w.add(s.offset, int(e.codes[1][i]))
	}
	for _, k := range [3]int{2, 1, 0} {
		coders[k].end(&w, states[k])
	}
	return w.end()
}
