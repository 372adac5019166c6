package event

import (
	"fmt"
	"strings"
	"time"

	"logarium/engine/config"
)

// Lines of the log cleaner.

// CleanerStarted: the cleaner's threads are made.
type CleanerStarted struct{}

func (CleanerStarted) Kind() string { return "cleaner-start" }
func (CleanerStarted) Line() Line   { return line(INFO, LogLogCleaner, "Starting the log cleaner") }

// CleanerStopping: the cleaner is told to stop its threads.
type CleanerStopping struct{}

func (CleanerStopping) Kind() string { return "cleaner-stop" }
func (CleanerStopping) Line() Line {
	return line(INFO, LogLogCleaner, "Shutting down the log cleaner.")
}

// Steps in the life of a cleaner thread.
const (
	ThreadStarting  = "Starting"
	ThreadStopping  = "Shutting down"
	ThreadStopped   = "Stopped"
	ThreadCompleted = "Shutdown completed"
)

// CleanerThread: a step in the life of a thread.
type CleanerThread struct {
	Thread int
	Step   string
}

func (CleanerThread) Kind() string { return "cleaner-thread" }
func (e CleanerThread) Line() Line { return cleanerThread(e.Thread, INFO, "%s", e.Step) }

// CleanerThrottleChanged: log.cleaner.io.max.bytes.per.second has a new value.
type CleanerThrottleChanged struct{ BytesPerSecond float64 }

func (CleanerThrottleChanged) Kind() string { return "cleaner-throttle" }
func (e CleanerThrottleChanged) Line() Line {
	return line(INFO, LogLogCleaner, "Updating logCleanerIoMaxBytesPerSecond: %s", config.JavaDouble(e.BytesPerSecond))
}

// CleanerWithoutThreads: log.cleaner.threads is 0.
type CleanerWithoutThreads struct{}

func (CleanerWithoutThreads) Kind() string { return "cleaner-no-threads" }
func (CleanerWithoutThreads) Line() Line {
	return line(WARN, LogLogCleaner, "Invalid value for `log.cleaner.threads`: must be >= 1 starting from Kafka 5.0 since log cleaner is always enabled.")
}

// CleanerBufferExcess: more than 2 GiB of offset map are configured for a thread.
type CleanerBufferExcess struct{ Thread int }

func (CleanerBufferExcess) Kind() string { return "cleaner-buffer-excess" }
func (e CleanerBufferExcess) Line() Line {
	return cleanerThread(e.Thread, WARN, "Cannot use more than 2G of cleaner buffer space per cleaner thread, ignoring excess buffer space...")
}

// FirstDirtyReset: the checkpoint says a first dirty offset that the log does not have. Beyond: it lies above the log
// end offset, else below the log start offset.
type FirstDirtyReset struct {
	Partition
	Checkpoint, LogStart, LogEnd int64
	Beyond                       bool
}

func (FirstDirtyReset) Kind() string { return "first-dirty-reset" }
func (e FirstDirtyReset) Line() Line {
	if e.Beyond {
		return line(WARN, LogLogCleanerManager, "The last checkpoint dirty offset for partition %s is %d, which is larger than the log end offset %d. Resetting to the log start offset %d.",
			e.Name(), e.Checkpoint, e.LogEnd, e.LogStart)
	}
	return line(WARN, LogLogCleanerManager, "Resetting first dirty offset of %s to log start offset %d since the checkpointed offset %d is invalid.",
		e.Name(), e.LogStart, e.Checkpoint)
}

// CleanerDirStopped: a log directory has failed, its logs are not cleaned any more.
type CleanerDirStopped struct{ Dir string }

func (CleanerDirStopped) Kind() string { return "cleaner-dir-stopped" }
func (e CleanerDirStopped) Line() Line {
	return line(WARN, LogLogCleanerManager, "Stopping cleaning logs in dir %s", e.Dir)
}

// CleanerCheckpointFailed: the checkpoint file cannot be read, or, with File, not be rewritten.
type CleanerCheckpointFailed struct {
	File   string
	Dir    string
	Thrown error
}

func (CleanerCheckpointFailed) Kind() string { return "cleaner-checkpoint-failed" }
func (e CleanerCheckpointFailed) Line() Line {
	if e.File == "" {
		return line(ERROR, LogLogCleanerManager, "Failed to access checkpoint file in dir %s", e.Dir).with(e.Thrown)
	}
	return line(ERROR, LogLogCleanerManager, "Failed to access checkpoint file %s in dir %s", e.File, e.Dir).with(e.Thrown)
}

// CleaningBegan: a thread has taken a log.
type CleaningBegan struct {
	Partition
	Thread int
}

func (CleaningBegan) Kind() string { return "cleaning" }
func (e CleaningBegan) Line() Line {
	return cleaner(e.Thread, INFO, "Beginning cleaning of log %s", e.Name())
}

// MapStarted: the keys of the dirty part are about to be read. Segments is -1 in the first of Kafka's two lines.
type MapStarted struct {
	Partition
	Thread   int
	Segments int
	From, To int64 // offsets [From, To)
}

func (MapStarted) Kind() string { return "map-start" }
func (e MapStarted) Line() Line {
	if e.Segments < 0 {
		return cleaner(e.Thread, INFO, "Building offset map for %s...", e.Name())
	}
	return cleaner(e.Thread, INFO, "Building offset map for log %s for %d segments in offset range [%d, %d).", e.Name(), e.Segments, e.From, e.To)
}

// MapFull: the offset map has no room for the rest of the dirty part.
type MapFull struct {
	Partition
	Thread   int
	Segments int   // mapped whole
	Base     int64 // of the segment that is mapped in part
}

func (MapFull) Kind() string         { return "map-full" }
func (e MapFull) SegmentBase() int64 { return e.Base }
func (e MapFull) Line() Line {
	return cleaner(e.Thread, DEBUG, "Offset map is full, %d segments fully mapped, segment with base offset %d is partially mapped", e.Segments, e.Base)
}

// MapComplete: the offset map is built.
type MapComplete struct {
	Partition
	Thread int
	Keys   int   // not printed
	Latest int64 // offset up to which the map speaks; not printed
}

func (MapComplete) Kind() string { return "map" }
func (e MapComplete) Line() Line {
	return cleaner(e.Thread, INFO, "Offset map for log %s complete.", e.Name())
}

// CleaningLog: the rewriting begins.
type CleaningLog struct {
	Partition
	Thread         int
	Prior, Horizon int64 // ms: mtime of the last segment to be cleaned; legacy deletion horizon
}

func (CleaningLog) Kind() string { return "cleaning-log" }
func (e CleaningLog) Line() Line {
	return cleaner(e.Thread, INFO, "Cleaning log %s (cleaning prior to %s, discarding tombstones prior to upper bound deletion horizon %s)...",
		e.Name(), javaDate(e.Prior), javaDate(e.Horizon))
}

// CleaningSegment: a segment is about to be rewritten into the one with base Into.
type CleaningSegment struct {
	Partition
	Thread        int
	Segment       Segment
	Into          int64
	Horizon       int64 // ms, for the old formats
	RetainDeletes bool  // in the old formats
}

func (CleaningSegment) Kind() string         { return "cleaning-segment" }
func (e CleaningSegment) SegmentBase() int64 { return e.Segment.Base }
func (e CleaningSegment) Line() Line {
	deletes := "discarding"
	if e.RetainDeletes {
		deletes = "retaining"
	}
	return cleaner(e.Thread, INFO, "Cleaning %v in log %s into %d with an upper bound deletion horizon %d computed from the segment last modified time of %d,%s deletes.",
		e.Segment, e.Name(), e.Into, e.Horizon, e.Segment.LastModified, deletes)
}

// CleanedSwapping: a cleaned segment is about to take the place of others.
type CleanedSwapping struct {
	Partition
	Thread  int
	Cleaned Segment
	Old     []Segment
	Log     Log
}

func (CleanedSwapping) Kind() string         { return "swap" }
func (e CleanedSwapping) SegmentBase() int64 { return e.Cleaned.Base }
func (e CleanedSwapping) Line() Line {
	return cleaner(e.Thread, INFO, "Swapping in cleaned segment %v for segment(s) [%s] in log %v", e.Cleaned, join(e.Old, ", "), e.Log)
}

// CleanerBuffersGrown: a batch did not fit the buffers.
type CleanerBuffersGrown struct {
	Thread   int
	From, To int // bytes
}

func (CleanerBuffersGrown) Kind() string { return "cleaner-buffers" }
func (e CleanerBuffersGrown) Line() Line {
	return cleaner(e.Thread, INFO, "Growing cleaner I/O buffers from %d bytes to %d bytes.", e.From, e.To)
}

// CleaningOverflow: an old segment holds offsets that its indexes cannot, and must be split first.
type CleaningOverflow struct {
	Partition
	Thread  int
	Message string
}

func (CleaningOverflow) Kind() string { return "cleaning-overflow" }
func (e CleaningOverflow) Line() Line {
	return cleaner(e.Thread, INFO, "Caught segment overflow error during cleaning: %s", e.Message)
}

// Cleaned: a pass over a log is done. Sizes are in bytes, times in ms.
type Cleaned struct {
	Partition
	Thread                        int
	From, To                      int64 // dirty section
	MapBytes                      int64
	BytesRead, BytesWritten       int64
	MessagesRead, MessagesWritten int64
	Utilization                   float64 // of the offset map, 0 to 1
	Started, MapDone, Done        int64
}

func (Cleaned) Kind() string { return "cleaned" }

// Line is the block of statistics.
func (e Cleaned) Line() Line {
	seconds := func(ms int64) float64 { return float64(ms) / 1000 }
	all, mapping := seconds(e.Done-e.Started), seconds(e.MapDone-e.Started)
	read, indexed, written := megabytes(e.BytesRead), megabytes(e.MapBytes), megabytes(e.BytesWritten)
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, "\n\t"+format, args...) }
	say("Log cleaner thread %d cleaned log %s (dirty section = [%d, %d])", e.Thread, e.Name(), e.From, e.To)
	say("%s MB of log processed in %s seconds (%s MB/sec).", grouped(read), grouped(all), grouped(read/all))
	say("Indexed %s MB in %s seconds (%s Mb/sec, %s%% of total time)", grouped(indexed), fixed(mapping), grouped(indexed/mapping), fixed(100*mapping/all))
	say("Buffer utilization: %s%%", fixed(100*e.Utilization))
	say("Cleaned %s MB in %s seconds (%s Mb/sec, %s%% of total time)", grouped(read), fixed(all-mapping), grouped(read/(all-mapping)), fixed(100*(all-mapping)/all))
	say("Start size: %s MB (%s messages)", grouped(read), Grouped(e.MessagesRead))
	say("End size: %s MB (%s messages)", grouped(written), Grouped(e.MessagesWritten))
	say("%s%% size reduction (%s%% fewer messages)", fixed(100*(1-float64(e.BytesWritten)/float64(e.BytesRead))),
		fixed(100*(1-float64(e.MessagesWritten)/float64(e.MessagesRead))))
	return cleanerThread(e.Thread, INFO, "%s\n", b.String())
}

// CleanersBehind: partitions were past max.compaction.lag.ms when the pass began.
type CleanersBehind struct {
	Thread             int
	Cleanable, Delayed int
	MaxDelay           int64 // ms
}

func (CleanersBehind) Kind() string { return "cleaners-behind" }
func (e CleanersBehind) Line() Line {
	return cleanerThread(e.Thread, INFO, "\tCleanable partitions: %d, Delayed partitions: %d, max delay: %d", e.Cleanable, e.Delayed, e.MaxDelay)
}

// InvalidMessagesCleaned: records without key were dropped.
type InvalidMessagesCleaned struct {
	Partition
	Thread int
	Count  int64
}

func (InvalidMessagesCleaned) Kind() string { return "invalid-cleaned" }
func (e InvalidMessagesCleaned) Line() Line {
	return cleanerThread(e.Thread, WARN, "\tFound %d invalid messages during compaction.", e.Count)
}

// MarkedUncleanable: a log could not be cleaned and is left alone until the broker restarts.
type MarkedUncleanable struct {
	Partition
	Thread int
	Log    Log
	Thrown error
}

func (MarkedUncleanable) Kind() string { return "uncleanable" }
func (e MarkedUncleanable) Line() Line {
	return cleanerThread(e.Thread, WARN, "Unexpected exception thrown when cleaning log %v. Marking its partition (%s) as uncleanable", e.Log, e.Name()).with(e.Thrown)
}

func cleaner(thread int, level Level, format string, args ...any) Line {
	return line(level, LogCleaner, "Cleaner %d: "+format, append([]any{thread}, args...)...)
}

func cleanerThread(thread int, level Level, format string, args ...any) Line {
	return line(level, LogCleanerThread, "[kafka-log-cleaner-thread-%d]: "+format, append([]any{thread}, args...)...)
}

// javaDate is java.util.Date.toString in UTC.
func javaDate(ms int64) string {
	return time.UnixMilli(ms).UTC().Format("Mon Jan 02 15:04:05 MST 2006")
}

func megabytes(n int64) float64 { return float64(n) / (1 << 20) }

func fixed(x float64) string   { return Fixed(x, 1) }
func grouped(x float64) string { return groups(Fixed(x, 1)) }
