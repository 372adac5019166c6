package index

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// OffsetIndex finds the place in a segment's log file from which to scan for an offset. It is
// sparse: one entry for some KiB of log (index.interval.bytes).
//
// The file (docs/format/offset-index.md) holds entries of 8 bytes:
//
//	0               4               8
//	+---------------+---------------+
//	| relative      | position      |
//	| offset        | in .log       |
//	+---------------+---------------+
//
// relative offset is that of the batch's last record, minus the base offset of the segment;
// position is where the batch starts. While the segment is active the file has its largest size
// (segment.index.bytes) and everything after the last entry is zero, or what stood there before a
// truncation.
//
// Numbers (Entries, Full, LastOffset, ...) mean something once the file is open.
type OffsetIndex struct {
	mapped
	last int64 // offset of the last entry, base if there is none; Invariant: offsets strictly increase
}

// OffsetPosition says that the batch which ends with Offset starts at byte Position of the log file.
type OffsetPosition struct {
	Offset   int64
	Position int32
}

// NewOffsetIndex describes the index at path for the segment with that base offset. maxSize is the
// largest size of the file in bytes. Nothing is opened yet.
func NewOffsetIndex(path string, base int64, maxSize int32) OffsetIndex {
	return OffsetIndex{mapped: mapped{path: path, base: base, max: int64(maxSize), size: offsetEntrySize}, last: base}
}

// Code lists the state for writing and reading.
func (x *OffsetIndex) Code(c *store.Coder) {
	c.Version(1)
	x.size = offsetEntrySize
	x.mapped.code(c)
	c.Int64(&x.last)
}

// Open opens the file if it is not open. A missing one is made with its largest size.
// Error: IllegalArgument if that is less than one entry (an empty file is left behind then).
func (x *OffsetIndex) Open(d *disk.Disk) error {
	if x.open {
		return nil
	}
	return x.first(d)
}

// first is Open at the first touch.
func (x *OffsetIndex) first(d *disk.Disk) error {
	if err := x.start(d); err != nil {
		return err
	}
	return x.refresh(d)
}

// refresh reads the last entry. One that cannot be read leaves what was known.
func (x *OffsetIndex) refresh(d *disk.Disk) error {
	if x.entries == 0 {
		x.last = x.base
		return nil
	}
	e, err := x.entry(d, x.entries-1)
	if err == nil {
		x.last = e.Offset
	}
	return err
}

// Full reports that no entry fits any more, which makes the segment roll.
func (x *OffsetIndex) Full() bool { return x.entries >= x.slots }

// LastOffset is the offset of the last entry, the base offset if there is none.
func (x *OffsetIndex) LastOffset() int64 { return x.last }

// Append adds an entry: a batch whose last offset is offset starts at byte position of the log.
//
// Errors, after which nothing has changed: IllegalArgument if the index is full, InvalidOffset if
// the offset is not larger than the last one, IndexOffsetOverflow if it is not within base ..
// base + 2^31-1. The log rolls before any of them can happen.
func (x *OffsetIndex) Append(d *disk.Disk, offset int64, position int32) error {
	if err := x.Open(d); err != nil {
		return err
	}
	relative, err := x.admit(offset)
	if err != nil {
		return err
	}
	var b [offsetEntrySize]byte
	codec.PutUint32(b[offsetRelative:], relative)
	codec.PutInt32(b[offsetPosition:], position)
	if err := x.put(d, b[:]); err != nil {
		return err
	}
	x.entries++
	x.last = offset
	return x.aligned()
}

// admit checks an offset and returns what is stored of it.
func (x *OffsetIndex) admit(offset int64) (uint32, error) {
	if x.Full() {
		return 0, kerr.ErrIllegalArgument.With("Attempt to append to a full index (size = %d).", x.entries)
	}
	if x.entries > 0 && offset <= x.last {
		return 0, kerr.ErrInvalidOffset.With("Attempt to append an offset %d to position %d no larger than the last offset appended (%d) to %s",
			offset, x.entries, x.last, x.path)
	}
	return x.relative(offset)
}

// Lookup returns the last entry whose offset is at most target, or (base offset, 0) if there is
// none. Each comparison is recorded in t, which may be nil.
func (x *OffsetIndex) Lookup(d *disk.Disk, target int64, t *Trace) (OffsetPosition, error) {
	if err := x.Open(d); err != nil {
		return OffsetPosition{}, err
	}
	var w words
	w.at(d, &x.mapped, offsetRelative, 4, x.base)
	slot, err := x.search(&w, target, lower, t)
	if err != nil || slot < 0 {
		return OffsetPosition{Offset: x.base}, err
	}
	return x.decode(&w, slot)
}

// FetchUpperBound returns an entry at or behind the end of a fetch of size bytes that starts at
// from: the end of the offsets that the fetch can hold. The second result is false if no entry
// lies that far. An entry exactly at the end counts, unless it is the first of the searched range.
func (x *OffsetIndex) FetchUpperBound(d *disk.Disk, from OffsetPosition, size int32, t *Trace) (OffsetPosition, bool, error) {
	if err := x.Open(d); err != nil {
		return OffsetPosition{}, false, err
	}
	end := int64(from.Position + size) // wraps as in Kafka
	var w words
	w.at(d, &x.mapped, offsetPosition, 4, 0)
	slot, err := x.search(&w, end, upper, t)
	if err != nil || slot < 0 {
		return OffsetPosition{}, false, err
	}
	e, err := x.decode(&w, slot)
	return e, err == nil, err
}

// Entry returns entry n, from 0. Error: IllegalArgument if there is no such entry.
func (x *OffsetIndex) Entry(d *disk.Disk, n int) (OffsetPosition, error) {
	if err := x.Open(d); err != nil {
		return OffsetPosition{}, err
	}
	if err := x.has(n, "index"); err != nil {
		return OffsetPosition{}, err
	}
	return x.entry(d, n)
}

func (x *OffsetIndex) entry(d *disk.Disk, n int) (OffsetPosition, error) {
	var w words
	w.at(d, &x.mapped, offsetRelative, 4, x.base)
	return x.decode(&w, n)
}

func (x *OffsetIndex) decode(w *words, n int) (OffsetPosition, error) {
	at := uint(n) * offsetEntrySize
	if page := at / pageSize; page < uint(len(w.pages)) && w.pages[page] != nil {
		return x.parse(w.pages[page][at%pageSize:]), nil
	}
	var b [offsetEntrySize]byte
	err := w.read(b[:], int64(at))
	return x.parse(b[:]), err
}

func (x *OffsetIndex) parse(b []byte) OffsetPosition {
	return OffsetPosition{
		Offset:   x.base + int64(codec.Int32(b[offsetRelative:])),
		Position: codec.Int32(b[offsetPosition:]),
	}
}

// TruncateTo keeps the entries whose offset is below offset. Bytes behind them stay in the file.
func (x *OffsetIndex) TruncateTo(d *disk.Disk, offset int64) error {
	if err := x.Open(d); err != nil {
		return err
	}
	var w words
	w.at(d, &x.mapped, offsetRelative, 4, x.base)
	slot, err := x.search(&w, offset, lower, nil)
	if err != nil {
		return err
	}
	keep := slot + 1
	if slot >= 0 {
		e, err := x.decode(&w, slot)
		if err != nil {
			return err
		}
		if e.Offset == offset {
			keep = slot
		}
	}
	x.keep(keep)
	return x.refresh(d)
}

// Truncate drops all entries.
func (x *OffsetIndex) Truncate(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	x.keep(0)
	return x.refresh(d)
}

// Reset drops all entries and gives the file its largest size, before it is rebuilt.
func (x *OffsetIndex) Reset(d *disk.Disk) error {
	if err := x.Truncate(d); err != nil {
		return err
	}
	_, err := x.resize(d, x.max)
	return err
}

// Resize gives the file a new length, rounded down to whole entries, and reports whether it
// changed. Error: IllegalArgument if the entries in use don't fit; the file has been cut then.
func (x *OffsetIndex) Resize(d *disk.Disk, size int64) (bool, error) {
	if err := x.Open(d); err != nil {
		return false, err
	}
	return x.resize(d, size)
}

// Extend gives the file its largest size: its segment is the active one again.
func (x *OffsetIndex) Extend(d *disk.Disk) error {
	_, err := x.Resize(d, x.max)
	return err
}

// Trim cuts the file behind the last entry: its segment takes no more.
func (x *OffsetIndex) Trim(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	_, err := x.resize(d, x.SizeInBytes())
	return err
}

// SanityCheck is what kafka-dump-log --index-sanity-check does; loading a log does not run it.
// Error: CorruptIndex if the last offset is below the base or the length is no multiple of 8.
func (x *OffsetIndex) SanityCheck(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	if x.entries != 0 && x.last < x.base {
		return kerr.ErrCorruptIndex.With("Corrupt index found, index file %s has non-zero size but the last offset is %d which is less than the base offset %d",
			x.path, x.last, x.base)
	}
	return x.check("Index file")
}
