package plog

import (
	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/producer"
)

// Flush makes everything up to the log end durable and moves the recovery point there. force includes an active
// segment that is empty.
func (l *Log) Flush(env *Env, force bool) error { return l.flush(env, l.leo.Offset, force) }

// FlushTo makes everything below offset durable.
func (l *Log) FlushTo(env *Env, offset int64) error { return l.flush(env, offset, false) }

// flush makes all segments durable that hold offsets from the recovery point to offset, and the directory if one of
// them is new.
func (l *Log) flush(env *Env, offset int64, inclusive bool) error {
	what := func() string {
		return says("Error while flushing log for %s in dir %s with offset %d (%s) and recovery point %d",
			l.Name(), l.part.LogDir, offset, map[bool]string{true: "inclusive", false: "exclusive"}[inclusive], offset)()
	}
	return l.guarded(env, what, func() error {
		to := offset
		if inclusive {
			to++
		}
		if to <= l.recoveryPoint {
			return nil
		}
		env.Emit(event.Flushing{
			Partition: l.part, Offset: offset, Inclusive: inclusive, LastFlush: l.lastFlush, Now: env.Now, Unflushed: l.leo.Offset - l.recoveryPoint,
		})
		if err := l.flushSegments(env, to); err != nil {
			return err
		}
		return l.markFlushed(env, offset)
	})
}

func (l *Log) flushSegments(env *Env, to int64) error {
	fresh := false
	io := l.io(env)
	for _, s := range l.between(l.recoveryPoint, to) {
		fresh = fresh || s.Base() >= l.recoveryPoint
		if err := l.own(s).Flush(io); err != nil {
			return err
		}
	}
	if !fresh {
		return nil
	}
	return env.Disk.SyncDir(l.dir)
}

func (l *Log) markFlushed(env *Env, offset int64) error {
	if err := l.open(); err != nil {
		return err
	}
	if offset > l.recoveryPoint {
		l.setRecoveryPoint(env, offset)
		l.lastFlush = env.Now
	}
	return nil
}

func (l *Log) setRecoveryPoint(env *Env, to int64) {
	if from := l.recoveryPoint; from != to {
		l.recoveryPoint = to
		env.Emit(event.RecoveryPointChanged{Partition: l.part, From: from, To: to})
	}
}

// flushSnapshot makes a producer snapshot durable that was written at a roll. One that went meanwhile needs it no
// more, and is worth a warning.
func (l *Log) flushSnapshot(env *Env, path string) error {
	what := says("Error while flushing producer state snapshot %s for %s in dir %s", path, l.Name(), l.part.LogDir)
	return l.guarded(env, what, func() error {
		if !env.Disk.Exists(path) {
			env.Emit(event.FileNotFlushed{Partition: l.part, Path: path, Thrown: kerr.ErrNoSuchFile.With("%s", path)})
			return nil
		}
		return producer.SyncSnapshot(env.Disk, path)
	})
}

// flushMetadata writes partition.metadata if that is still to be done.
func (l *Log) flushMetadata(env *Env) error {
	if !l.writeID || !l.hasMetadata {
		return nil
	}
	l.writeID = false
	return l.storage(env, checkpoint.WriteMetadata(env.Disk, l.dir+"/"+partitionMetadataFileName, l.topicID))
}

// AssignTopicID notes the topic id of a log that has none, and writes partition.metadata in the background.
// Error: kerr.ErrInconsistentTopicID if the log has another one.
func (l *Log) AssignTopicID(env *Env, id checkpoint.UUID) error {
	if !l.topicID.IsZero() {
		if l.topicID == id {
			return nil
		}
		return kerr.ErrInconsistentTopicID.With("Tried to assign topic ID %v to log for topic partition %s, but log already contained topic ID %v", id, l.Name(), l.topicID)
	}
	l.topicID = id
	if l.hasMetadata && !env.Disk.Exists(l.dir+"/"+partitionMetadataFileName) {
		l.writeID = true
		l.later(env, TaskFlushMetadata, 0)
	}
	return nil
}
