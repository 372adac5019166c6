package disk

import "logarium/engine/machine/clock"

// Write-back, as Linux does it by default.
const (
	WritebackPeriod   = 5_000  // ms between two wake-ups; also the age at which names become durable
	WritebackAge      = 30_000 // ms that a page may stay dirty
	backgroundPercent = 10     // dirty share of the cache from which a wake-up writes back younger pages
	dirtyPercent      = 20     // from which writers have to
)

// WritebackTask is the task of the machine's kernel, to be answered by Writeback.
func WritebackTask(owner string, now int64) clock.Task {
	return clock.Task{Name: "writeback", Owner: owner, Due: now + WritebackPeriod, Period: WritebackPeriod}
}

// Written says what became durable.
type Written struct {
	Files, Dirs, Pages int
}

// Sync makes content, size and time of a file durable.
func (d *Disk) Sync(h Handle) error {
	d.changing()
	n := d.fileToEdit(h)
	if n == nil {
		return fail("fsync", "", ErrBadHandle)
	}
	if err := d.injectedInto(OnSync, n); err != nil {
		return fail("fsync", d.path(n), err)
	}
	d.stats.Syncs++
	d.flush(n, &Written{})
	return nil
}

// SyncDir makes the names in a directory durable.
func (d *Disk) SyncDir(path string) error {
	d.changing()
	n, err := d.find(path)
	if err == nil && !n.dir {
		err = ErrNotDir
	}
	if err == nil {
		err = d.injected(OnSync, d.path(n))
	}
	if err != nil {
		return fail("fsync", path, err)
	}
	d.stats.Syncs++
	d.flush(d.edit(n.ino), &Written{})
	return nil
}

// SyncAll makes everything durable, as the sync command does.
func (d *Disk) SyncAll() (w Written) {
	d.changing()
	for _, ino := range d.cache.queue.All() {
		if n := d.edit(ino); n != nil {
			d.flush(n, &w)
		}
	}
	return w
}

// Writeback does what the kernel does every WritebackPeriod: names and sizes that changed, and pages
// that have been dirty for WritebackAge, become durable; then the oldest files until the dirty pages are
// below the background limit.
func (d *Disk) Writeback(now int64) (w Written) {
	d.changing()
	d.now = now
	for _, ino := range d.cache.queue.All() {
		n := d.edit(ino)
		if n == nil || n.seq == 0 {
			continue
		}
		age := now - n.since
		if age < WritebackPeriod {
			break
		}
		if age >= WritebackAge || n.dirty == 0 {
			d.flush(n, &w)
		}
	}
	d.writeOldest(backgroundPercent, &w)
	return w
}

// Jump sets the clock forwards or backwards by ms. What is dirty does not get older by that: the kernel counts by another clock.
func (d *Disk) Jump(ms int64) {
	d.changing()
	d.now += ms
	for _, ino := range d.cache.queue.All() {
		if n := d.edit(ino); n != nil && n.seq != 0 {
			n.since += ms
		}
	}
}

// writeOldest writes back the files that have been dirty longest until the dirty pages are within a
// percentage of the cache.
func (d *Disk) writeOldest(percent int, w *Written) {
	for d.cache.dirty > d.cache.limit*percent/100 {
		_, ino, ok := d.cache.queue.Min()
		if !ok {
			return
		}
		d.flush(d.edit(ino), w)
	}
}

// balance makes a writer wait for write-back when too much is dirty.
func (d *Disk) balance() {
	if d.cache.dirty > d.cache.limit*dirtyPercent/100 {
		d.stats.Throttled++
		d.writeOldest(backgroundPercent, &Written{})
		d.evict()
	}
}

// flush makes an editable inode durable.
func (d *Disk) flush(n *inode, w *Written) {
	if n.seq == 0 {
		return
	}
	if n.dir {
		d.flushNames(n)
		w.Dirs++
		return
	}
	for _, key := range d.cache.dirtyChunks(n.ino, n.dirty) {
		d.writeDevice(n.ino, int64(key&(1<<inoShift-1)), d.cache.clean(key))
	}
	w.Files++
	w.Pages += n.dirty
	n.dirty, n.cut = 0, noCut
	n.durable = view{n.live.pages.share(), n.live.size, n.live.mtime}
	d.dequeue(n)
}

// flushNames makes a directory durable with all those that a rename tied to it.
func (d *Disk) flushNames(dir *inode) {
	group := d.together(dir)
	for _, n := range group {
		for name := range n.before.All() {
			if ino, ok := n.names.Get(name); ok {
				d.edit(ino).kept++
			}
		}
	}
	for _, n := range group {
		gone := n.before.Fork()
		n.before.Clear()
		n.peers = nil
		n.durable.mtime = n.live.mtime
		d.dequeue(n)
		d.access(n.ino, 0, 1, &d.stats.SequentialWrites, &d.stats.RandomWrites, &d.stats.WritePages)
		d.releaseDurable(&gone)
	}
}

// together returns an editable directory with all that are tied to it, over any number of steps.
func (d *Disk) together(dir *inode) []*inode {
	group := []*inode{dir}
	seen := map[uint64]bool{dir.ino: true}
	for i := 0; i < len(group); i++ {
		for _, ino := range group[i].peers {
			if n := d.edit(ino); n != nil && !seen[ino] {
				group = append(group, n)
			}
			seen[ino] = true
		}
	}
	return group
}

// enqueue enters an editable inode among those that are not durable.
func (d *Disk) enqueue(n *inode) {
	if n.seq == 0 {
		d.cache.seq++
		n.seq, n.since = d.cache.seq, d.now
		d.cache.queue.Set(n.seq, n.ino)
	}
}

func (d *Disk) dequeue(n *inode) {
	if n.seq != 0 {
		d.cache.queue.Delete(n.seq)
		n.seq = 0
	}
}
