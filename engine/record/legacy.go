package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Messages of the formats 0 and 1, which only old files hold: one message is one batch, or, compressed,
// a wrapper whose value is a sequence of messages.
//
//	offset(8) size(4) crc(4) magic(1) attributes(1) [timestamp(8)] keySize(4) key valueSize(4) value

// legacyOverhead is the size of a message without key and value, after offset and size, in bytes.
func legacyOverhead(magic int8) int {
	if magic == 0 {
		return overheadV0
	}
	return overheadV1
}

func (b Batch) legacyKeyAt() int { return LogOverhead + legacyOverhead(b.Magic()) - 8 }

// legacyValue is the value of a wrapper, whose key nobody looks at: only its size counts.
func (b Batch) legacyValue() (value []byte, err error) {
	_, at, _ := b.legacySized(b.legacyKeyAt())
	value, _, err = b.legacySized(at)
	return value, err
}

// legacySized reads a size and that many bytes. Next is where the next field stands, -1 where not even the size is there.
func (b Batch) legacySized(at int) (part []byte, next int, err error) {
	if at < 0 || at+4 > len(b) {
		return nil, -1, kerr.ErrIndexOutOfBounds
	}
	size := int(codec.Int32(b[at:]))
	at += 4
	switch {
	case size < 0:
		return nil, at, nil
	case size > len(b)-at:
		return nil, at + size, tooLong(size, len(b)-at)
	}
	return b[at : at+size : at+size], at + size, nil
}

// FirstOffset is the offset of the first record, for which a wrapped message must be decompressed. In
// format 2 it is the base offset.
func (b Batch) FirstOffset(c *Codecs) (int64, error) {
	if !b.legacy() || !b.IsCompressed() {
		return b.BaseOffset(), b.Err()
	}
	it := Iterator{Codecs: c}
	if it.Open(b); it.err != nil {
		return 0, it.err
	}
	m := it.nextMessage() // nobody looks at its key and value
	if it.err != nil {
		return 0, it.err
	}
	return it.baseOffset + m.offset(), nil
}

// openLegacy prepares the walk over one message or over those that it wraps.
func (it *Iterator) openLegacy(b Batch) {
	if !it.compressed {
		it.buf, it.left, it.baseOffset = b, 1, 0
		return
	}
	if it.err = b.Codec().Err(); it.err != nil { // before all else, as the question whether it is compressed asks for the codec
		return
	}
	if it.magic < 0 {
		it.fail("Invalid wrapper magic found in legacy deep record iterator %d", it.magic)
		return
	}
	if b.Codec() == Zstd {
		it.fail("Invalid wrapper compressionType found in legacy deep record iterator %d", it.magic)
		return
	}
	value, err := b.legacyValue()
	if err != nil {
		it.err = err
		return
	}
	if value == nil {
		it.fail("Found invalid compressed record set with null value (magic = %d)", it.magic)
		return
	}
	it.buf, it.err, it.tail = it.codecs().open(it.scratch[:0], value, b.Codec(), it.magic)
	it.scratch = it.buf
	if it.err == nil {
		it.countInner(b.LastOffset())
	}
}

// countInner walks over the wrapped messages once, to know their number and, in format 1, what to
// add to their relative offsets: the wrapper has the offset of the last one.
func (it *Iterator) countInner(wrapperOffset int64) {
	n, last, at := int32(0), int64(0), 0
	for {
		m, err := it.inner(at)
		if err != nil {
			it.err = err
			return
		}
		if m == nil {
			break
		}
		n, last, at = n+1, m.offset(), at+len(m)
	}
	switch {
	case it.tail != nil:
		it.err = kerr.ErrKafka.With("%s", kerr.JavaText(it.tail)).Because(it.tail)
	case n == 0:
		it.fail("Found invalid compressed record set with no inner records")
	case it.magic == 0 || wrapperOffset == 0:
		// Absolute offsets; or the producer was an old one that left the wrapper's offset at zero.
		it.baseOffset, it.left = 0, n
	case wrapperOffset < last:
		it.fail("Found invalid wrapper offset in compressed v1 message set, wrapper offset '%d' is less than "+
			"the last inner message offset '%d' and it is not zero.", wrapperOffset, last)
	default:
		it.baseOffset, it.left = wrapperOffset-last, n
	}
}

// inner returns the wrapped message at a position of the decompressed data, nil at the end.
func (it *Iterator) inner(at int) (Message, error) {
	left := it.buf[at:]
	if len(left) < LogOverhead {
		return nil, nil
	}
	size := codec.Int32(left[atLength:])
	if size < minOverhead {
		return nil, kerr.ErrCorruptRecord.With("Record size %d is less than the minimum record overhead (%d)", size, minOverhead)
	}
	if int(size) > len(left)-LogOverhead {
		return nil, nil
	}
	return Message(left[: LogOverhead+int(size) : LogOverhead+int(size)]), nil
}

// nextMessage takes the next message out of the section, which countInner has looked at. One within a wrapper must not be compressed.
func (it *Iterator) nextMessage() Message {
	if !it.compressed {
		return Message(it.buf)
	}
	m, _ := it.inner(it.at)
	it.at += len(m)
	if it.err = m.codec().Err(); it.err == nil && m.codec() != None {
		it.fail("Inner messages must not be compressed")
	}
	return m
}

// stampedBy says who set a message's timestamp: in a wrapper of format 1 the wrapper knows.
func (it *Iterator) stampedBy(m Message) TimestampType {
	if it.compressed && m.Magic() == 1 {
		return it.wrapper
	}
	return m.timestampType()
}

func (it *Iterator) nextLegacy() bool {
	m := it.nextMessage()
	if it.err != nil {
		return false
	}
	key, value, err := m.parts()
	if err != nil {
		it.err = err
		return false
	}
	r := &it.rec
	*r = Record{
		Offset: it.baseOffset + m.offset(), Timestamp: m.timestamp(), Key: key, Value: value, Sequence: NoSequence,
		Attributes: m.attributes(), Size: len(m), magic: m.Magic(), message: m, stamped: it.stampedBy(m),
	}
	if it.appendTime && r.magic == 1 {
		r.Timestamp = it.logAppendTime
	}
	return true
}

// Message is the message of format 0 or 1 that holds the record, with a checksum of its own; nil in format 2.
func (r *Record) Message() Message { return r.message }
