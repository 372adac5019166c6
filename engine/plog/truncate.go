package plog

import (
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/segment"
)

// TruncateTo drops everything at and above offset, as a follower does that disagrees with its leader. It works in
// whole batches: the log end offset becomes offset, although the batch that holds it goes from its beginning. An
// offset at or above the log end offset only cuts the epoch cache. It reports whether something was cut.
func (l *Log) TruncateTo(env *Env, offset int64) (bool, error) {
	cut := offset < l.leo.Offset
	what := says("Error while truncating log to offset %d for %s in dir %s", offset, l.Name(), l.part.LogDir)
	return cut, l.guarded(env, what, func() error {
		if offset < 0 {
			return kerr.ErrIllegalArgument.With("Cannot truncate partition %s to a negative offset (%d).", l.Name(), offset)
		}
		if offset < l.hw.Offset {
			env.Emit(event.TruncatingBelowHighWatermark{Partition: l.part, Future: l.IsFuture(), Offset: offset, HighWatermark: l.hw.Offset})
		}
		if !cut {
			env.Emit(event.TruncationNeedless{Partition: l.part, Offset: offset, Largest: l.leo.Offset - 1})
			l.cutEpochs(env, l.leo.Offset)
			return nil
		}
		env.Emit(event.Truncating{Partition: l.part, Offset: offset, LEO: l.leo.Offset})
		return l.truncateTo(env, offset)
	})
}

func (l *Log) truncateTo(env *Env, offset int64) error {
	if err := l.open(); err != nil {
		return err
	}
	if l.oldest().Base() > offset {
		return l.TruncateFullyAndStartAt(env, offset, -1)
	}
	list, err := l.truncateSegments(env, offset)
	if err != nil {
		return err
	}
	if err := l.deleteSnapshots(env, list, true); err != nil {
		return err
	}
	l.cutEpochs(env, offset)
	l.logStart = min(offset, l.logStart)
	if err := l.rebuildProducers(env, offset, false, event.ByUnifiedLog); err != nil {
		return err
	}
	if l.hw.Offset < l.leo.Offset {
		return nil
	}
	_, err = l.updateHighWatermark(env, l.leo)
	return err
}

// truncateSegments deletes the segments above an offset and cuts the one that holds it.
func (l *Log) truncateSegments(env *Env, offset int64) ([]*segment.Segment, error) {
	var list []*segment.Segment
	for s := l.higher(offset); s != nil; s = l.higher(s.Base()) {
		list = append(list, s)
	}
	if err := l.cutSegments(env, list, true, event.CutByTruncation, event.ByLocalLog); err != nil {
		return nil, err
	}
	a := l.activeSegment()
	before := a.Size()
	_, err := a.TruncateTo(l.io(env), offset)
	l.size += a.Size() - before
	if err != nil {
		return nil, err
	}
	l.setLogEnd(env, offset)
	return list, nil
}

// cutEpochs drops epochs that begin at or above a new end of the log.
func (l *Log) cutEpochs(env *Env, end int64) {
	if l.epochs.TruncateFromEnd(end, env.Emit) {
		l.laterFlushEpochs(env)
	}
}

// TruncateFullyAndStartAt empties the log: one new segment at offset, no epochs, no producer state. logStart is the
// new log start offset, -1 for offset. The recovery point is not raised.
func (l *Log) TruncateFullyAndStartAt(env *Env, offset, logStart int64) error {
	return l.guarded(env, says("Error while truncating the entire log for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		if logStart < 0 {
			logStart = offset
		}
		env.Emit(event.TruncatingFully{Partition: l.part, Offset: offset, LogStart: logStart})
		if err := l.truncateFullyLocal(env, offset); err != nil {
			return err
		}
		if err := l.storage(env, l.epochs.ClearAndFlush(env.Disk)); err != nil {
			return err
		}
		if err := l.producers.TruncateFullyAndStartAt(env.Disk, offset, env.Emit); err != nil {
			return err
		}
		l.logStart = logStart
		if err := l.rebuildProducers(env, offset, false, event.ByUnifiedLog); err != nil {
			return err
		}
		_, err := l.updateHighWatermark(env, l.leo)
		return err
	})
}

// truncateFullyLocal deletes all segments, the last one after its successor is there.
func (l *Log) truncateFullyLocal(env *Env, offset int64) error {
	if err := l.open(); err != nil {
		return err
	}
	env.Emit(event.LocalTruncatingFully{Partition: l.part, Offset: offset})
	last := l.activeSegment()
	var rest []*segment.Segment
	for s := l.oldest(); s != nil && s.Base() != last.Base(); s = l.higher(s.Base()) {
		rest = append(rest, s)
	}
	if err := l.cutSegments(env, rest, true, event.CutByTruncation, event.ByLocalLog); err != nil {
		return err
	}
	if err := l.replaceSegment(env, offset, l.activeSegment(), event.CutByTruncation); err != nil {
		return err
	}
	l.setLogEnd(env, offset)
	return nil
}
