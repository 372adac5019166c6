package plog

import (
	"fmt"
)

// Check returns the first invariant that does not hold, with its values; nil for a sound log. It looks at the marks
// and at every segment, and changes nothing.
//
// Two things that one would expect do not always hold in Kafka, and so not here: looking up the place of a high
// watermark that lies inside a batch moves it to the beginning of the batch, perhaps below the log start offset; and the
// flush that a roll has scheduled may raise the recovery point above a log end that was truncated meanwhile.
func (l *Log) Check(env *Env) error {
	if l.closed {
		return nil
	}
	switch lso := l.LastStableOffset(); {
	case lso > l.hw.Offset:
		return fmt.Errorf("last stable offset %d > high watermark %d", lso, l.hw.Offset)
	case l.hw.Offset > l.leo.Offset:
		return fmt.Errorf("high watermark %d > log end offset %d", l.hw.Offset, l.leo.Offset)
	case l.segments.Len() == 0:
		return fmt.Errorf("log without segment")
	}
	return l.checkSegments(env)
}

// CheckIndexes is Check for the entries of all indexes that are open. They can be unsound without a fault of this
// process: an index that was not trimmed at the last stop has zeros for entries.
func (l *Log) CheckIndexes(env *Env) error {
	if l.closed {
		return nil
	}
	io := l.io(env)
	for base, s := range l.segments.All() {
		if err := s.CheckIndexes(io); err != nil {
			return fmt.Errorf("segment %d: %w", base, err)
		}
	}
	return nil
}

func (l *Log) checkSegments(env *Env) error {
	io := l.io(env)
	total, last := int64(0), int64(-1)
	for base, s := range l.segments.All() {
		if base <= last || s.Base() != base {
			return fmt.Errorf("segment %d stands at %d, after %d", s.Base(), base, last)
		}
		if err := s.Check(io); err != nil {
			return fmt.Errorf("segment %d: %w", base, err)
		}
		total, last = total+s.Size(), base
	}
	switch {
	case total != l.size:
		return fmt.Errorf("segments hold %d bytes, the log counts %d", total, l.size)
	case l.leo.SegmentBase != last:
		return fmt.Errorf("log end offset lies in segment %d, the active one is %d", l.leo.SegmentBase, last)
	}
	return l.checkActive()
}

func (l *Log) checkActive() error {
	_, s, _ := l.segments.Max()
	if s.Size() < l.leo.Position { // more than that is what a failed append has left
		return fmt.Errorf("log end offset is at byte %d, the active segment has %d", l.leo.Position, s.Size())
	}
	if l.active != nil && (l.active != s || !s.OwnedBy(l.token)) {
		return fmt.Errorf("active segment %d is cached but not the log's own", l.active.Base())
	}
	return nil
}
