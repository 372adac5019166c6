package segment

import (
	"logarium/engine/event"
	"logarium/engine/index"
)

// openOffset opens the offset index if nobody has touched it yet.
func (s *Segment) openOffset(io *IO) error {
	if s.offset.Opened() {
		return nil
	}
	if err := s.offset.Open(io.Disk); err != nil {
		return err
	}
	io.Emit(event.IndexLoaded{
		Partition: *io.Part, Base: s.base, Path: s.offset.Path(), MaxEntries: int64(s.offset.MaxEntries()), MaxSize: s.set.IndexBytes,
		Entries: int64(s.offset.Entries()), LastOffset: s.offset.LastOffset(), Position: s.offset.SizeInBytes(),
	})
	return nil
}

// openTime opens the time index if nobody has touched it yet.
func (s *Segment) openTime(io *IO) error {
	if s.time.Opened() {
		return nil
	}
	if err := s.time.Open(io.Disk); err != nil {
		return err
	}
	io.Emit(event.IndexLoaded{
		Partition: *io.Part, Base: s.base, Path: s.time.Path(), Time: true, MaxEntries: int64(s.time.MaxEntries()), MaxSize: s.set.IndexBytes,
		Entries: int64(s.time.Entries()), LastOffset: s.time.Last().Offset, Position: s.time.SizeInBytes(),
	})
	return nil
}

// openBoth opens offset and time index.
func (s *Segment) openBoth(io *IO) error {
	if err := s.openOffset(io); err != nil {
		return err
	}
	return s.openTime(io)
}

// addEntry adds the entries of both indexes that are due with a batch.
func (s *Segment) addEntry(io *IO, last, position int64) error {
	if err := s.openOffset(io); err != nil {
		return err
	}
	if err := s.offset.Append(io.Disk, last, int32(position)); err != nil {
		return err
	}
	io.Emit(event.IndexEntryAdded{
		Partition: *io.Part, Base: s.base, Number: s.offset.Entries() - 1, Offset: last, Position: int32(position), Path: s.offset.Path(),
	})
	return s.addTimeEntry(io, false)
}

// addTimeEntry offers the largest timestamp to the time index, which takes it if it is larger than its last entry.
// force allows the last slot, for the entry of a segment that becomes inactive.
func (s *Segment) addTimeEntry(io *IO, force bool) error {
	ts, offset, err := s.Max(io)
	if err != nil {
		return err
	}
	if err := s.openTime(io); err != nil {
		return err
	}
	added, err := s.time.MaybeAppend(io.Disk, ts, offset, force)
	if added {
		io.Emit(event.TimeIndexEntryAdded{
			Partition: *io.Part, Base: s.base, Number: s.time.Entries() - 1, Timestamp: ts, Offset: offset, Path: s.time.Path(),
		})
	}
	return err
}

// Extend gives both indexes their largest size: the segment is the active one again.
func (s *Segment) Extend(io *IO) error {
	if err := s.openBoth(io); err != nil {
		return err
	}
	if err := s.offset.Extend(io.Disk); err != nil {
		return err
	}
	if err := s.time.Extend(io.Disk); err != nil {
		return err
	}
	s.sayResized(io)
	return nil
}

// sayResized tells of the size that the indexes have now.
func (s *Segment) sayResized(io *IO) {
	e := event.IndexResized{Partition: *io.Part, Base: s.base, Changed: true}
	e.Path, e.Size, e.Position, e.Limit = s.offset.Path(), s.offset.Length(), s.offset.SizeInBytes(), s.offset.Length()
	io.Emit(e)
	e.Path, e.Size, e.Position, e.Limit = s.time.Path(), s.time.Length(), s.time.SizeInBytes(), s.time.Length()
	io.Emit(e)
}

// BecomeInactive ends the segment's time as the active one: the time index gets its last entry, both indexes are cut
// to the entries they have, .log to its batches.
func (s *Segment) BecomeInactive(io *IO) error {
	if err := s.addTimeEntry(io, true); err != nil {
		return err
	}
	if err := s.openOffset(io); err != nil {
		return err
	}
	if err := s.offset.Trim(io.Disk); err != nil {
		return err
	}
	if err := s.time.Trim(io.Disk); err != nil {
		return err
	}
	s.sayResized(io)
	return s.truncateLog(io, s.size)
}

// OffsetEntry returns entry n of the offset index. It opens the index.
func (s *Segment) OffsetEntry(io *IO, n int) (index.OffsetPosition, error) {
	if err := s.openOffset(io); err != nil {
		return index.OffsetPosition{}, err
	}
	return s.offset.Entry(io.Disk, n)
}

// TimeEntry returns entry n of the time index. It opens the index.
func (s *Segment) TimeEntry(io *IO, n int) (index.TimestampOffset, error) {
	if err := s.openTime(io); err != nil {
		return index.TimestampOffset{}, err
	}
	return s.time.Entry(io.Disk, n)
}

// AbortedTxns returns all entries of the transaction index.
func (s *Segment) AbortedTxns(io *IO) ([]index.AbortedTxn, error) { return s.txn.All(io.Disk) }

// CollectAborted appends the aborted transactions that a fetch of [from, upper) has to know. complete: later
// segments add none.
func (s *Segment) CollectAborted(io *IO, list []index.AbortedTxn, from, upper int64) ([]index.AbortedTxn, bool, error) {
	return s.txn.Collect(io.Disk, list, from, upper)
}

// AddAborted records an aborted transaction; the file is made with the first.
func (s *Segment) AddAborted(io *IO, a index.AbortedTxn) error {
	if err := s.txn.Append(io.Disk, a); err != nil {
		return err
	}
	io.Emit(event.AbortedTxnIndexed{
		Partition: *io.Part, Base: s.base, ProducerID: a.ProducerID, FirstOffset: a.FirstOffset, LastOffset: a.LastOffset, LastStable: a.LastStableOffset,
	})
	return nil
}
