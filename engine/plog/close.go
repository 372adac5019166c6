package plog

import (
	"errors"
	"strings"

	"logarium/engine/event"
)

// PrepareClose ends the active segment's writing before a shutdown: its last time index entry, both indexes and .log
// cut to what is used. Close alone does not do it: the zeros behind the entries would count as entries at the next
// clean start.
func (l *Log) PrepareClose(env *Env) error {
	return l.guarded(env, says("Error while preparing active segment for close for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		if err := l.open(); err != nil {
			return err
		}
		return l.activeSegment().BecomeInactive(l.io(env))
	})
}

// Close writes the producer snapshot at the log end, durable, and closes the files. A shutdown calls PrepareClose and
// Flush(true) before.
func (l *Log) Close(env *Env) error {
	env.Emit(event.Closing{Partition: l.part})
	if err := l.flushMetadata(env); err != nil {
		return err
	}
	if err := l.open(); err != nil {
		return err
	}
	l.cancelExpiry(env)
	err := l.guarded(env, says("Error while taking producer state snapshot for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		_, err := l.takeSnapshot(env, true)
		return err
	})
	if err != nil {
		return err
	}
	return l.guarded(env, says("Error while closing log segments for %s in dir %s", l.Name(), l.part.LogDir), func() error {
		return l.closeSegments(env)
	})
}

// CloseQuietly closes the files of a log whose directory has failed. Nothing is written.
func (l *Log) CloseQuietly(env *Env) {
	env.Emit(event.Closing{Partition: l.part, Quietly: true})
	l.cancelExpiry(env)
	_ = l.closeSegments(env) // the directory is lost anyway
}

func (l *Log) closeSegments(env *Env) error {
	l.closed = true
	io := l.io(env)
	var errs []error
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		errs = append(errs, l.own(s).Close(io))
	}
	return errors.Join(errs...)
}

func (l *Log) cancelExpiry(env *Env) {
	if l.expireTask != 0 && env.Cancel != nil {
		env.Cancel(l.expireTask)
	}
	l.expireTask = 0
}

// IsFuture reports that this is a replica on its way to another log directory.
func (l *Log) IsFuture() bool { return strings.HasSuffix(l.dir, futureSuffix) }

// Suffixes of the directories of partitions that are not live.
const (
	futureSuffix = "-future"
	deleteSuffix = "-delete"
)
