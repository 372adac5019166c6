package broker

import (
	"errors"
	"math"
	"strings"

	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
)

// The broker's background tasks, by Kafka's names.
const (
	TaskRetention     = "kafka-log-retention"
	TaskFlusher       = "kafka-log-flusher"
	TaskRecoveryPoint = "kafka-recovery-point-checkpoint"
	TaskLogStart      = "kafka-log-start-offset-checkpoint"
	TaskDeleteLogs    = "kafka-delete-logs"
	TaskHighWatermark = "highwatermark-checkpoint"
	TaskDirFailure    = "LogDirFailureHandler"
)

// schedule starts the tasks of a new process.
func (b *Broker) schedule(h *Host) {
	c := b.config
	first := h.Now() + c.Int("log.initial.task.delay.ms")
	add := func(name string, due, period int64) {
		h.Clock.Schedule(clock.Task{Name: name, Owner: b.owner(), Due: due, Period: period})
	}
	retention, flusher := c.Int("log.retention.check.interval.ms"), c.Int("log.flush.scheduler.interval.ms")
	b.emit(h, event.LogCleanupStarting{PeriodMs: retention})
	add(TaskRetention, first, retention)
	b.emit(h, event.LogFlusherStarting{PeriodMs: flusher})
	add(TaskFlusher, first, never(flusher))
	add(TaskRecoveryPoint, first, c.Int("log.flush.offset.checkpoint.interval.ms"))
	add(TaskLogStart, first, c.Int("log.flush.start.offset.checkpoint.interval.ms"))
	add(TaskDeleteLogs, first, 0)
	b.startCleaner(h)
}

// never turns a period beyond the end of time into none.
func never(period int64) int64 {
	if period > math.MaxInt64/2 {
		return 0
	}
	return period
}

// Owns says that a task is this machine's to perform.
func (b *Broker) Owns(t clock.Task) bool {
	own := b.owner()
	return t.Owner == own || t.Owner == b.kernel() || strings.HasPrefix(t.Owner, own+"/")
}

// Perform runs a task that is due.
func (b *Broker) Perform(h *Host, t clock.Task) {
	b.enter(h)
	switch {
	case t.Owner == b.kernel():
		b.disk.Writeback(h.Now())
		b.sample(h.Now())
	case t.Owner == b.owner():
		b.report(h, t, b.perform(h, t))
	default:
		b.report(h, t, b.performLog(h, t))
	}
}

func (b *Broker) perform(h *Host, t clock.Task) error {
	switch t.Name {
	case TaskRetention:
		return b.cleanupLogs(h)
	case TaskFlusher:
		return b.flushDirty(h)
	case TaskRecoveryPoint:
		b.checkpointRecoveryPoints(h)
	case TaskLogStart:
		b.checkpointLogStarts(h)
	case TaskDeleteLogs:
		b.deleteLogs(h)
	case TaskMover:
		b.copyFutures(h)
	case TaskHighWatermark:
		b.checkpointHighWatermarks(h)
	case TaskDirFailure:
		b.handleFailure(h, t.Args[0])
	default:
		if thread, ok := cleanerThread(t.Name); ok {
			b.clean(h, thread)
		}
	}
	return nil
}

// performLog hands a task to the log that scheduled it, or, if that is gone, to the log's package: the removal of
// files goes on without it.
func (b *Broker) performLog(h *Host, t clock.Task) error {
	name := b.named(t.Owner)
	if l := b.Log(name); l != nil && l.Owner() == t.Owner {
		return b.edit(&b.logs, name).Run(b.env(h), t)
	}
	if l := b.Future(name); l != nil && l.Owner() == t.Owner {
		return b.edit(&b.futures, name).Run(b.env(h), t)
	}
	for dir, held := range b.doomed.All() {
		if held.log.Owner() == t.Owner {
			return b.edit(&b.doomed, dir).Run(b.env(h), t)
		}
	}
	_, err := plog.RunDetached(b.env(h), t)
	return err
}

// named is the name of the partition in the owner of a log's tasks.
func (b *Broker) named(owner string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(owner, b.owner()+"/"), "~")
	return name
}

// report logs that a task ended in an error, as KafkaScheduler does. A failed log directory has reported itself.
func (b *Broker) report(h *Host, t clock.Task, err error) {
	if err != nil && b.running {
		b.emit(h, event.TaskFailed{Name: t.Name, Thrown: err})
	}
}

// cleanupLogs is one pass of kafka-log-retention over the logs that are not compacted, and over their copies in other
// directories. Whatever the cleaner has in hand is passed over.
func (b *Broker) cleanupLogs(h *Host) error {
	b.emit(h, event.RetentionStarted{})
	env, done := b.env(h), event.RetentionDone{}
	for _, name := range inMapOrder(&b.logs) {
		if b.Log(name).Config().Compact || b.cleaner.Busy(name) {
			continue
		}
		for _, m := range [...]*cow.Map[string, held]{&b.logs, &b.futures} {
			l := b.edit(m, name)
			if l == nil {
				continue
			}
			b.emit(h, event.RetentionOf{Partition: l.Partition(), Future: l.IsFuture()})
			n, err := l.DeleteOldSegments(env)
			if err != nil {
				return err
			}
			done.Deleted += n
			done.Partitions++
		}
	}
	done.Segments, done.Verdicts, done.Stats = env.Work.Segments, env.Work.Verdicts, env.StatCalls()
	b.emit(h, done)
	return nil
}

// flushDirty is one pass of kafka-log-flusher: it flushes the logs whose flush.ms has passed.
func (b *Broker) flushDirty(h *Host) error {
	b.emit(h, event.FlushCheckStarted{})
	for _, m := range [...]*cow.Map[string, held]{&b.logs, &b.futures} {
		for _, name := range inMapOrder(m) {
			b.flushIfDue(h, m, name)
		}
	}
	return nil
}

func (b *Broker) flushIfDue(h *Host, m *cow.Map[string, held], name string) {
	at, _ := m.Get(name)
	l := at.log
	since := h.Now() - l.LastFlushTime()
	b.emit(h, event.FlushChecked{Partition: l.Partition(), Interval: l.Config().FlushMs, LastFlush: l.LastFlushTime(), Since: since})
	if since < l.Config().FlushMs {
		return
	}
	if err := b.edit(m, name).Flush(b.env(h), false); err != nil {
		b.emit(h, event.FlushFailed{Partition: l.Partition(), Thrown: err})
	}
}

// isIO tells failures of the disk from errors of Kafka's own.
func isIO(err error) bool {
	if e := kerr.As(err); e != nil {
		return e.Class == kerr.ErrIO.Class || e.Class == kerr.ErrNoSuchFile.Class || e.Class == kerr.ErrDirectoryNotEmpty.Class
	}
	var p *disk.PathError
	return errors.As(err, &p)
}

func storageError(err error) bool { return kerr.Code(err) == "KAFKA_STORAGE_ERROR" }

// startKernel schedules the machine's own task.
func (b *Broker) startKernel(h *Host) {
	h.Clock.Schedule(disk.WritebackTask(b.kernel(), h.Now()))
}

// DeletionTask names the background task that runs retention on a log: kafka-log-retention, or, if the log is compacted, a
// thread of the cleaner. "" with the reason why there is none.
func (b *Broker) DeletionTask(l *plog.Log) (task, why string) {
	switch {
	case b.cleaner.Busy(l.Name()):
		return "", "it is being cleaned or moved"
	case !l.Config().Compact:
		return TaskRetention, ""
	case !b.config.Bool("log.cleaner.enable"):
		return "", "retention of compacted logs is the cleaner's work, and log.cleaner.enable is false"
	case b.cleanerThreads() == 0:
		return "", "retention of compacted logs is the cleaner's work, and log.cleaner.threads is 0"
	case b.cleaner.Uncleanable(l):
		return "", "the cleaner has given the log up as uncleanable until the broker starts anew"
	}
	return TaskCleaner + "0", ""
}
