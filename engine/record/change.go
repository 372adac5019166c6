package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// ComputeCRC computes the checksum that the batch should have; b must be the whole batch.
func (b Batch) ComputeCRC() uint32 {
	switch {
	case b.legacy():
		return codec.CRC32(b[atMagic:])
	case len(b) < atAttributes:
		return 0
	}
	return codec.CRC32C(b[atAttributes:])
}

// IsValid tells that the header is complete and the checksum is right.
func (b Batch) IsValid() bool {
	return b.bigEnough() && b.CRC() == b.ComputeCRC()
}

// warmFrom is the size in bytes from which on reading ahead pays.
const warmFrom = 4 << 10

// warmStarts reads where the records of a section begin if all have the same size. The place of a record is known only once
// the one before it has been read; like this the processor fetches many at a time from memory that is not yet cached.
//
//go:noinline
func warmStarts(b []byte, records int) (x byte) {
	if len(b) < warmFrom || records == 0 {
		return 0
	}
	for i, size := 0, len(b)/records; i < len(b); i += size {
		x += b[i]
	}
	return x + b[len(b)-1]
}

func (b Batch) bigEnough() bool {
	if b.legacy() {
		return len(b) >= LogOverhead+minOverhead
	}
	return b.long()
}

// EnsureValid is IsValid with Kafka's errors, as recovery, the cleaner and consumers raise them.
func (b Batch) EnsureValid() error {
	switch {
	case !b.bigEnough() && b.legacy():
		return kerr.ErrCorruptRecord.With("Record is corrupt (crc could not be retrieved as the record is too small, size = %d)", len(b)-LogOverhead)
	case !b.bigEnough():
		return kerr.ErrCorruptRecord.With("Record batch is corrupt (the size %d is smaller than the minimum allowed overhead %d)", len(b), HeaderSize)
	case !b.IsValid():
		return kerr.ErrCorruptRecord.With("Record is corrupt (stored crc = %d, computed crc = %d)", b.CRC(), b.ComputeCRC())
	}
	return nil
}

// SetBaseOffset moves the batch to other offsets. The checksum does not cover the base offset.
func (b Batch) SetBaseOffset(offset int64) { codec.PutInt64(b[atBaseOffset:], offset) }

// SetLastOffset moves the batch so that it ends with offset.
func (b Batch) SetLastOffset(offset int64) { b.SetBaseOffset(offset - int64(b.LastOffsetDelta())) }

// SetPartitionLeaderEpoch stamps the batch with the leader's epoch. The checksum does not cover it.
// Formats 0 and 1 have no place for it.
func (b Batch) SetPartitionLeaderEpoch(epoch int32) {
	if b.v2() {
		codec.PutInt32(b[atLeaderEpoch:], epoch)
	}
}

// SetMaxTimestamp sets type and largest timestamp of a v2 batch and corrects the checksum, if
// anything changed. Attribute bits that have no meaning are cleared then, as Kafka does.
func (b Batch) SetMaxTimestamp(t TimestampType, ms int64) {
	if !b.v2() || b.TimestampType() == t && b.MaxTimestamp() == ms {
		return
	}
	_, horizon := b.DeleteHorizon()
	codec.PutInt16(b[atAttributes:], attributes(b.Codec(), t, b.IsTransactional(), b.IsControl(), horizon))
	codec.PutInt64(b[atMaxTimestamp:], ms)
	b.SetCRC()
}

// SetCRC stores the right checksum.
func (b Batch) SetCRC() {
	if b.legacy() {
		codec.PutUint32(b[atLegacyCRC:], b.ComputeCRC())
		return
	}
	codec.PutUint32(b[atCRC:], b.ComputeCRC())
}
