package broker

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
)

// Delete takes partitions away: their directories are renamed at once and removed by kafka-delete-logs later.
func (b *Broker) Delete(h *Host, names []string) error {
	b.enter(h)
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return b.Log(n) == nil })
	if len(names) == 0 {
		return nil
	}
	b.fetchersRemoved(h, names, true)
	return b.deleteAll(h, names)
}

// deleteAll renames the directories of logs, then rewrites the checkpoints once.
func (b *Broker) deleteAll(h *Host, names []string) error {
	touched := map[string]bool{}
	for _, name := range names {
		b.abortCleaning(h, name)
		for _, m := range [...]*cow.Map[string, held]{&b.logs, &b.futures} {
			l := b.edit(m, name)
			if l == nil {
				continue
			}
			touched[l.Partition().LogDir] = true
			if _, err := b.doom(h, m, name, deleteSuffix, func() {}); err != nil {
				return err
			}
		}
		b.cleaner.Release(name)
	}
	for _, d := range b.live() {
		if touched[d.path] {
			b.tidyCleaner(h, d.path)
		}
	}
	b.afterDeletion(h, touched)
	return nil
}

// afterDeletion rewrites the checkpoints of directories that have lost logs.
func (b *Broker) afterDeletion(h *Host, touched map[string]bool) {
	for _, d := range b.live() {
		if touched[d.path] {
			b.checkpointDir(h, d.path, checkpoint.RecoveryPoint, recoveryPoint)
			b.checkpointDir(h, d.path, checkpoint.LogStart, logStart)
		}
	}
}

// asyncDelete takes one log away as a step of its own: a live one, or the copy that is on its way to another directory.
// It returns the new name of its directory, "" if there is no such log. Error: kerr.ErrKafkaStorage if it may lie in a
// directory that has failed.
func (b *Broker) asyncDelete(h *Host, name string, future, stray bool) (string, error) {
	m, suffix, what := &b.logs, deleteSuffix, ""
	if future {
		m, what = &b.futures, "future "
	}
	if stray {
		suffix = straySuffix
	}
	l := b.edit(m, name)
	if l == nil {
		if failed := b.failedDirs(); len(failed) > 0 {
			return "", kerr.ErrKafkaStorage.With("Failed to delete log for %s %s because it may be in one of the offline directories %s", what, name, strings.Join(failed, ","))
		}
		return "", nil
	}
	if !future {
		b.abortCleaning(h, name)
	}
	dir, err := b.doom(h, m, name, suffix, func() {
		if !future {
			b.tidyCleaner(h, l.Partition().LogDir)
		}
	})
	if err == nil {
		b.afterDeletion(h, map[string]bool{l.Partition().LogDir: true})
	}
	return dir, err
}

// doom renames a log's directory and says so; before is done when the log is no longer live. One to be deleted is queued for
// kafka-delete-logs.
func (b *Broker) doom(h *Host, m *cow.Map[string, held], name, suffix string, before func()) (dir string, err error) {
	h0, _ := m.Get(name)
	p := h0.log.Partition()
	dir, err = b.condemn(h, m, name, suffix, before)
	if err != nil {
		return "", err
	}
	stray := suffix == straySuffix
	if !stray {
		b.queue = append(slices.Clone(b.queue), deletion{dir, h.Now()})
	}
	b.emit(h, event.LogRenamed{Partition: p, Path: dir, Stray: stray, Due: h.Now() + b.deleteDelay()})
	return dir, nil
}

// maxDirName is the longest name of a directory; the topic's part is cut for it.
const maxDirName = 255

// doomedName is a new name for the directory of a partition that goes.
func doomedName(h *Host, p event.Partition, suffix string) string {
	tail := fmt.Sprintf("-%d.%s%s", p.Number, h.Random.Hex(), suffix)
	return p.Topic[:min(len(p.Topic), maxDirName-len(tail))] + tail
}

// condemn renames a log's directory; the log is not live any more, even if that fails.
func (b *Broker) condemn(h *Host, m *cow.Map[string, held], name, suffix string, before func()) (dir string, err error) {
	l := b.edit(m, name)
	m.Delete(name)
	before()
	if err := l.RenameDir(b.env(h), doomedName(h, l.Partition(), suffix), false); err != nil {
		return "", err
	}
	b.doomed.Set(l.Dir(), held{l, b.token})
	return l.Dir(), nil
}

// deleteDelay is how long a deleted partition waits. Kafka asks the broker's default here, not the topic.
func (b *Broker) deleteDelay() int64 { return b.config.Int("log.segment.delete.delay.ms") }

// deleteLogs removes the directories that have waited long enough, and schedules itself for the next.
func (b *Broker) deleteLogs(h *Host) {
	delay := b.deleteDelay()
	for len(b.queue) > 0 && b.queue[0].since+delay <= h.Now() {
		next := b.queue[0]
		b.queue = slices.Clone(b.queue[1:])
		b.remove(h, next.dir)
	}
	due := h.Now() + max(delay, 1)
	if len(b.queue) > 0 {
		due = max(b.queue[0].since+delay, h.Now()+1)
	}
	h.Clock.Schedule(clock.Task{Name: TaskDeleteLogs, Owner: b.owner(), Due: due})
}

// remove deletes a renamed log for good.
func (b *Broker) remove(h *Host, dir string) {
	l := b.edit(&b.doomed, dir)
	if l == nil {
		return
	}
	b.doomed.Delete(dir)
	if err := l.Delete(b.env(h)); err != nil {
		b.emit(h, event.LogDeleteFailed{Partition: l.Partition(), Log: l.Describe(), Thrown: err})
		return
	}
	b.emit(h, event.LogDeleted{Partition: l.Partition(), Path: dir})
}

// RemovedAt is when kafka-delete-logs may remove a directory; false if it is not waiting for that.
func (b *Broker) RemovedAt(dir string) (at int64, ok bool) {
	for _, d := range b.queue {
		if d.dir == dir {
			return d.since + b.deleteDelay(), true
		}
	}
	return 0, false
}
