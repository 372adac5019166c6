package segment

import (
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// Create makes the files of a new segment: .log, empty or preallocated. Its indexes follow when they are needed.
func Create(io *IO, owner *Token, base int64, set Settings, suffix string) (*Segment, error) {
	s := describe(io, owner, base, set, suffix)
	h, err := io.Disk.Create(s.LogPath(io.Dir))
	if err != nil {
		return nil, err
	}
	s.log = h
	if !set.Preallocate {
		s.size = io.Disk.Size(h)
		return s, nil
	}
	if err := io.Disk.Truncate(h, set.SegmentBytes); err != nil {
		io.Disk.Close(h)
		return nil, err
	}
	return s, nil
}

// Open takes over an existing .log as it is: all bytes of the file count.
func Open(io *IO, owner *Token, base int64, set Settings, suffix string) (*Segment, error) {
	s := describe(io, owner, base, set, suffix)
	h, err := io.Disk.Create(s.LogPath(io.Dir)) // there is none if the loader saw a name with fewer digits
	if err != nil {
		return nil, err
	}
	s.log, s.size = h, io.Disk.Size(h)
	s.found = [2]int64{io.Disk.Length(s.offset.Path()), io.Disk.Length(s.time.Path())}
	return s, nil
}

func describe(io *IO, owner *Token, base int64, set Settings, suffix string) *Segment {
	s := &Segment{owner: owner, base: base, suffix: suffix, set: set, created: io.Now, maxTs: -1, maxTsOffset: -1}
	s.offset = index.NewOffsetIndex(s.path(io.Dir, IndexSuffix), base, int32(set.IndexBytes))
	s.time = index.NewTimeIndex(s.path(io.Dir, TimeIndexSuffix), base, int32(set.IndexBytes))
	s.txn = index.NewTxnIndex(s.path(io.Dir, TxnIndexSuffix), base)
	return s
}

// SanityCheck runs when a segment is loaded. freshTimeIndex says that there was no .timeindex before the segment was
// opened: it is then made and cut to nothing, and not rebuilt. Errors: kerr.ErrNoSuchFile if the .index file is
// missing, kerr.ErrCorruptIndex for a transaction index that cannot be right; both ask for Recover. Neither CRCs nor
// the entries of offset and time index are looked at.
func (s *Segment) SanityCheck(io *IO, freshTimeIndex bool) error {
	if !io.Disk.Exists(s.offset.Path()) {
		return kerr.ErrNoSuchFile.With("Offset index file %s does not exist", s.offset.Path())
	}
	if freshTimeIndex {
		if err := s.openTime(io); err != nil {
			return err
		}
		if _, err := s.time.Resize(io.Disk, 0); err != nil {
			return err
		}
	}
	return s.txn.SanityCheck(io.Disk)
}

// Code lists the state for writing and reading.
func (s *Segment) Code(c *store.Coder) {
	version := c.Version(2)
	c.Int64(&s.base)
	c.String(&s.suffix)
	store.Number(c, &s.log)
	c.Int64(&s.size)
	s.offset.Code(c)
	s.time.Code(c)
	s.txn.Code(c)
	c.Int64(&s.set.SegmentBytes)
	c.Int64(&s.set.IndexInterval)
	c.Int64(&s.set.IndexBytes)
	c.Bool(&s.set.Preallocate)
	c.Int64(&s.set.Jitter)
	c.Int64(&s.created)
	c.Int64(&s.since)
	c.Int64(&s.firstTs)
	c.Bool(&s.firstTsKnown)
	c.Int64(&s.maxTs)
	c.Int64(&s.maxTsOffset)
	if version >= 2 {
		c.Int64(&s.found[0])
		c.Int64(&s.found[1])
	}
}
