package segment

// NextOffset returns the offset after the last record: the last index entry leads to the end of the segment, and the
// batches from there on are passed. An empty segment, or one whose index points behind its end, has its base offset.
func (s *Segment) NextOffset(io *IO) (int64, error) {
	if err := s.openOffset(io); err != nil {
		return 0, err
	}
	b, found, err := s.Translate(io, s.offset.LastOffset(), nil)
	if err != nil || !found {
		return s.base, err
	}
	next := b.LastOffset + 1
	scan := s.Scan(io, b.Position, s.size)
	for scan.Next() {
		next = scan.LastOffset + 1
	}
	return next, scan.Err()
}
