package disk

import (
	"math/bits"

	"logarium/engine/cow"
)

const (
	// recent is how many chunks count as just used, so that using them again moves nothing.
	recent = 16
	// readAhead is how many pages Linux reads when a file is read in order (read_ahead_kb = 128).
	readAhead = 32

	inoShift = 24 // of a cache key: file number above, chunk number below
)

// cache says which pages of files are in the simulated page cache and which of those are dirty. The
// pages themselves lie in the page tables. It keeps account by chunks of 64 neighbouring pages, which
// leave in the order of last use, page by page from the front.
type cache struct {
	limit    int // pages
	chunks   cow.Map[uint64, chunk]
	order    cow.Map[uint64, uint64] // stamp of last use -> key of the chunk, but for those that moved
	moved    []uint64                // chunks that stand in order with an older stamp: see settle
	queue    cow.Map[uint64, uint64] // sequence number -> inode that is not durable, oldest first
	stamp    uint64
	seq      uint64
	resident int // pages
	dirty    int // pages; Invariant: dirty <= resident

	// What changed, for those who remember something. None of these is stored.
	epoch   uint64 // anything but pages that are used again
	comings uint64 // pages that had to be read, on the simulated machine or the real one
	leaves  uint64 // pages that left
}

// chunk is the state of 64 pages, one bit each. Invariant: dirty is a subset of resident.
type chunk struct {
	resident, dirty uint64
	stamp           uint64 // of last use
	queued          uint64 // the stamp with which it stands in the order
}

func (c *cache) fork() cache {
	c.settle()
	f := *c
	f.chunks, f.order, f.queue = c.chunks.Fork(), c.order.Fork(), c.queue.Fork()
	return f
}

func cacheKey(ino uint64, chunk int64) uint64 { return ino<<inoShift | uint64(chunk) }

func count(set uint64) int { return bits.OnesCount64(set) }

// touch records that pages of a chunk are used. For writing they become dirty. It returns which of them
// were not in the cache.
func (c *cache) touch(key uint64, set uint64, write bool) (missed, dirtied uint64, after chunk) {
	e := c.chunks.Edit(key)
	if e == nil {
		c.chunks.Set(key, chunk{})
		e = c.chunks.Edit(key)
	}
	if e.stamp == 0 || e.stamp+recent <= c.stamp {
		c.use(key, e)
	}
	missed = set &^ e.resident
	e.resident |= set
	c.resident += count(missed)
	if write {
		dirtied = set &^ e.dirty
		e.dirty |= set
		c.dirty += count(dirtied)
	}
	return missed, dirtied, *e
}

// use gives a chunk the newest stamp. Its place in the order, which costs more, is left to settle: chunks that
// are read at random are used many times before anyone asks for the oldest.
func (c *cache) use(key uint64, e *chunk) {
	c.stamp++
	c.epoch++
	switch {
	case e.stamp == 0:
		e.queued = c.stamp
		c.order.Set(c.stamp, key)
	case e.queued == e.stamp:
		c.moved = append(c.moved, key)
	}
	e.stamp = c.stamp
}

// settle brings the order up to date.
func (c *cache) settle() {
	for _, key := range c.moved {
		if e := c.chunks.Edit(key); e != nil && e.queued != e.stamp {
			c.order.Delete(e.queued)
			c.order.Set(e.stamp, key)
			e.queued = e.stamp
		}
	}
	c.moved = nil
}

// shrink evicts clean pages, least recently used chunks first, until the limit is kept or all that is
// left is dirty.
func (c *cache) shrink() (evicted int) {
	if c.resident <= c.limit {
		return 0
	}
	c.settle()
	for tries := c.order.Len(); c.resident > c.limit && c.resident > c.dirty && tries > 0; tries-- {
		c.epoch++
		stamp, key, _ := c.order.Min()
		e := c.chunks.Edit(key)
		for clean := e.resident &^ e.dirty; clean != 0 && c.resident > c.limit; clean &= clean - 1 {
			e.resident &^= clean & -clean
			c.resident--
			c.leaves++
			evicted++
		}
		c.restamp(stamp, key, e)
	}
	return evicted
}

// restamp moves a chunk that has only dirty pages out of the way, and forgets one that has none.
func (c *cache) restamp(stamp, key uint64, e *chunk) {
	switch {
	case e.resident == 0:
		c.order.Delete(stamp)
		c.chunks.Delete(key)
	case e.resident == e.dirty:
		c.order.Delete(stamp)
		c.stamp++
		e.stamp, e.queued = c.stamp, c.stamp
		c.order.Set(e.stamp, key)
	}
}

// forget removes pages of a chunk, dirty or not, and returns how many of them were dirty.
func (c *cache) forget(key uint64, set uint64) (dirty int) {
	e := c.chunks.Edit(key)
	if e == nil {
		return 0
	}
	c.epoch++
	c.leaves++
	dirty = count(e.dirty & set)
	c.resident -= count(e.resident & set)
	c.dirty -= dirty
	e.resident &^= set
	e.dirty &^= set
	if e.resident == 0 {
		c.order.Delete(e.queued)
		c.chunks.Delete(key)
	}
	return dirty
}

// clean marks all pages of a chunk as durable and returns which were dirty.
func (c *cache) clean(key uint64) uint64 {
	e := c.chunks.Edit(key)
	c.epoch++
	set := e.dirty
	e.dirty = 0
	c.dirty -= count(set)
	return set
}

// lose empties the cache.
func (c *cache) lose() {
	c.chunks.Clear()
	c.order.Clear()
	c.queue.Clear()
	c.moved = nil
	c.resident, c.dirty = 0, 0
	c.epoch++
	c.leaves++
}

// dirtyChunks returns the chunks of a file that hold its n dirty pages, in order. Files grow at the end,
// so it looks there first.
func (c *cache) dirtyChunks(ino uint64, n int) []uint64 {
	var keys []uint64
	for key, e := range c.chunks.Descend(cacheKey(ino+1, 0) - 1) {
		if n <= 0 || key < cacheKey(ino, 0) {
			break
		}
		if e.dirty != 0 {
			keys = append(keys, key)
			n -= count(e.dirty)
		}
	}
	for i, j := 0, len(keys)-1; i < j; i, j = i+1, j-1 {
		keys[i], keys[j] = keys[j], keys[i]
	}
	return keys
}

// CacheInfo is the state of the page cache as a whole, in pages.
type CacheInfo struct {
	Limit, Resident, Dirty      int
	BackgroundLimit, DirtyLimit int // dirty pages from which Writeback, or the writer itself, writes back
}

// Cache describes the page cache.
func (d *Disk) Cache() CacheInfo {
	c := &d.cache
	return CacheInfo{c.limit, c.resident, c.dirty, c.limit * backgroundPercent / 100, c.limit * dirtyPercent / 100}
}
