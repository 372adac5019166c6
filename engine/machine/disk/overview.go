package disk

import "iter"

// ReadDirWindow lists at most limit entries of a directory, sorted by name, from the entry with number from on, and
// says how many there are.
func (d *Disk) ReadDirWindow(name string, from, limit int) (list []Info, total int, err error) {
	dir, err := d.find(name)
	if err == nil && !dir.dir {
		err = ErrNotDir
	}
	if err != nil {
		return nil, 0, fail("list", name, err)
	}
	n := 0
	for _, ino := range dir.names.All() {
		if n >= from+limit {
			break
		}
		if n >= from {
			list = append(list, d.info(d.get(ino)))
		}
		n++
	}
	return list, dir.names.Len(), nil
}

// HandleInodes goes over the open handles, oldest first, with the numbers of their inodes: what OpenFiles says, without
// the cost of paths.
func (d *Disk) HandleInodes() iter.Seq2[Handle, uint64] {
	return func(yield func(Handle, uint64) bool) {
		for h, e := range d.handles.All() {
			if !yield(h, e.ino) {
				return
			}
		}
	}
}

// OpenFile describes an open handle, as OpenFiles does.
func (d *Disk) OpenFile(h Handle) OpenFile {
	e, ok := d.handles.Get(h)
	if !ok {
		return OpenFile{}
	}
	n := d.get(e.ino)
	return OpenFile{h, e.process, d.path(n), n.parent == 0, e.mapped, e.ino, n.live.size, e.since}
}

// OpenCount is the number of open and of mapped files.
func (d *Disk) OpenCount() (open, mapped int) { return d.open, d.maps }

// Unnamed is how many bytes are allocated to removed files that are still open: what Df counts and Du does not.
func (d *Disk) Unnamed() (bytes int64) {
	last := uint64(0) // handles of one file mostly follow each other
	seen := map[uint64]bool{}
	for _, e := range d.handles.All() {
		if e.ino == last {
			continue
		}
		last = e.ino
		if n := d.get(e.ino); n.parent == 0 && !seen[e.ino] {
			seen[e.ino] = true
			bytes += n.live.pages.count * PageSize
		}
	}
	return bytes
}

// Named sums the sizes of the files in a directory and below it, holes included.
func (d *Disk) Named(name string) (int64, error) {
	n, err := d.find(name)
	if err != nil {
		return 0, fail("du", name, err)
	}
	return d.named(n), nil
}

func (d *Disk) named(n *inode) int64 {
	sum := int64(0)
	if !n.dir {
		sum = n.live.size
	}
	for _, ino := range n.names.All() {
		sum += d.named(d.get(ino))
	}
	return sum
}
