package shell

import (
	"strings"

	"logarium/engine/machine/disk"
)

// benches are what the command bench measures, in the order in which it prints them.
const benches = "append random-write scan random-read"

const (
	benchFile    = "/tmp/bench"
	benchBytes   = 16 << 20 // moved in order
	benchSpread  = 256 << 20
	benchPieces  = 512 // pages moved elsewhere
	benchWriting = 64 << 10
)

// bench lets the device at hand work on a file of its own, and says how much it moves in a second by its own clock. Nothing
// of that stays: the machine is a copy.
func bench(c *Call) int {
	kinds := c.Args
	if len(kinds) == 0 {
		kinds = strings.Fields(benches)
	}
	c.Printf("device   %s\n", c.Disk().Options().Device.Name)
	for _, kind := range kinds {
		if !strings.Contains(" "+benches+" ", " "+kind+" ") {
			return c.Fail("usage: bench [append|random-write|scan|random-read]...")
		}
		d := c.Disk().Fork()
		moved, err := benchOne(d, kind, c.Cluster.Random)
		if err != nil {
			return c.Fail("%s", reason(err))
		}
		ms := float64(d.Stats().BusyNanos) / 1e6
		c.Printf("%-12s %7.2f MB/s  %6d KiB in %.1f ms\n", kind, float64(moved)/1e3/max(ms, 1e-6), moved/1024, ms)
	}
	return 0
}

// benchOne does the work and leaves its numbers in the disk's counters.
func benchOne(d *disk.Disk, kind string, random func(int) int) (moved int64, err error) {
	d.ClearFaults("")
	d.SetCapacity(1 << 40)
	d.SyncAll()
	h, err := d.Create(benchFile)
	if err != nil {
		return 0, err
	}
	reading := kind == "scan" || kind == "random-read"
	if reading {
		if err := benchFill(d, h); err != nil {
			return 0, err
		}
	}
	d.ResetStats()
	piece := make([]byte, disk.PageSize)
	move := d.WriteAt
	if reading {
		move = d.ReadAt
	}
	size, next := int64(benchPieces)*disk.PageSize, func(int64) int64 { return int64(random(benchSpread/disk.PageSize)) * disk.PageSize }
	switch kind {
	case "append", "scan":
		size, next = benchBytes, func(at int64) int64 { return at }
	case "random-read":
		next = func(int64) int64 { return int64(random(benchBytes/disk.PageSize)) * disk.PageSize }
	}
	for at := int64(0); at < size && err == nil; at += disk.PageSize {
		_, err = move(h, piece, next(at))
	}
	if err == nil && !reading {
		err = d.Sync(h)
	}
	return size, err
}

// benchFill writes the file that is to be read, and empties the cache.
func benchFill(d *disk.Disk, h disk.Handle) (err error) {
	block := make([]byte, benchWriting)
	for i := range block {
		block[i] = 1
	}
	for at := int64(0); at < benchBytes && err == nil; at += benchWriting {
		_, err = d.WriteAt(h, block, at)
	}
	if err == nil {
		err = d.Sync(h)
	}
	size := d.Options().CacheBytes
	d.SetCache(disk.PageSize)
	d.SetCache(size)
	return err
}
