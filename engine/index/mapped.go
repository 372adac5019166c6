package index

import (
	"errors"
	"fmt"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// mapped is a file of entries of one size, mapped into memory: what offset and time index share.
//
// A fresh file has its largest size, all zero, and entries in use are counted in memory only. An
// existing file is taken as it is: every slot counts as used, so it must have been trimmed when
// the process that wrote it stopped.
type mapped struct {
	path    string
	base    int64 // base offset of the segment
	max     int64 // largest size of the file, bytes (segment.index.bytes)
	size    int   // of an entry, bytes
	handle  disk.Handle
	open    bool
	length  int64 // of the file as mapped, bytes
	slots   int   // entries that fit
	entries int   // entries in use; Invariant: <= slots, unless a resize below them failed
	next    int64 // where the next entry is written, bytes; behind the entries, unless something failed halfway
}

func (m *mapped) code(c *store.Coder) {
	c.String(&m.path)
	c.Int64(&m.base)
	c.Int64(&m.max)
	store.Number(c, &m.handle)
	c.Bool(&m.open)
	c.Int64(&m.length)
	c.Int(&m.slots)
	c.Int(&m.entries)
	c.Int64(&m.next)
}

// Path is the file's path.
func (m *mapped) Path() string { return m.path }

// SetPath follows a rename of the directory, done by somebody else.
func (m *mapped) SetPath(path string) { m.path = path }

// Base is the base offset of the segment.
func (m *mapped) Base() int64 { return m.base }

// Opened reports that the file has been touched, and the numbers below mean something.
func (m *mapped) Opened() bool { return m.open }

// Entries is the number of entries in use, 0 before the file is opened.
func (m *mapped) Entries() int { return m.entries }

// MaxEntries is the number of entries that fit.
func (m *mapped) MaxEntries() int { return m.slots }

// Length is the length of the file in bytes.
func (m *mapped) Length() int64 { return m.length }

// SizeInBytes is the length of the entries in use.
func (m *mapped) SizeInBytes() int64 { return int64(m.entries) * int64(m.size) }

// start opens the file, or makes it at its largest size.
func (m *mapped) start(d *disk.Disk) error {
	fresh := !d.Exists(m.path)
	h, err := d.Create(m.path)
	if err != nil {
		return err
	}
	if err = m.take(d, h, fresh); err == nil {
		m.handle, err = d.Map(m.path)
	}
	m.open = err == nil
	return errors.Join(err, d.Close(h))
}

// take sets a fresh file to its largest size and counts the entries of an older one.
func (m *mapped) take(d *disk.Disk, h disk.Handle, fresh bool) error {
	if !fresh {
		m.measure(d.Size(h))
		m.keep(m.slots)
		return nil
	}
	if m.max < int64(m.size) {
		return kerr.ErrIllegalArgument.With("Invalid max index size: %d", m.max)
	}
	length := roundDown(m.max, m.size)
	m.measure(length)
	m.keep(0)
	return d.Truncate(h, length)
}

// keep sets the number of entries in use; the next one goes behind them.
func (m *mapped) keep(entries int) {
	m.entries = entries
	m.next = m.SizeInBytes()
}

// put writes fields of an entry where the next one goes, and moves on. Error: BufferOverflow, after which nothing has
// changed.
func (m *mapped) put(d *disk.Disk, b []byte) error {
	if m.next+int64(len(b)) > m.length {
		return kerr.ErrBufferOverflow
	}
	if _, err := d.WriteAt(m.handle, b, m.next); err != nil {
		return err
	}
	m.next += int64(len(b))
	return nil
}

// aligned is the check after an entry was added: an attempt before it may have written half of one.
func (m *mapped) aligned() error {
	if m.SizeInBytes() == m.next {
		return nil
	}
	return kerr.ErrIllegalState.With("%d entries but file position in index is %d", m.entries, m.next)
}

func (m *mapped) measure(length int64) {
	m.length = length
	m.slots = int(length / int64(m.size))
}

// roundDown makes a size a whole number of entries.
func roundDown(size int64, entry int) int64 { return size - size%int64(entry) }

// resize gives the file a new length, a whole number of entries, and reports whether it had
// another one. A length below the entries in use is an error, but the file has been cut by then, and the next entry would be
// written at its beginning.
func (m *mapped) resize(d *disk.Disk, size int64) (bool, error) {
	size = roundDown(size, m.size)
	if size == m.length {
		return false, nil
	}
	if err := d.Truncate(m.handle, size); err != nil {
		return false, err
	}
	m.measure(size)
	if used := m.next; used > size {
		m.next = 0
		return false, kerr.ErrIllegalArgument.With("newPosition > limit: (%d > %d)", used, size)
	}
	return true, nil
}

// Flush makes the file durable (fsync). A file that was never touched needs none.
func (m *mapped) Flush(d *disk.Disk) error {
	if !m.open {
		return nil
	}
	return d.Sync(m.handle)
}

// Close lets go of the file without changing its length: zeros behind the entries stay, and count
// as entries when it is opened again. Trim first.
func (m *mapped) Close(d *disk.Disk) error {
	if !m.open {
		return nil
	}
	m.open, m.entries, m.slots, m.length, m.next = false, 0, 0, 0, 0
	return d.Close(m.handle)
}

// Delete closes and removes the file, and reports whether there was one.
func (m *mapped) Delete(d *disk.Disk) (bool, error) {
	if err := m.Close(d); err != nil {
		return false, err
	}
	return remove(d, m.path)
}

// Rename renames the file. The path changes even if there is no file yet, which is an error that
// the caller may know how to take.
func (m *mapped) Rename(d *disk.Disk, path string) error {
	from := m.path
	m.path = path
	return d.Rename(from, path)
}

func remove(d *disk.Disk, path string) (bool, error) {
	if !d.Exists(path) {
		return false, nil
	}
	return true, d.Remove(path)
}

// check is the part of the sanity check that offset and time index share: the length.
func (m *mapped) check(kind string) error {
	if m.length%int64(m.size) == 0 {
		return nil
	}
	return kerr.ErrCorruptIndex.With("%s %s is corrupt, found %d bytes which is neither positive nor a multiple of %d",
		kind, m.path, m.length, m.size)
}

// relative is the distance of an offset from the base, as it stands in an entry.
func (m *mapped) relative(offset int64) (uint32, error) {
	r := offset - m.base
	if r < 0 || r > 1<<31-1 {
		return 0, kerr.ErrIndexOffsetOverflow.With("Integer overflow for offset: %d (%s)", offset, m.path)
	}
	return uint32(r), nil
}

// has is the error for an entry that is not there.
func (m *mapped) has(n int, kind string) error {
	if n >= 0 && n < m.entries {
		return nil
	}
	return kerr.ErrIllegalArgument.With("Attempt to fetch the %dth entry from %s %s, which has size %d.", n, kind, m.path, m.entries)
}

func (m *mapped) String() string {
	return fmt.Sprintf("%s (%d of %d entries)", m.path, m.entries, m.slots)
}
