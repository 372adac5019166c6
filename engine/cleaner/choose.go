package cleaner

import (
	"errors"
	"math"

	"logarium/engine/event"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

// Limit names what keeps a pass from going further.
type Limit uint8

// The limits. The lowest of them counts.
const (
	ByActiveSegment Limit = iota // the active segment is never cleaned
	ByStableOffset               // neither is what is not committed, or belongs to an open transaction
	ByMinLag                     // nor records younger than min.compaction.lag.ms
)

func (l Limit) String() string {
	return [...]string{"active segment", "last stable offset", "min.compaction.lag.ms"}[l]
}

// Reset says that the checkpointed offset was not usable.
type Reset uint8

// The resets. After either of them a pass begins at the log start offset.
const (
	NotReset   Reset = iota
	BelowStart       // the records up to the log start offset are gone
	BeyondEnd        // the log ends before it, as after a loss of data
)

// Outcome is what a round decides about a log.
type Outcome uint8

// The outcomes, the best last.
const (
	NotCompacted Outcome = iota // cleanup.policy has no compact
	Paused                      // somebody has asked the cleaner to leave it alone
	Uncleanable                 // an earlier pass failed
	Busy                        // another thread works on it
	Empty                       // no segment but the active one, or nothing in them
	NotDirty                    // the ratio is not above min.cleanable.dirty.ratio, and nothing is overdue
	Cleanable                   // but another log is filthier, or nobody has chosen yet
	Chosen
)

func (o Outcome) String() string {
	return [...]string{"not compacted", "paused", "uncleanable", "busy", "empty", "not dirty enough", "cleanable", "chosen"}[o]
}

// Verdict says whether a log is cleaned now, and shows the numbers.
type Verdict struct {
	Log     string
	Outcome Outcome

	Checkpoint    int64 // of cleaner-offset-checkpoint
	HasCheckpoint bool
	FirstDirty    int64 // records from here on have not been cleaned
	Reset         Reset // why that is not the checkpoint

	Limit            Limit
	FirstUncleanable int64 // what the limit says, not below FirstDirty
	Upper            int64 // the same, at the start of a segment: where a pass ends

	CleanBytes     int64 // of the segments that begin below FirstDirty
	CleanableBytes int64 // of those from the one with FirstDirty up to Upper
	Ratio          float64
	MinRatio       float64 // min.cleanable.dirty.ratio; the ratio must be above it

	Delay int64 // ms by which the oldest dirty record is past max.compaction.lag.ms; above 0 it must be cleaned
}

// TotalBytes are the bytes of a pass.
func (v *Verdict) TotalBytes() int64 { return v.CleanBytes + v.CleanableBytes }

// WasReset reports that the checkpoint must be corrected at once.
func (v *Verdict) WasReset() bool { return v.Reset != NotReset }

// due tells whether the log may be cleaned. One without bytes is never due.
func (v *Verdict) due() bool {
	return v.TotalBytes() > 0 && (v.Delay > 0 && v.CleanableBytes > 0 || v.Ratio > v.MinRatio)
}

// Judge measures how dirty a log is. It opens time indexes, as Kafka does, so that a view asks a fork on a fork of the
// disk. The outcome is Empty, NotDirty or Cleanable: to be chosen is a matter of all logs.
func Judge(env *plog.Env, l *plog.Log, checkpoint int64, has bool) (Verdict, error) {
	v := Verdict{Log: l.Name(), Checkpoint: checkpoint, HasCheckpoint: has, MinRatio: l.Config().MinCleanableDirtyRatio}
	v.begin(env, l)
	if err := v.limit(env, l); err != nil {
		return v, err
	}
	if err := v.delay(env, l); err != nil {
		return v, err
	}
	v.measure(l)
	switch {
	case v.TotalBytes() == 0:
		v.Outcome = Empty
	case v.due():
		v.Outcome = Cleanable
	default:
		v.Outcome = NotDirty
	}
	return v, nil
}

// begin finds the first dirty offset.
func (v *Verdict) begin(env *plog.Env, l *plog.Log) {
	start := l.LogStartOffset()
	v.FirstDirty = start
	if !v.HasCheckpoint {
		return
	}
	reset := event.FirstDirtyReset{Partition: l.Partition(), Checkpoint: v.Checkpoint, LogStart: start, LogEnd: l.LogEndOffset()}
	switch {
	case v.Checkpoint < start:
		v.Reset = BelowStart
		if !l.Config().Delete { // with it, that is the way of things
			env.Emit(reset)
		}
	case v.Checkpoint > l.LogEndOffset():
		v.Reset = BeyondEnd
		reset.Beyond = true
		env.Emit(reset)
	default:
		v.FirstDirty = v.Checkpoint
	}
}

// limit finds the first offset that must not be cleaned.
func (v *Verdict) limit(env *plog.Env, l *plog.Log) error {
	v.Limit, v.FirstUncleanable = ByActiveSegment, l.ActiveBase()
	if lso := l.LastStableOffset(); lso < v.FirstUncleanable {
		v.Limit, v.FirstUncleanable = ByStableOffset, lso
	}
	if lag := max(l.Config().MinCompactionLagMs, 0); lag > 0 {
		young, found, err := firstYoung(env, l, v.FirstDirty, env.Now-lag)
		if err != nil {
			return err
		}
		if found && young < v.FirstUncleanable {
			v.Limit, v.FirstUncleanable = ByMinLag, young
		}
	}
	v.FirstUncleanable = max(v.FirstUncleanable, v.FirstDirty)
	v.Upper = upperOf(l, v.FirstUncleanable)
	return nil
}

// upperOf moves an offset to the start of the segment that contains it: passes end between segments.
func upperOf(l *plog.Log, uncleanable int64) int64 {
	for _, base := range inactive(l, uncleanable) {
		return base
	}
	return l.ActiveBase()
}

// firstYoung is the base of the first segment with records later than a moment.
func firstYoung(env *plog.Env, l *plog.Log, from, moment int64) (int64, bool, error) {
	for _, base := range inactive(l, from) {
		ts, _, err := l.OpenSegment(base).LargestTimestamp(l.IO(env))
		if err != nil {
			return 0, false, err
		}
		if ts > moment {
			return base, true, nil
		}
	}
	return 0, false, nil
}

// delay finds how long the oldest dirty record has been due. All dirty segments are asked, as in Kafka.
func (v *Verdict) delay(env *plog.Env, l *plog.Log) error {
	earliest := int64(math.MaxInt64)
	for _, base := range inactive(l, v.FirstDirty) {
		ts, known, err := l.OpenSegment(base).FirstTimestamp(l.IO(env))
		if err != nil {
			return err
		}
		if known && ts > 0 {
			earliest = min(earliest, ts)
		}
	}
	if latest := env.Now - max(l.Config().MaxCompactionLagMs, 0); earliest < latest {
		v.Delay = latest - earliest
	}
	return nil
}

func (v *Verdict) measure(l *plog.Log) {
	v.CleanBytes = sizes(l, between(l, -1, v.FirstDirty))
	v.CleanableBytes = sizes(l, between(l, min(v.FirstDirty, v.Upper), v.Upper))
	v.Ratio = float64(v.CleanableBytes) / float64(v.TotalBytes())
}

func sizes(l *plog.Log, bases []int64) (sum int64) {
	for _, base := range bases {
		sum += l.Segment(base).Size()
	}
	return sum
}

// between lists the segments that may hold offsets in [from, to), by their bases.
func between(l *plog.Log, from, to int64) (bases []int64) {
	if from == to {
		return nil
	}
	for s := range l.Segments(from) {
		if s.Base() >= to {
			break
		}
		bases = append(bases, s.Base())
	}
	return bases
}

// inactive lists the segments from the one with offset from on, without the active one.
func inactive(l *plog.Log, from int64) []int64 {
	active := l.ActiveBase()
	if from > active {
		return nil
	}
	return between(l, from, active)
}

// errGone: a segment that a pass was about to read has left the log.
var errGone = errors.New("the segment has left the log")

// open returns a segment for reading it and its indexes.
func open(l *plog.Log, base int64) (*segment.Segment, error) {
	s := l.OpenSegment(base)
	if s == nil {
		return nil, errGone
	}
	return s, nil
}
