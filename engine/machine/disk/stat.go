package disk

import "path"

// Info is what ls -ls and stat show of a file or directory.
type Info struct {
	Name    string // last name of the path
	Dir     bool
	Ino     uint64
	Size    int64 // bytes; of a directory: 0
	Blocks  int64 // bytes that are allocated: smaller than Size for a file with holes
	Mtime   int64 // ms
	Handles int
	Pages   int // in the page cache
	Dirty   int // of these, not written back

	// Version changes with every write, truncation, change of names, flipped bit, and with a power loss that
	// took something. Equal versions mean equal content only within one history: after an undo they are
	// given again.
	Version uint64
}

func (d *Disk) info(n *inode) Info {
	name := n.name
	if n.parent == 0 {
		name = path.Base(d.path(n))
	}
	return Info{name, n.dir, n.ino, n.live.size, n.live.pages.count * PageSize, n.live.mtime,
		n.handles, d.cache.pagesOf(n.ino), n.dirty, n.version}
}

// Length is the size of a file in bytes, 0 if nothing is found there. It asks nobody: an injected fault neither fails nor counts.
func (d *Disk) Length(name string) int64 {
	n, err := d.lookUp(name)
	if err != nil {
		return 0
	}
	return n.live.size
}

// pagesOf counts the pages of a file that are in the cache.
func (c *cache) pagesOf(ino uint64) int {
	sum := 0
	for key, e := range c.chunks.Ascend(cacheKey(ino, 0)) {
		if key >= cacheKey(ino+1, 0) {
			break
		}
		sum += count(e.resident)
	}
	return sum
}

// Stat describes what a path names.
func (d *Disk) Stat(name string) (Info, error) {
	n, err := d.find(name)
	if err != nil {
		return Info{}, fail("stat", name, err)
	}
	return d.info(n), nil
}

// StatHandle describes an open file.
func (d *Disk) StatHandle(h Handle) (Info, error) {
	n := d.file(h)
	if n == nil {
		return Info{}, fail("stat", "", ErrBadHandle)
	}
	return d.info(n), nil
}

// Path returns where the file of a handle is, or was before it was removed.
func (d *Disk) Path(h Handle) (path string, deleted bool) {
	n := d.file(h)
	if n == nil {
		return "", true
	}
	return d.path(n), n.parent == 0
}

// ReadDir lists a directory, sorted by name as bytes.
func (d *Disk) ReadDir(name string) ([]Info, error) {
	dir, err := d.find(name)
	if err == nil && !dir.dir {
		err = ErrNotDir
	}
	if err != nil {
		return nil, fail("list", name, err)
	}
	list := make([]Info, 0, dir.names.Len())
	for _, ino := range dir.names.All() {
		list = append(list, d.info(d.get(ino)))
	}
	return list, nil
}

// Du sums the allocated bytes of a file, or of everything in a directory.
func (d *Disk) Du(name string) (int64, error) {
	n, err := d.find(name)
	if err != nil {
		return 0, fail("du", name, err)
	}
	return d.du(n) * PageSize, nil
}

func (d *Disk) du(n *inode) int64 {
	sum := n.live.pages.count
	for _, ino := range n.names.All() {
		sum += d.du(d.get(ino))
	}
	return sum
}

// SetMtime sets when a file or directory was changed last, in ms.
func (d *Disk) SetMtime(name string, ms int64) error {
	d.changing()
	n, err := d.find(name)
	if err != nil {
		return fail("touch", name, err)
	}
	n = d.edit(n.ino)
	n.live.mtime = ms
	d.enqueue(n)
	return nil
}
