package disk

import "math/bits"

// Device is a latency model: what an access costs, in numbers that are counted and never waited for.
type Device struct {
	Name           string
	SeekNanos      int64 // before an access that does not continue the last one
	BytesPerSecond int64
}

// HDD is a disk of 7,200 revolutions a minute: 8.5 ms for the head and half a turn, 160 MB/s.
func HDD() Device { return Device{"HDD", 12_670_000, 160_000_000} }

// SSD is a SATA drive: 90 µs before an access, 520 MB/s.
func SSD() Device { return Device{"SSD", 90_000, 520_000_000} }

// Stats count since the disk was made or ResetStats. Pages are of 4 KiB.
type Stats struct {
	Hits, Misses         int64 // pages that were read or partly overwritten, by whether they were in the cache
	ReadAhead            int64 // pages read before anyone asked
	Evicted              int64 // clean pages that left the cache for others
	ReadPages            int64 // from the device
	WritePages           int64 // to the device
	SequentialReads      int64 // accesses that went on where the device was
	RandomReads          int64
	SequentialWrites     int64
	RandomWrites         int64
	BusyNanos            int64 // what the accesses would have taken
	Syncs                int64 // Sync and SyncDir
	Throttled            int64 // writes that had to write back others' dirty pages first
	CopiedBytes          int64 // by ReadAt, WriteAt and their kin
	ZeroCopyBytes        int64 // handed out by View, or sent by Send without a buffer
	TornPages, LostPages int64 // by power loss

	Sendfile, Buffered Route // what went to the network
}

// head is where the device was last.
type head struct {
	ino  uint64
	page int64
}

// Stats returns the counters.
func (d *Disk) Stats() Stats { return d.stats }

// ResetStats sets all counters to zero.
func (d *Disk) ResetStats() { d.stats = Stats{} }

// access counts one access of some neighbouring pages.
func (d *Disk) access(ino uint64, from, pages int64, sequential, random, moved *int64) {
	at, nanos := head{ino, from}, int64(0)
	if d.head == at {
		*sequential++
	} else {
		*random++
		nanos = d.options.Device.SeekNanos
	}
	*moved += pages
	if rate := d.options.Device.BytesPerSecond; rate > 0 {
		nanos += pages * PageSize * 1_000_000_000 / rate
	}
	d.stats.BusyNanos += nanos * int64(d.Slow())
	d.head = head{ino, from + pages}
}

// readDevice counts reading the pages of a chunk that are in a set.
func (d *Disk) readDevice(ino uint64, chunk int64, set uint64) {
	runs(set, func(from, n int64) {
		d.access(ino, chunk<<fanBits+from, n, &d.stats.SequentialReads, &d.stats.RandomReads, &d.stats.ReadPages)
	})
}

// writeDevice counts writing the pages of a chunk that are in a set.
func (d *Disk) writeDevice(ino uint64, chunk int64, set uint64) {
	runs(set, func(from, n int64) {
		d.access(ino, chunk<<fanBits+from, n, &d.stats.SequentialWrites, &d.stats.RandomWrites, &d.stats.WritePages)
	})
}

// runs calls each for every run of ones, lowest first.
func runs(set uint64, each func(from, n int64)) {
	for at := 0; set != 0; {
		skip := bits.TrailingZeros64(set)
		set >>= skip
		n := bits.TrailingZeros64(^set)
		each(int64(at+skip), int64(n))
		at += skip + n
		set >>= n
	}
}
