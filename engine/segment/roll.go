package segment

import "math"

// RollLimits are the limits of the topic's configuration for the active segment.
type RollLimits struct {
	SegmentBytes int64
	SegmentMs    int64 // already reduced by max.compaction.lag.ms where that applies
}

// Roll conditions, in the order in which they are tested.
const (
	RollBySize      = "size"
	RollByTime      = "time"
	RollByIndex     = "index"
	RollByTimeIndex = "time-index"
	RollByOffset    = "offset"
)

// RollDecision says whether an append needs a new segment, and shows the numbers. Indexes are looked at only if
// neither size nor time decides, as in Kafka, so their numbers can be missing (-1).
type RollDecision struct {
	Roll bool
	Why  string // the first condition that holds, "" if none

	Size, Incoming, SegmentBytes    int64 // roll if Size > SegmentBytes - Incoming
	Waited, WaitLimit               int64 // ms; roll if Size > 0 and Waited > WaitLimit, segment.ms less the jitter
	IndexEntries, MaxIndexEntries   int   // roll if IndexEntries >= MaxIndexEntries
	TimeEntries, MaxTimeEntries     int   // roll if TimeEntries >= MaxTimeEntries - 1
	LastOffset, LargestFittingAbove int64 // roll if LastOffset is above it: base offset + 2^31-1
}

// ShouldRoll decides about an append of incoming bytes whose largest timestamp is ts and whose last offset is last.
func (s *Segment) ShouldRoll(io *IO, limits RollLimits, ts, last, incoming int64) (d RollDecision, err error) {
	waited, err := s.Waited(io, ts)
	d = RollDecision{
		Size: s.size, Incoming: incoming, SegmentBytes: limits.SegmentBytes,
		Waited: waited, WaitLimit: limits.SegmentMs - s.set.Jitter,
		IndexEntries: -1, MaxIndexEntries: -1, TimeEntries: -1, MaxTimeEntries: -1,
		LastOffset: last, LargestFittingAbove: min(s.base, math.MaxInt64-math.MaxInt32) + math.MaxInt32,
	}
	if err != nil {
		return d, err
	}
	switch {
	case d.Size > d.SegmentBytes-incoming:
		d.Why = RollBySize
	case d.Size > 0 && d.Waited > d.WaitLimit:
		d.Why = RollByTime
	default:
		d.Why, err = s.indexesSayRoll(io, &d)
	}
	d.Roll = d.Why != ""
	return d, err
}

// indexesSayRoll looks at the conditions for which the indexes must be open.
func (s *Segment) indexesSayRoll(io *IO, d *RollDecision) (string, error) {
	if err := s.openOffset(io); err != nil {
		return "", err
	}
	d.IndexEntries, d.MaxIndexEntries = s.offset.Entries(), s.offset.MaxEntries()
	if s.offset.Full() {
		return RollByIndex, nil
	}
	if err := s.openTime(io); err != nil {
		return "", err
	}
	d.TimeEntries, d.MaxTimeEntries = s.time.Entries(), s.time.MaxEntries()
	if s.time.Full() {
		return RollByTimeIndex, nil
	}
	if d.LastOffset < s.base || d.LastOffset > d.LargestFittingAbove {
		return RollByOffset, nil
	}
	return "", nil
}

// CompleteRollNumbers fills in the numbers of indexes that the decision did not need, for the line that reports it.
// It opens them.
func (s *Segment) CompleteRollNumbers(io *IO, d *RollDecision) error {
	if err := s.openBoth(io); err != nil {
		return err
	}
	d.IndexEntries, d.MaxIndexEntries = s.offset.Entries(), s.offset.MaxEntries()
	d.TimeEntries, d.MaxTimeEntries = s.time.Entries(), s.time.MaxEntries()
	return nil
}
