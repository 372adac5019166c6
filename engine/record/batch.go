// Package record holds the bytes of Kafka's log: batches of records (magic 2), the messages of the
// older formats 0 and 1, their compression, and the checks that a leader makes before it appends.
//
// The format is described in docs/format/log.md. Nothing here knows files' names or policies.
package record

import (
	"fmt"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Batch is a view of one batch's bytes, with the header in front; nothing is copied. For everything
// but the records the first HeaderSize bytes are enough (see Scanner).
//
// The accessors serve all formats as Kafka's RecordBatch does: a message of format 0 or 1 is a batch
// without producer, count and epoch. On bytes that are shorter than a header they return zero; Err
// tells.
type Batch []byte

// long tells that all header fields of a v2 batch are there.
func (b Batch) long() bool { return len(b) >= HeaderSize }

// legacy tells that b is a message of format 0 or 1.
func (b Batch) legacy() bool { return len(b) > atLegacyAttributes && int8(b[atMagic]) < currentMagic }

// v2 tells that the fields of the v2 header may be read.
func (b Batch) v2() bool { return len(b) >= HeaderSize && int8(b[atMagic]) >= currentMagic }

// Err reports bytes that end inside the header, which Kafka notices at the first field that it misses.
func (b Batch) Err() error {
	switch {
	case b.v2(), b.legacy() && len(b) >= LogOverhead+minOverhead:
		return nil
	}
	return kerr.ErrIndexOutOfBounds
}

// BaseOffset is the offset of the first slot. For a wrapped message of format 1 the header holds the
// last offset only and that is returned; see FirstOffset.
func (b Batch) BaseOffset() int64 {
	if len(b) < LogOverhead {
		return 0
	}
	return codec.Int64(b)
}

// Length is the number of bytes that follow the length field.
func (b Batch) Length() int32 {
	if len(b) < LogOverhead {
		return 0
	}
	return codec.Int32(b[atLength:])
}

// Size is the number of bytes of the whole batch, also when b holds its header only.
func (b Batch) Size() int { return LogOverhead + int(b.Length()) }

// PartitionLeaderEpoch is set by the leader that appends; the checksum does not cover it. -1 is none.
func (b Batch) PartitionLeaderEpoch() int32 {
	if !b.v2() {
		return NoLeaderEpoch
	}
	return codec.Int32(b[atLeaderEpoch:])
}

// Magic is the number of the format.
func (b Batch) Magic() int8 {
	if len(b) <= atMagic {
		return 0
	}
	return int8(b[atMagic])
}

// CRC is the stored checksum.
func (b Batch) CRC() uint32 {
	switch {
	case b.legacy():
		return codec.Uint32(b[atLegacyCRC:])
	case len(b) < atAttributes:
		return 0
	}
	return codec.Uint32(b[atCRC:])
}

// Attributes are the flags; of format 0 and 1, one byte.
func (b Batch) Attributes() int16 {
	switch {
	case b.legacy():
		return int16(b[atLegacyAttributes])
	case !b.long():
		return 0
	}
	return codec.Int16(b[atAttributes:])
}

// LastOffsetDelta is last offset - base offset, also when the last record is gone by compaction.
func (b Batch) LastOffsetDelta() int32 {
	if !b.v2() {
		return 0
	}
	return codec.Int32(b[atLastOffsetDelta:])
}

// LastOffset is the offset of the last slot.
func (b Batch) LastOffset() int64 { return b.BaseOffset() + int64(b.LastOffsetDelta()) }

// NextOffset is the offset after the last slot.
func (b Batch) NextOffset() int64 { return b.LastOffset() + 1 }

// BaseTimestamp is what the records' timestamp deltas refer to, in ms; -1 in an empty batch. It is
// the delete horizon if there is one.
func (b Batch) BaseTimestamp() int64 {
	if !b.v2() {
		return NoTimestamp
	}
	return codec.Int64(b[atBaseTimestamp:])
}

// MaxTimestamp is the largest timestamp in ms, or with LogAppendTime that of every record; -1 is none.
func (b Batch) MaxTimestamp() int64 {
	if b.v2() {
		return codec.Int64(b[atMaxTimestamp:])
	}
	if b.legacy() && b.Magic() != 0 && len(b) >= atLegacyTimestamp+8 {
		return codec.Int64(b[atLegacyTimestamp:])
	}
	return NoTimestamp
}

// ProducerID is -1 for a producer without idempotence.
func (b Batch) ProducerID() int64 {
	if !b.v2() {
		return NoProducerID
	}
	return codec.Int64(b[atProducerID:])
}

// HasProducerID tells whether the batch belongs to an idempotent or transactional producer.
func (b Batch) HasProducerID() bool { return b.ProducerID() > NoProducerID }

// ProducerEpoch is -1 without a producer.
func (b Batch) ProducerEpoch() int16 {
	if !b.v2() {
		return NoProducerEpoch
	}
	return codec.Int16(b[atProducerEpoch:])
}

// BaseSequence is the sequence number of the first slot, -1 without a producer and in markers.
func (b Batch) BaseSequence() int32 {
	if !b.v2() {
		return NoSequence
	}
	return codec.Int32(b[atBaseSequence:])
}

// LastSequence is the sequence number of the last slot.
func (b Batch) LastSequence() int32 {
	if s := b.BaseSequence(); s != NoSequence {
		return IncrementSequence(s, b.LastOffsetDelta())
	}
	return NoSequence
}

// Count is the number of records that the header declares. Only formats 0 and 1 do not: -1 there.
func (b Batch) Count() int32 {
	if !b.v2() {
		return -1
	}
	return codec.Int32(b[atCount:])
}

// Codec is the compression of the records. The numbers 5 to 7 are not in use: see Codec.Err.
func (b Batch) Codec() Codec { return Codec(b.Attributes() & codecMask) }

// IsCompressed tells whether the codec is not None.
func (b Batch) IsCompressed() bool { return b.Codec() != None }

// TimestampType tells who set the timestamps.
func (b Batch) TimestampType() TimestampType {
	switch {
	case b.legacy() && b.Magic() == 0:
		return NoTimestampType
	case b.Attributes()&timestampTypeBit != 0:
		return LogAppendTime
	}
	return CreateTime
}

// IsTransactional tells whether the batch is part of a transaction.
func (b Batch) IsTransactional() bool { return b.v2() && b.Attributes()&transactionalBit != 0 }

// IsControl tells whether the records are markers and not data.
func (b Batch) IsControl() bool { return b.v2() && b.Attributes()&controlBit != 0 }

// DeleteHorizon is the time in ms from which on tombstones in this batch may go, if it has one (KIP-534).
func (b Batch) DeleteHorizon() (ms int64, ok bool) {
	if !b.v2() || b.Attributes()&deleteHorizonBit == 0 {
		return NoTimestamp, false
	}
	return b.BaseTimestamp(), true
}

// Payload is the record section as stored, compressed or not.
func (b Batch) Payload() []byte {
	if !b.v2() {
		return nil
	}
	return b[HeaderSize:]
}

// String is the text by which Kafka's log lines name a batch.
func (b Batch) String() string {
	if b.legacy() {
		return fmt.Sprintf("LegacyRecordBatch(offset=%d, Record(magic=%d, attributes=%d, compression=%s, crc=%d))",
			b.LastOffset(), b.Magic(), b.Attributes(), b.Codec(), b.CRC())
	}
	return fmt.Sprintf("RecordBatch(magic=%d, offsets=[%d, %d], sequence=[%d, %d], partitionLeaderEpoch=%d, "+
		"isTransactional=%t, isControlBatch=%t, compression=%s, timestampType=%s, crc=%d)",
		b.Magic(), b.BaseOffset(), b.LastOffset(), b.BaseSequence(), b.LastSequence(), b.PartitionLeaderEpoch(),
		b.IsTransactional(), b.IsControl(), b.Codec(), b.TimestampType(), b.CRC())
}
