package disk

import (
	"io"
)

// Size is the size of an open file in bytes, 0 for a handle that is not open.
func (d *Disk) Size(h Handle) int64 {
	n := d.file(h)
	if n == nil {
		return 0
	}
	return n.live.size
}

// ReadAt reads like io.ReaderAt: fewer bytes than asked for only with an error, io.EOF at the end.
func (d *Disk) ReadAt(h Handle, p []byte, off int64) (int, error) {
	n := d.file(h)
	if n == nil {
		return 0, fail("read", "", ErrBadHandle)
	}
	if off < 0 {
		return 0, fail("read", d.path(n), ErrInvalid)
	}
	if err := d.injectedInto(OnRead, n); err != nil {
		return 0, fail("read", d.path(n), err)
	}
	want := len(p)
	p = p[:max(0, min(int64(want), n.live.size-off))]
	for at := off; at < off+int64(len(p)); {
		at += d.readChunk(n, p[at-off:], at)
	}
	d.stats.CopiedBytes += int64(len(p))
	if len(p) < want {
		return len(p), io.EOF
	}
	return len(p), nil
}

// readChunk reads what lies in the chunk of 64 pages at off and returns how much that is.
func (d *Disk) readChunk(n *inode, p []byte, off int64) int64 {
	p = p[:min(int64(len(p)), chunkSize-off%chunkSize)]
	leaf := d.leaf(n, off/chunkSize)
	first, last := off/PageSize, (off+int64(len(p))-1)/PageSize
	d.useForReading(n, leaf, first, last)
	for done := 0; done < len(p); {
		number, in := (off+int64(done))/PageSize, int((off+int64(done))%PageSize)
		part := p[done:min(len(p), done+PageSize-in)]
		if page := leaf.page(number); page != nil {
			copy(part, d.content(n, page, number)[in:])
		} else {
			clear(part)
		}
		done += len(part)
	}
	return int64(len(p))
}

// View returns the rest of the 4 KiB page from off, or of the file if that ends before, without copying.
// It is read-only and valid until the file is written next. At the end of the file it is empty, with
// io.EOF.
func (d *Disk) View(h Handle, off int64) ([]byte, error) {
	n := d.file(h)
	switch {
	case n == nil:
		return nil, fail("read", "", ErrBadHandle)
	case off < 0:
		return nil, fail("read", d.path(n), ErrInvalid)
	case off >= n.live.size:
		return nil, io.EOF
	}
	if err := d.injectedInto(OnRead, n); err != nil {
		return nil, fail("read", d.path(n), err)
	}
	number, in := off/PageSize, off%PageSize
	end := min(PageSize, n.live.size-number*PageSize)
	d.stats.ZeroCopyBytes += end - in
	leaf := d.leaf(n, off/chunkSize)
	page := leaf.page(number)
	if page == nil {
		return make([]byte, end-in), nil
	}
	d.useForReading(n, leaf, number, number)
	return d.content(n, page, number)[in:end:end], nil
}

// WriteAt writes, growing the file as needed. A gap before off becomes a hole.
func (d *Disk) WriteAt(h Handle, p []byte, off int64) (int, error) {
	d.changing()
	n := d.fileToEdit(h)
	if n == nil {
		return 0, fail("write", "", ErrBadHandle)
	}
	if off < 0 {
		return 0, fail("write", d.path(n), ErrInvalid)
	}
	if off > maxFile-int64(len(p)) {
		return 0, fail("write", d.path(n), ErrTooBig)
	}
	err := d.injectedInto(OnWrite, n)
	full := err == errFull
	switch {
	case err == nil, full:
		err = nil
	case err == errTorn:
		p, err = p[:tornAt(off, len(p))], ErrIO
	default:
		return 0, fail("write", d.path(n), err)
	}
	done := 0
	for done < len(p) {
		wrote, ended := d.writeChunk(n, p[done:], off+int64(done), full)
		done += wrote
		if ended {
			break
		}
	}
	d.grow(n, off, done)
	if done < len(p) {
		err = ErrNoSpace
		if e, _ := d.handles.Get(h); d.trapping && e.mapped {
			panic(busError{})
		}
	}
	if err != nil {
		err = fail("write", d.path(n), err)
	}
	return done, err
}

// grow does the bookkeeping of a write.
func (d *Disk) grow(n *inode, off int64, bytes int) {
	if bytes == 0 {
		return
	}
	n.live.size = max(n.live.size, off+int64(bytes))
	d.wrote(n)
	d.stats.CopiedBytes += int64(bytes)
	d.balance()
}

// writeChunk writes what lies in the chunk at off. It ends before a page that the disk has no room for, or before any new
// one if it is full.
func (d *Disk) writeChunk(n *inode, p []byte, off int64, full bool) (wrote int, ended bool) {
	p = p[:min(int64(len(p)), chunkSize-off%chunkSize)]
	leaf := d.leafToEdit(n, off/chunkSize)
	old, held := n.live.pages.count, uint64(0)
	for wrote < len(p) {
		number, in := (off+int64(wrote))/PageSize, int((off+int64(wrote))%PageSize)
		part := p[wrote:min(len(p), wrote+PageSize-in)]
		page := leaf.page(number)
		free := d.options.Capacity/PageSize - d.used - n.live.pages.count + old
		if page == nil && (full || free < 1) {
			ended = true
			break
		}
		if page != nil && len(part) < PageSize {
			held |= bit(number) // what is not overwritten must be had first
		}
		d.put(n, leaf, page, number, part, in)
		wrote += len(part)
	}
	d.used += n.live.pages.count - old
	if wrote > 0 {
		d.useForWriting(n, leaf, off/PageSize, (off+int64(wrote)-1)/PageSize, held)
	}
	return wrote, ended
}

// put writes a part of one page.
func (d *Disk) put(n *inode, leaf *node, old *page, number int64, part []byte, in int) {
	t := &n.live.pages
	switch {
	case len(part) == PageSize:
		t.set(leaf, number, part)
	case old == nil && in == 0:
		t.set(leaf, number, part)
	case old == nil:
		copy(t.set(leaf, number, nil).Change()[in:], part)
	default:
		d.content(n, old, number)
		copy(t.change(leaf, number)[in:], part)
	}
}

// Truncate sets the size of a file. Growing makes a hole; shrinking frees pages.
func (d *Disk) Truncate(h Handle, size int64) error {
	d.changing()
	n := d.fileToEdit(h)
	if n == nil {
		return fail("truncate", "", ErrBadHandle)
	}
	switch {
	case size < 0:
		return fail("truncate", d.path(n), ErrInvalid)
	case size > maxFile:
		return fail("truncate", d.path(n), ErrTooBig)
	}
	if err := d.injectedInto(OnWrite, n); err != nil {
		switch err {
		case errTorn:
			err = ErrIO // there is no half of it
		case errFull:
			err = nil // it needs no room
		}
		if err != nil {
			return fail("truncate", d.path(n), err)
		}
	}
	if size < n.live.size {
		d.shorten(n, size)
	}
	n.live.size = size
	d.wrote(n)
	d.enqueue(n)
	return nil
}

// shorten drops the pages after size and clears the rest of the last one.
func (d *Disk) shorten(n *inode, size int64) {
	if n.cut == noCut || size < n.cut {
		n.cut = size
	}
	t := &n.live.pages
	last := size / PageSize
	n.hot = hot{}
	if in := size % PageSize; in > 0 {
		if page := t.page(last); page != nil {
			leaf := d.leafToEdit(n, size/chunkSize)
			clear(t.change(leaf, last)[in:])
			d.useForWriting(n, leaf, last, last, bit(last))
		}
		last++
	}
	old := t.count
	t.cut(last)
	n.hot = hot{}
	d.used += t.count - old
	d.forgetPages(n, last)
}
