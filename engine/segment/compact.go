package segment

// What the cleaner asks of a segment.

// PositionOf returns the position from which a walk in the .log meets the batch with offset, by the offset index alone.
// It opens the index.
func (s *Segment) PositionOf(io *IO, offset int64) (int64, error) {
	if err := s.openOffset(io); err != nil {
		return 0, err
	}
	at, err := s.offset.Lookup(io.Disk, offset, nil)
	return int64(at.Position), err
}

// IndexBytes returns how many bytes of offset and time index are in use. It opens both.
func (s *Segment) IndexBytes(io *IO) (offset, time int64, err error) {
	if err := s.openBoth(io); err != nil {
		return 0, 0, err
	}
	return s.offset.SizeInBytes(), s.time.SizeInBytes(), nil
}
