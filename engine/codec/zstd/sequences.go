package zstd

// packed decompresses a block: literals, then sequences that say how many of them to take and what to
// copy behind them.
func (d *Decoder) packed(dst, b []byte) ([]byte, bool) {
	literals, b, ok := d.readLiterals(b)
	if !ok || len(b) == 0 {
		return dst, false
	}
	count, b, ok := sequenceCount(b)
	if !ok {
		return dst, false
	}
	if count == 0 {
		return append(dst, literals...), len(b) == 0 && len(literals) <= d.blockLimit
	}
	if b, ok = d.readTables(b); !ok {
		return dst, false
	}
	return d.run(dst, b, literals, count)
}

// Kinds of literals.
const (
	literalsRaw, literalsRepeat, literalsCoded, literalsAgain = 0, 1, 2, 3
)

// literalsHead reads how many literals there are, in how many bytes, and in one stream or four.
func literalsHead(b []byte) (kind, size, packed, streams, bytes int) {
	kind, format := int(b[0]&3), int(b[0]>>2&3)
	var padded [8]byte
	copy(padded[:], b)
	head := int(number(padded[:5]))
	if kind == literalsRaw || kind == literalsRepeat {
		bytes = []int{1, 2, 1, 3}[format]
		size = head & (1<<(8*bytes) - 1) >> []int{3, 4, 3, 4}[format]
		return kind, size, []int{size, 1}[kind], 0, bytes
	}
	bytes = []int{3, 3, 4, 5}[format]
	width := []int{10, 10, 14, 18}[format]
	mask := 1<<width - 1
	return kind, head >> 4 & mask, head >> (4 + width) & mask, []int{1, 4, 4, 4}[format], bytes
}

func (d *Decoder) readLiterals(b []byte) (literals, rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, b, false
	}
	kind, size, packed, streams, bytes := literalsHead(b)
	if bytes+packed > len(b) || size > blockMax {
		return nil, b, false
	}
	b, rest = b[bytes:bytes+packed], b[bytes+packed:]
	switch kind {
	case literalsRaw:
		return b, rest, true
	case literalsRepeat:
		d.buffer = d.buffer[:0]
		for range size {
			d.buffer = append(d.buffer, b[0])
		}
		return d.buffer, rest, true
	case literalsCoded:
		var used int
		if d.huffman, used, ok = readHuffman(b); !ok {
			return nil, b, false
		}
		b = b[used:]
	}
	if d.huffman == nil {
		return nil, b, false
	}
	d.buffer, ok = d.huffman.streams(d.buffer[:0], b, size, streams)
	return d.buffer, rest, ok
}

// streams reads one stream, or four of which the first three have their sizes in front.
func (h *huffman) streams(dst, b []byte, size, streams int) ([]byte, bool) {
	if streams == 1 {
		return h.stream(dst, b, size)
	}
	if len(b) < 6 {
		return dst, false
	}
	sizes := b[:6]
	b = b[6:]
	part := (size + 3) / 4
	for i := range 4 {
		n, bytes := part, len(b)
		if i < 3 {
			bytes = int(number(sizes[2*i : 2*i+2]))
		} else {
			n = size - 3*part
		}
		if bytes > len(b) || n < 0 {
			return dst, false
		}
		var ok bool
		if dst, ok = h.stream(dst, b[:bytes], n); !ok {
			return dst, false
		}
		b = b[bytes:]
	}
	return dst, true
}

func sequenceCount(b []byte) (count int, rest []byte, ok bool) {
	switch first := int(b[0]); {
	case first < 128:
		return first, b[1:], true
	case first < 255 && len(b) >= 2:
		return (first-128)<<8 + int(b[1]), b[2:], true
	case first == 255 && len(b) >= 3:
		return int(b[1]) + int(b[2])<<8 + 0x7f00, b[3:], true
	}
	return 0, b, false
}

// Kinds of tables.
const (
	tableDefault, tableConstant, tableCoded, tableAgain = 0, 1, 2, 3
)

func (d *Decoder) readTables(b []byte) (rest []byte, ok bool) {
	if len(b) == 0 || b[0]&3 != 0 {
		return b, false
	}
	kinds := int(b[0])
	b = b[1:]
	if b, ok = readTable(&d.literal, kinds>>6&3, b, d.literalDefault, d.tables.literals, 9); ok {
		if b, ok = readTable(&d.offset, kinds>>4&3, b, d.offsetDefault, d.distances, 8); ok {
			b, ok = readTable(&d.match, kinds>>2&3, b, d.matchDefault, d.matches, 9)
		}
	}
	return b, ok
}

func readTable(t **table, kind int, b []byte, usual *table, spans []span, maxLog int) (rest []byte, ok bool) {
	switch kind {
	case tableDefault:
		*t = usual
	case tableConstant:
		if len(b) == 0 || int(b[0]) >= len(spans) {
			return b, false
		}
		*t = constant(spans[b[0]])
		b = b[1:]
	case tableCoded:
		counts, log, size, ok := readCounts(b, len(spans)-1, maxLog)
		if !ok {
			return b, false
		}
		*t = newTable(counts, log, spans)
		b = b[size:]
	}
	return b, *t != nil
}

// run performs the sequences.
func (d *Decoder) run(dst, b, literals []byte, count int) ([]byte, bool) {
	r, ok := newBackward(b)
	if !ok {
		return dst, false
	}
	limit := len(dst) + d.blockLimit
	r.fill(b)
	literal, offset, match := r.read(d.literal.log), r.read(d.offset.log), r.read(d.match.log)
	for i := range count {
		l, o, m := &d.literal.states[literal], &d.offset.states[offset], &d.match.states[match]
		r.fill(b)
		value := o.base + r.read(o.extra)
		r.fill(b)
		length := m.base + r.read(m.extra)
		take := l.base + r.read(l.extra)
		if i+1 < count {
			r.fill(b)
			literal = int(l.next) + r.read(int(l.bits))
			match = int(m.next) + r.read(int(m.bits))
			offset = int(o.next) + r.read(int(o.bits))
		}
		distance := d.offsets.distance(value, take > 0)
		if take > len(literals) || len(dst)+take+length > limit || distance <= 0 || distance > len(dst)+take-d.start || r.left() < 0 {
			return dst, false
		}
		dst = append(dst, literals[:take]...)
		literals = literals[take:]
		dst = repeat(dst, distance, length)
	}
	if r.left() != 0 || len(dst)+len(literals) > limit {
		return dst, false
	}
	return append(dst, literals...), true
}

// repeat appends length bytes from distance back on, which may be some that it has just appended.
func repeat(dst []byte, distance, length int) []byte {
	from := len(dst) - distance
	if length <= distance {
		return append(dst, dst[from:from+length]...)
	}
	for length > 0 {
		n := min(length, len(dst)-from)
		dst = append(dst, dst[from:from+n]...)
		length -= n
	}
	return dst
}
