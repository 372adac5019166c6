package segment

import (
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// Trace records how a look-up was done: the searches in the indexes and the batches that were passed. A nil Trace
// records nothing and costs nothing.
type Trace struct {
	Segments    []int64 // base offsets of the segments looked at, in order
	Starts      []int   // of each segment: how many batches were passed before it
	Index       index.Trace
	Batches     []Batch // whose headers were read, in order; the last or the one before it may be the hit
	Records     int     // records decoded
	HeaderBytes int64
}

// IndexTrace is where an index records its search.
func (t *Trace) IndexTrace() *index.Trace {
	if t == nil {
		return nil
	}
	return &t.Index
}

// Visit notes a segment.
func (t *Trace) Visit(base int64) {
	if t != nil {
		t.Segments, t.Starts = append(t.Segments, base), append(t.Starts, len(t.Batches))
	}
}

// Holds is the base offset of the segment in which the n-th of the batches lies: a look-up goes on behind a segment whose last records
// the cleaner has removed. last tells that it is the one where the look-up ended.
func (t *Trace) Holds(n int) (base int64, last bool) {
	at := len(t.Starts) - 1
	for at > 0 && t.Starts[at] > n {
		at--
	}
	return t.Segments[at], at == len(t.Starts)-1
}

func (t *Trace) pass(b *Batch) {
	if t != nil {
		t.Batches = append(t.Batches, *b)
		t.HeaderBytes += min(headerV2, b.Size)
	}
}

func (t *Trace) record() {
	if t != nil {
		t.Records++
	}
}

// Translate finds the batch with an offset, or the first one behind it: the offset index gives the place from which headers
// are read. found is false if the segment ends before. As in Kafka base offsets decide as long as they can, so that the
// header behind the batch is mostly read too.
func (s *Segment) Translate(io *IO, offset int64, t *Trace) (b Batch, found bool, err error) {
	if err := s.openOffset(io); err != nil {
		return Batch{}, false, err
	}
	from, err := s.offset.Lookup(io.Disk, offset, t.IndexTrace())
	if err != nil {
		return Batch{}, false, err
	}
	before, has := Batch{}, false
	scan := s.Scan(io, int64(max(0, from.Position)), s.size)
	for scan.Next() {
		t.pass(&scan.Batch)
		if err := s.completeBase(io, &scan.Batch); err != nil {
			return Batch{}, false, err
		}
		switch {
		case scan.BaseOffset > offset && has && before.LastOffset >= offset:
			return before, true, nil
		case scan.BaseOffset >= offset:
			return scan.Batch, true, nil
		}
		before, has = scan.Batch, true
	}
	return before, has && before.LastOffset >= offset && scan.Err() == nil, scan.Err()
}

// completeBase completes a header. That of a compressed one of format 0 or 1 has the last offset only;
// the first one is that of the first message inside.
func (s *Segment) completeBase(io *IO, b *Batch) error {
	if b.Magic >= 2 || record.Codec(b.Attributes&7) == record.None {
		return nil
	}
	raw, err := s.ReadBatch(io, b, nil)
	if err == nil {
		b.BaseOffset, err = record.Batch(raw).FirstOffset(nil)
	}
	return err
}

// UpperBound returns the offset of an index entry at or behind the end of a fetch of size bytes whose first batch
// begins at position; false if no entry lies that far.
func (s *Segment) UpperBound(io *IO, base, position, size int64) (int64, bool, error) {
	if err := s.openOffset(io); err != nil {
		return 0, false, err
	}
	e, ok, err := s.offset.FetchUpperBound(io.Disk, index.OffsetPosition{Offset: base, Position: int32(position)}, int32(size), nil)
	return e.Offset, ok, err
}

// Decoder says how records are decoded.
type Decoder struct {
	Codecs        *record.Codecs // nil: made when needed
	MaxRecordSize int            // max.decompressed.message.bytes, 0: no limit
}

// iterator returns the iterator of an IO, set as the Decoder says.
func (d Decoder) iterator(io *IO) *record.Iterator {
	it := &io.tools().records
	it.Codecs, it.MaxRecordSize, it.Streaming = d.Codecs, d.MaxRecordSize, true
	return it
}

// Found is a record that a look-up by time has found.
type Found struct {
	Timestamp   int64
	Offset      int64
	LeaderEpoch int32 // of its batch, -1 unknown
	Batch       Batch
}

// FindByTimestamp returns the first record at or above offset start whose timestamp is at least ts. Records before
// the place that the indexes give are not looked at: none of them can be as late.
func (s *Segment) FindByTimestamp(io *IO, ts, start int64, by Decoder, t *Trace) (Found, bool, error) {
	if err := s.openBoth(io); err != nil {
		return Found{}, false, err
	}
	at, err := s.time.Lookup(io.Disk, ts, t.IndexTrace())
	if err != nil {
		return Found{}, false, err
	}
	from, err := s.offset.Lookup(io.Disk, max(at.Offset, start), t.IndexTrace())
	if err != nil {
		return Found{}, false, err
	}
	it := by.iterator(io)
	scan := s.Scan(io, int64(from.Position), s.size)
	for scan.Next() {
		t.pass(&scan.Batch)
		if latest, err := scan.maxTimestamp(); err != nil {
			return Found{}, false, err
		} else if latest < ts {
			continue
		}
		f, ok, err := s.firstRecord(io, &scan.Batch, it, t, func(r *record.Record) bool { return r.Timestamp >= ts && r.Offset >= start })
		if ok || err != nil {
			return f, ok, err
		}
	}
	return Found{}, false, scan.Err()
}

// FindMax returns the first record that carries the segment's largest timestamp. None is found if the batch that had
// it was compacted away, or if its header says a timestamp that no record has.
func (s *Segment) FindMax(io *IO, by Decoder, t *Trace) (Found, bool, error) {
	ts, offset, err := s.Max(io)
	if err != nil {
		return Found{}, false, err
	}
	if err := s.openOffset(io); err != nil {
		return Found{}, false, err
	}
	from, err := s.offset.Lookup(io.Disk, offset, t.IndexTrace())
	if err != nil {
		return Found{}, false, err
	}
	it := by.iterator(io)
	scan := s.Scan(io, int64(from.Position), s.size)
	for scan.Next() {
		t.pass(&scan.Batch)
		if latest, err := scan.maxTimestamp(); err != nil {
			return Found{}, false, err
		} else if latest == ts && scan.Magic == 0 { // its records have no timestamps
			return Found{}, false, nil
		} else if latest == ts {
			return s.firstRecord(io, &scan.Batch, it, t, func(r *record.Record) bool { return r.Timestamp == ts })
		}
	}
	return Found{}, false, scan.Err()
}

// firstRecord looks for a record in one batch.
func (s *Segment) firstRecord(io *IO, b *Batch, it *record.Iterator, t *Trace, wanted func(*record.Record) bool) (Found, bool, error) {
	raw, err := s.ReadBatch(io, b, io.tools().batch)
	if err != nil {
		return Found{}, false, err
	}
	io.work.batch = raw
	for it.Open(record.Batch(raw)); it.Next(); {
		t.record()
		if r := it.Record(); wanted(r) {
			return Found{Timestamp: r.Timestamp, Offset: r.Offset, LeaderEpoch: b.LeaderEpoch, Batch: *b}, true, nil
		}
	}
	return Found{}, false, it.Err()
}

// ReadBatch returns the bytes of a batch, in buf if it is large enough.
func (s *Segment) ReadBatch(io *IO, b *Batch, buf []byte) ([]byte, error) {
	if b.Size < 0 || b.Position+b.Size > s.size {
		return nil, kerr.ErrCorruptRecord.With("batch of %d bytes at %d in a segment of %d bytes", b.Size, b.Position, s.size)
	}
	return s.ReadBytes(io, b.Position, b.Size, buf)
}

// ReadBytes returns size bytes of .log from a position, in buf if it is large enough.
func (s *Segment) ReadBytes(io *IO, position, size int64, buf []byte) ([]byte, error) {
	buf = room(buf, size)
	_, err := io.Disk.ReadAt(s.log, buf, position)
	return buf, err
}

// SendBytes is ReadBytes for somebody at the other end of a network: see disk.Send.
func (s *Segment) SendBytes(io *IO, position, size int64, buf []byte, since int64, tls bool) ([]byte, error) {
	buf = room(buf, size)
	_, err := io.Disk.Send(s.log, buf, position, since, tls)
	return buf, err
}

func room(buf []byte, size int64) []byte {
	if int64(cap(buf)) < size {
		return make([]byte, size)
	}
	return buf[:size]
}
