package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// appendLegacy adds a message of format 0 or 1: as a batch of its own, or inside of the wrapper to come,
// where format 1 counts offsets from the wrapper's base.
func (b *Builder) appendLegacy(offset, ts int64, key, value []byte, headers int) error {
	if headers > 0 {
		b.fail("Magic v%d does not support record headers", b.o.Magic)
		return b.err
	}
	if b.o.TimestampType == LogAppendTime {
		ts = b.o.LogAppendTime
	}
	if b.o.Codec != None && b.o.Magic > 0 {
		offset -= b.o.BaseOffset
	}
	b.buf = appendMessage(b.buf, b.o, None, offset, ts, key, value)
	return nil
}

// finishLegacy completes the wrapper of compressed messages. It has the offset of the last one.
func (b *Builder) finishLegacy() {
	if b.o.Codec == None {
		return
	}
	head := b.start + b.headerSize()
	m := appendMessage(nil, b.o, b.o.Codec, b.last, b.MaxTimestamp(), nil, []byte{})
	copy(b.buf[b.start:], m)
	whole := Batch(b.buf[b.start:])
	codec.PutInt32(whole[atLength:], int32(len(whole)-LogOverhead))
	codec.PutInt32(b.buf[head-4:], int32(len(b.buf)-head))
	whole.SetCRC()
}

func appendMessage(dst []byte, o Options, c Codec, offset, ts int64, key, value []byte) []byte {
	at := len(dst)
	dst = codec.AppendInt64(dst, offset)
	dst = codec.AppendInt32(dst, int32(legacyOverhead(o.Magic)+len(key)+len(value)))
	dst = append(dst, 0, 0, 0, 0, byte(o.Magic), byte(messageAttributes(o, c)))
	if o.Magic > 0 {
		dst = codec.AppendInt64(dst, ts)
	}
	dst = appendSized32(dst, key)
	dst = appendSized32(dst, value)
	Batch(dst[at:]).SetCRC()
	return dst
}

func messageAttributes(o Options, c Codec) int16 {
	if o.Magic == 0 {
		return attributes(c, CreateTime, false, false, false)
	}
	return attributes(c, o.TimestampType, false, false, false)
}

func appendSized32(dst, part []byte) []byte {
	if part == nil {
		return codec.AppendInt32(dst, -1)
	}
	return append(codec.AppendInt32(dst, int32(len(part))), part...)
}

// Convert appends the records of b, of any format, as one batch of format 2 with the same offsets,
// timestamps and codec, as the cleaner does with what it keeps of old files.
func Convert(dst []byte, b Batch, c *Codecs) ([]byte, error) {
	if c == nil {
		c = &Codecs{}
	}
	it, to := Iterator{Codecs: c}, Builder{Codecs: c}
	o := OptionsOf(b)
	first := true
	for it.Open(b); it.Next(); first = false {
		r := it.Record()
		if first {
			if b.Magic() < currentMagic {
				o.BaseOffset = r.Offset
			}
			to.Reset(dst, o)
		}
		if err := to.AppendRecord(r.Offset, r); err != nil {
			return dst, err
		}
	}
	if it.Err() != nil {
		return dst, it.Err()
	}
	if first {
		return dst, kerr.ErrInvalidRecord.With("Record batch has no batches at all")
	}
	return to.Build()
}
