package disk

import (
	"cmp"

	"logarium/engine/cow"
)

// Entry is what is known of a file or directory without a look into it or at the cache.
type Entry struct {
	Ino     uint64
	Parent  uint64 // directory with its name; 0: it is removed, or the root
	Name    string // of a removed one: where it was
	Dir     bool
	Size    int64 // as ls prints it
	Blocks  int64 // allocated bytes
	Handles int
}

// Since shows how files and directories differ from those of another disk: first as they are there, with was true, then as they are
// here. Of a disk and a fork of it the cost is that of what was changed in between; a zero Disk differs in all.
func (d *Disk) Since(old *Disk, show func(e Entry, was bool)) {
	since(&old.inodes, &d.inodes, func(_ uint64, n *inode, was bool) {
		show(Entry{n.ino, n.parent, n.name, n.dir, n.live.size, n.live.pages.count * PageSize, n.handles}, was)
	})
}

// HandlesSince does what Since does with open and mapped files: handles with the inodes that they are of.
func (d *Disk) HandlesSince(old *Disk, show func(h Handle, ino uint64, was bool)) {
	since(&old.handles, &d.handles, func(h Handle, e handle, was bool) { show(h, e.ino, was) })
}

// since leaves out what the maps have in common.
func since[K cmp.Ordered, V comparable](old, now *cow.Map[K, V], show func(K, V, bool)) {
	type item struct {
		key   K
		value V
	}
	var gone, come []item
	at := map[K]int{}
	old.Differ(now, func(k K, v V, was bool) {
		if i, ok := at[k]; !was && ok && gone[i].value == v {
			delete(at, k)
			return
		}
		if was {
			at[k] = len(gone)
			gone = append(gone, item{k, v})
			return
		}
		come = append(come, item{k, v})
	})
	for i, x := range gone {
		if n, ok := at[x.key]; ok && n == i {
			show(x.key, x.value, true)
		}
	}
	for _, x := range come {
		show(x.key, x.value, false)
	}
}

// Inode finds the number of a file or directory.
func (d *Disk) Inode(name string) (uint64, error) {
	n, err := d.find(name)
	if err != nil {
		return 0, fail("stat", name, err)
	}
	return n.ino, nil
}
