package plog

import (
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/segment"
)

// DeleteOldSegments runs one retention pass, in Kafka's order: segments below the log start offset, then those above
// retention.bytes, then those older than retention.ms; the last two only if cleanup.policy contains delete. Each rule
// goes from the oldest segment to the first that it keeps. The pass deletes what Verdicts says. It returns the number
// of segments deleted; a pass that finds nothing costs the same for any number of segments.
func (l *Log) DeleteOldSegments(env *Env) (int, error) {
	total := 0
	for _, rule := range [...]RuleName{RuleStart, RuleSize, RuleTime} {
		n, err := l.deleteBy(env, rule)
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// deleteBy runs one rule.
func (l *Log) deleteBy(env *Env, rule RuleName) (int, error) {
	p := l.newPass(rule)
	if !p.active {
		return 0, nil
	}
	list, err := l.condemned(env, &p)
	if err != nil {
		return 0, l.fail(env, l.deletingText, err)
	}
	if len(list) == 0 {
		return 0, nil
	}
	err = l.guarded(env, l.deletingText, func() error { return l.deleteSegments(env, list, rule) })
	return len(list), err
}

func (l *Log) deletingText() string {
	return "Error while deleting segments for " + l.Name() + " in dir " + l.part.LogDir
}

// condemned is the run of oldest segments that a rule takes.
func (l *Log) condemned(env *Env, p *pass) ([]*segment.Segment, error) {
	var list []*segment.Segment
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		s = l.own(s)
		j, err := p.judge(env, s)
		if err != nil || !j.Goes {
			return list, err
		}
		list = append(list, s)
	}
	return list, nil
}

// deleteSegments takes condemned segments out of the log: the log start offset moves first, then the reason is said,
// then the files are renamed.
func (l *Log) deleteSegments(env *Env, list []*segment.Segment, rule RuleName) error {
	if len(list) == l.segments.Len() {
		if err := l.Roll(env, -1); err != nil {
			return err
		}
		if last := list[len(list)-1]; last.Base() == l.ActiveBase() {
			env.Emit(event.EmptyActiveRecreated{Partition: l.part, Base: last.Base(), Reason: string(rule)})
			list = list[:len(list)-1]
		}
	}
	if err := l.open(); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	kept := l.higher(list[len(list)-1].Base())
	if _, err := l.IncrementLogStartOffset(env, kept.Base(), event.ForSegmentDeletion); err != nil {
		return err
	}
	l.sayWhy(env, list, rule)
	if err := l.removeSegments(env, list, true, event.ByLocalLog); err != nil {
		return err
	}
	return l.deleteSnapshots(env, list, true)
}

// sayWhy logs the reason, one line for each segment or one for all.
func (l *Log) sayWhy(env *Env, list []*segment.Segment, rule RuleName) {
	io := l.io(env)
	switch rule {
	case RuleStart:
		env.Emit(event.DeletedByStart{Partition: l.part, Segments: l.views(env, list), LogStart: l.logStart})
	case RuleSize:
		size := l.size
		for _, s := range list {
			size -= s.Size()
			env.Emit(event.DeletedBySize{Partition: l.part, Segment: s.View(io), RetentionBytes: l.config.RetentionBytes, After: size})
		}
	case RuleTime:
		for _, s := range list {
			ts, _ := s.CachedMax()
			env.Emit(event.DeletedByTime{Partition: l.part, Segment: s.View(io), RetentionMs: l.config.RetentionMs, ByMtime: ts < 0})
		}
	}
}

// IncrementLogStartOffset raises the first offset that clients may read; the high watermark and the recovery point
// follow if they are lower. A lower offset than the present one changes nothing. It reports whether it moved.
// Error: kerr.ErrOffsetOutOfRange above the high watermark.
func (l *Log) IncrementLogStartOffset(env *Env, to int64, reason string) (bool, error) {
	moved := false
	what := says("Exception while increasing log start offset for %s to %d in dir %s", l.Name(), to, l.part.LogDir)
	err := l.guarded(env, what, func() (err error) {
		moved, err = l.incrementLogStart(env, to, reason)
		return err
	})
	return moved, err
}

func (l *Log) incrementLogStart(env *Env, to int64, reason string) (bool, error) {
	if to > l.hw.Offset {
		return false, kerr.ErrOffsetOutOfRange.With("Cannot increment the log start offset to %d of partition %s since it is larger than the high watermark %d",
			to, l.Name(), l.hw.Offset)
	}
	if err := l.open(); err != nil {
		return false, err
	}
	if to <= l.logStart {
		return false, nil
	}
	from := l.logStart
	if err := l.setLogStart(env, to); err != nil {
		return false, err
	}
	env.Emit(event.LogStartIncremented{Partition: l.part, From: from, To: to, Reason: reason})
	if l.epochs.TruncateFromStart(to, env.Emit) {
		l.laterFlushEpochs(env)
	}
	l.producers.OnLogStartOffsetIncremented(to)
	return true, l.updateFirstUnstable(env)
}

// setLogStart sets the log start offset and raises what may not lie below it.
func (l *Log) setLogStart(env *Env, to int64) error {
	l.logStart = to
	if l.hw.Offset < to {
		if _, err := l.UpdateHighWatermark(env, to); err != nil {
			return err
		}
	}
	if l.recoveryPoint < to {
		l.setRecoveryPoint(env, to)
	}
	return nil
}

// RecordsDeletable tells whether the topic's policy lets a client delete records: not on a topic that is compacted
// only. Error: kerr.ErrPolicyViolation.
func (l *Log) RecordsDeletable() error {
	if l.config.Compact && !l.config.Delete {
		return kerr.ErrPolicyViolation.With("Records of partition %s can not be deleted due to the configured policy", l.Name())
	}
	return nil
}

// DeleteRecords makes everything below offset invisible, as the leader does for a client whose request was allowed;
// -1 stands for the high watermark. The records go with their segments at later retention passes.
// Error: kerr.ErrOffsetOutOfRange.
func (l *Log) DeleteRecords(env *Env, offset int64) (raised bool, err error) {
	to := offset
	if offset == -1 {
		to = l.hw.Offset
	}
	if to < 0 {
		return false, kerr.ErrOffsetOutOfRange.With("The offset %d for partition %s is not valid", to, l.Name())
	}
	return l.IncrementLogStartOffset(env, to, event.ForDeleteRecords)
}
