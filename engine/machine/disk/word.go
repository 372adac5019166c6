package disk

import (
	"encoding/binary"
	"fmt"
)

// Uint32 reads a big-endian word of a mapped file. The word must lie in the file and in one page. Like any
// access to a mapping, it is noticed only if the page is not in the cache.
func (d *Disk) Uint32(h Handle, off int64) uint32 {
	return binary.BigEndian.Uint32(d.mapped(h, off, 4))
}

// Uint64 reads a big-endian word of 8 bytes, which may lie across two pages.
func (d *Disk) Uint64(h Handle, off int64) uint64 {
	if off%PageSize > PageSize-8 {
		return uint64(d.Uint32(h, off))<<32 | uint64(d.Uint32(h, off+4))
	}
	return binary.BigEndian.Uint64(d.mapped(h, off, 8))
}

// PutUint32 writes a big-endian word of a mapped file.
func (d *Disk) PutUint32(h Handle, off int64, v uint32) {
	binary.BigEndian.PutUint32(d.mappedToEdit(h, off, 4), v)
}

// PutUint64 writes a big-endian word of 8 bytes.
func (d *Disk) PutUint64(h Handle, off int64, v uint64) {
	if off%PageSize > PageSize-8 {
		d.PutUint32(h, off, uint32(v>>32))
		d.PutUint32(h, off+4, uint32(v))
		return
	}
	binary.BigEndian.PutUint64(d.mappedToEdit(h, off, 8), v)
}

func (d *Disk) mapped(h Handle, off, size int64) []byte {
	n := d.file(h)
	checkWord(n, h, off, size)
	leaf := d.leaf(n, off/chunkSize)
	number, in := off/PageSize, off%PageSize
	page := leaf.page(number)
	if page == nil {
		return make([]byte, 8)[:size]
	}
	if !d.mappedBefore(n, leaf, number) {
		d.useForReading(n, leaf, number, number)
	}
	return d.content(n, page, number)[in : in+size]
}

func (d *Disk) mappedToEdit(h Handle, off, size int64) []byte {
	d.changing()
	n := d.fileToEdit(h)
	checkWord(n, h, off, size)
	leaf := d.leafToEdit(n, off/chunkSize)
	number, in := off/PageSize, off%PageSize
	t := &n.live.pages
	held := uint64(0)
	if leaf.page(number) == nil {
		if d.trapping && !d.room(n) {
			panic(busError{})
		}
		t.set(leaf, number, nil)
		d.used++
	} else {
		held = bit(number)
	}
	d.useForWriting(n, leaf, number, number, held)
	d.wrote(n)
	return t.change(leaf, number)[in : in+size]
}

// mappedBefore says that a page is in the cache, so that reading it through a mapping is nothing that
// anyone would notice. The leaf remembers what the cache knew, until pages leave it.
func (d *Disk) mappedBefore(n *inode, leaf *node, number int64) bool {
	if leaf.by != d.token() || leaf.leaves != d.cache.leaves || leaf.resident&bit(number) == 0 {
		e, _ := d.cache.chunks.Get(cacheKey(n.ino, number>>fanBits))
		leaf.by, leaf.leaves, leaf.resident = d.own, d.cache.leaves, e.resident
	}
	return leaf.resident&bit(number) != 0
}

// busError is thrown where a mapping's new page finds no room.
type busError struct{}

// Trapping calls f, and returns ErrBus if it is ended by a write to a mapping that needs a page for which there is no room:
// what the system tells a process by the signal SIGBUS. Outside of it such words are written all the same.
func (d *Disk) Trapping(f func() error) (err error) {
	d.trapping = true
	defer func() {
		d.trapping = false
		switch r := recover().(type) {
		case nil:
		case busError:
			err = ErrBus
		default:
			panic(r)
		}
	}()
	return f()
}

// room says that there is room for one more page of a file.
func (d *Disk) room(n *inode) bool {
	return (d.used+1)*PageSize <= d.options.Capacity && (len(d.faults) == 0 || !d.filled(d.path(n)))
}

func checkWord(n *inode, h Handle, off, size int64) {
	if n == nil || off < 0 || off+size > n.live.size || off%PageSize > PageSize-size {
		held := int64(-1)
		if n != nil {
			held = n.live.size
		}
		panic(fmt.Sprintf("mapped word of %d bytes at %d of handle %d, which has %d bytes", size, off, h, held))
	}
}
