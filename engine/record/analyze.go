package record

import (
	"strconv"
	"strings"

	"logarium/engine/kerr"
)

// AnalyzeOptions say where an append comes from and what the log allows.
type AnalyzeOptions struct {
	Partition      string // "orders-0", for messages
	Origin         Origin
	LeaderEpoch    int32 // of the append: the leader's, or that of the follower's fetch
	IgnoreSize     bool  // do not apply MaxMessageSize: a follower's append
	MaxMessageSize int   // max.message.bytes, for a whole batch as it came
	Monotonic      bool  // last offsets must rise: a follower's append
	// Skipped is told of each batch that is left out because its epoch is above LeaderEpoch (and of those after
	// it); nil: nobody.
	Skipped func(Batch)
}

// Info is what a log learns from the headers of the batches that it is about to append.
type Info struct {
	FirstOffset            int64 // -1 if the first batch is of an old format, where it is not in the header
	LastOffset             int64
	LastOffsetOfFirstBatch int64
	LastLeaderEpoch        int32 // -1: none
	MaxTimestamp           int64 // ms
	Codec                  Codec // of the last batch that is compressed
	ValidBytes             int   // size of the complete batches; what follows is cut off
	Batches                int
	Producers              bool // some batch has a producer id
}

// Analyze checks headers, sizes and checksums of the batches in records, as the log does with every append before
// anything else. Incomplete bytes at the end are no error.
//
// Errors: InvalidRecordException (base offset, epoch), RecordTooLargeException, CorruptRecordException,
// OffsetsOutOfOrderException.
func Analyze(records []byte, o AnalyzeOptions) (info Info, err error) {
	info = Info{FirstOffset: NoOffset, LastOffset: NoOffset, LastOffsetOfFirstBatch: NoOffset,
		LastLeaderEpoch: NoLeaderEpoch, MaxTimestamp: NoTimestamp}
	monotonic, skip := true, false
	rest := records
	for {
		b, next, err := Next(rest)
		if err != nil {
			return Info{}, err
		}
		if b == nil {
			break
		}
		rest = next
		if err := o.checkStart(b); err != nil {
			return Info{}, err
		}
		if skip = skip || o.Origin == Replication && b.PartitionLeaderEpoch() > o.LeaderEpoch; skip {
			if o.Skipped != nil {
				o.Skipped(b)
			}
			continue
		}
		if info.LastOffset >= b.LastOffset() { // -1 before the first batch
			monotonic = false
		}
		if err := info.add(b, &o); err != nil {
			return Info{}, err
		}
	}
	if o.Monotonic && !monotonic {
		return Info{}, outOfOrder(records, o.Partition)
	}
	return info, nil
}

// checkStart are the checks on a batch's first fields.
func (o *AnalyzeOptions) checkStart(b Batch) error {
	if o.Origin == RaftLeader && b.PartitionLeaderEpoch() != o.LeaderEpoch {
		return kerr.ErrInvalidRecord.With("Append from Raft leader did not set the batch epoch correctly, expected %d but the batch has %d",
			o.LeaderEpoch, b.PartitionLeaderEpoch())
	}
	if b.Magic() >= currentMagic && o.Origin == Client && b.BaseOffset() != 0 {
		return kerr.ErrInvalidRecord.With("The baseOffset of the record batch in the append to %s should be 0, but it is %d",
			o.Partition, b.BaseOffset())
	}
	return nil
}

// endOfLastOffsetDelta: a batch that ends before is noticed when its last offset is asked for.
const endOfLastOffsetDelta = atLastOffsetDelta + 4

func (i *Info) add(b Batch, o *AnalyzeOptions) error {
	if b.Magic() >= currentMagic && len(b) < endOfLastOffsetDelta {
		return kerr.ErrIndexOutOfBounds
	}
	if i.Batches == 0 {
		if b.Magic() >= currentMagic {
			i.FirstOffset = b.BaseOffset()
		}
		i.LastOffsetOfFirstBatch = b.LastOffset()
	}
	i.Batches++
	i.LastOffset, i.LastLeaderEpoch = b.LastOffset(), b.PartitionLeaderEpoch()
	if !o.IgnoreSize && len(b) > o.MaxMessageSize {
		return kerr.ErrRecordTooLarge.With("The record batch size in the append to %s is %d bytes which exceeds the maximum configured value of %d).",
			o.Partition, len(b), o.MaxMessageSize)
	}
	if !b.IsValid() {
		return kerr.ErrCorruptRecord.With("Record is corrupt (stored crc = %d) in topic partition %s.", b.CRC(), o.Partition)
	}
	i.MaxTimestamp = max(i.MaxTimestamp, b.MaxTimestamp())
	i.ValidBytes += len(b)
	if err := b.Codec().Err(); err != nil {
		return err
	}
	if b.IsCompressed() {
		i.Codec = b.Codec()
	}
	i.Producers = i.Producers || b.HasProducerID()
	return nil
}

// outOfOrder lists the offsets of all records in its message.
func outOfOrder(records []byte, partition string) error {
	var it Iterator
	var offsets []string
	for b, err := range Batches(records) {
		if err != nil {
			return err
		}
		for it.Open(b); it.Next(); {
			offsets = append(offsets, strconv.FormatInt(it.rec.Offset, 10))
		}
		if it.err != nil {
			return it.err
		}
	}
	return kerr.ErrOffsetsOutOfOrder.With("Out of order offsets found in append to %s: %s", partition, strings.Join(offsets, ","))
}
