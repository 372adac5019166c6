package event

import "fmt"

// Appended: a leader's or follower's append is complete.
type Appended struct {
	Partition
	Base        int64 // base offset of the segment
	FirstOffset int64
	LastOffset  int64
	Position    int64 // of the first batch in .log
	Size        int64 // bytes of all batches
	Batches     int
	Records     int64
	MaxTs       int64 // largest timestamp, -1 if there is none
	Follower    bool
}

func (Appended) Kind() string            { return "append" }
func (e Appended) SegmentBase() int64    { return e.Base }
func (e Appended) memoryRecords() string { return memoryRecords(e.Size) }
func (e Appended) nextOffset() int64     { return e.LastOffset + 1 }
func (e Appended) Line() Line {
	return e.unified(TRACE, "Appended message set with last offset: %d, first offset: %d, next offset: %d, and messages: %s",
		e.LastOffset, e.FirstOffset, e.nextOffset(), e.memoryRecords())
}

// memoryRecords is how records in memory print: by their buffer.
func memoryRecords(size int64) string {
	return fmt.Sprintf("MemoryRecords(size=%d, buffer=java.nio.HeapByteBuffer[pos=0 lim=%d cap=%d])", size, size, size)
}

// DuplicateDetected: an idempotent producer sent a batch again; the answer is that of the first time.
type DuplicateDetected struct {
	Partition
	FirstOffset, LastOffset int64 // of the batch already in the log
	NextOffset              int64 // log end offset
	ProducerID              int64
	Size                    int64
}

func (DuplicateDetected) Kind() string { return "duplicate" }
func (e DuplicateDetected) Line() Line {
	return e.unified(TRACE, "Duplicate batch detected, returning AppendInfo from duplicate batch with last offset: %d, first offset: %d, next offset: %d, skipped messages: %s",
		e.LastOffset, e.FirstOffset, e.NextOffset, memoryRecords(e.Size))
}

// BatchPlaced: one batch has its place in a segment's .log. Kafka has no line for a single batch.
type BatchPlaced struct {
	Partition
	Base       int64 // base offset of the segment
	BaseOffset int64
	LastOffset int64
	Position   int64
	Size       int64
	Count      int32
	MaxTs      int64
	Epoch      int32
	ProducerID int64
	Codec      string
	Txn        bool
	Control    bool
}

func (BatchPlaced) Kind() string         { return "batch" }
func (e BatchPlaced) SegmentBase() int64 { return e.Base }

// AppendRefused: an append changed nothing. Error is what the client gets.
type AppendRefused struct {
	Partition
	Error error
}

func (AppendRefused) Kind() string { return "append-refused" }

// SegmentWriting: bytes are about to go to the end of a segment's .log.
type SegmentWriting struct {
	Partition
	Base      int64
	Size      int64
	EndOffset int64 // last offset of the records
	Position  int64
}

func (SegmentWriting) Kind() string         { return "segment-writing" }
func (e SegmentWriting) SegmentBase() int64 { return e.Base }
func (e SegmentWriting) Line() Line {
	return line(TRACE, LogLogSegment, "Inserting %d bytes at end offset %d at position %d", e.Size, e.EndOffset, e.Position)
}

// SegmentWritten: the bytes are in the page cache.
type SegmentWritten struct {
	Partition
	Base      int64
	Size      int64
	EndOffset int64
	Path      string // of the .log
}

func (SegmentWritten) Kind() string         { return "segment-written" }
func (e SegmentWritten) SegmentBase() int64 { return e.Base }
func (e SegmentWritten) Line() Line {
	return line(TRACE, LogLogSegment, "Appended %d to %s at end offset %d", e.Size, e.Path, e.EndOffset)
}

// IndexEntryAdded: the offset index got an entry.
type IndexEntryAdded struct {
	Partition
	Base     int64
	Number   int // of the entry, 0 is the first
	Offset   int64
	Position int32 // in .log
	Path     string
}

func (IndexEntryAdded) Kind() string         { return "index-entry" }
func (e IndexEntryAdded) SegmentBase() int64 { return e.Base }
func (e IndexEntryAdded) Line() Line {
	return line(TRACE, LogOffsetIndex, "Adding index entry %d => %d to %s", e.Offset, e.Position, e.Path)
}

// TimeIndexEntryAdded: the time index got an entry.
type TimeIndexEntryAdded struct {
	Partition
	Base      int64
	Number    int
	Timestamp int64
	Offset    int64
	Path      string
}

func (TimeIndexEntryAdded) Kind() string         { return "time-index-entry" }
func (e TimeIndexEntryAdded) SegmentBase() int64 { return e.Base }
func (e TimeIndexEntryAdded) Line() Line {
	return line(TRACE, LogTimeIndex, "Adding index entry %d => %d to %s.", e.Timestamp, e.Offset, e.Path)
}

// AbortedTxnIndexed: the transaction index got an entry. Kafka writes no line.
type AbortedTxnIndexed struct {
	Partition
	Base                                            int64
	ProducerID, FirstOffset, LastOffset, LastStable int64
}

func (AbortedTxnIndexed) Kind() string         { return "txn-index-entry" }
func (e AbortedTxnIndexed) SegmentBase() int64 { return e.Base }

// BatchSkipped: a follower leaves out a batch that carries an epoch it does not know yet.
type BatchSkipped struct {
	Partition
	Batch        Batch
	Origin       string // REPLICATION
	CurrentEpoch int32
}

func (BatchSkipped) Kind() string { return "batch-skipped" }
func (e BatchSkipped) Line() Line {
	return e.unified(INFO, "Skipping batch %v from an origin of %s because its partition leader epoch %d is higher than the replica's current leader epoch %d",
		e.Batch, e.Origin, e.Batch.LeaderEpoch, e.CurrentEpoch)
}

// EpochCacheCleared: a batch of an old format ended the use of leader epochs.
type EpochCacheCleared struct {
	Partition
	Magic int8
}

func (EpochCacheCleared) Kind() string { return "epochs-cleared" }
func (e EpochCacheCleared) Line() Line {
	return e.unified(WARN, "Clearing leader epoch cache after unexpected append with message format v%d", e.Magic)
}

// HighWatermarkChanged: the high watermark was set. Kafka warns when it went back.
type HighWatermarkChanged struct {
	Partition
	From, To OffsetMetadata
}

func (HighWatermarkChanged) Kind() string { return "high-watermark" }
func (e HighWatermarkChanged) Line() Line { return e.unified(TRACE, "Setting high watermark %v", e.To) }

// HighWatermarkLowered: the high watermark is about to go back. HighWatermarkChanged follows.
type HighWatermarkLowered struct {
	Partition
	From, To OffsetMetadata
}

func (HighWatermarkLowered) Kind() string { return "high-watermark-lowered" }
func (e HighWatermarkLowered) Line() Line {
	return e.unified(WARN, "Non-monotonic update of high watermark from %v to %v", e.From, e.To)
}

// FirstUnstableChanged: the first offset that a read_committed reader may not pass moved, or went (Known false).
type FirstUnstableChanged struct {
	Partition
	Known bool
	To    OffsetMetadata
}

func (FirstUnstableChanged) Kind() string { return "first-unstable" }
func (e FirstUnstableChanged) Line() Line {
	return e.unified(DEBUG, "First unstable offset updated to %s", Optional(e.Known, e.To))
}
