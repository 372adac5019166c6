package disk

import (
	"fmt"

	"logarium/engine/cow"
	"logarium/engine/store"
)

const (
	rootIno = 1
	noCut   = -1

	// maxFile keeps page numbers in the range of a cache key.
	maxFile = int64(1) << 42
)

// inode is a file or a directory. It may be changed only as returned by Disk.edit.
type inode struct {
	own     *owner // equal to the disk's: not shared
	ino     uint64
	dir     bool
	parent  uint64 // directory with the live name; 0: removed, or the root
	name    string // of a removed one: its last path
	handles int
	version uint64 // see Info
	kept    int    // durable names; Invariant: an inode without name, handle and durable name is deleted

	live, durable view
	cut           int64 // smallest size by Truncate that is not durable yet, or noCut

	names  cow.Map[string, uint64] // directory: live names
	before cow.Map[string, uint64] // what names that changed meant when last durable; 0: nothing
	peers  []uint64                // directories that become durable together with this one
	dirs   int                     // 1 + the number of live names that are directories; 0: not counted. No part of the state

	seq   uint64 // place in the queue of what is not durable; 0: all is
	since int64  // ms, when it was queued
	dirty int    // pages

	hot hot
}

// view is a file as it is seen, or as it would be after power loss.
type view struct {
	pages table
	size  int64
	mtime int64 // ms
}

// hot remembers the leaf of the live page table that was used last, and what the cache of one disk
// knew about it. It is never part of the stored state.
type hot struct {
	chunk           int64
	leaf            *node // nil: nothing remembered
	by              *owner
	epoch           uint64
	resident, dirty uint64
}

// get returns an inode that must be there, for reading.
func (d *Disk) get(ino uint64) *inode {
	n, ok := d.inodes.Get(ino)
	if !ok {
		panic(&store.Lost{Err: fmt.Errorf("inode %d: %w", ino, errInode)})
	}
	return n
}

// edit returns an inode that may be changed until the next fork, nil if it does not exist.
func (d *Disk) edit(ino uint64) *inode {
	slot := d.inodes.Edit(ino)
	if slot == nil {
		return nil
	}
	own := d.token()
	if (*slot).own != own {
		*slot = (*slot).clone(own)
		d.changes++
		if (*slot).dir {
			d.near = near{}
		}
	}
	return *slot
}

func (n *inode) clone(own *owner) *inode {
	c := *n
	c.own = own
	c.names, c.before = n.names.Fork(), n.before.Fork()
	c.live.pages.own, c.durable.pages.own = nil, nil
	c.live.pages.spare, c.durable.pages.spare = nil, nil
	c.hot = hot{}
	return &c
}

// wrote gives an inode a new version and time.
func (d *Disk) wrote(n *inode) {
	d.renew(n)
	n.live.mtime = d.now
}

// renew gives an inode a new version.
func (d *Disk) renew(n *inode) {
	d.writes++
	n.version = d.writes
}

// create makes an inode with a name in a directory.
func (d *Disk) create(dir *inode, name string, isDir bool) *inode {
	d.lastIno++
	n := &inode{own: d.token(), ino: d.lastIno, dir: isDir, cut: noCut, dirs: 1}
	n.live.mtime, n.durable.mtime = d.now, d.now
	d.inodes.Set(n.ino, n)
	d.link(dir, name, n)
	return n
}

// release deletes what nobody can reach any more: the content of an inode without name and handle, and
// the inode itself unless power loss could bring its name back.
func (d *Disk) release(n *inode) {
	if n.parent != 0 || n.handles > 0 || n.ino == rootIno {
		return
	}
	d.used -= n.live.pages.count
	d.forgetPages(n, 0)
	n.live.pages, n.hot = table{}, hot{}
	d.dequeue(n)
	if n.kept > 0 {
		return
	}
	d.inodes.Delete(n.ino)
	d.changes++
	if n.dir {
		d.releaseNames(n)
	}
}

// releaseNames takes back the durable names in a directory that is gone for good.
func (d *Disk) releaseNames(dir *inode) {
	peers, gone := dir.peers, dir.before.Fork()
	dir.peers = nil
	dir.before.Clear()
	for _, ino := range peers {
		if p := d.edit(ino); p != nil {
			d.flushNames(p)
		}
	}
	d.releaseDurable(&gone)
}

// releaseDurable takes back durable names.
func (d *Disk) releaseDurable(names *cow.Map[string, uint64]) {
	for _, ino := range names.All() {
		if n := d.edit(ino); n != nil {
			n.kept--
			d.release(n)
		}
	}
}

// path returns where an inode is found, or was last.
func (d *Disk) path(n *inode) string {
	if n.ino == rootIno {
		return "/"
	}
	p := n.name
	for n.parent != 0 && n.parent != rootIno {
		n = d.get(n.parent)
		p = n.name + "/" + p
	}
	if n.parent == rootIno {
		p = "/" + p
	}
	return p
}
