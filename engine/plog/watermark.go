package plog

import (
	"errors"

	"logarium/engine/event"
	"logarium/engine/kerr"
)

// UpdateHighWatermark sets the high watermark, within log start offset and log end offset, and returns what it is
// now. It may go back; Kafka warns then.
func (l *Log) UpdateHighWatermark(env *Env, offset int64) (int64, error) {
	return l.updateHighWatermark(env, event.OffsetOnly(offset))
}

func (l *Log) updateHighWatermark(env *Env, to event.OffsetMetadata) (int64, error) {
	switch {
	case to.Offset < l.logStart:
		to = event.OffsetOnly(l.logStart)
	case to.Offset >= l.leo.Offset:
		to = l.leo
	}
	return to.Offset, l.setHighWatermark(env, to)
}

// MaybeUpdateHighWatermark is UpdateHighWatermark for a follower; changed tells whether it moved.
func (l *Log) MaybeUpdateHighWatermark(env *Env, offset int64) (hw int64, changed bool, err error) {
	old := l.hw.Offset
	hw, err = l.UpdateHighWatermark(env, offset)
	return hw, hw != old, err
}

// MaybeIncrementHighWatermark raises a leader's high watermark; it never goes back. The old one is returned if it
// moved, or if it lies in a newer segment now.
func (l *Log) MaybeIncrementHighWatermark(env *Env, to event.OffsetMetadata) (old event.OffsetMetadata, changed bool, err error) {
	if to.Offset > l.leo.Offset {
		return old, false, kerr.ErrIllegalArgument.With("High watermark %v update exceeds current log end offset %v", to, l.leo)
	}
	old, err = l.fetchHighWatermark(env)
	if err != nil {
		return old, false, err
	}
	newer := old.Offset < to.Offset || old.Offset == to.Offset && olderSegment(old, to)
	if !newer {
		return old, false, nil
	}
	return old, true, l.setHighWatermark(env, to)
}

func olderSegment(a, b event.OffsetMetadata) bool {
	return !offsetOnly(a) && !offsetOnly(b) && a.SegmentBase < b.SegmentBase
}

func offsetOnly(m event.OffsetMetadata) bool { return m.SegmentBase == -1 && m.Position == -1 }

func (l *Log) setHighWatermark(env *Env, to event.OffsetMetadata) error {
	if to.Offset < 0 {
		return kerr.ErrIllegalArgument.With("High watermark offset should be non-negative")
	}
	if to.Offset < l.hw.Offset {
		env.Emit(event.HighWatermarkLowered{Partition: l.part, From: l.hw, To: to})
	}
	from := l.hw
	l.hw = to
	l.producers.OnHighWatermarkUpdated(to.Offset)
	if err := l.updateFirstUnstable(env); err != nil {
		return err
	}
	if from.Offset != to.Offset || env.Trace {
		env.Emit(event.HighWatermarkChanged{Partition: l.part, From: from, To: to})
	}
	return nil
}

// refreshHighWatermark keeps the place of a high watermark at the log end current.
func (l *Log) refreshHighWatermark(env *Env) error {
	if l.hw.Offset < l.leo.Offset {
		return nil
	}
	return l.setHighWatermark(env, l.leo)
}

// fetchHighWatermark returns the high watermark with its place, which is looked up if it is not known. One outside the log has none.
func (l *Log) fetchHighWatermark(env *Env) (event.OffsetMetadata, error) {
	if !offsetOnly(l.hw) {
		return l.hw, nil
	}
	full, err := l.maybeLocate(env, l.hw.Offset)
	if err != nil {
		return l.hw, err
	}
	return full, l.setHighWatermark(env, full)
}

// fetchLastStable returns the last stable offset with its place.
func (l *Log) fetchLastStable(env *Env) (event.OffsetMetadata, error) {
	hw, err := l.fetchHighWatermark(env)
	if err != nil || !l.hasUnstable || l.unstable.Offset >= hw.Offset {
		return hw, err
	}
	if !offsetOnly(l.unstable) {
		return l.unstable, nil
	}
	full, err := l.maybeLocate(env, l.unstable.Offset)
	if err == nil {
		l.unstable = full
	}
	return full, err
}

// locate finds the place of an offset: that of the batch which holds it, or the next one.
func (l *Log) locate(env *Env, offset int64) (event.OffsetMetadata, error) {
	if err := l.available(env); err != nil {
		return event.OffsetMetadata{}, err
	}
	f, err := l.read(env, offset, 1, l.leo, false, nil)
	return f.Meta, err
}

// Locate finds the place of an offset; one outside the log is returned without a place.
func (l *Log) Locate(env *Env, offset int64) (event.OffsetMetadata, error) {
	return l.maybeLocate(env, offset)
}

// maybeLocate is locate for an offset that may be out of range.
func (l *Log) maybeLocate(env *Env, offset int64) (event.OffsetMetadata, error) {
	m, err := l.locate(env, offset)
	if errors.Is(err, kerr.ErrOffsetOutOfRange) {
		return event.OffsetOnly(offset), nil
	}
	return m, err
}

// updateFirstUnstable takes over the oldest open, or completed but not yet committed, transaction. An offset below the
// log start offset counts as that.
func (l *Log) updateFirstUnstable(env *Env) error {
	to, known := l.producers.FirstUnstableOffset()
	if known && (offsetOnly(to) || to.Offset < l.logStart) {
		full, err := l.maybeLocate(env, max(to.Offset, l.logStart))
		if err != nil {
			return err
		}
		to = full
	}
	if known == l.hasUnstable && (!known || to == l.unstable) {
		return nil
	}
	l.unstable, l.hasUnstable = to, known
	env.Emit(event.FirstUnstableChanged{Partition: l.part, Known: known, To: to})
	return nil
}
