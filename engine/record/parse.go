package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// peek returns the byte at a position, or 0x80 if there is none: in both cases a value below 0x80 is a whole
// varint before its zigzag is undone, and for all others uvarint must be asked. The compiler puts it in place,
// which is what makes short varints cheap.
func peek(b []byte, at int) uint32 {
	if uint(at) < uint(len(b)) {
		return uint32(b[at])
	}
	return 0x80
}

// uvarint is codec.Varint for a position in b, zigzag not undone. next is the position after the number, or
// negative: next+1 is then the count that codec.VarintError wants, and u its value.
func uvarint(b []byte, at int) (u uint32, next int) {
	if uint(at+1) < uint(len(b)) && b[at+1] < 0x80 && b[at] >= 0x80 {
		return uint32(b[at]&0x7f) | uint32(b[at+1])<<7, at + 2
	}
	v, n := codec.Varint(b[at:])
	if n <= 0 {
		return uint32(v), n - 1
	}
	return uint32(v<<1) ^ uint32(v>>31), at + n
}

// uvarlong is codec.Varlong in the same manner.
func uvarlong(b []byte, at int) (u uint64, next int) {
	if uint(at+1) < uint(len(b)) && b[at+1] < 0x80 && b[at] >= 0x80 {
		return uint64(b[at]&0x7f) | uint64(b[at+1])<<7, at + 2
	}
	v, n := codec.Varlong(b[at:])
	if n <= 0 {
		return uint64(v), n - 1
	}
	return uint64(v<<1) ^ uint64(v>>63), at + n
}

func zigzag(u uint32) int32     { return int32(u>>1) ^ -int32(u&1) }
func zigzagLong(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// read decodes the record at it.at into it.rec.
//
// An uncompressed record may run over its declared end into its neighbours before the difference is
// noticed; a compressed one is first cut out of the stream and can't. Both is Kafka's manner and
// decides which error is found first.
func (it *Iterator) read() bool {
	b, start := it.buf, it.at
	u, body := peek(b, start), start+1
	if u >= 0x80 {
		if u, body = uvarint(b, start); body < 0 {
			return it.failLength(int32(u), body)
		}
	}
	size := zigzag(u)
	end := body + int(size)
	if it.compressed {
		if !it.checkFrame(size, body) {
			return false
		}
		if it.skip {
			return it.readPartly(body, int(size))
		}
		b = b[:end]
	} else if end > len(b) {
		return it.fail("Invalid record size: expected %d bytes in record payload, but instead the buffer has only %d remaining bytes.", size, len(b)-body)
	}
	if it.Visit != nil {
		it.Visit(Part{FieldLength, start, body, int64(size)})
	}
	at := it.readDeltas(b, body)
	if at < 0 {
		return false
	}
	r := &it.rec
	if r.Key, at = it.readSized(b, at, FieldKeyLength); at < 0 {
		return false
	}
	if r.Value, at = it.readSized(b, at, FieldValueLength); at < 0 {
		return false
	}
	if at = it.readHeaders(b, at); at < 0 {
		return false
	}
	if at != end {
		return it.fail("Invalid record size: expected to read %d bytes in record payload, but instead read %d", size, at-body)
	}
	r.Size = end - start
	it.at = end
	return true
}

// readDeltas reads the fields before the key and returns where that begins, or -1.
func (it *Iterator) readDeltas(b []byte, body int) int {
	if body >= len(b) {
		return it.failStructure(kerr.ErrBufferUnderflow)
	}
	it.rec.Attributes = int8(b[body])
	timeAt := body + 1
	t, offsetAt := uint64(peek(b, timeAt)), timeAt+1
	if t >= 0x80 {
		if t, offsetAt = uvarlong(b, timeAt); offsetAt < 0 {
			return it.failVarint(int64(t), offsetAt)
		}
	}
	o, at := peek(b, offsetAt), offsetAt+1
	if o >= 0x80 {
		if o, at = uvarint(b, offsetAt); at < 0 {
			return it.failVarint(int64(o), at)
		}
	}
	it.place(zigzagLong(t), zigzag(o))
	if visit := it.Visit; visit != nil {
		visit(Part{FieldAttributes, body, timeAt, int64(it.rec.Attributes)})
		visit(Part{FieldTimestampDelta, timeAt, offsetAt, zigzagLong(t)})
		visit(Part{FieldOffsetDelta, offsetAt, at, int64(zigzag(o))})
	}
	return at
}

// place turns a record's deltas into timestamp, offset and sequence.
func (it *Iterator) place(timeDelta int64, offsetDelta int32) {
	r := &it.rec
	ts, appended := it.baseTimestamp+timeDelta, it.logAppendTime
	if it.appendTime {
		ts = appended
	}
	r.Timestamp = ts
	r.Offset = it.baseOffset + int64(offsetDelta)
	r.Sequence = NoSequence
	if it.baseSequence >= 0 {
		r.Sequence = IncrementSequence(it.baseSequence, offsetDelta)
	}
}

// readSized reads a length and that many bytes, nil for a negative length, which is null except for a header's
// key. It returns the position after them, or -1.
func (it *Iterator) readSized(b []byte, at int, field RecordField) (part []byte, next int) {
	u, from := peek(b, at), at+1
	if u >= 0x80 {
		if u, from = uvarint(b, at); from < 0 {
			return nil, it.failVarint(int64(u), from)
		}
	}
	size := zigzag(u)
	next = from
	if size >= 0 {
		if next += int(size); next > len(b) {
			return nil, it.failLimit(int(size), len(b)-from)
		}
		part = b[from:next:next]
	} else if field == FieldHeaderKeyLength {
		it.fail("Invalid negative header key size %d", size)
		return nil, -1
	}
	if it.Visit != nil {
		it.Visit(Part{field, at, from, int64(size)})
		if size >= 0 {
			it.Visit(Part{field + 1, from, next, 0})
		}
	}
	return part, next
}

// readHeaders checks count and headers and returns the position after them, or -1.
func (it *Iterator) readHeaders(b []byte, at int) int {
	u, start := peek(b, at), at+1
	if u >= 0x80 {
		if u, start = uvarint(b, at); start < 0 {
			return it.failVarint(int64(u), start)
		}
	}
	n := zigzag(u)
	it.rec.headerCount, it.rec.headersAt = n, start
	if it.Visit != nil {
		it.Visit(Part{FieldHeadersCount, at, start, int64(n)})
	}
	switch at = start; {
	case n == 0:
		return at
	case n < 0:
		it.fail("Found invalid number of record headers %d", n)
		return -1
	case int(n) > len(b)-at:
		it.fail("Found invalid number of record headers. %d is larger than the remaining size of the buffer", n)
		return -1
	}
	for range n {
		if _, at = it.readSized(b, at, FieldHeaderKeyLength); at < 0 {
			return -1
		}
		if _, at = it.readSized(b, at, FieldHeaderValueLength); at < 0 {
			return -1
		}
	}
	return at
}

// checkFrame checks the declared length of a compressed record, as it is done before its body is read.
func (it *Iterator) checkFrame(size int32, body int) bool {
	switch {
	case size < 0:
		return it.fail("Invalid record size: %d is negative.", size)
	case it.MaxRecordSize > 0 && int(size) > it.MaxRecordSize:
		return it.fail("Invalid record size: %d exceeds the configured maximum record size of %d.", size, it.MaxRecordSize)
	case it.skip || int(size) <= len(it.buf)-body:
		return true
	case it.tail != nil:
		return it.failTail()
	}
	return it.fail("Invalid record size: expected %d bytes in record payload, but the record payload reached EOF.", size)
}

func (it *Iterator) fail(format string, args ...any) bool {
	it.err = kerr.ErrInvalidRecord.With(format, args...)
	return false
}

// failLength: the varint of a record's length is bad. Kafka reads it outside of the block in which it
// turns such errors into "invalid record structure".
func (it *Iterator) failLength(v int32, next int) bool {
	switch {
	case it.compressed:
		return it.failEnd(streamVarintError(it.buf[it.at:]))
	case next == -1:
		return it.failEnd(nil)
	}
	it.err = codec.VarintError(int64(v), next+1)
	return false
}

// failVarint and those below return -1, the position of an error.
func (it *Iterator) failVarint(v int64, next int) int {
	return it.failStructure(codec.VarintError(v, next+1))
}

// failLimit: bytes of a declared size do not fit into what is left.
func (it *Iterator) failLimit(size, left int) int {
	return it.failStructure(tooLong(size, left))
}

func tooLong(size, left int) error {
	return kerr.ErrIllegalArgument.With("newLimit > capacity: (%d > %d)", size, left)
}

func (it *Iterator) failStructure(cause error) int {
	it.err = kerr.ErrInvalidRecord.With("Found invalid record structure").Because(cause)
	return -1
}
