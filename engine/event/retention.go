package event

// Limit names the setting that a retention rule reads: the log's own, or the local part of a tiered log.
type Limit bool

// Which part of the log a rule is about.
const (
	Whole Limit = false
	Local Limit = true // remote.storage.enable
)

func (l Limit) word() string {
	if l == Local {
		return "local log"
	}
	return "log"
}

// TimeVerdict: the time rule looked at a segment.
type TimeVerdict struct {
	Partition
	Segment     Segment
	Breached    bool
	StartMs     int64 // when the pass began
	RetentionMs int64
}

func (TimeVerdict) Kind() string         { return "verdict-time" }
func (e TimeVerdict) SegmentBase() int64 { return e.Segment.Base }
func (e TimeVerdict) Line() Line {
	return e.unified(DEBUG, "%v retentionMs breached: %t, startMs=%d, retentionMs=%d", e.Segment, e.Breached, e.StartMs, e.RetentionMs)
}

// SizeVerdict: the size rule looked at a segment. Before and After are what the log is above its limit, with and
// without the segment.
type SizeVerdict struct {
	Partition
	Segment       Segment
	Breached      bool
	Before, After int64
}

func (SizeVerdict) Kind() string         { return "verdict-size" }
func (e SizeVerdict) SegmentBase() int64 { return e.Segment.Base }
func (e SizeVerdict) Line() Line {
	return e.unified(DEBUG, "%v retentionSize breached: %t, log size before delete segment=%d, after delete segment=%d", e.Segment, e.Breached, e.Before, e.After)
}

// StartVerdict: the start offset rule looked at a segment. Next is the segment after it, nil for the active one.
type StartVerdict struct {
	Partition
	Segment  Segment
	Breached bool
	Next     *Segment
	Limit    Limit
	LogStart int64
}

func (StartVerdict) Kind() string         { return "verdict-start" }
func (e StartVerdict) SegmentBase() int64 { return e.Segment.Base }
func (e StartVerdict) Line() Line {
	next, name := "Optional.empty", "logStartOffset"
	if e.Next != nil {
		next = Optional(true, *e.Next)
	}
	if e.Limit == Local {
		name = "localLogStartOffset"
	}
	return e.unified(DEBUG, "%v logStartOffset breached: %t, nextSegmentOpt=%s, %s=%d", e.Segment, e.Breached, next, name, e.LogStart)
}

// FutureTimestamp: a segment's largest timestamp (or mtime) is ahead of the clock, so that its age is negative.
type FutureTimestamp struct {
	Partition
	Segment Segment
}

func (FutureTimestamp) Kind() string         { return "future-timestamp" }
func (e FutureTimestamp) SegmentBase() int64 { return e.Segment.Base }
func (e FutureTimestamp) Line() Line {
	return e.say(ByUnifiedLog, WARN, LogFutureTimestamp, "%v contains future timestamp(s), making it ineligible to be deleted", e.Segment)
}

// Reasons for a higher log start offset.
const (
	ForSegmentDeletion = "segment deletion"
	ForDeleteRecords   = "client delete records request"
	ForLeader          = "leader offset increment"
	ForSnapshot        = "snapshot generated"
)

// LogStartIncremented: the log begins at a higher offset.
type LogStartIncremented struct {
	Partition
	From, To int64
	Reason   string
	Limit    Limit
}

func (LogStartIncremented) Kind() string { return "log-start" }
func (e LogStartIncremented) Line() Line {
	if e.Limit == Local {
		return e.unified(INFO, "Incremented local log start offset to %d due to reason %s", e.To, e.Reason)
	}
	return e.unified(INFO, "Incremented log start offset to %d due to %s", e.To, e.Reason)
}

// DeletedByTime: retention.ms condemned a segment.
type DeletedByTime struct {
	Partition
	Segment     Segment
	RetentionMs int64
	ByMtime     bool // the segment has no record timestamps, so that the file's mtime counts
	Limit       Limit
}

func (DeletedByTime) Kind() string         { return "delete-time" }
func (e DeletedByTime) SegmentBase() int64 { return e.Segment.Base }
func (e DeletedByTime) Line() Line {
	basis := "largest record timestamp in the segment"
	if e.ByMtime {
		basis = "last modified time of the segment"
	}
	return e.unified(INFO, "Deleting segment %v due to %s retention time %dms breach based on the %s", e.Segment, e.Limit.word(), e.RetentionMs, basis)
}

// DeletedBySize: retention.bytes condemned a segment.
type DeletedBySize struct {
	Partition
	Segment        Segment
	RetentionBytes int64
	After          int64 // size of the log when it is gone
	Limit          Limit
}

func (DeletedBySize) Kind() string         { return "delete-size" }
func (e DeletedBySize) SegmentBase() int64 { return e.Segment.Base }
func (e DeletedBySize) Line() Line {
	after := "Log"
	if e.Limit == Local {
		after = "Local log"
	}
	return e.unified(INFO, "Deleting segment %v due to %s retention size %d breach. %s size after deletion will be %d.",
		e.Segment, e.Limit.word(), e.RetentionBytes, after, e.After)
}

// DeletedByStart: segments lie wholly below the log start offset.
type DeletedByStart struct {
	Partition
	Segments []Segment
	LogStart int64
	Limit    Limit
}

func (DeletedByStart) Kind() string { return "delete-start" }
func (e DeletedByStart) Line() Line {
	return e.unified(INFO, "Deleting segments due to %s start offset %d breach: %s", e.Limit.word(), e.LogStart, join(e.Segments, ","))
}

// RolledForDeletion: a tiered log rolls so that its active segment may go.
type RolledForDeletion struct{ Partition }

func (RolledForDeletion) Kind() string { return "roll-for-deletion" }
func (e RolledForDeletion) Line() Line {
	return e.unified(INFO, "Rolling the active segment to make it eligible for deletion")
}

// EmptyActiveRecreated: every segment went and the active one was empty, so that it was made anew. Kafka prints
// the reason as the name of a Java object.
type EmptyActiveRecreated struct {
	Partition
	Base   int64
	Reason string
}

func (EmptyActiveRecreated) Kind() string         { return "active-recreated" }
func (e EmptyActiveRecreated) SegmentBase() int64 { return e.Base }
func (e EmptyActiveRecreated) Line() Line {
	return e.unified(WARN, "Empty active segment at %d was deleted and recreated due to %s", e.Base, e.Reason)
}
