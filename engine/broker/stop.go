package broker

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/cleaner"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Stop is the controlled shutdown: everything is flushed, and each directory gets its clean marker.
func (b *Broker) Stop(h *Host) error {
	if !b.running {
		return kerr.ErrIllegalState.With("Broker %d is not running", b.id)
	}
	b.enter(h)
	b.server(h, "Transition from STARTED to SHUTTING_DOWN")
	b.server(h, "shutting down")
	b.lifecycle(h, "Beginning controlled shutdown.")
	b.lifecycle(h, "The controller has asked us to exit controlled shutdown.")
	b.lifecycle(h, "Transitioning from PENDING_CONTROLLED_SHUTDOWN to SHUTTING_DOWN.")
	b.replicas(h, "Shutting down")
	b.checkpointHighWatermarks(h)
	b.replicas(h, "Shut down completely")
	b.emit(h, event.ShuttingDown{})
	b.stopCleaner(h)
	for _, d := range b.online() {
		b.closeDir(h, d)
	}
	b.emit(h, event.ShutDown{})
	b.server(h, "shut down completed")
	b.server(h, "Transition from SHUTTING_DOWN to SHUTDOWN")
	b.end(h)
	return nil
}

// closeDir closes the logs of a directory, then writes its checkpoints and the marker.
func (b *Broker) closeDir(h *Host, d logDir) {
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.FlushAndClose})
	if err := b.closeLogs(h, d.path); err != nil {
		b.emit(h, event.ShutdownFailed{Dir: d.path, Thrown: err})
	} else {
		b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.RecoveryPoints})
		b.checkpointDir(h, d.path, checkpoint.RecoveryPoint, recoveryPoint)
		b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.LogStartOffsets})
		b.checkpointDir(h, d.path, checkpoint.LogStart, logStart)
		b.markClean(h, d)
	}
	if err := checkpoint.Unlock(b.disk, d.path, d.lock); err != nil {
		b.emit(h, event.ShutdownFailed{Dir: d.path, Thrown: err})
	}
}

func (b *Broker) markClean(h *Host, d logDir) {
	if now, _ := b.dir(d.path); !d.clean || now.offline {
		return
	}
	b.emit(h, event.ShutdownStep{Dir: d.path, Step: event.CleanMarker, BrokerEpoch: b.epoch})
	if err := checkpoint.WriteCleanShutdown(b.disk, d.path+"/"+checkpoint.CleanShutdown, b.epoch); err != nil {
		b.emit(h, event.ShutdownFailed{Dir: d.path, Thrown: err})
	}
}

// closeLogs flushes and closes the live logs of a directory.
func (b *Broker) closeLogs(h *Host, dir string) error {
	for _, name := range b.liveNames() {
		if b.Log(name).Partition().LogDir != dir {
			continue
		}
		l, env := b.edit(&b.logs, name), b.env(h)
		if err := l.PrepareClose(env); err != nil {
			return err
		}
		if err := l.Flush(env, true); err != nil {
			return err
		}
		if err := l.Close(env); err != nil {
			return err
		}
	}
	return nil
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
	b.doomed.Clear()
	b.queue = nil
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
	var names []string
	for _, name := range b.liveNames() {
		if l := b.Log(name); l.Partition().LogDir == dir {
			names = append(names, name)
			b.abortCleaning(h, name)
			b.edit(&b.logs, name).CloseQuietly(b.env(h))
			h.Clock.CancelOwner(l.Owner())
			b.logs.Delete(name)
		}
	}
	if len(names) > 0 {
		b.fetchersRemoved(h, names, true)
	}
	b.emit(h, event.FetchersStopped{Broker: b.id, Dir: dir, Fetching: names})
	b.emit(h, event.LogsStopping{Dir: dir})
	if len(b.online()) == 0 {
		b.emit(h, event.AllDirsFailed{Dirs: b.dirPaths()})
		b.Kill(h)
		return
	}
	b.emit(h, event.CleanerDirStopped{Dir: dir})
	b.emit(h, event.LogsOffline{Dir: dir, Current: names})
	b.emit(h, event.ReplicasStopped{Broker: b.id, Dir: dir})
}
