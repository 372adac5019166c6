package record

import (
	"math"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Options describe a batch to build. Start from DefaultOptions: zero is not "none" in this format.
type Options struct {
	Magic                int8 // 2; 0 and 1 write the formats of old files
	Codec                Codec
	Level                int // of the codec, 0: its default
	TimestampType        TimestampType
	LogAppendTime        int64 // ms, with that timestamp type
	BaseOffset           int64
	ProducerID           int64
	ProducerEpoch        int16
	BaseSequence         int32
	Transactional        bool
	Control              bool
	PartitionLeaderEpoch int32
	DeleteHorizon        int64 // ms, -1: none
}

// DefaultOptions are those of a plain client's batch: offset 0, no codec, no producer, no epoch.
func DefaultOptions() Options {
	return Options{
		Magic: currentMagic, TimestampType: CreateTime, LogAppendTime: NoTimestamp,
		ProducerID: NoProducerID, ProducerEpoch: NoProducerEpoch, BaseSequence: NoSequence,
		PartitionLeaderEpoch: NoLeaderEpoch, DeleteHorizon: NoTimestamp,
	}
}

// OptionsOf are the options that keep everything of b when its records are written again in format 2.
func OptionsOf(b Batch) Options {
	o := DefaultOptions()
	o.Codec, o.BaseOffset = b.Codec(), b.BaseOffset()
	if b.TimestampType() == LogAppendTime {
		o.TimestampType, o.LogAppendTime = LogAppendTime, b.MaxTimestamp()
	}
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = b.ProducerID(), b.ProducerEpoch(), b.BaseSequence()
	o.Transactional, o.Control = b.IsTransactional(), b.IsControl()
	o.PartitionLeaderEpoch = b.PartitionLeaderEpoch()
	o.DeleteHorizon, _ = b.DeleteHorizon()
	return o
}

// Builder encodes batches into a buffer that the caller owns, one after the other, without allocation once
// the buffer is large enough. The zero value is ready.
//
//	var b record.Builder
//	b.Reset(buf[:0], record.DefaultOptions())
//	b.Append(0, now, key, value)
//	buf, err = b.Build()
type Builder struct {
	Codecs *Codecs // nil: made when needed

	o             Options
	buf           []byte
	start         int   // where the batch begins in buf
	err           error // the first one; Build returns it
	count         int
	last          int64 // offset of the last record
	baseTimestamp int64
	maxTimestamp  int64
	scratch       []byte
	plain         bool // Append may be quick: there is a record, no error, and nothing special in the options
}

// Reset begins a batch behind buf.
func (b *Builder) Reset(buf []byte, o Options) {
	b.o, b.buf, b.start = o, buf, len(buf)
	b.err, b.count, b.last = o.check(), 0, 0
	b.plain = false
	b.baseTimestamp, b.maxTimestamp = o.DeleteHorizon, NoTimestamp
	b.buf = append(b.buf, make([]byte, b.headerSize())...)
}

func (b *Builder) headerSize() int {
	switch {
	case b.o.Magic >= currentMagic:
		return HeaderSize
	case b.o.Codec != None:
		return LogOverhead + legacyOverhead(b.o.Magic)
	}
	return 0
}

// check refuses what the older formats can't hold.
func (o Options) check() error {
	switch {
	case o.Magic >= currentMagic:
		return o.Codec.Err()
	case o.Magic > 0 && o.TimestampType == NoTimestampType:
		return kerr.ErrIllegalArgument.With("TimestampType must be set for magic > 0")
	case o.Transactional:
		return kerr.ErrIllegalArgument.With("Transactional records are not supported for magic %d", o.Magic)
	case o.Control:
		return kerr.ErrIllegalArgument.With("Control records are not supported for magic %d", o.Magic)
	case o.Codec == Zstd:
		return kerr.ErrIllegalArgument.With("ZStandard compression is not supported for magic %d", o.Magic)
	case o.DeleteHorizon != NoTimestamp:
		return kerr.ErrIllegalArgument.With("Delete horizon timestamp is not supported for magic %d", o.Magic)
	}
	return o.Codec.Err()
}

// add is Append for every record, and the rules.
func (b *Builder) add(offset, ts int64, key, value []byte, headers []Header) error {
	if b.err == nil && b.o.Control {
		b.err = checkControl(key)
	}
	if !b.begin(offset, ts) {
		return b.err
	}
	if b.o.Magic < currentMagic {
		return b.appendLegacy(offset, ts, key, value, len(headers))
	}
	n := 0
	for _, h := range headers {
		n += sizedLength(h.Key) + sizedLength(h.Value)
	}
	b.write(offset, ts, key, value, len(headers), n)
	for _, h := range headers {
		b.buf = codec.AppendVarint(b.buf, int32(len(h.Key)))
		b.buf = append(b.buf, h.Key...)
		b.buf = appendSized(b.buf, h.Value)
	}
	return b.err
}

// AppendRecord adds a record as it was read, under another offset. Its headers are copied as they stand.
func (b *Builder) AppendRecord(offset int64, r *Record) error {
	if r.headerCount == 0 && b.plain {
		return b.Append(offset, r.Timestamp, r.Key, r.Value)
	}
	if !b.begin(offset, r.Timestamp) {
		return b.err
	}
	if b.o.Magic < currentMagic {
		return b.appendLegacy(offset, r.Timestamp, r.Key, r.Value, int(r.headerCount))
	}
	headers := r.rawHeaders()
	b.write(offset, r.Timestamp, r.Key, r.Value, int(r.headerCount), len(headers))
	b.buf = append(b.buf, headers...)
	return b.err
}

// begin checks a record against those before it and counts it.
func (b *Builder) begin(offset, ts int64) bool {
	switch {
	case b.err != nil:
	case b.count > 0 && offset <= b.last:
		b.fail("Illegal offset %d following previous offset %d (Offsets must increase monotonically).", offset, b.last)
	case ts < 0 && ts != NoTimestamp:
		b.fail("Invalid negative timestamp %d", ts)
	case b.count == maxRecordsInBatch:
		b.fail("Maximum number of records per batch exceeded, max records: %d", maxRecordsInBatch)
	case offset-b.o.BaseOffset > maxOffsetDelta:
		b.fail("Maximum offset delta exceeded, base offset: %d, last offset: %d", b.o.BaseOffset, offset)
	default:
		if b.count == 0 && b.o.DeleteHorizon == NoTimestamp {
			b.baseTimestamp = ts
		}
		b.count++
		b.plain = b.o.Magic >= currentMagic && !b.o.Control
		b.last = offset
		b.maxTimestamp = max(b.maxTimestamp, ts)
		return true
	}
	return false
}

func (b *Builder) fail(format string, args ...any) {
	b.err, b.plain = kerr.ErrIllegalArgument.With(format, args...), false
}

// write appends a record up to its header count; headerBytes is what the caller appends behind it.
func (b *Builder) write(offset, ts int64, key, value []byte, headers, headerBytes int) {
	timeDelta, offsetDelta := ts-b.baseTimestamp, int32(offset-b.o.BaseOffset)
	size := 1 + codec.SizeVarlong(timeDelta) + codec.SizeVarint(offsetDelta) +
		sizedLength(key) + sizedLength(value) + codec.SizeVarint(int32(headers)) + headerBytes
	buf := codec.AppendVarint(b.buf, int32(size))
	buf = append(buf, 0) // attributes
	buf = codec.AppendVarlong(buf, timeDelta)
	buf = codec.AppendVarint(buf, offsetDelta)
	buf = appendSized(buf, key)
	buf = appendSized(buf, value)
	b.buf = codec.AppendVarint(buf, int32(headers))
}

func appendSized(dst, part []byte) []byte {
	if part == nil {
		return append(dst, 1) // -1
	}
	return append(codec.AppendVarint(dst, int32(len(part))), part...)
}

func sizedLength(part []byte) int {
	if part == nil {
		return 1
	}
	return codec.SizeVarint(int32(len(part))) + len(part)
}

// SetLastOffset makes the batch end with offset although its last record, if any, has a smaller one.
func (b *Builder) SetLastOffset(offset int64) { b.last = offset }

// Count is the number of records so far.
func (b *Builder) Count() int { return b.count }

// MaxTimestamp is the largest timestamp so far in ms, or the log append time; -1 is none.
func (b *Builder) MaxTimestamp() int64 {
	if b.o.TimestampType == LogAppendTime {
		return b.o.LogAppendTime
	}
	return b.maxTimestamp
}

// Len is the size of the batch so far, before compression, in bytes.
func (b *Builder) Len() int { return len(b.buf) - b.start }

// Build completes the batch and returns the buffer with it at the end. Without records nothing is added:
// see AppendEmpty for a batch without records.
func (b *Builder) Build() ([]byte, error) {
	b.plain = false
	if b.err == nil {
		b.err = b.checkProducer()
	}
	if b.err == nil && b.count > 0 && b.baseTimestamp < NoTimestamp {
		b.fail("Invalid message timestamp %d", b.baseTimestamp)
	}
	if b.err != nil || b.count == 0 {
		return b.buf[:b.start], b.err
	}
	if b.o.Codec != None {
		if err := b.compress(); err != nil {
			return b.buf[:b.start], err
		}
	}
	if len(b.buf)-b.start > math.MaxInt32 {
		b.fail("Invalid batch size: %d", len(b.buf)-b.start)
		return b.buf[:b.start], b.err
	}
	if b.o.Magic < currentMagic {
		b.finishLegacy()
		return b.buf, nil
	}
	finish(b.buf[b.start:], b.o, int32(b.last-b.o.BaseOffset), int32(b.count), b.baseTimestamp, b.MaxTimestamp())
	return b.buf, nil
}

func (b *Builder) checkProducer() error {
	switch o := b.o; {
	case o.Transactional && o.ProducerID == NoProducerID:
		return kerr.ErrIllegalArgument.With("Cannot write transactional messages without a valid producer ID")
	case o.ProducerID == NoProducerID:
		return nil
	case o.ProducerEpoch == NoProducerEpoch:
		return kerr.ErrIllegalArgument.With("Invalid negative producer epoch")
	case o.BaseSequence < 0 && !o.Control:
		return kerr.ErrIllegalArgument.With("Invalid negative sequence number used")
	case o.Magic < currentMagic:
		return kerr.ErrIllegalArgument.With("Idempotent messages are not supported for magic %d", o.Magic)
	}
	return nil
}

// compress replaces the records by their compressed form.
func (b *Builder) compress() error {
	if b.Codecs == nil {
		b.Codecs = &Codecs{}
	}
	from := b.start + b.headerSize()
	b.scratch = append(b.scratch[:0], b.buf[from:]...)
	buf, err := b.Codecs.compress(b.buf[:from], b.scratch, b.o.Codec, b.o.Level, b.o.Magic)
	if err != nil {
		b.err = err
		return err
	}
	b.buf = buf
	return nil
}

// finish writes the header in front of the records.
func finish(b Batch, o Options, lastDelta, count int32, baseTimestamp, maxTimestamp int64) {
	_ = b[HeaderSize-1]
	codec.PutInt64(b[atBaseOffset:], o.BaseOffset)
	codec.PutInt32(b[atLength:], int32(len(b)-LogOverhead))
	codec.PutInt32(b[atLeaderEpoch:], o.PartitionLeaderEpoch)
	b[atMagic] = currentMagic
	codec.PutInt16(b[atAttributes:], attributes(o.Codec, o.TimestampType, o.Transactional, o.Control, o.DeleteHorizon >= 0))
	codec.PutInt32(b[atLastOffsetDelta:], lastDelta)
	codec.PutInt64(b[atBaseTimestamp:], baseTimestamp)
	codec.PutInt64(b[atMaxTimestamp:], maxTimestamp)
	codec.PutInt64(b[atProducerID:], o.ProducerID)
	codec.PutInt16(b[atProducerEpoch:], o.ProducerEpoch)
	codec.PutInt32(b[atBaseSequence:], o.BaseSequence)
	codec.PutInt32(b[atCount:], count)
	b.SetCRC()
}

// AppendEmpty appends the batch that compaction leaves where all records are gone but the producer's state
// or the last offset must survive: no records, no base timestamp, the old maxTimestamp in ms.
func AppendEmpty(dst []byte, o Options, lastOffset, maxTimestamp int64) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, HeaderSize)...)
	o.Codec, o.DeleteHorizon = None, NoTimestamp
	finish(dst[at:], o, int32(lastOffset-o.BaseOffset), 0, NoTimestamp, maxTimestamp)
	return dst
}
