package segment

import (
	"fmt"
	"math"
)

// Check returns the first invariant that does not hold, nil for a sound segment. It changes nothing.
func (s *Segment) Check(io *IO) error {
	if s.size < 0 || s.size > math.MaxInt32 {
		return fmt.Errorf("size %d", s.size)
	}
	if have := io.Disk.Size(s.log); have < s.size {
		return fmt.Errorf("%s has %d bytes, the segment %d", s.LogPath(io.Dir), have, s.size)
	}
	if s.since < 0 || s.since > s.size {
		return fmt.Errorf("%d bytes since the last index entry in a segment of %d", s.since, s.size)
	}
	return nil
}

// CheckIndexes is Check for the entries of the indexes that are open.
func (s *Segment) CheckIndexes(io *IO) error {
	if err := s.checkOffsets(io); err != nil {
		return err
	}
	return s.checkTimes(io)
}

func (s *Segment) checkOffsets(io *IO) error {
	if !s.offset.Opened() {
		return nil
	}
	offset, position := s.base-1, int32(-1)
	for n := range s.offset.Entries() {
		e, err := s.offset.Entry(io.Disk, n)
		if err != nil {
			return err
		}
		if e.Offset <= offset || e.Position <= position || int64(e.Position) >= s.size {
			return fmt.Errorf("offset index entry %d is (%d, %d) after (%d, %d) in a segment of %d bytes", n, e.Offset, e.Position, offset, position, s.size)
		}
		offset, position = e.Offset, e.Position
	}
	return nil
}

func (s *Segment) checkTimes(io *IO) error {
	if !s.time.Opened() {
		return nil
	}
	ts, offset := int64(-1), s.base
	for n := range s.time.Entries() {
		e, err := s.time.Entry(io.Disk, n)
		if err != nil {
			return err
		}
		if e.Timestamp <= ts || e.Offset < offset {
			return fmt.Errorf("time index entry %d is (%d, %d) after (%d, %d)", n, e.Timestamp, e.Offset, ts, offset)
		}
		ts, offset = e.Timestamp, e.Offset
	}
	return nil
}
