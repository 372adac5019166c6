package event

// Rolling: an append needs a new segment. The numbers are those of the active segment against its limits.
type Rolling struct {
	Partition
	Base                        int64
	LogSize, LogMax             int64 // bytes
	IndexSize, IndexMax         int64 // entries
	TimeIndexSize, TimeIndexMax int64
	Inactive, InactiveMax       int64  // ms; the limit is segment.ms less the segment's jitter
	Why                         string // size | time | index | time-index | offset: the condition that held first; not printed
}

func (Rolling) Kind() string         { return "rolling" }
func (e Rolling) SegmentBase() int64 { return e.Base }
func (e Rolling) Line() Line {
	return e.unified(DEBUG, "Rolling new log segment (log_size = %d/%d, offset_index_size = %d/%d, time_index_size = %d/%d, inactive_time_ms = %d/%d).",
		e.LogSize, e.LogMax, e.IndexSize, e.IndexMax, e.TimeIndexSize, e.TimeIndexMax, e.Inactive, e.InactiveMax)
}

// Rolled: there is a new active segment.
type Rolled struct {
	Partition
	Base   int64 // of the new segment
	TookMs int64
}

func (Rolled) Kind() string         { return "roll" }
func (e Rolled) SegmentBase() int64 { return e.Base }
func (e Rolled) Line() Line {
	return e.local(INFO, "Rolled new log segment at offset %d in %d ms.", e.Base, e.TookMs)
}

// RollOntoEmpty: a roll asked for an active segment that is there already and empty.
type RollOntoEmpty struct {
	Partition
	Base          int64
	Provided, LEO int64
	TimeIndexSize int64 // bytes
	IndexSize     int64
}

func (RollOntoEmpty) Kind() string         { return "roll-onto-empty" }
func (e RollOntoEmpty) SegmentBase() int64 { return e.Base }
func (e RollOntoEmpty) Line() Line {
	return e.local(WARN, "Trying to roll a new log segment with start offset %d=max(provided offset = %d, LEO = %d) while it already exists and is active with size 0. Size of time index: %d, size of offset index: %d.",
		e.Base, e.Provided, e.LEO, e.TimeIndexSize, e.IndexSize)
}

// RollFoundFile: a file already has the name of a new segment's file and goes.
type RollFoundFile struct {
	Partition
	Base int64
	Path string
}

func (RollFoundFile) Kind() string         { return "roll-found-file" }
func (e RollFoundFile) SegmentBase() int64 { return e.Base }
func (e RollFoundFile) Line() Line {
	return e.local(WARN, "Newly rolled segment file %s already exists; deleting it first", e.Path)
}

// SegmentCreated: the files of a segment exist, preallocated or empty. Kafka writes no line.
type SegmentCreated struct {
	Partition
	Base int64
}

func (SegmentCreated) Kind() string         { return "segment-created" }
func (e SegmentCreated) SegmentBase() int64 { return e.Base }

// IndexResized: an index file got another size. Changed false: it already had that size.
type IndexResized struct {
	Partition
	Base            int64
	Path            string
	Size            int64
	Position, Limit int64 // of the mapped buffer
	Changed         bool
}

func (IndexResized) Kind() string         { return "index-resized" }
func (e IndexResized) SegmentBase() int64 { return e.Base }
func (e IndexResized) Line() Line {
	if !e.Changed {
		return line(DEBUG, LogAbstractIndex, "Index %s was not resized because it already has size %d", e.Path, e.Size)
	}
	return line(DEBUG, LogAbstractIndex, "Resized %s to %d, position is %d and limit is %d", e.Path, e.Size, e.Position, e.Limit)
}

// IndexLoaded: an index file was opened and mapped.
type IndexLoaded struct {
	Partition
	Base       int64
	Path       string
	Time       bool // .timeindex
	MaxEntries int64
	MaxSize    int64
	Entries    int64
	LastOffset int64
	Position   int64
}

func (IndexLoaded) Kind() string         { return "index-loaded" }
func (e IndexLoaded) SegmentBase() int64 { return e.Base }
func (e IndexLoaded) Line() Line {
	logger := LogOffsetIndex
	if e.Time {
		logger = LogTimeIndex
	}
	return line(DEBUG, logger, "Loaded index file %s with maxEntries = %d, maxIndexSize = %d, entries = %d, lastOffset = %d, file position = %d",
		e.Path, e.MaxEntries, e.MaxSize, e.Entries, e.LastOffset, e.Position)
}

// Flushing: everything below Offset (or up to it) goes to the disk.
type Flushing struct {
	Partition
	Offset    int64
	Inclusive bool
	LastFlush int64 // time
	Now       int64
	Unflushed int64 // offsets
}

func (Flushing) Kind() string { return "flush" }
func (e Flushing) Line() Line {
	word := "exclusive"
	if e.Inclusive {
		word = "inclusive"
	}
	return e.unified(DEBUG, "Flushing log up to offset %d (%s) with recovery point %d, last flushed: %d,  current time: %d, unflushed: %d",
		e.Offset, word, e.Offset, e.LastFlush, e.Now, e.Unflushed)
}

// SegmentFlushed: the files of one segment were fsynced. Kafka writes no line.
type SegmentFlushed struct {
	Partition
	Base int64
	Size int64 // of .log
}

func (SegmentFlushed) Kind() string         { return "segment-flushed" }
func (e SegmentFlushed) SegmentBase() int64 { return e.Base }

// RecoveryPointChanged: all below To is on the disk; recovery will start there. Kafka writes no line.
type RecoveryPointChanged struct {
	Partition
	From, To int64
}

func (RecoveryPointChanged) Kind() string { return "recovery-point" }
