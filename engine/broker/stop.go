package broker

import (
	"math"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/cleaner"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
)

// Stop is the controlled shutdown: everything is flushed, and each directory gets its clean marker.
func (b *Broker) Stop(h *Host) error {
	return b.StopAround(h, func() {}, func() {
		b.replicas(h, "Shutting down")
		b.checkpointHighWatermarks(h)
		b.replicas(h, "Shut down completely")
	})
}

// shutdown is the log manager's part. Error: a directory has failed before, so that its lock is gone; the locks that
// follow in the order of log.dirs are not given back.
func (b *Broker) shutdown(h *Host, epoch int64) error {
	b.emit(h, event.ShuttingDown{})
	b.stopCleaner(h)
	for _, d := range b.live() {
		b.closeDir(h, d, epoch)
	}
	for _, d := range b.dirs {
		if d.gone && d.lock == lockLost {
			return kerr.New("ClosedChannelException", "")
		}
		if d.gone {
			continue
		}
		b.unlock(d)
	}
	b.emit(h, event.ShutDown{})
	return nil
}

// lockLost stands for the handle of a lock that was given back when its directory failed.
const lockLost = disk.Handle(math.MaxUint32)

// unlock gives a lock back. That its file cannot be removed bothers nobody.
func (b *Broker) unlock(d logDir) {
	if d.lock != 0 {
		_ = checkpoint.Unlock(b.disk, d.path, d.lock)
	}
}

// closeDir closes the logs of a directory, then writes its checkpoints and the marker.
func (b *Broker) closeDir(h *Host, d logDir, epoch int64) {
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.FlushAndClose})
	if !b.closeLogs(h, d.path) {
		return
	}
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.RecoveryPoints})
	b.checkpointDir(h, d.path, checkpoint.RecoveryPoint, recoveryPoint)
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.LogStartOffsets})
	b.checkpointDir(h, d.path, checkpoint.LogStart, logStart)
	b.markClean(h, d, epoch)
}

func (b *Broker) markClean(h *Host, d logDir, epoch int64) {
	if now, _ := b.dir(d.path); !d.clean || now.offline {
		return
	}
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.CleanMarker, BrokerEpoch: epoch})
	if err := checkpoint.WriteCleanShutdown(b.disk, d.path+"/"+checkpoint.CleanShutdown, epoch); err != nil {
		b.emit(h, event.ShutdownFailed{Dir: d.path, Thrown: err})
	}
}

// closeLogs flushes and closes the live logs of a directory, and what is on its way there; false if one of them could not
// be closed.
func (b *Broker) closeLogs(h *Host, dir string) bool {
	var failures []error
	for _, m := range [...]*cow.Map[string, held]{&b.logs, &b.futures} {
		for _, name := range inMapOrder(m) {
			if at, _ := m.Get(name); at.log.Partition().LogDir != dir {
				continue
			}
			h.within("log-closing-"+dir, func() {
				if err := b.closeLog(h, b.edit(m, name)); err != nil {
					failures = append(failures, err)
				}
			})
		}
	}
	for _, err := range failures {
		b.emit(h, event.ShutdownFailed{Dir: dir, Thrown: err})
	}
	return len(failures) == 0
}

func (b *Broker) closeLog(h *Host, l *plog.Log) error {
	env := b.env(h)
	if err := l.PrepareClose(env); err != nil {
		return err
	}
	if err := l.Flush(env, true); err != nil {
		return err
	}
	return l.Close(env)
}

// Kill is kill -9: the process is gone with all that it knew; what it wrote is still in the page cache.
func (b *Broker) Kill(h *Host) {
	b.enter(h)
	b.end(h)
}

// PowerLoss switches the machine off and on. Its kernel starts anew, the broker does not.
func (b *Broker) PowerLoss(h *Host, mode disk.PowerMode) disk.Lost {
	b.Kill(h)
	h.Clock.CancelOwner(b.kernel())
	lost := b.disk.PowerLoss(mode, h.Random.Uint64())
	b.startKernel(h)
	return lost
}

// end forgets what the process knew. Handles go back to the kernel, and nobody performs its tasks any more.
func (b *Broker) end(h *Host) {
	for t := range h.Clock.Tasks() {
		if b.Owns(t) && t.Owner != b.kernel() {
			h.Clock.Cancel(t.ID)
		}
	}
	b.disk.CloseAll(b.PID())
	b.running, b.logFile, b.cleanerFile = false, 0, 0
	b.cleaner = cleaner.Cleaner{}
	b.logs.Clear()
	b.futures.Clear()
	b.doomed.Clear()
	b.queue, b.wanted, b.levels = nil, nil, nil
	b.dirs = slices.Clone(b.dirs)
	for i := range b.dirs {
		b.dirs[i].lock, b.dirs[i].clean = 0, false
	}
}

// handleFailure closes the logs of a directory that has failed. Without any directory left the process halts.
func (b *Broker) handleFailure(h *Host, dir string) {
	d, ok := b.dir(dir)
	if !ok || !b.running {
		return
	}
	b.emit(h, event.ReplicasStopping{Broker: b.id, Dir: dir, UUID: d.id})
	current, moving := b.closeFailed(h, &b.logs, dir), b.closeFailed(h, &b.futures, dir)
	if len(current) > 0 {
		b.fetchersRemoved(h, current, true)
	}
	b.emit(h, event.FetchersStopped{Broker: b.id, Dir: dir, Fetching: current, Moving: moving})
	b.emit(h, event.LogsStopping{Dir: dir})
	d.gone = true
	if d.lock != 0 {
		b.unlock(d)
		d.lock = lockLost
	}
	b.setDir(d)
	if !slices.ContainsFunc(b.dirs, func(d logDir) bool { return !d.gone }) {
		b.emit(h, event.AllDirsFailed{Dirs: paths(b.dirs)})
		b.Kill(h)
		return
	}
	b.emit(h, event.CleanerDirStopped{Dir: dir})
	slices.Reverse(current) // as the log manager lists them
	slices.Reverse(moving)
	b.emit(h, event.LogsOffline{Dir: dir, Current: current, Future: moving})
	b.emit(h, event.ReplicasStopped{Broker: b.id, Dir: dir})
}

// closeFailed closes the logs of a directory that has failed; nothing is written. They are not there any more.
func (b *Broker) closeFailed(h *Host, m *cow.Map[string, held], dir string) (list []string) {
	for _, name := range inMapOrder(m) {
		if at, _ := m.Get(name); at.log.Partition().LogDir != dir {
			continue
		}
		list = append(list, name)
		l := b.edit(m, name)
		if m == &b.logs {
			b.cleaner.Abort(b.env(h), l)
			b.cleaner.Release(name)
		}
		l.CloseQuietly(b.env(h))
		h.Clock.CancelOwner(l.Owner())
		m.Delete(name)
	}
	return list
}
