package conform

import (
	"path"

	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// Log is the log that operations without "log" mean; nil if it is not open. The caller only looks.
func (d *Driver) Log() *plog.Log {
	if l, ok := d.logs[d.current]; ok {
		return l.Log
	}
	return nil
}

// Now is the virtual time in ms.
func (d *Driver) Now() int64 { return d.clock.Now() }

// Waiting is the number of scheduled tasks.
func (d *Driver) Waiting() int { return d.clock.Len() }

// File is a file on the simulated disk, by its path below the directory that operations name files by.
type File struct {
	Name string
	Size int64
}

// Files lists all files, sorted by name.
func (d *Driver) Files() []File {
	var all []File
	_ = walk(d.disk, root, func(name string, f disk.Info) {
		if !f.Dir {
			all = append(all, File{d.norm(name), f.Size})
		}
	})
	return all
}

// InCompressed tells whether a position of a file lies in a compressed batch, its first byte left out. What a library makes of damage there, and
// how it puts that into words, is its own.
func (d *Driver) InCompressed(name string, pos int64) bool {
	b, err := d.disk.ReadFile(path.Join(root, name))
	if err != nil {
		return false
	}
	at := int64(0)
	for batch, err := range record.Batches(b) {
		if err != nil || at >= pos {
			break
		}
		end := at + int64(len(batch))
		if pos < end && batch.IsCompressed() {
			return true
		}
		at = end
	}
	return false
}

// Brokers are the ids of a cluster's brokers that run, and of those that do not.
func (d *Driver) Brokers() (running, stopped []int32) {
	if d.cluster == nil {
		return nil, nil
	}
	for _, b := range d.cluster.brokers {
		if b.alive {
			running = append(running, b.id)
		} else {
			stopped = append(stopped, b.id)
		}
	}
	return running, stopped
}

// Altering says that a request of a leader waits for the controller.
func (d *Driver) Altering() bool { return d.cluster != nil && len(d.cluster.queue) > 0 }

// Check holds the invariants of the log that Log returns, or of all replicas of a cluster.
func (d *Driver) Check() error {
	if d.cluster != nil {
		return d.cluster.check()
	}
	if l := d.Log(); l != nil {
		return l.Check(d.env())
	}
	return nil
}

// Disk is the simulated disk. The caller only looks.
func (d *Driver) Disk() *disk.Disk { return d.disk }
