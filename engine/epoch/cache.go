// Package epoch is the leader epoch cache of a partition: which leader epoch began at which offset,
// and where it ended. Followers, consumers and the broker itself find out with it where two logs
// part (KIP-101, KIP-279). It knows its checkpoint file and nothing of the log.
package epoch

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// Entry says at which offset a leader epoch began.
type Entry = event.EpochEntry

// Answers where there is no epoch or no offset.
const (
	UndefinedEpoch  int32 = -1
	UndefinedOffset int64 = -1
)

// Cache is the leader epoch cache. It is copied by value: a fork costs nothing.
type Cache struct {
	partition event.Partition
	path      string
	entries   []Entry // ascending in both fields; replaced as a whole, never changed in place
}

// Open reads the checkpoint file at path, which is made, empty, if there is none. Its entries are
// taken one by one as if they were assigned, so that an impossible file loses the older of two
// conflicting entries.
//
// Errors: KafkaStorage for a malformed file; NumberFormat; IllegalArgument for a negative entry.
func Open(d *disk.Disk, partition event.Partition, path string, emit event.Sink) (Cache, error) {
	c := Cache{partition: partition, path: path}
	list, err := checkpoint.ReadEpochs(d, path)
	if err != nil {
		return c, err
	}
	for _, e := range list {
		if _, err := c.add(Entry{Epoch: e.Epoch, StartOffset: e.StartOffset}, emit); err != nil {
			return c, err
		}
	}
	return c, nil
}

// Code lists the state for writing and reading.
func (c *Cache) Code(s *store.Coder) {
	s.Version(1)
	s.String(&c.partition.Topic)
	s.Int32(&c.partition.Number)
	s.String(&c.partition.LogDir)
	s.String(&c.partition.DirName)
	s.String(&c.path)
	store.Slice(s, &c.entries, func(s *store.Coder, e *Entry) {
		s.Int32(&e.Epoch)
		s.Int64(&e.StartOffset)
	})
}

// Path is the path of the checkpoint file.
func (c *Cache) Path() string { return c.path }

// SetPath follows a rename of the partition's directory.
func (c *Cache) SetPath(path string) { c.path = path }

// Entries returns the entries, ascending. They must not be changed.
func (c *Cache) Entries() []Entry { return c.entries }

// Empty reports that no epoch is known.
func (c *Cache) Empty() bool { return len(c.entries) == 0 }

// Latest returns the newest epoch, or false if there is none.
func (c *Cache) Latest() (Entry, bool) {
	if c.Empty() {
		return none(), false
	}
	return c.entries[len(c.entries)-1], true
}

func none() Entry { return Entry{Epoch: UndefinedEpoch, StartOffset: UndefinedOffset} }

// Earliest returns the oldest epoch, or false if there is none.
func (c *Cache) Earliest() (Entry, bool) {
	if c.Empty() {
		return none(), false
	}
	return c.entries[0], true
}

// Previous returns the newest epoch below epoch, or false if there is none.
func (c *Cache) Previous(epoch int32) (Entry, bool) {
	i := c.at(epoch)
	if i == 0 {
		return none(), false
	}
	return c.entries[i-1], true
}

// at is the index of the first entry whose epoch is at least epoch.
func (c *Cache) at(epoch int32) int {
	i, _ := slices.BinarySearchFunc(c.entries, epoch, func(e Entry, epoch int32) int { return int(int64(e.Epoch) - int64(epoch)) })
	return i
}

// EpochFor returns the epoch of the record at an offset, or false if the offset lies before the
// first known one.
func (c *Cache) EpochFor(offset int64) (int32, bool) {
	i, found := slices.BinarySearchFunc(c.entries, offset, compareStart)
	if !found {
		i--
	}
	if i < 0 {
		return UndefinedEpoch, false
	}
	return c.entries[i].Epoch, true
}

func compareStart(e Entry, offset int64) int {
	switch {
	case e.StartOffset < offset:
		return -1
	case e.StartOffset > offset:
		return 1
	}
	return 0
}

// EndOffsetFor answers OffsetsForLeaderEpoch: the largest known epoch that is not above the asked
// one, and the offset at which the next began; for the newest epoch that is the log end offset.
// An epoch below all known ones gets the start of the first. (-1, -1) says "unknown": nothing was
// asked (-1), nothing is known, or the asked epoch lies in the future.
func (c *Cache) EndOffsetFor(epoch int32, logEnd int64) (int32, int64) {
	latest, ok := c.Latest()
	switch {
	case epoch == UndefinedEpoch || !ok || epoch > latest.Epoch:
		return UndefinedEpoch, UndefinedOffset
	case epoch == latest.Epoch:
		return epoch, logEnd
	case epoch < c.entries[0].Epoch:
		return epoch, c.entries[0].StartOffset
	}
	next := c.at(epoch + 1)
	return c.entries[next-1].Epoch, c.entries[next].StartOffset
}

// Assign notes that epoch begins at start, drops the entries that this makes impossible, and writes
// the file at once. Nothing happens if the epoch is the newest one and has begun already. It reports
// whether there is a new entry.
//
// Errors: IllegalArgument if epoch or start is negative; KafkaStorage if the file cannot be written
// (the entry is in the cache then).
func (c *Cache) Assign(d *disk.Disk, epoch int32, start int64, emit event.Sink) (bool, error) {
	e := Entry{Epoch: epoch, StartOffset: start}
	added, err := c.add(e, emit)
	if !added {
		return false, err
	}
	emit(event.EpochAssigned{Partition: c.partition, Entry: e, Entries: len(c.entries)})
	return true, c.Flush(d)
}

// add puts an entry at the end, after removing from there what it makes impossible: entries of the
// same or a later epoch, or with the same or a later start.
func (c *Cache) add(e Entry, emit event.Sink) (bool, error) {
	if e.Epoch < 0 || e.StartOffset < 0 {
		return false, kerr.ErrIllegalArgument.With("Received invalid partition leader epoch entry %v", e)
	}
	if last, ok := c.Latest(); ok && e.Epoch == last.Epoch && e.StartOffset >= last.StartOffset {
		return false, nil
	}
	removed := c.removeFromEnd(func(x Entry) bool { return x.Epoch >= e.Epoch || x.StartOffset >= e.StartOffset })
	if len(removed) > 1 || len(removed) == 1 && removed[0].StartOffset != e.StartOffset {
		emit(event.EpochConflict{Partition: c.partition, Entry: e, Removed: removed, Entries: len(c.entries)})
	}
	c.entries = append(slices.Clip(c.entries), e)
	return true, nil
}

// removeFromEnd removes entries from the end while they match, and returns them, newest first.
func (c *Cache) removeFromEnd(match func(Entry) bool) []Entry {
	keep := len(c.entries)
	for keep > 0 && match(c.entries[keep-1]) {
		keep--
	}
	removed := slices.Clone(c.entries[keep:])
	slices.Reverse(removed)
	c.entries = c.entries[:keep]
	return removed
}

// TruncateFromEnd removes the epochs that begin at or behind end, a new log end offset. It reports
// whether any did; the caller then schedules WriteIfDirExists.
func (c *Cache) TruncateFromEnd(end int64, emit event.Sink) bool {
	if end < 0 {
		return false
	}
	removed := c.removeFromEnd(func(x Entry) bool { return x.StartOffset >= end })
	if len(removed) == 0 {
		return false
	}
	emit(event.EpochsCutAtEnd{Partition: c.partition, Removed: removed, Offset: end, Entries: len(c.entries)})
	return true
}

// TruncateFromStart removes the epochs that begin at or before start, a new log start offset, except
// that the newest of them stays and now begins there. It reports whether there was one; the caller
// then schedules WriteIfDirExists.
func (c *Cache) TruncateFromStart(start int64, emit event.Sink) bool {
	n := 0
	for n < len(c.entries) && c.entries[n].StartOffset <= start {
		n++
	}
	if n == 0 {
		return false
	}
	removed := c.entries[:n:n]
	entries := slices.Clone(c.entries[n-1:])
	entries[0].StartOffset = start
	c.entries = entries
	// Kafka prints the entry as it was before it got its new start.
	emit(event.EpochsCutAtStart{Partition: c.partition, Removed: removed, First: removed[n-1], Offset: start, Entries: len(entries)})
	return true
}

// Clear forgets all epochs, in memory only.
func (c *Cache) Clear() { c.entries = nil }

// ClearAndFlush forgets all epochs and writes the file: the log is truncated fully.
// Error: KafkaStorage.
func (c *Cache) ClearAndFlush(d *disk.Disk) error {
	c.Clear()
	return c.Flush(d)
}
