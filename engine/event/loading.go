package event

// Steps of LogLoader at start-up. Each names the pass over the directory in which it happens.

// StrayFileDeleted: pass 1 removed a file of an interrupted cleaning or split, or with suffix .deleted.
type StrayFileDeleted struct {
	Partition
	Path string
}

func (StrayFileDeleted) Kind() string { return "load-stray" }
func (e StrayFileDeleted) Line() Line {
	return e.loader(DEBUG, "Deleting stray temporary file %s", e.Path)
}

// InvalidSwapDeleted: pass 1 removed a .swap file at or above the lowest .cleaned file, since its swap never began.
type InvalidSwapDeleted struct {
	Partition
	Path             string
	MinCleanedOffset int64
}

func (InvalidSwapDeleted) Kind() string { return "load-invalid-swap" }
func (e InvalidSwapDeleted) Line() Line {
	return e.loader(DEBUG, "Deleting invalid swap file %s minCleanedFileOffset: %d", e.Path, e.MinCleanedOffset)
}

// CleanedFileDeleted: pass 1 removed a .cleaned file.
type CleanedFileDeleted struct {
	Partition
	Path string
}

func (CleanedFileDeleted) Kind() string { return "load-cleaned" }
func (e CleanedFileDeleted) Line() Line {
	return e.loader(DEBUG, "Deleting stray .clean file %s", e.Path)
}

// SwapFound: pass 2 met the log file of a swap that can be completed.
type SwapFound struct {
	Partition
	Path string
}

func (SwapFound) Kind() string { return "load-swap" }
func (e SwapFound) Line() Line {
	return e.loader(INFO, "Found log file %s from interrupted swap operation, which is recoverable from .swap files by renaming.", e.Path)
}

// CompactedFileDeleted: pass 2 removed a file that a swap replaces.
type CompactedFileDeleted struct {
	Partition
	Name string // file name without directory
}

func (CompactedFileDeleted) Kind() string { return "load-compacted" }
func (e CompactedFileDeleted) Line() Line {
	return e.loader(INFO, "Deleting segment files %s that is compacted but has not been deleted yet.", e.Name)
}

// SwapRenamed: pass 3 gave a .swap file its final name.
type SwapRenamed struct {
	Partition
	Name string // with .swap
}

func (SwapRenamed) Kind() string { return "load-swap-renamed" }
func (e SwapRenamed) Line() Line {
	return e.loader(INFO, "Recovering file %s by renaming from .swap files.", e.Name)
}

// OrphanIndex: pass 4 met an index file without its log file and removed it.
type OrphanIndex struct {
	Partition
	Path string
}

func (OrphanIndex) Kind() string { return "load-orphan" }
func (e OrphanIndex) Line() Line {
	return e.loader(WARN, "Found an orphaned index file %s, with no corresponding log file.", e.Path)
}

// IndexMissing: a segment has no offset index; both are rebuilt.
type IndexMissing struct {
	Partition
	Base int64
	Path string // of the .log
}

func (IndexMissing) Kind() string         { return "load-index-missing" }
func (e IndexMissing) SegmentBase() int64 { return e.Base }
func (e IndexMissing) Line() Line {
	return e.loader(ERROR, "Could not find offset index file corresponding to log file %s, recovering segment and rebuilding index files...", e.Path)
}

// IndexCorrupt: an index failed its sanity check; all of the segment's are rebuilt.
type IndexCorrupt struct {
	Partition
	Base    int64
	Path    string // of the .log
	Message string
}

func (IndexCorrupt) Kind() string         { return "load-index-corrupt" }
func (e IndexCorrupt) SegmentBase() int64 { return e.Base }
func (e IndexCorrupt) Line() Line {
	return e.loader(WARN, "Found a corrupted index file corresponding to log file %s due to %s, recovering segment and rebuilding index files...", e.Path, e.Message)
}

// RecoveringSegment: a segment after the recovery point is read whole and its indexes rebuilt. Kafka prints
// Done/Total as an integer quotient, so 0.
type RecoveringSegment struct {
	Partition
	Base        int64
	Done, Total int
}

func (RecoveringSegment) Kind() string         { return "recover" }
func (e RecoveringSegment) SegmentBase() int64 { return e.Base }
func (e RecoveringSegment) Line() Line {
	done := 0
	if e.Total > 0 {
		done = e.Done / e.Total
	}
	return e.loader(INFO, "Recovering unflushed segment %d. %d recovered for %s.", e.Base, done, e.Name())
}

// InvalidMessagesFound: recovery met bytes that are no batch, and stops there.
type InvalidMessagesFound struct {
	Partition
	Base     int64
	Path     string
	Position int64
	Thrown   error
}

func (InvalidMessagesFound) Kind() string         { return "recover-invalid" }
func (e InvalidMessagesFound) SegmentBase() int64 { return e.Base }
func (e InvalidMessagesFound) Line() Line {
	return line(WARN, LogLogSegment, "Found invalid messages in log segment %s at byte offset %d.", e.Path, e.Position).with(e.Thrown)
}

// SegmentTailCut: recovery shortened a .log to its last valid batch.
type SegmentTailCut struct {
	Partition
	Base  int64
	Path  string
	Bytes int64
}

func (SegmentTailCut) Kind() string         { return "recover-cut" }
func (e SegmentTailCut) SegmentBase() int64 { return e.Base }
func (e SegmentTailCut) Line() Line {
	return line(DEBUG, LogLogSegment, "Truncated %d invalid bytes at the end of segment %s during recovery", e.Bytes, e.Path)
}

// CorruptionFound: a segment was cut during recovery; the segments after it go.
type CorruptionFound struct {
	Partition
	Base   int64
	Offset int64 // new end of the segment
}

func (CorruptionFound) Kind() string         { return "recover-corruption" }
func (e CorruptionFound) SegmentBase() int64 { return e.Base }
func (e CorruptionFound) Line() Line {
	return e.loader(WARN, "Corruption found in segment %d, truncating to offset %d", e.Base, e.Offset)
}

// InvalidOffsetFound: a segment's offsets made no sense; it is emptied.
type InvalidOffsetFound struct {
	Partition
	Base int64 // where the segment starts anew
}

func (InvalidOffsetFound) Kind() string         { return "recover-invalid-offset" }
func (e InvalidOffsetFound) SegmentBase() int64 { return e.Base }
func (e InvalidOffsetFound) Line() Line {
	return e.loader(WARN, "Found invalid offset during recovery. Deleting the corrupt segment and creating an empty one with starting offset %d", e.Base)
}

// LogEndBelowStart: no segment reaches the checkpointed log start offset, so that all of them go.
type LogEndBelowStart struct {
	Partition
	LogEnd, LogStart int64
}

func (LogEndBelowStart) Kind() string { return "load-end-below-start" }
func (e LogEndBelowStart) Line() Line {
	return e.loader(WARN, "Deleting all segments because logEndOffset (%d) is smaller than logStartOffset %d. This could happen if segment files were deleted from the file system.",
		e.LogEnd, e.LogStart)
}

// SegmentOverflow: a segment of an old Kafka holds offsets too wide for its index, and is split.
type SegmentOverflow struct {
	Partition
	Message string
}

func (SegmentOverflow) Kind() string { return "load-overflow" }
func (e SegmentOverflow) Line() Line {
	return e.loader(INFO, "Caught segment overflow error: %s. Split segment and retry.", e.Message)
}

// SegmentSplitting: the split of such a segment begins.
type SegmentSplitting struct {
	Partition
	Voice   Voice
	Segment Segment
}

func (SegmentSplitting) Kind() string         { return "split" }
func (e SegmentSplitting) SegmentBase() int64 { return e.Segment.Base }
func (e SegmentSplitting) Line() Line {
	return e.say(e.Voice, INFO, LogLocalLog, "Splitting overflowed segment %v", e.Segment)
}

// SegmentSplit: the parts are about to take its place.
type SegmentSplit struct {
	Partition
	Voice   Voice
	Segment Segment
	Parts   []Segment
}

func (SegmentSplit) Kind() string         { return "split-done" }
func (e SegmentSplit) SegmentBase() int64 { return e.Segment.Base }
func (e SegmentSplit) Line() Line {
	return e.say(e.Voice, INFO, LogLocalLog, "Replacing overflowed segment %v with split segments [%s]", e.Segment, join(e.Parts, ", "))
}

// ProducerStateLoading: producer state is needed up to an offset.
type ProducerStateLoading struct {
	Partition
	Voice  Voice // ByLogLoader at start-up, ByUnifiedLog at a truncation
	Offset int64
}

func (ProducerStateLoading) Kind() string { return "producers-loading" }
func (e ProducerStateLoading) Line() Line {
	return e.say(e.Voice, INFO, LogUnifiedLog, "Loading producer state till offset %d", e.Offset)
}

// ProducerStateRebuilding: it is rebuilt from a snapshot and the records after it.
type ProducerStateRebuilding struct {
	Partition
	Voice  Voice
	Offset int64
}

func (ProducerStateRebuilding) Kind() string { return "producers-rebuilding" }
func (e ProducerStateRebuilding) Line() Line {
	return e.say(e.Voice, INFO, LogUnifiedLog, "Reloading from producer snapshot and rebuilding producer state from offset %d", e.Offset)
}

// ProducerStateRebuilt: the state is there.
type ProducerStateRebuilt struct {
	Partition
	Voice      Voice
	SnapshotMs int64
	SegmentsMs int64
	Offset     int64 // of the snapshot
}

func (ProducerStateRebuilt) Kind() string { return "producers-rebuilt" }
func (e ProducerStateRebuilt) Line() Line {
	return e.say(e.Voice, INFO, LogUnifiedLog, "Producer state recovery took %dms for snapshot load and %dms for segment recovery from offset %d",
		e.SnapshotMs, e.SegmentsMs, e.Offset)
}
