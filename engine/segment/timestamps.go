package segment

import "logarium/engine/index"

// Max returns the largest timestamp so far and the last offset of its batch: -1 and the base offset if there is
// none. If it is not in memory, the last entry of the time index decides and the log is not read, so that after a
// restart the index is the authority.
func (s *Segment) Max(io *IO) (ts, offset int64, err error) {
	if s.maxTs == -1 && s.maxTsOffset == -1 {
		if err := s.openTime(io); err != nil {
			return 0, 0, err
		}
		last := s.time.Last()
		s.maxTs, s.maxTsOffset = last.Timestamp, last.Offset
	}
	return s.maxTs, s.maxTsOffset, nil
}

// LargestTimestamp is what retention and look-ups by time compare: the largest record timestamp, or the mtime of
// .log for a segment that has none. byMtime says which.
func (s *Segment) LargestTimestamp(io *IO) (ts int64, byMtime bool, err error) {
	ts, _, err = s.Max(io)
	if err != nil || ts >= 0 {
		return ts, false, err
	}
	io.Stats++
	return s.Modified(io), true, nil
}

// FirstTimestamp returns the largest timestamp of the first batch, from which time rolling counts. known is false
// for an empty segment.
func (s *Segment) FirstTimestamp(io *IO) (ts int64, known bool, err error) {
	if !s.firstTsKnown {
		scan := s.Scan(io, 0, s.size)
		if !scan.Next() {
			return s.firstTs, false, scan.Err()
		}
		if ts, err = scan.maxTimestamp(); err != nil {
			return s.firstTs, false, err
		}
		s.firstTs, s.firstTsKnown = ts, true
	}
	return s.firstTs, s.firstTsKnown, err
}

// Waited returns for how long the segment has been filling, in ms, seen from an append whose largest timestamp is
// ts: record time if the first batch has a timestamp, otherwise the time since the segment was made.
func (s *Segment) Waited(io *IO, ts int64) (int64, error) {
	first, known, err := s.FirstTimestamp(io)
	if err != nil {
		return 0, err
	}
	if known && first >= 0 {
		return ts - first, nil
	}
	return io.Now - s.created, nil
}

// reloadMax finds the largest timestamp of what is left after a truncation: the last entry of the time index, or a
// larger one in a batch behind the position that the offset index knows for it.
func (s *Segment) reloadMax(io *IO) error {
	last := s.time.Last()
	at, err := s.offset.Lookup(io.Disk, last.Offset, nil)
	if err != nil {
		return err
	}
	scan := s.Scan(io, int64(at.Position), s.size)
	for scan.Next() {
		ts, err := scan.maxTimestamp()
		if err != nil {
			return err
		}
		if ts > last.Timestamp {
			last = index.TimestampOffset{Timestamp: ts, Offset: scan.LastOffset}
		}
	}
	if scan.Err() == nil {
		s.maxTs, s.maxTsOffset = last.Timestamp, last.Offset
	}
	return scan.Err()
}
