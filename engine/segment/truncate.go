package segment

// TruncateTo drops everything from offset on, whole batches only: the batch that holds offset goes with all its
// records. The indexes keep entries below offset and get their largest size, since the segment is the active one
// now. It returns the number of bytes cut from .log.
func (s *Segment) TruncateTo(io *IO, offset int64) (int64, error) {
	at, found, err := s.Translate(io, offset, nil)
	if err != nil {
		return 0, err
	}
	if err := s.truncateIndexes(io, offset); err != nil {
		return 0, err
	}
	cut := int64(0)
	if found {
		cut = s.size - at.Position
		if err := s.truncateLog(io, at.Position); err != nil {
			return 0, err
		}
	}
	if s.size == 0 {
		s.created, s.firstTsKnown, s.firstTs = io.Now, false, 0
	}
	s.since = 0
	return cut, s.refreshMax(io)
}

func (s *Segment) truncateIndexes(io *IO, offset int64) error {
	if err := s.openBoth(io); err != nil {
		return err
	}
	if err := s.offset.TruncateTo(io.Disk, offset); err != nil {
		return err
	}
	if err := s.time.TruncateTo(io.Disk, offset); err != nil {
		return err
	}
	if err := s.txn.TruncateTo(io.Disk, offset); err != nil {
		return err
	}
	return s.Extend(io)
}

// truncateLog cuts .log behind size bytes. A file that is no longer than that is left alone, its mtime included.
func (s *Segment) truncateLog(io *IO, size int64) error {
	s.size = size
	if size >= io.Disk.Size(s.log) {
		return nil
	}
	return io.Disk.Truncate(s.log, size)
}

// refreshMax finds the largest timestamp of what is left, if there was one.
func (s *Segment) refreshMax(io *IO) error {
	ts, _, err := s.Max(io)
	if err != nil || ts < 0 {
		return err
	}
	return s.reloadMax(io)
}
