package broker

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// preference is the directory in which the next log of a partition is to be made.
type preference struct{ name, dir string }

func codePreference(c *store.Coder, p *preference) {
	c.String(&p.name)
	c.String(&p.dir)
}

func (b *Broker) preferred(name string) string {
	for _, p := range b.wanted {
		if p.name == name {
			return p.dir
		}
	}
	return ""
}

// prefer notes a directory for the next log of a partition, unless the partition has a log there already.
func (b *Broker) prefer(name, dir string) {
	if l := b.Log(name); l != nil && l.Partition().LogDir == dir {
		return
	}
	if f := b.Future(name); f != nil && f.Partition().LogDir == dir {
		return
	}
	b.forgetPreference(name)
	b.wanted = append(b.wanted, preference{name, dir})
}

func (b *Broker) forgetPreference(name string) {
	b.wanted = slices.DeleteFunc(slices.Clone(b.wanted), func(p preference) bool { return p.name == name })
}

// replaceWithFuture puts the copy of a partition, which is whole by now, into the place of the live log. The old
// directory is deleted later. Error: kerr.ErrKafkaStorage if one of the two is not there.
func (b *Broker) replaceWithFuture(h *Host, name string) error {
	current, future := b.edit(&b.logs, name), b.edit(&b.futures, name)
	switch {
	case current == nil:
		return kerr.ErrKafkaStorage.With("The current replica for %s is offline", name)
	case future == nil:
		return kerr.ErrKafkaStorage.With("The future replica for %s is offline", name)
	}
	from, to := current.Partition().LogDir, future.Partition().LogDir
	b.emit(h, event.FutureReplacing{Partition: current.Partition(), Current: current.Describe(), Future: future.Describe()})
	if err := future.RenameDir(b.env(h), name, true); err != nil {
		return err
	}
	if _, err := future.UpdateHighWatermark(b.env(h), current.HighWatermark()); err != nil {
		return err
	}
	b.futures.Delete(name)
	b.logs.Set(name, held{future, b.token})
	if b.config.Bool("log.cleaner.enable") {
		b.cleaner.Move(b.env(h), b.cleanable(), future, from, to)
		if err := b.resumeCleaning(h, name); err != nil {
			return err
		}
	}
	if err := current.RenameDir(b.env(h), doomedName(h, current.Partition(), deleteSuffix), true); err != nil {
		return err
	}
	b.doomed.Set(current.Dir(), held{current, b.token})
	b.checkpointDir(h, from, checkpoint.RecoveryPoint, recoveryPoint)
	b.checkpointDir(h, from, checkpoint.LogStart, logStart)
	b.queue = append(slices.Clone(b.queue), deletion{current.Dir(), h.Now()})
	b.emit(h, event.FutureReplaced{Partition: future.Partition()})
	return nil
}

// pauseCleaning keeps the cleaner, and retention, off a log.
func (b *Broker) pauseCleaning(h *Host, name string) {
	l := b.edit(&b.logs, name)
	if l == nil || !b.config.Bool("log.cleaner.enable") {
		return
	}
	b.cleaner.Pause(b.env(h), l)
	b.emit(h, event.CleaningAborted{Partition: l.Partition(), Paused: true})
}

// resumeCleaning takes that back. Error: kerr.ErrIllegalState if the log was not paused.
func (b *Broker) resumeCleaning(h *Host, name string) error {
	l := b.Log(name)
	if l == nil || !b.config.Bool("log.cleaner.enable") {
		return nil
	}
	if err := b.cleaner.Resume(name); err != nil {
		return err
	}
	b.emit(h, event.CleaningResumed{Partition: l.Partition()})
	return nil
}
