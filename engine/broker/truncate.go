package broker

import (
	"logarium/engine/checkpoint"
	"logarium/engine/cow"
	"logarium/engine/plog"
)

// truncateTo cuts a log, or the copy that is on its way to another directory, back to an offset. The cleaner is kept off
// while a segment that it may be reading goes.
func (b *Broker) truncateTo(h *Host, name string, offset int64, future bool) error {
	m := b.kind(future)
	l := b.edit(m, name)
	if l == nil {
		return nil
	}
	stop := offset < l.ActiveBase()
	cut := false
	err := b.besideCleaner(h, l, stop && !future, func() (err error) {
		cut, err = l.TruncateTo(b.env(h), offset)
		return err
	})
	if cut && err == nil {
		b.checkpointDir(h, l.Partition().LogDir, checkpoint.RecoveryPoint, recoveryPoint)
	}
	return err
}

// truncateFully empties a log, which goes on at an offset; its log start offset is that too unless it is given.
func (b *Broker) truncateFully(h *Host, name string, offset, logStart int64, future bool) error {
	l := b.edit(b.kind(future), name)
	if l == nil {
		return nil
	}
	err := b.besideCleaner(h, l, !future, func() error { return l.TruncateFullyAndStartAt(b.env(h), offset, logStart) })
	if err == nil {
		b.checkpointDir(h, l.Partition().LogDir, checkpoint.RecoveryPoint, recoveryPoint)
	}
	return err
}

func (b *Broker) kind(future bool) *cow.Map[string, held] {
	if future {
		return &b.futures
	}
	return &b.logs
}

// besideCleaner changes a log while the cleaner keeps off, and lowers the cleaner's checkpoint to what is left.
func (b *Broker) besideCleaner(h *Host, l *plog.Log, pause bool, change func() error) error {
	if !pause {
		return change()
	}
	b.pauseCleaning(h, l.Name())
	err := change()
	if err == nil && b.config.Bool("log.cleaner.enable") {
		err = b.cleaner.Lower(b.env(h), l, l.ActiveBase())
	}
	if resumed := b.resumeCleaning(h, l.Name()); err == nil {
		err = resumed
	}
	return err
}
