package plog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/segment"
)

// Run performs a task that this log has scheduled. The errors are those of the operation that it performs.
func (l *Log) Run(env *Env, t clock.Task) error {
	switch {
	case t.Name == TaskFlushLog:
		return l.runFlush(env, t.Args)
	case t.Name == TaskFlushMetadata:
		return l.flushMetadata(env)
	case t.Name == TaskExpireProducers:
		l.RemoveExpiredProducers(env)
		return nil
	case strings.HasPrefix(t.Name, TaskFlushEpochsPrefix):
		return l.flushEpochs(env)
	}
	if handled, err := RunDetached(env, t); handled {
		return l.fail(env, l.deletingText, err)
	}
	return fmt.Errorf("%s does not know the task %q", l.Name(), t.Name)
}

// RunDetached performs a task that needs no log: the removal of files that were renamed before. handled is false for
// any other task. The log that scheduled it may be closed, or gone.
func RunDetached(env *Env, t clock.Task) (handled bool, err error) {
	switch t.Name {
	case TaskDeleteFile:
		return true, removeFiles(env, t.Args)
	case TaskDeleteSnapshot:
		return true, removeSnapshots(env, t.Args)
	}
	return false, nil
}

func (l *Log) laterFlushEpochs(env *Env) { l.later(env, TaskFlushEpochsPrefix+l.Name(), 0) }

func (l *Log) flushEpochs(env *Env) error {
	return l.storage(env, l.epochs.WriteIfDirExists(env.Disk, env.Emit))
}

// storage marks the log directory when a small file could not be written. The error has its text already.
func (l *Log) storage(env *Env, err error) error {
	if e := kerr.As(err); e != nil && e.Class == kerr.ErrKafkaStorage.Class && e.Cause != nil {
		l.markOffline(env, e.Message, e.Cause)
	}
	return err
}

func (l *Log) runFlush(env *Env, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("task %s of %s has %d arguments", TaskFlushLog, l.Name(), len(args))
	}
	offset, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return err
	}
	if args[0] != taskArgNone {
		if err := l.flushSnapshot(env, args[0]); err != nil {
			return err
		}
	}
	return l.flush(env, offset, false)
}

// partArgs are the first arguments of tasks that outlive the log.
func (l *Log) partArgs() []string {
	return []string{l.part.Topic, number(int64(l.part.Number)), l.part.LogDir, l.part.DirName}
}

const partArgs = 4

func partOf(args []string) (event.Partition, []string, error) {
	if len(args) < partArgs {
		return event.Partition{}, nil, errors.New("task without partition")
	}
	n, err := strconv.ParseInt(args[1], 10, 32)
	return event.Partition{Topic: args[0], Number: int32(n), LogDir: args[2], DirName: args[3]}, args[partArgs:], err
}

// fileArgs describe segments to be removed: who speaks, the directory, one ticket each.
func (l *Log) fileArgs(list []*segment.Segment, voice event.Voice) []string {
	args := append(l.partArgs(), number(int64(voice)), l.dir)
	for _, s := range list {
		args = append(args, s.Ticket())
	}
	return args
}

// removeFiles removes the files of segments, with Kafka's lines.
func removeFiles(env *Env, args []string) error {
	part, args, err := partOf(args)
	if err != nil || len(args) < 2 {
		return errors.Join(err, errors.New("task without segments"))
	}
	voice, err := strconv.ParseUint(args[0], 10, 8)
	if err != nil {
		return err
	}
	io := &segment.IO{Disk: env.Disk, Now: env.Now, Emit: env.Emit, Part: &part, Dir: args[1], Trace: env.Trace}
	e := event.RemovingSegments{Partition: part, Voice: event.Voice(voice)}
	list := make([]*segment.Segment, 0, len(args)-2)
	for _, ticket := range args[2:] {
		s, err := segment.FromTicket(ticket, io.Dir)
		if err != nil {
			return err
		}
		list = append(list, s)
		e.Segments = append(e.Segments, s.View(io))
	}
	env.Emit(e)
	if err := env.serves(part.LogDir); err != nil {
		return err
	}
	for _, s := range list {
		if err := s.Delete(io); err != nil {
			return err
		}
	}
	return nil
}

// removeSnapshots removes producer snapshots that were renamed before.
func removeSnapshots(env *Env, args []string) error {
	part, paths, err := partOf(args)
	if err == nil {
		err = env.serves(part.LogDir)
	}
	if err != nil {
		return err
	}
	for _, path := range paths {
		missing := !env.Disk.Exists(path)
		if !missing {
			if err := env.Disk.Remove(path); err != nil {
				return err
			}
		}
		env.Emit(event.SnapshotDeleted{Partition: part, Path: path, Missing: missing})
	}
	return nil
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func orNone(s string) string {
	if s == "" {
		return taskArgNone
	}
	return s
}
