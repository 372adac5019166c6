package plog

import (
	"logarium/engine/event"
	"logarium/engine/segment"
)

// removeSegments takes segments out of the log and their files away, at once or after file.delete.delay.ms.
func (l *Log) removeSegments(env *Env, list []*segment.Segment, async bool, voice event.Voice) error {
	for _, s := range list {
		l.drop(s.Base())
	}
	return l.deleteFiles(env, list, async, voice)
}

// cutSegments is removeSegments for another reason than retention, which is said first.
func (l *Log) cutSegments(env *Env, list []*segment.Segment, async bool, reason string, voice event.Voice) error {
	if len(list) == 0 {
		return nil
	}
	env.Emit(event.SegmentsCut{Partition: l.part, Voice: voice, Reason: reason, Segments: l.views(env, list)})
	return l.removeSegments(env, list, async, voice)
}

// deleteFiles renames the files of segments that are out of the log to .deleted, and removes them later, or now.
func (l *Log) deleteFiles(env *Env, list []*segment.Segment, async bool, voice event.Voice) error {
	io := l.io(env)
	for i, s := range list {
		if s = l.detached(s); s.Suffix() != segment.DeletedSuffix {
			if err := s.Rename(io, segment.DeletedSuffix); err != nil {
				return err
			}
		}
		list[i] = s
		env.Emit(event.SegmentRenamed{Partition: l.part, Base: s.Base(), Files: s.Paths(io), Due: env.Now + l.config.FileDeleteDelayMs})
	}
	args := l.fileArgs(list, voice)
	if async {
		l.later(env, TaskDeleteFile, l.config.FileDeleteDelayMs, args...)
		return nil
	}
	return removeFiles(env, args)
}

// detached returns a segment that may be changed although it is not in the log any more.
func (l *Log) detached(s *segment.Segment) *segment.Segment {
	if s.OwnedBy(l.token) {
		return s
	}
	return s.Clone(l.token)
}

// deleteSnapshots renames the producer snapshots at the bases of segments, and removes them later, or now.
func (l *Log) deleteSnapshots(env *Env, list []*segment.Segment, async bool) error {
	args := l.partArgs()
	for _, s := range list {
		path, ok, err := l.producers.MarkSnapshotForDeletion(env.Disk, s.Base(), env.Emit)
		if err != nil {
			return err
		}
		if ok {
			env.Emit(event.SnapshotRenamed{Partition: l.part, Path: path, Due: env.Now + l.config.FileDeleteDelayMs})
			args = append(args, path)
		}
	}
	if async {
		l.later(env, TaskDeleteSnapshot, l.config.FileDeleteDelayMs, args...)
		return nil
	}
	return removeSnapshots(env, args)
}

// Delete removes the whole log: all segments and snapshots at once, then the directory with whatever is left in it.
// The log is closed afterwards.
func (l *Log) Delete(env *Env) error {
	return l.guarded(env, says("Error while deleting log for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		if err := l.open(); err != nil {
			return err
		}
		l.cancelExpiry(env)
		l.epochs.Clear()
		var list []*segment.Segment
		for s := range l.Segments(0) {
			list = append(list, s)
		}
		l.closed = true
		if err := l.cutSegments(env, list, false, event.CutByDeletion, event.ByLocalLog); err != nil {
			return err
		}
		if err := l.deleteSnapshots(env, list, false); err != nil {
			return err
		}
		return env.Disk.RemoveAll(l.dir)
	})
}

// RenameDir renames the partition's directory to a name in the same log directory. reinitialize tells that the log
// goes on living there: otherwise, before a deletion, epochs are forgotten and the topic id is no longer looked after.
func (l *Log) RenameDir(env *Env, name string, reinitialize bool) error {
	return l.guarded(env, says("Error while renaming dir for %s in log dir %s", l.Name(), l.part.LogDir), func() error {
		if err := l.flushMetadata(env); err != nil {
			return err
		}
		to := l.part.LogDir + "/" + name
		if to == l.dir {
			return nil
		}
		if err := env.Disk.Rename(l.dir, to); err != nil {
			return err
		}
		l.moved(env, to)
		if reinitialize {
			return l.reinitialize(env)
		}
		l.epochs.Clear()
		l.hasMetadata = false
		return nil
	})
}

// moved follows the directory to its new name.
func (l *Log) moved(env *Env, dir string) {
	l.dir = dir
	io := l.io(env)
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		l.own(s).Moved(io)
	}
	l.producers.SetDir(dir)
}
