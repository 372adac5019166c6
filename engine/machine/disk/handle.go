package disk

import (
	"iter"

	"logarium/engine/store"
)

// Handle is an open file. Numbers are not used again.
type Handle uint32

type handle struct {
	ino     uint64
	process int
	mapped  bool
	since   int64 // ms
}

const memoSlots = 64

// memo remembers the inode of a handle as long as Disk.changes stays.
type memo struct {
	h       Handle
	changes uint64
	n       *inode
	mapping Mapped
}

// Open opens an existing file.
func (d *Disk) Open(path string) (Handle, error) { return d.openFile("open", path, false, false) }

// Create opens a file, making an empty one if there is none. It does not truncate.
func (d *Disk) Create(path string) (Handle, error) { return d.openFile("open", path, true, false) }

// Map opens an existing file as a memory mapping: it counts against the limit of mappings instead of
// that of open files.
func (d *Disk) Map(path string) (Handle, error) { return d.openFile("mmap", path, false, true) }

func (d *Disk) openFile(op, path string, create, mapped bool) (Handle, error) {
	if mapped && d.maps >= d.options.MapLimit {
		return 0, fail(op, path, ErrNoMemory)
	}
	if !mapped && d.open >= d.options.HandleLimit {
		return 0, fail(op, path, ErrTooManyOpen)
	}
	n, err := d.find(path)
	if err == ErrNotExist && create {
		n, err = d.make(path, false)
	}
	switch {
	case err != nil:
		return 0, fail(op, path, err)
	case n.dir:
		return 0, fail(op, path, ErrIsDir)
	}
	return d.newHandle(n.ino, mapped), nil
}

func (d *Disk) newHandle(ino uint64, mapped bool) Handle {
	d.edit(ino).handles++
	d.lastHandle++
	d.handles.Set(d.lastHandle, handle{ino, d.process, mapped, d.now})
	if mapped {
		d.maps++
	} else {
		d.open++
	}
	return d.lastHandle
}

// Close closes a handle. A removed file goes with its last handle.
func (d *Disk) Close(h Handle) error {
	e, ok := d.handles.Get(h)
	if !ok {
		return fail("close", "", ErrBadHandle)
	}
	d.handles.Delete(h)
	d.changes++
	if e.mapped {
		d.maps--
	} else {
		d.open--
	}
	n := d.edit(e.ino)
	n.handles--
	d.endSilly(n)
	d.release(n)
	return nil
}

// CloseAll closes every handle of a process, as its end does.
func (d *Disk) CloseAll(process int) {
	for h, e := range d.handles.All() {
		if e.process == process {
			d.Close(h) // cannot fail: the handle is there
		}
	}
}

// file returns the inode of a handle for reading.
func (d *Disk) file(h Handle) *inode {
	if d.memo == nil {
		d.memo = new([memoSlots]memo)
	}
	m := &d.memo[h%memoSlots]
	if m.h == h && m.changes == d.changes && m.n != nil {
		return m.n
	}
	e, ok := d.handles.Get(h)
	if !ok {
		return nil
	}
	n := d.get(e.ino)
	*m = memo{h: h, changes: d.changes, n: n}
	return n
}

// fileToEdit returns the inode of a handle for changing it.
func (d *Disk) fileToEdit(h Handle) *inode {
	n := d.file(h)
	if n == nil || n.own == d.own && d.own != nil {
		return n
	}
	d.edit(n.ino)
	return d.file(h)
}

// OpenFile is a line of lsof.
type OpenFile struct {
	Handle  Handle
	Process int
	Path    string // of a removed file: where it was
	Deleted bool
	Mapped  bool
	Ino     uint64
	Size    int64
	Since   int64 // ms, when it was opened
}

// OpenFiles goes over the open handles, oldest first.
func (d *Disk) OpenFiles() iter.Seq[OpenFile] {
	return func(yield func(OpenFile) bool) {
		for h, e := range d.handles.All() {
			n := d.get(e.ino)
			if !yield(OpenFile{h, e.process, d.path(n), n.parent == 0, e.mapped, e.ino, n.live.size, e.since}) {
				return
			}
		}
	}
}

// File is a handle as an io.ReaderAt and io.WriterAt. It is not part of any state.
type File struct {
	Disk   *Disk
	Handle Handle
}

// File returns a handle with its disk.
func (d *Disk) File(h Handle) File { return File{d, h} }

// ReadAt reads as Disk.ReadAt does.
func (f File) ReadAt(p []byte, off int64) (int, error) { return f.Disk.ReadAt(f.Handle, p, off) }

// WriteAt writes as Disk.WriteAt does.
func (f File) WriteAt(p []byte, off int64) (int, error) { return f.Disk.WriteAt(f.Handle, p, off) }

// Size is the size in bytes.
func (f File) Size() int64 { return f.Disk.Size(f.Handle) }

func codeOldHandle(c *store.Coder, h *handle) {
	c.Uint64(&h.ino)
	c.Int(&h.process)
	c.Bool(&h.mapped)
}

func codeHandle(c *store.Coder, h *handle) {
	codeOldHandle(c, h)
	c.Int64(&h.since)
}
