package disk

import (
	"math/bits"

	"logarium/engine/store"
)

const chunkSize = int64(fanOut) * PageSize

func bit(number int64) uint64 { return 1 << (number & (fanOut - 1)) }

// span is the set of the pages from first to last, which lie in one chunk.
func span(first, last int64) uint64 {
	return ^uint64(0) << (first & (fanOut - 1)) & (^uint64(0) >> (fanOut - 1 - last&(fanOut-1)))
}

// leaf returns the leaf of the live page table for a chunk, nil if there is none.
func (d *Disk) leaf(n *inode, chunk int64) *node {
	if n.hot.leaf != nil && n.hot.chunk == chunk {
		return n.hot.leaf
	}
	leaf := n.live.pages.leaf(chunk)
	if leaf != nil {
		n.hot = hot{chunk: chunk, leaf: leaf}
	}
	return leaf
}

// leafToEdit returns a leaf that may be changed. The one used last can be taken again as it is, if
// nothing was shared or stored since.
func (d *Disk) leafToEdit(n *inode, chunk int64) *node {
	t := &n.live.pages
	if n.hot.leaf != nil && n.hot.chunk == chunk && t.own != nil && n.hot.leaf.own == t.own && !n.hot.leaf.piece.Stored() {
		return n.hot.leaf
	}
	leaf := t.editLeaf(chunk)
	if n.hot.leaf == nil || n.hot.chunk != chunk {
		n.hot = hot{chunk: chunk}
	}
	n.hot.leaf = leaf
	return leaf
}

// useForReading tells the cache that pages of one chunk are read. Holes need nothing, and are never in
// the cache.
func (d *Disk) useForReading(n *inode, leaf *node, first, last int64) {
	if leaf == nil || d.peeks {
		return
	}
	set := span(first, last)
	if n.hot.by == d.token() && n.hot.epoch == d.cache.epoch && set&^n.hot.resident == 0 {
		d.stats.Hits += int64(count(set))
		return
	}
	if set = leaf.presentIn(set); set == 0 {
		return
	}
	chunk := first >> fanBits
	missed, _, after := d.cache.touch(cacheKey(n.ino, chunk), set, false)
	if missed != 0 {
		d.cache.comings++
		ahead := d.ahead(n, leaf, missed, after.resident)
		d.readDevice(n.ino, chunk, missed|ahead)
		d.stats.ReadAhead += int64(count(ahead))
		_, _, after = d.cache.touch(cacheKey(n.ino, chunk), ahead, false)
	}
	d.stats.Hits += int64(count(set &^ missed))
	d.stats.Misses += int64(count(missed))
	d.remember(n, after)
}

// ahead returns the pages that are read along: if the page before the first missing one is in the cache,
// or it is the first of the file, the file is being read in order.
func (d *Disk) ahead(n *inode, leaf *node, missed, resident uint64) uint64 {
	first := missed & -missed
	before := resident&^missed&(first>>1) != 0
	if first == 1 {
		chunk := n.hot.chunk
		e, _ := d.cache.chunks.Get(cacheKey(n.ino, chunk-1))
		before = chunk == 0 || e.resident>>(fanOut-1) == 1
	}
	if !before {
		return 0
	}
	window := first<<readAhead - first // shifts beyond the chunk drop out
	return leaf.presentIn(window &^ resident)
}

// useForWriting tells the cache that pages of one chunk became dirty. Those in held keep some of their
// old content and had to be read first if they were not in the cache.
func (d *Disk) useForWriting(n *inode, leaf *node, first, last int64, held uint64) {
	set := span(first, last)
	d.enqueue(n)
	if n.hot.by == d.token() && n.hot.epoch == d.cache.epoch && set&^n.hot.dirty == 0 {
		d.stats.Hits += int64(count(held))
		return
	}
	missed, dirtied, after := d.cache.touch(cacheKey(n.ino, first>>fanBits), set, true)
	n.dirty += count(dirtied)
	if missed &= held; missed != 0 {
		d.cache.comings++
		d.readDevice(n.ino, first>>fanBits, missed)
	}
	d.stats.Misses += int64(count(missed))
	d.stats.Hits += int64(count(held &^ missed))
	d.remember(n, after)
}

// remember keeps what the cache knows about the chunk that was used, once it has made room. If that took
// pages away, some of the chunk may be among them.
func (d *Disk) remember(n *inode, e chunk) {
	if d.evict() > 0 {
		e = chunk{}
	}
	n.hot.by, n.hot.epoch, n.hot.resident, n.hot.dirty = d.token(), d.cache.epoch, e.resident, e.dirty
}

// evict keeps the cache within its limit.
func (d *Disk) evict() int {
	evicted := d.cache.shrink()
	d.stats.Evicted += int64(evicted)
	return evicted
}

// presentIn is the part of a set of pages that is there.
func (n *node) presentIn(set uint64) (there uint64) {
	for rest := set & (1<<len(n.pages) - 1); rest != 0; rest &= rest - 1 {
		if n.pages[bits.TrailingZeros64(rest)] != nil {
			there |= rest & -rest
		}
	}
	return there
}

// forgetPages removes the pages of a file from a number on from the cache.
func (d *Disk) forgetPages(n *inode, from int64) {
	for key := range d.cache.chunks.Ascend(cacheKey(n.ino, from>>fanBits)) {
		if key >= cacheKey(n.ino+1, 0) {
			break
		}
		set := ^uint64(0)
		if key == cacheKey(n.ino, from>>fanBits) {
			set <<= from & (fanOut - 1)
		}
		n.dirty -= d.cache.forget(key, set)
	}
}

// scan notices when pages that are not in memory are wanted in order. It is about the real machine, not
// the simulated one, and never part of the state.
type scan struct {
	ino  uint64
	last int64
}

const (
	scanBlocks = 32                               // blocks that are read at once then
	scanReach  = 512                              // pages after the last miss that still count as going on
	blockPages = store.BlockSize / store.PageSize // pages in a block, at most
)

// content returns the bytes of a page. If they have to come from the store and the file is being read in
// order, the blocks of the pages that follow are read with them.
func (d *Disk) content(n *inode, p *page, number int64) []byte {
	if !p.Resident() {
		if !p.Piece().Near() && d.scan.ino == n.ino && number > d.scan.last && number <= d.scan.last+scanReach {
			d.lookAhead(n, number)
		}
		d.scan = scan{n.ino, number}
		d.cache.comings++
	}
	b := p.Bytes()
	if b == nil { // it never is; asking keeps the program from touching the page's first byte, which may not be cached
		return nil
	}
	return b[:]
}

// lookAhead reads the next blocks that hold pages of a file.
func (d *Disk) lookAhead(n *inode, number int64) {
	var pieces []*store.Piece
	blocks, last := 0, uint64(0)
	for end := number + scanBlocks*blockPages; number < end && blocks < scanBlocks; number++ {
		p := n.live.pages.page(number)
		if p == nil || p.Resident() {
			continue
		}
		if b := p.Piece().Ref().Block; b != last {
			blocks++
			last = b
		}
		pieces = append(pieces, p.Piece())
	}
	store.LookAhead(pieces)
}
