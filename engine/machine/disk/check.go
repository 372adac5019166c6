package disk

import "fmt"

// Check verifies what must hold between the parts of the disk, and returns what does not. It goes over
// everything but the content of files. Tests call it after every step, and whoever reads a disk that a
// stranger stored calls it once: the other methods rely on it.
func (d *Disk) Check() error {
	k := checker{d: d, used: 0}
	root, ok := d.inodes.Get(rootIno)
	if !ok || !root.dir || root.parent != 0 || root.ino != rootIno {
		return errRoot
	}
	k.names(root)
	for ino, n := range d.inodes.All() {
		k.inode(ino, n)
	}
	k.kept()
	k.handles()
	k.cache()
	for _, ino := range d.silly {
		n, ok := d.inodes.Get(ino)
		k.want(ok && n.handles > 0 && n.parent != 0, "inode %d waits for its last close without a handle or a name", ino)
	}
	k.want(k.used == d.used, "pages in use: counted %d, known %d", k.used, d.used)
	return k.err
}

type checker struct {
	d     *Disk
	used  int64
	named int // inodes with a live name
	dirty int
	err   error
}

func (k *checker) want(ok bool, format string, args ...any) {
	if !ok && k.err == nil {
		k.err = fmt.Errorf(format, args...)
	}
}

// names walks the live tree. Every name must lead to an inode that knows it and its own number, so there are no cycles.
func (k *checker) names(dir *inode) {
	dirs := 1
	for name, ino := range dir.names.All() {
		n, ok := k.d.inodes.Get(ino)
		if !ok || n.ino != ino || n.parent != dir.ino || n.name != name {
			k.want(false, "name %q in directory %d leads to inode %d, which does not know it", name, dir.ino, ino)
			return
		}
		k.named++
		if n.dir {
			dirs++
			k.names(n)
		}
	}
	k.want(dir.dirs == 0 || dir.dirs == dirs, "directory %d has %d directories, counts %d", dir.ino, dirs-1, dir.dirs-1)
}

func (k *checker) inode(ino uint64, n *inode) {
	k.want(n.ino == ino, "inode %d says it is %d", ino, n.ino)
	k.want(ino == rootIno || n.parent != 0 || n.handles > 0 || n.kept > 0, "inode %d is not reachable", ino)
	k.want(n.kept >= 0, "inode %d has %d durable names", ino, n.kept)
	if n.parent != 0 {
		k.named--
	}
	k.used += n.live.pages.count
	k.dirty += n.dirty
	if n.live.pages.root != nil {
		counted := n.live.pages.root.tally(n.live.pages.tall)
		k.want(counted == n.live.pages.count, "inode %d has %d pages, counts %d", ino, counted, n.live.pages.count)
	}
	if n.seq != 0 {
		queued, _ := k.d.cache.queue.Get(n.seq)
		k.want(queued == ino, "inode %d is not in the queue at %d", ino, n.seq)
	} else {
		gone := n.parent == 0 && n.handles == 0 && ino != rootIno
		same := n.dir || n.live.size == n.durable.size && n.live.pages.count == n.durable.pages.count
		k.want(n.dirty == 0 && (gone || same && n.before.Len() == 0), "inode %d is not durable and not queued", ino)
	}
}

// kept counts the durable names: those that did not change, and what the others meant before.
func (k *checker) kept() {
	names := map[uint64]int{0: 0, rootIno: 1}
	for _, n := range k.d.inodes.All() {
		for name, ino := range n.names.All() {
			if _, changed := n.before.Get(name); !changed {
				names[ino]++
			}
		}
		for _, ino := range n.before.All() {
			names[ino]++
		}
	}
	delete(names, 0)
	for ino, n := range k.d.inodes.All() {
		k.want(n.kept == names[ino], "inode %d has %d durable names, counts %d", ino, names[ino], n.kept)
		delete(names, ino)
	}
	k.want(len(names) == 0, "durable names without inode: %v", names)
}

func (k *checker) handles() {
	held := map[uint64]int{}
	mapped := 0
	for _, h := range k.d.handles.All() {
		held[h.ino]++
		if h.mapped {
			mapped++
		}
	}
	k.want(mapped == k.d.maps && k.d.handles.Len() == mapped+k.d.open, "%d handles, counted %d and %d", k.d.handles.Len(), k.d.open, k.d.maps)
	for ino, n := range k.d.inodes.All() {
		k.want(n.handles == held[ino], "inode %d has %d handles, counts %d", ino, held[ino], n.handles)
		delete(held, ino)
	}
	k.want(len(held) == 0, "handles without inode: %v", held)
	k.want(k.named == 0, "%d inodes cannot be found by their names", -k.named)
}

func (k *checker) cache() {
	c := &k.d.cache
	resident, dirty := 0, 0
	for key, e := range c.chunks.All() {
		resident += count(e.resident)
		dirty += count(e.dirty)
		at, _ := c.order.Get(e.queued)
		k.want(e.dirty&^e.resident == 0 && e.resident != 0 && at == key, "cache chunk %x is %x, dirty %x", key, e.resident, e.dirty)
		_, ok := k.d.inodes.Get(key >> inoShift)
		k.want(ok, "cache chunk %x of a file that is gone", key)
	}
	k.want(resident == c.resident && dirty == c.dirty, "cache counts %d/%d, has %d/%d", c.resident, c.dirty, resident, dirty)
	k.want(dirty == k.dirty, "cache has %d dirty pages, files %d", dirty, k.dirty)
	k.want(c.order.Len() == c.chunks.Len(), "cache order %d, chunks %d", c.order.Len(), c.chunks.Len())
}
