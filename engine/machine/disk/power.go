package disk

// PowerMode says what becomes of what is not durable when the power goes.
type PowerMode int

// Modes.
const (
	LoseDirty PowerMode = iota // all of it is lost
	KeepSome                   // by seed, each dirty page and each directory's changes are kept or lost
	TearSome                   // by seed, each dirty page is kept, lost, or torn at a multiple of 512 bytes
)

const sector = 512

// Lost says what a power loss did to what was not durable.
type Lost struct {
	Pages, KeptPages, TornPages int // dirty pages by what became of them
	Dirs, KeptDirs              int // directories with changed names
	Files                       int // that nothing names any more
}

// PowerLoss switches the machine off and on: handles are closed, the page cache is empty, and there is
// left what was durable and what the mode and the seed keep. A truncation is kept at the latest with the
// first page kept of the same file, as the device gets them in that order.
func (d *Disk) PowerLoss(mode PowerMode, seed uint64) Lost {
	var lost Lost
	dice := dice(seed)
	d.loseNames(mode, &dice, &lost)
	for ino, n := range d.inodes.All() {
		if n = d.edit(ino); !n.dir {
			d.losePages(n, mode, &dice, &lost)
		}
		if n.seq != 0 {
			d.renew(n)
		}
		n.handles, n.kept, n.parent, n.seq, n.dirty, n.cut, n.hot = 0, 0, 0, 0, 0, noCut, hot{}
	}
	d.handles.Clear()
	d.silly = nil
	d.open, d.maps, d.used, d.head = 0, 0, 0, head{}
	d.cache.lose()
	d.changes++
	d.near, d.listed = near{}, listed{}
	root := d.edit(rootIno)
	root.kept = 1
	d.reach(root)
	d.sweep(&lost)
	d.stats.LostPages += int64(lost.Pages)
	d.stats.TornPages += int64(lost.TornPages)
	return lost
}

// loseNames takes back the changes in directories, together where a rename tied them.
func (d *Disk) loseNames(mode PowerMode, dice *dice, lost *Lost) {
	for ino, n := range d.inodes.All() {
		if !n.dir || n.before.Len() == 0 {
			continue
		}
		if n = d.edit(ino); n.before.Len() == 0 { // decided with an earlier one
			continue
		}
		keep := mode != LoseDirty && dice.roll(2) == 0
		for _, n := range d.together(n) {
			if n.peers = nil; keep {
				lost.KeptDirs++
				n.durable.mtime = n.live.mtime
			} else {
				lost.Dirs++
				n.takeBack()
			}
			n.before.Clear()
		}
	}
}

// takeBack gives names their durable meaning.
func (n *inode) takeBack() {
	for name, ino := range n.before.All() {
		if ino == 0 {
			n.names.Delete(name)
		} else {
			n.names.Set(name, ino)
		}
	}
	n.live.mtime, n.dirs = n.durable.mtime, 0
}

// losePages gives a file its durable content, with what is kept of the dirty pages.
func (d *Disk) losePages(n *inode, mode PowerMode, dice *dice, lost *Lost) {
	if mode == LoseDirty {
		lost.Pages += n.dirty
	} else if n.seq != 0 {
		d.keepPages(n, mode, dice, lost)
	}
	n.live = view{n.durable.pages.share(), n.durable.size, n.durable.mtime}
}

// keepPages makes some dirty pages of a file durable.
func (d *Disk) keepPages(n *inode, mode PowerMode, dice *dice, lost *Lost) {
	cut := n.cut != noCut && dice.roll(2) == 0
	for _, key := range d.cache.dirtyChunks(n.ino, n.dirty) {
		e, _ := d.cache.chunks.Get(key)
		first := int64(key&(1<<inoShift-1)) << fanBits
		for i := int64(0); i < fanOut; i++ {
			if e.dirty>>i&1 == 0 {
				continue
			}
			bytes := dice.fate(mode, lost)
			if bytes == 0 {
				continue
			}
			n.cutDurable()
			n.keep(first+i, bytes)
		}
	}
	if cut {
		n.cutDurable()
	}
}

// fate decides how many bytes of a dirty page are kept.
func (r *dice) fate(mode PowerMode, lost *Lost) int {
	sides := uint64(2)
	if mode == TearSome {
		sides = 3
	}
	switch r.roll(sides) {
	case 0:
		lost.Pages++
		return 0
	case 1:
		lost.KeptPages++
		return PageSize
	}
	lost.TornPages++
	return sector * int(1+r.roll(PageSize/sector-1))
}

// cutDurable makes a truncation durable.
func (n *inode) cutDurable() {
	if n.cut == noCut {
		return
	}
	size := n.cut
	n.cut = noCut
	if n.durable.size <= size {
		return
	}
	n.durable.size = size
	t := &n.durable.pages
	last, in := size/PageSize, size%PageSize
	if in > 0 {
		if t.page(last) != nil {
			clear(t.change(t.editLeaf(last>>fanBits), last)[in:])
		}
		last++
	}
	t.cut(last)
}

// keep makes the first bytes of a page durable.
func (n *inode) keep(number int64, bytes int) {
	t := &n.durable.pages
	leaf := t.editLeaf(number >> fanBits)
	if leaf.page(number) == nil {
		t.set(leaf, number, nil)
	}
	copy(t.change(leaf, number)[:bytes], n.live.pages.page(number).Bytes()[:bytes])
	n.durable.size = max(n.durable.size, min(n.live.size, number*PageSize+int64(bytes)))
}

// reach names everything that can be found from a directory.
func (d *Disk) reach(dir *inode) {
	for name, ino := range dir.names.All() {
		n := d.edit(ino)
		n.parent, n.name = dir.ino, name
		n.kept = 1
		d.used += n.live.pages.count
		if n.dir {
			d.reach(n)
		}
	}
}

// sweep deletes what cannot be found.
func (d *Disk) sweep(lost *Lost) {
	for ino, n := range d.inodes.All() {
		if n.kept == 0 {
			d.inodes.Delete(ino)
			lost.Files++
		}
	}
}

// dice is splitmix64: the same numbers on every platform.
type dice uint64

// roll returns a number below sides.
func (r *dice) roll(sides uint64) uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) % sides
}
