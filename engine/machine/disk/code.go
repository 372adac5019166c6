package disk

import (
	"errors"

	"logarium/engine/store"
)

// Causes for which a stored disk is refused.
var (
	errTable = errors.New("impossible page table")
	errInode = errors.New("impossible inode")
	errRoot  = errors.New("disk without a root directory")
)

// Code writes or reads the disk. Nodes and pages that the store has are not written again; what is read
// is fetched from the store when it is needed.
func (d *Disk) Code(c *store.Coder) {
	if c.Reading() {
		*d = Disk{}
	}
	d.own, d.memo = nil, nil // what is stored must not be changed in place
	version := c.Version(3)
	d.options.code(c)
	c.Int64(&d.now)
	c.Int(&d.process)
	c.Uint64(&d.lastIno)
	c.Uint64(&d.writes)
	c.Int64(&d.used)
	c.Uint32((*uint32)(&d.lastHandle))
	c.Int(&d.open)
	c.Int(&d.maps)
	c.Uint64(&d.head.ino)
	c.Int64(&d.head.page)
	for _, n := range d.stats.all() {
		c.Int64(n)
	}
	if version == 1 {
		store.Slice(c, &d.faults, codeOldFault)
		d.cache.code(c)
		d.handles.Code(c, store.Number[Handle], codeOldHandle)
	} else {
		c.Int(&d.slow)
		store.Slice(c, &d.faults, codeFault)
		d.cache.code(c)
		d.handles.Code(c, store.Number[Handle], codeHandle)
	}
	if version >= 3 {
		c.Bool(&d.options.NFS)
		store.Slice(c, &d.silly, (*store.Coder).Uint64)
		for _, r := range [...]*Route{&d.stats.Sendfile, &d.stats.Buffered} {
			c.Int64(&r.Sent)
			c.Int64(&r.FromDevice)
		}
	}
	d.inodes.Code(c, (*store.Coder).Uint64, codeInode)
	if c.Reading() && d.inodes.Len() == 0 {
		c.Fail(errRoot)
	}
}

func (o *Options) code(c *store.Coder) {
	c.Int64(&o.Capacity)
	c.Int64(&o.CacheBytes)
	c.Int(&o.HandleLimit)
	c.Int(&o.MapLimit)
	c.String(&o.Device.Name)
	c.Int64(&o.Device.SeekNanos)
	c.Int64(&o.Device.BytesPerSecond)
}

func (s *Stats) all() []*int64 {
	return []*int64{&s.Hits, &s.Misses, &s.ReadAhead, &s.Evicted, &s.ReadPages, &s.WritePages,
		&s.SequentialReads, &s.RandomReads, &s.SequentialWrites, &s.RandomWrites, &s.BusyNanos, &s.Syncs,
		&s.Throttled, &s.CopiedBytes, &s.ZeroCopyBytes, &s.TornPages, &s.LostPages}
}

func codeOldFault(c *store.Coder, f *Fault) {
	c.String(&f.Path)
	store.Number(c, &f.On)
	c.Bool(&f.Full)
	c.Int(&f.Skip)
	c.Int(&f.Times)
}

func codeFault(c *store.Coder, f *Fault) {
	codeOldFault(c, f)
	c.Bool(&f.Torn)
}

func (k *cache) code(c *store.Coder) {
	k.settle()
	c.Int(&k.limit)
	c.Uint64(&k.stamp)
	c.Uint64(&k.seq)
	c.Int(&k.resident)
	c.Int(&k.dirty)
	k.chunks.Code(c, (*store.Coder).Uint64, func(c *store.Coder, e *chunk) {
		c.Uint64(&e.resident)
		c.Uint64(&e.dirty)
		c.Uint64(&e.stamp)
		e.queued = e.stamp
	})
	k.order.Code(c, (*store.Coder).Uint64, (*store.Coder).Uint64)
	k.queue.Code(c, (*store.Coder).Uint64, (*store.Coder).Uint64)
}

func codeInode(c *store.Coder, p **inode) {
	if c.Reading() {
		*p = new(inode)
	}
	n := *p
	c.Uint64(&n.ino)
	c.Bool(&n.dir)
	c.Uint64(&n.parent)
	c.String(&n.name)
	c.Int(&n.handles)
	c.Int(&n.kept)
	c.Uint64(&n.version)
	c.Uint64(&n.seq)
	c.Int64(&n.since)
	if c.Int64(&n.live.mtime); n.dir {
		c.Int64(&n.durable.mtime)
		n.names.Code(c, (*store.Coder).String, (*store.Coder).Uint64)
		n.before.Code(c, (*store.Coder).String, (*store.Coder).Uint64)
		store.Slice(c, &n.peers, (*store.Coder).Uint64)
		return
	}
	n.codeFile(c)
}

// codeFile codes content and what is not durable of it. Of a durable file both views are the same.
func (n *inode) codeFile(c *store.Coder) {
	c.Int(&n.dirty)
	c.Int64(&n.cut)
	c.Int64(&n.live.size)
	n.live.pages.code(c)
	same := n.live.size == n.durable.size && n.live.mtime == n.durable.mtime && n.live.pages.same(&n.durable.pages)
	if c.Bool(&same); same {
		n.durable = view{n.live.pages.share(), n.live.size, n.live.mtime}
	} else {
		c.Int64(&n.durable.size)
		c.Int64(&n.durable.mtime)
		n.durable.pages.code(c)
	}
	if c.Reading() && (n.live.size < 0 || n.live.size > maxFile || n.durable.size < 0 || n.durable.size > maxFile) {
		c.Fail(errInode)
	}
}

func (t *table) same(o *table) bool {
	return t.root == o.root && t.tall == o.tall && t.count == o.count
}

func (t *table) code(c *store.Coder) {
	c.Int64(&t.count)
	there := t.root != nil
	if c.Bool(&there); !there {
		return
	}
	c.Int(&t.tall)
	if c.Reading() {
		t.root = &node{}
		if t.tall < 0 || t.tall > maxTall {
			c.Fail(errTable)
			return
		}
	}
	tall := t.tall
	c.Piece(&t.root.piece, t.root.coder(tall))
}

// ready loads a node that is only known by its place. It panics with *store.Lost if that fails.
func (n *node) ready(tall int) {
	if !n.loaded {
		n.piece.Load(n.coder(tall))
	}
}

func (n *node) coder(tall int) func(*store.Coder) {
	return func(c *store.Coder) {
		if !c.Reading() {
			n.ready(tall)
		}
		if tall == 0 {
			codeSlots(c, &n.pages, func(p *page) { c.Page(&p.Page) })
		} else {
			codeSlots(c, &n.kids, func(kid *node) { c.Piece(&kid.piece, kid.coder(tall-1)) })
		}
		if c.Reading() {
			n.loaded = c.Err() == nil
		}
	}
}

// codeSlots codes which slots of a node are taken, as a set, and then their contents.
func codeSlots[T any](c *store.Coder, slots *[]*T, each func(*T)) {
	set := uint64(0)
	for i, p := range *slots {
		if p != nil {
			set |= 1 << i
		}
	}
	c.Uint64(&set)
	if c.Reading() {
		*slots = nil
	}
	for i := 0; set>>i != 0 && c.Err() == nil; i++ {
		taken := set>>i&1 == 1
		if c.Reading() {
			*slots = append(*slots, nil)
			if taken {
				(*slots)[i] = new(T)
			}
		}
		if taken {
			each((*slots)[i])
		}
	}
}
