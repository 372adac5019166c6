package index

import (
	"cmp"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// NoTimestamp stands for "no timestamp" in Kafka's formats.
const NoTimestamp = -1

// TimeIndex finds the offset from which to scan for a timestamp.
//
// The file (docs/format/time-index.md) holds entries of 12 bytes:
//
//	0                               8              12
//	+-------------------------------+---------------+
//	| timestamp, ms                 | relative      |
//	|                               | offset        |
//	+-------------------------------+---------------+
//
// An entry (T, O) says: of what was appended before the entry, every record with a timestamp above
// T has an offset above O. Sizes as for the offset index.
//
// Numbers (Entries, Full, Last, ...) mean something once the file is open.
type TimeIndex struct {
	mapped
	last TimestampOffset // the last entry; (-1, base) if there is none
}

// TimestampOffset is a timestamp (ms since the epoch) and the absolute offset that goes with it.
type TimestampOffset struct {
	Timestamp int64
	Offset    int64
}

// NewTimeIndex describes the index at path for the segment with that base offset. maxSize is the
// largest size of the file in bytes. Nothing is opened yet.
func NewTimeIndex(path string, base int64, maxSize int32) TimeIndex {
	x := TimeIndex{mapped: mapped{path: path, base: base, max: int64(maxSize), size: timeEntrySize}}
	x.last = x.none()
	return x
}

// Code lists the state for writing and reading.
func (x *TimeIndex) Code(c *store.Coder) {
	c.Version(1)
	x.size = timeEntrySize
	x.mapped.code(c)
	c.Int64(&x.last.Timestamp)
	c.Int64(&x.last.Offset)
}

func (x *TimeIndex) none() TimestampOffset { return TimestampOffset{NoTimestamp, x.base} }

// Open opens the file if it is not open. A missing one is made with its largest size.
// Error: IllegalArgument if that is less than one entry (an empty file is left behind then).
func (x *TimeIndex) Open(d *disk.Disk) error {
	if x.open {
		return nil
	}
	if err := x.start(d); err != nil {
		return err
	}
	return x.refresh(d)
}

// refresh reads the last entry. One that cannot be read leaves what was known.
func (x *TimeIndex) refresh(d *disk.Disk) error {
	if x.entries == 0 {
		x.last = x.none()
		return nil
	}
	e, err := x.entry(d, x.entries-1)
	if err == nil {
		x.last = e
	}
	return err
}

// Full reports that the segment has to roll. One slot is kept for the entry that the roll adds.
func (x *TimeIndex) Full() bool { return x.entries >= x.slots-1 }

// Last is the last entry; (-1, base offset) if there is none.
func (x *TimeIndex) Last() TimestampOffset { return x.last }

// MaybeAppend adds an entry if its timestamp is larger than the last one's; an equal timestamp
// changes nothing. force is set when the segment becomes inactive: then the kept slot may be used.
// It reports whether an entry was added.
//
// Errors, after which nothing has changed: IllegalArgument if the index is full, InvalidOffset if
// the offset is below the last one, IllegalState if the timestamp is. IndexOffsetOverflow if the
// offset does not fit, BufferOverflow if not even the kept slot is free: then half an entry may have been
// written, and each append ends with IllegalState until the index is truncated.
func (x *TimeIndex) MaybeAppend(d *disk.Disk, timestamp, offset int64, force bool) (bool, error) {
	if err := x.Open(d); err != nil {
		return false, err
	}
	if err := x.admit(timestamp, offset, force); err != nil || timestamp <= x.last.Timestamp {
		return false, err
	}
	if err := x.add(d, timestamp, offset); err != nil {
		return false, err
	}
	x.entries++
	x.last = TimestampOffset{timestamp, offset}
	return true, x.aligned()
}

// add writes the two fields of an entry. As in Kafka the timestamp stands in the file by the time the offset turns out not to
// fit.
func (x *TimeIndex) add(d *disk.Disk, timestamp, offset int64) error {
	relative, refused := x.relative(offset)
	var b [timeEntrySize]byte
	codec.PutInt64(b[timeTimestamp:], timestamp)
	codec.PutUint32(b[timeRelative:], relative)
	if refused == nil && x.next+timeEntrySize <= x.length {
		return x.put(d, b[:])
	}
	if err := x.put(d, b[:timeRelative]); err != nil || refused != nil {
		return cmp.Or(err, refused)
	}
	return x.put(d, b[timeRelative:])
}

func (x *TimeIndex) admit(timestamp, offset int64, force bool) error {
	switch {
	case !force && x.Full():
		return kerr.ErrIllegalArgument.With("Attempt to append to a full time index (size = %d).", x.entries)
	case x.entries > 0 && offset < x.last.Offset:
		return kerr.ErrInvalidOffset.With("Attempt to append an offset (%d) to slot %d no larger than the last offset appended (%d) to %s",
			offset, x.entries, x.last.Offset, x.path)
	case x.entries > 0 && timestamp < x.last.Timestamp:
		return kerr.ErrIllegalState.With("Attempt to append a timestamp (%d) to slot %d no larger than the last timestamp appended (%d) to %s",
			timestamp, x.entries, x.last.Timestamp, x.path)
	}
	return nil
}

// Lookup returns the last entry whose timestamp is at most target, or (-1, base offset) if there
// is none. Each comparison is recorded in t, which may be nil.
func (x *TimeIndex) Lookup(d *disk.Disk, target int64, t *Trace) (TimestampOffset, error) {
	if err := x.Open(d); err != nil {
		return TimestampOffset{}, err
	}
	var w words
	w.at(d, &x.mapped, timeTimestamp, 8, 0)
	slot, err := x.search(&w, target, lower, t)
	if err != nil || slot < 0 {
		return x.none(), err
	}
	return x.decode(&w, slot)
}

// Entry returns entry n, from 0. Error: IllegalArgument if there is no such entry.
func (x *TimeIndex) Entry(d *disk.Disk, n int) (TimestampOffset, error) {
	if err := x.Open(d); err != nil {
		return TimestampOffset{}, err
	}
	if err := x.has(n, "time index"); err != nil {
		return TimestampOffset{}, err
	}
	return x.entry(d, n)
}

func (x *TimeIndex) entry(d *disk.Disk, n int) (TimestampOffset, error) {
	var w words
	w.at(d, &x.mapped, timeTimestamp, 8, 0)
	return x.decode(&w, n)
}

func (x *TimeIndex) decode(w *words, n int) (TimestampOffset, error) {
	var b [timeEntrySize]byte
	if err := w.read(b[:], int64(n)*timeEntrySize); err != nil {
		return x.none(), err
	}
	return TimestampOffset{
		Timestamp: codec.Int64(b[timeTimestamp:]),
		Offset:    x.base + int64(codec.Int32(b[timeRelative:])),
	}, nil
}

// TruncateTo keeps the entries whose offset is below offset, as far as Kafka's search finds them:
// of entries with exactly that offset one may stay. Bytes behind them stay in the file.
func (x *TimeIndex) TruncateTo(d *disk.Disk, offset int64) error {
	if err := x.Open(d); err != nil {
		return err
	}
	var w words
	w.at(d, &x.mapped, timeRelative, 4, x.base)
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
func (x *TimeIndex) Truncate(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	x.keep(0)
	return x.refresh(d)
}

// Reset drops all entries and gives the file its largest size, before it is rebuilt.
func (x *TimeIndex) Reset(d *disk.Disk) error {
	if err := x.Truncate(d); err != nil {
		return err
	}
	_, err := x.resize(d, x.max)
	return err
}

// Resize gives the file a new length, rounded down to whole entries, and reports whether it
// changed. Error: IllegalArgument if the entries in use don't fit; the file has been cut then.
func (x *TimeIndex) Resize(d *disk.Disk, size int64) (bool, error) {
	if err := x.Open(d); err != nil {
		return false, err
	}
	changed, err := x.resize(d, size)
	if err == nil && changed {
		err = x.refresh(d)
	}
	return changed, err
}

// Extend gives the file its largest size: its segment is the active one again.
func (x *TimeIndex) Extend(d *disk.Disk) error {
	_, err := x.Resize(d, x.max)
	return err
}

// Trim cuts the file behind the last entry: its segment takes no more.
func (x *TimeIndex) Trim(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	_, err := x.Resize(d, x.SizeInBytes())
	return err
}

// SanityCheck is what kafka-dump-log --index-sanity-check does; loading a log does not run it.
// Error: CorruptIndex if the last timestamp is below the first, the last offset below the base, or
// the length no multiple of 12.
func (x *TimeIndex) SanityCheck(d *disk.Disk) error {
	if err := x.Open(d); err != nil {
		return err
	}
	if x.entries > 0 {
		first, err := x.entry(d, 0)
		if err != nil {
			return err
		}
		if x.last.Timestamp < first.Timestamp {
			return kerr.ErrCorruptIndex.With("Corrupt time index found, time index file (%s) has non-zero size but the last timestamp is %d which is less than the first timestamp %d",
				x.path, x.last.Timestamp, first.Timestamp)
		}
		if x.last.Offset < x.base {
			return kerr.ErrCorruptIndex.With("Corrupt time index found, time index file (%s) has non-zero size but the last offset is %d which is less than the first offset %d",
				x.path, x.last.Offset, x.base)
		}
	}
	return x.check("Time index file")
}
