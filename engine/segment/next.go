package segment

// NextOffset returns the offset after the last record: the last index entry leads to the end of the segment, and the
// batches from there on are passed. An empty segment has its base offset.
func (s *Segment) NextOffset(io *IO) (int64, error) {
	if err := s.openOffset(io); err != nil {
		return 0, err
	}
	at, err := s.offset.Lookup(io.Disk, s.offset.LastOffset(), nil)
	if err != nil {
		return 0, err
	}
	next, target, reached := s.base, s.offset.LastOffset(), false
	scan := s.Scan(io, int64(at.Position), s.size)
	for scan.Next() {
		if reached = reached || scan.LastOffset >= target; reached {
			next = scan.LastOffset + 1
		}
	}
	return next, scan.Err()
}
