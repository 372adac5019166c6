// Package segment holds one segment of a partition's log: its family of files (.log, .index, .timeindex, .txnindex),
// how batches are added and found, how it is recovered, cut, renamed and removed. It knows offsets, timestamps and
// positions and no policy: when to roll and what to delete is decided by package plog.
//
// A Segment is plain data. What it needs from outside comes with each call as an IO; open files are handles, which
// are numbers. Offset and time index are opened when they are first needed, as in Kafka, so that a segment which
// nobody reads costs one open file.
package segment

import (
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

// IO is what a segment needs from outside for one call.
type IO struct {
	Disk  *disk.Disk
	Now   int64            // ms
	Emit  event.Sink       // never nil
	Part  *event.Partition // whose events these are
	Dir   string           // directory of the partition as it is named now
	Trace bool             // also emit events that exist for a TRACE line only
	Stats int64            // how often the mtime had to stand for a timestamp, counted up

	work *work // made when needed; stays when the fields above change
}

// work is memory that serves one call after the other.
type work struct {
	batch   []byte
	records record.Iterator
}

func (io *IO) tools() *work {
	if io.work == nil {
		io.work = &work{}
	}
	return io.work
}

// Settings are taken over when a segment object is made and stay with it, also when the topic's configuration changes.
type Settings struct {
	SegmentBytes  int64 // size of a preallocated .log
	IndexInterval int64 // index.interval.bytes
	IndexBytes    int64 // segment.index.bytes
	Preallocate   bool
	Jitter        int64 // ms to take off segment.ms
}

// Token names an owner. A log that was forked takes a new one, and clones every segment that carries another
// before it changes it.
type Token struct{ _ byte }

// Segment is the state of one segment object.
type Segment struct {
	owner *Token

	base   int64
	suffix string // "" or .deleted, .cleaned, .swap: behind every file name

	log    disk.Handle // 0 when closed
	size   int64       // bytes of batches; a preallocated file is longer. Invariant: 0 <= size <= 2^31-1
	offset index.OffsetIndex
	time   index.TimeIndex
	txn    index.TxnIndex

	set     Settings
	found   [2]int64 // bytes of offset and time index when the segment was loaded: what is known of them until they are opened
	created int64    // when this object was made, or the segment emptied
	since   int64    // bytes since the last index entry

	firstTs      int64 // maxTimestamp of the first batch
	firstTsKnown bool

	// maxTs and maxTsOffset are the largest timestamp and the last offset of the first batch that carries it.
	// -1, -1 means not loaded: the last entry of the time index decides then. -1 and the base offset: loaded, none.
	maxTs, maxTsOffset int64
}

// Base returns the base offset: the number in the file names.
func (s *Segment) Base() int64 { return s.base }

// Size returns the bytes of all batches in .log.
func (s *Segment) Size() int64 { return s.size }

// Created returns the time at which the segment object was made or emptied: a restart makes it anew.
func (s *Segment) Created() int64 { return s.created }

// SinceIndexEntry returns the bytes appended since the last index entry, counted from the opening of the segment.
func (s *Segment) SinceIndexEntry() int64 { return s.since }

// Jitter returns what this segment takes off segment.ms.
func (s *Segment) Jitter() int64 { return s.set.Jitter }

// CachedFirstTimestamp returns the largest timestamp of the first batch, if it has been read.
func (s *Segment) CachedFirstTimestamp() (ts int64, known bool) { return s.firstTs, s.firstTsKnown }

// CachedMax returns the largest timestamp so far and the last offset of its batch; -1, -1 if not loaded.
func (s *Segment) CachedMax() (ts, offset int64) { return s.maxTs, s.maxTsOffset }

// IndexEntries returns the number of entries in the offset index, -1 if it is not open.
func (s *Segment) IndexEntries() int {
	if !s.offset.Opened() {
		return -1
	}
	return s.offset.Entries()
}

// TimeIndexEntries returns the number of entries in the time index, -1 if it is not open.
func (s *Segment) TimeIndexEntries() int {
	if !s.time.Opened() {
		return -1
	}
	return s.time.Entries()
}

// IndexSize returns the bytes of the entries in offset and time index; of indexes that nobody has opened, what their files had when
// the segment was loaded.
func (s *Segment) IndexSize() int64 {
	offset, time := s.found[0], s.found[1]
	if s.offset.Opened() {
		offset = s.offset.SizeInBytes()
	}
	if s.time.Opened() {
		time = s.time.SizeInBytes()
	}
	return offset + time
}

// Handle returns the handle of the open .log file, 0 if it is closed.
func (s *Segment) Handle() disk.Handle { return s.log }

// OwnedBy reports that the segment may be changed by the owner of t.
func (s *Segment) OwnedBy(t *Token) bool { return s.owner == t }

// Clone returns a copy that belongs to t and shares the files.
func (s *Segment) Clone(t *Token) *Segment {
	c := *s
	c.owner = t
	return &c
}

// View is how Kafka prints the segment at this moment.
func (s *Segment) View(io *IO) event.Segment {
	return event.Segment{Base: s.base, Size: s.size, LastModified: s.Modified(io), LargestTimestamp: s.maxTs}
}

// Modified returns the mtime of .log in ms, 0 if there is no such file.
func (s *Segment) Modified(io *IO) int64 {
	info, err := io.Disk.Stat(s.LogPath(io.Dir))
	if err != nil {
		return 0
	}
	return info.Mtime
}
