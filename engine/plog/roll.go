package plog

import (
	"errors"
	"math"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/segment"
)

// RollReport says why the active segment was made.
type RollReport struct {
	At       int64                // ms
	Base     int64                // of the new segment
	Decision segment.RollDecision // about the segment before; Roll false: somebody asked for it
}

// LastRoll returns why the active segment was made, if that happened since the log was opened.
func (l *Log) LastRoll() (RollReport, bool) {
	if l.lastRoll == nil {
		return RollReport{}, false
	}
	return *l.lastRoll, true
}

// RollNow shows the numbers of the decision whether an append of incoming bytes with largest timestamp ts and last
// offset last would roll the log now. It touches the active segment as the append would.
func (l *Log) RollNow(env *Env, ts, last, incoming int64) (segment.RollDecision, error) {
	return l.activeSegment().ShouldRoll(l.io(env), l.rollLimits(), ts, last, incoming)
}

func (l *Log) rollLimits() segment.RollLimits {
	return segment.RollLimits{SegmentBytes: int64(l.config.SegmentBytes), SegmentMs: l.config.MaxSegmentMs()}
}

// maybeRoll makes room for an append, and returns the segment that takes it.
func (l *Log) maybeRoll(env *Env, a *AppendInfo, incoming int64) (*segment.Segment, error) {
	active := l.activeSegment()
	io := l.io(env)
	d, err := active.ShouldRoll(io, l.rollLimits(), a.MaxTimestamp, a.LastOffset, incoming)
	if err != nil || !d.Roll {
		return active, err
	}
	if err := active.CompleteRollNumbers(io, &d); err != nil {
		return active, err
	}
	env.Emit(event.Rolling{
		Partition: l.part, Base: active.Base(), LogSize: d.Size, LogMax: d.SegmentBytes,
		IndexSize: int64(d.IndexEntries), IndexMax: int64(d.MaxIndexEntries),
		TimeIndexSize: int64(d.TimeEntries), TimeIndexMax: int64(d.MaxTimeEntries),
		Inactive: d.Waited, InactiveMax: l.config.SegmentMs - active.Jitter(), Why: d.Why,
	})
	return l.rollWith(env, a.earliest(), d)
}

// earliest is the first offset, or, of messages of an old format that do not say it, the lowest that would be within
// reach of the last one.
func (a *AppendInfo) earliest() int64 {
	if a.FirstOffset < 0 {
		return a.LastOffset - math.MaxInt32
	}
	return a.FirstOffset
}

// Roll starts a new segment at the log end offset, or at offset expected if that is higher (-1: none).
func (l *Log) Roll(env *Env, expected int64) error {
	if expected < 0 {
		expected = 0
	}
	_, err := l.rollWith(env, expected, segment.RollDecision{})
	return err
}

func (l *Log) rollWith(env *Env, expected int64, d segment.RollDecision) (*segment.Segment, error) {
	err := l.guarded(env, says("Error while rolling log segment for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		return l.rollLocal(env, expected)
	})
	if err != nil {
		return nil, err
	}
	s := l.activeSegment()
	l.lastRoll = &RollReport{At: env.Now, Base: s.Base(), Decision: d}
	return s, l.afterRoll(env, s.Base())
}

// afterRoll writes the producer snapshot that belongs to the new segment, not yet durable, and leaves flushing to a
// task.
func (l *Log) afterRoll(env *Env, base int64) error {
	l.producers.UpdateMapEndOffset(base)
	path, err := l.takeSnapshot(env, false)
	if err != nil {
		return err
	}
	if err := l.refreshHighWatermark(env); err != nil {
		return err
	}
	l.later(env, TaskFlushLog, 0, orNone(path), number(base))
	return nil
}

// rollLocal is what LocalLog does for a roll.
func (l *Log) rollLocal(env *Env, expected int64) error {
	if err := l.open(); err != nil {
		return err
	}
	base := max(expected, l.leo.Offset)
	active := l.activeSegment()
	switch {
	case active.Base() == base && active.Size() == 0:
		return l.recreateActive(env, active, expected)
	case l.Segment(base) != nil:
		return kerr.ErrKafka.With("Trying to roll a new log segment for topic partition %s with start offset %d =max(provided offset = %d, LEO = %d) while it already exists. Existing segment is %s.",
			l.Name(), base, expected, l.leo.Offset, event.Optional(true, l.Segment(base).View(l.io(env))))
	case base < active.Base():
		return kerr.ErrKafka.With("Trying to roll a new log segment for topic partition %s with start offset %d =max(provided offset = %d, LEO = %d) lower than start offset of the active segment %v",
			l.Name(), base, expected, l.leo.Offset, active.View(l.io(env)))
	}
	if err := l.clearWay(env, base); err != nil {
		return err
	}
	if err := active.BecomeInactive(l.io(env)); err != nil {
		return err
	}
	if err := l.createSegment(env, base); err != nil {
		return err
	}
	env.Emit(event.Rolled{Partition: l.part, Base: base})
	return nil
}

// clearWay removes files that lie where the new segment's will.
func (l *Log) clearWay(env *Env, base int64) error {
	for _, suffix := range [...]string{segment.LogSuffix, segment.IndexSuffix, segment.TimeIndexSuffix, segment.TxnIndexSuffix} {
		path := l.dir + "/" + segment.Stem(base) + suffix
		if !env.Disk.Exists(path) {
			continue
		}
		env.Emit(event.RollFoundFile{Partition: l.part, Base: base, Path: path})
		if err := env.Disk.Remove(path); err != nil {
			return notEmpty(env, path, err)
		}
	}
	return nil
}

// notEmpty names the removal of a directory as Java does: it is refused because of what is in it.
func notEmpty(env *Env, path string, err error) error {
	if !errors.Is(err, disk.ErrIsDir) {
		return err
	}
	if list, _ := env.Disk.ReadDir(path); len(list) == 0 {
		return env.Disk.RemoveAll(path)
	}
	return kerr.ErrDirectoryNotEmpty.With("%s", path)
}

// createSegment makes the new active segment. The log end offset stays, and lies in the new segment now.
func (l *Log) createSegment(env *Env, base int64) error {
	s, err := segment.Create(l.io(env), l.token, base, l.settings(env), "")
	if err != nil {
		return err
	}
	l.add(s)
	env.Emit(event.SegmentCreated{Partition: l.part, Base: base})
	l.setLogEnd(env, l.leo.Offset)
	return nil
}

// settings are what a new segment object takes over of the configuration of this moment.
func (l *Log) settings(env *Env) segment.Settings {
	return segment.Settings{
		SegmentBytes: int64(l.config.SegmentBytes), IndexInterval: int64(l.config.IndexIntervalBytes),
		IndexBytes: int64(l.config.SegmentIndexBytes), Preallocate: l.config.Preallocate,
		Jitter: l.config.SegmentJitter(env.draw()),
	}
}

// recreateActive replaces an active segment that is empty and has the very base that is asked for.
func (l *Log) recreateActive(env *Env, active *segment.Segment, expected int64) error {
	io := l.io(env)
	d := segment.RollDecision{}
	if err := active.CompleteRollNumbers(io, &d); err != nil {
		return err
	}
	env.Emit(event.RollOntoEmpty{
		Partition: l.part, Base: active.Base(), Provided: expected, LEO: l.leo.Offset,
		TimeIndexSize: int64(d.TimeEntries), IndexSize: int64(d.IndexEntries),
	})
	if err := l.replaceSegment(env, active.Base(), active, event.CutByRoll); err != nil {
		return err
	}
	l.setLogEnd(env, l.leo.Offset)
	env.Emit(event.Rolled{Partition: l.part, Base: active.Base()})
	return nil
}

// replaceSegment makes a new segment first and deletes the old one then, so that the log never lacks an active
// segment.
func (l *Log) replaceSegment(env *Env, base int64, old *segment.Segment, reason string) error {
	io := l.io(env)
	if base == old.Base() {
		if err := old.Rename(io, segment.DeletedSuffix); err != nil {
			return err
		}
	}
	s, err := segment.Create(io, l.token, base, l.settings(env), "")
	if err != nil {
		return err
	}
	env.Emit(event.SegmentsCut{Partition: l.part, Voice: event.ByLocalLog, Reason: reason, Segments: []event.Segment{old.View(io)}})
	if base != old.Base() {
		l.drop(old.Base())
	}
	l.add(s)
	env.Emit(event.SegmentCreated{Partition: l.part, Base: base})
	return l.deleteFiles(env, []*segment.Segment{old}, true, event.ByLocalLog)
}

// setLogEnd sets the log end offset, whose place is the end of the active segment. The recovery point follows down.
func (l *Log) setLogEnd(env *Env, offset int64) {
	a := l.activeSegment()
	l.leo = event.OffsetMetadata{Offset: offset, SegmentBase: a.Base(), Position: a.Size()}
	if l.recoveryPoint > offset {
		l.setRecoveryPoint(env, offset)
	}
}
