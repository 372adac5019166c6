package event

// SegmentsCut names segments that go for another reason than retention, in LocalLog's words.
type SegmentsCut struct {
	Partition
	Voice    Voice  // ByLogLoader for recovery
	Reason   string // one of the Cut constants
	Segments []Segment
}

// Reasons of SegmentsCut.
const (
	CutByRoll       = "as part of log roll"
	CutByRecovery   = "as part of log recovery"
	CutByTruncation = "as part of log truncation"
	CutByDeletion   = "as the log has been deleted"
)

func (SegmentsCut) Kind() string { return "cut" }
func (e SegmentsCut) Line() Line {
	logger := LogLocalLog
	if e.Voice == ByLogLoader {
		logger = LogLogLoader
	}
	return e.say(e.Voice, INFO, logger, "Deleting segments %s: %s", e.Reason, join(e.Segments, ", "))
}

// TruncationNeedless: the log already ends below the wanted offset.
type TruncationNeedless struct {
	Partition
	Offset, Largest int64 // Largest is the last offset in the log
}

func (TruncationNeedless) Kind() string { return "truncate-needless" }
func (e TruncationNeedless) Line() Line {
	return e.unified(INFO, "Truncating to %d has no effect as the largest offset in the log is %d", e.Offset, e.Largest)
}

// Truncating: everything at and above Offset goes.
type Truncating struct {
	Partition
	Offset int64
	LEO    int64 // before; not printed
}

func (Truncating) Kind() string { return "truncate" }
func (e Truncating) Line() Line { return e.unified(INFO, "Truncating to offset %d", e.Offset) }

// TruncatingBelowHighWatermark: committed records will be lost here.
type TruncatingBelowHighWatermark struct {
	Partition
	Future        bool
	Offset        int64
	HighWatermark int64
}

func (TruncatingBelowHighWatermark) Kind() string { return "truncate-below-hw" }
func (e TruncatingBelowHighWatermark) Line() Line {
	return e.unified(WARN, "Truncating %s%s to offset %d below high watermark %d", future(e.Future), e.Name(), e.Offset, e.HighWatermark)
}

// TruncatingFully: the log is emptied and starts at Offset. Followed by the same from LocalLog.
type TruncatingFully struct {
	Partition
	Offset   int64
	LogStart int64
}

func (TruncatingFully) Kind() string { return "truncate-fully" }
func (e TruncatingFully) Line() Line {
	return e.unified(DEBUG, "Truncate and start at offset %d, logStartOffset: %d", e.Offset, e.LogStart)
}

// LocalTruncatingFully: LocalLog's part of it.
type LocalTruncatingFully struct {
	Partition
	Offset int64
}

func (LocalTruncatingFully) Kind() string { return "truncate-fully-local" }
func (e LocalTruncatingFully) Line() Line {
	return e.local(DEBUG, "Truncate and start at offset %d", e.Offset)
}

// Closing: a log is closed; Quietly means that errors are ignored, since its directory failed.
type Closing struct {
	Partition
	Quietly bool
}

func (Closing) Kind() string { return "close" }
func (e Closing) Line() Line {
	if e.Quietly {
		return e.unified(DEBUG, "Closing quietly")
	}
	return e.unified(DEBUG, "Closing log")
}

func future(is bool) string {
	if is {
		return "future "
	}
	return ""
}
