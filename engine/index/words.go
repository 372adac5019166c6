package index

import (
	"encoding/binary"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

const pageSize = disk.PageSize

// words reads one field of the entries of a mapped file, as the processor sees it: pages in the page
// cache are read at once; for others the disk is asked, which brings them in.
type words struct {
	pages  []*[pageSize]byte // nil where the disk must be asked
	stride uint              // bytes of an entry
	offset uint              // where the field starts in it, bytes
	width  uint              // of the field: 4 or 8 bytes
	base   int64             // is added to the value

	disk  *disk.Disk
	file  *mapped
	notes *disk.Notes // nil where each read is held against the length
	err   error       // the first error; values are the base from then on
}

// at points the reader to a field of a file's entries.
func (w *words) at(d *disk.Disk, m *mapped, offset, width uint, base int64) {
	w.stride, w.offset, w.width, w.base = uint(m.size), offset, width, base
	w.disk, w.file = d, m
	w.lookAtPages()
}

// lookAtPages takes the pages that are in the page cache, unless a resize has failed: then each read is held against the length.
func (w *words) lookAtPages() {
	if w.file.entries <= w.file.slots {
		m := w.disk.Mapping(w.file.handle)
		w.pages, w.notes = m.Pages, &m.Notes
	}
}

// number is the integer of 4 or 8 bytes at a position of a page.
func number(p *[pageSize]byte, at, width uint) int64 {
	if width == 4 {
		return int64(int32(binary.BigEndian.Uint32(p[at : at+4])))
	}
	return int64(binary.BigEndian.Uint64(p[at : at+8]))
}

// place is the page that holds the field of an entry, and where; nil if it takes more to read it.
func (w *words) place(entry int) (p *[pageSize]byte, at uint) {
	at = uint(entry)*w.stride + w.offset
	if n := at / pageSize; n < uint(len(w.pages)) && at%pageSize <= pageSize-w.width {
		return w.pages[n], at % pageSize
	}
	return nil, 0
}

// key returns the value of the field in an entry.
func (w *words) key(entry int) int64 {
	if p, at := w.place(entry); p != nil {
		return w.base + number(p, at, w.width)
	}
	return w.fault(entry)
}

// fault reads a value that is not in the page cache, that two pages share, or that the file lacks.
func (w *words) fault(entry int) int64 {
	var b [8]byte
	part := b[8-w.width:]
	if err := w.read(part, int64(entry)*int64(w.stride)+int64(w.offset)); err != nil && w.err == nil {
		w.err = err
	}
	if w.width == 4 {
		return w.base + int64(int32(binary.BigEndian.Uint32(part)))
	}
	return w.base + int64(binary.BigEndian.Uint64(part))
}

// read fills b from a position of the file. Error: IndexOutOfBounds behind its end.
func (w *words) read(b []byte, off int64) error {
	if off+int64(len(b)) > w.file.length {
		return kerr.ErrIndexOutOfBounds
	}
	n, in := int(off/pageSize), int(off%pageSize)
	if n < len(w.pages) && in+len(b) <= pageSize && w.pages[n] != nil {
		copy(b, w.pages[n][in:])
		return nil
	}
	_, err := w.disk.ReadAt(w.file.handle, b, off)
	w.lookAtPages()
	return err
}
