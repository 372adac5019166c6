package segment

import (
	"math"

	"logarium/engine/event"
	"logarium/engine/kerr"
)

// Append writes whole batches to the end of .log and keeps the indexes: largest is the last offset of the last one.
// The caller has assigned offsets and checked the bytes.
//
// Rule of the sparse index (Kafka 4.0.1 and later): for each batch, in order, the largest timestamp is taken over
// first; then, if more than index.interval.bytes were appended since the last entry, not counting this batch, the
// offset index gets (last offset, position of the batch) and the time index the largest timestamp so far.
func (s *Segment) Append(io *IO, largest int64, batches []byte) error {
	if len(batches) == 0 {
		return nil
	}
	if err := s.ensureInRange(io, largest); err != nil {
		return err
	}
	position := s.size
	if math.MaxInt32-position < int64(len(batches)) {
		return kerr.ErrIllegalArgument.With("Append of size %d bytes is too large for segment with current file position at %d", len(batches), position)
	}
	if io.Trace {
		io.Emit(event.SegmentWriting{Partition: *io.Part, Base: s.base, Size: int64(len(batches)), EndOffset: largest, Position: position})
	}
	if _, err := io.Disk.WriteAt(s.log, batches, position); err != nil {
		return err
	}
	s.size += int64(len(batches))
	if io.Trace {
		io.Emit(event.SegmentWritten{Partition: *io.Part, Base: s.base, Size: int64(len(batches)), EndOffset: largest, Path: s.LogPath(io.Dir)})
	}
	for at := 0; at+headerToMagic <= len(batches); {
		b := Batch{Position: position + int64(at)}
		b.Read(batches[at:])
		if err := s.account(io, &b, s.since); err != nil {
			return err
		}
		s.since += b.Size
		at += int(b.Size)
	}
	return nil
}

// account applies the rule of the sparse index to one batch; since is the number of bytes before it that are not
// covered by an entry.
func (s *Segment) account(io *IO, b *Batch, since int64) error {
	if err := s.raiseMax(io, b.MaxTs, b.LastOffset); err != nil {
		return err
	}
	if since <= s.set.IndexInterval {
		return nil
	}
	if err := s.addEntry(io, b.LastOffset, b.Position); err != nil {
		return err
	}
	s.since = 0
	return nil
}

// raiseMax takes over a larger timestamp. Comparing opens the time index of a segment that has not been touched.
func (s *Segment) raiseMax(io *IO, ts, offset int64) error {
	have, _, err := s.Max(io)
	if err == nil && ts > have {
		s.maxTs, s.maxTsOffset = ts, offset
	}
	return err
}

// ensureInRange refuses an offset that does not fit the indexes: 31 bits above the base offset.
func (s *Segment) ensureInRange(io *IO, offset int64) error {
	fits, err := s.Fits(io, offset)
	if err == nil && !fits {
		return kerr.ErrLogSegmentOffsetOverflow.With("Detected offset overflow at offset %d in segment %v", offset, s.View(io))
	}
	return err
}

// Fits reports that an offset is within 31 bits of the base offset. As in Kafka the question opens the offset index.
func (s *Segment) Fits(io *IO, offset int64) (bool, error) {
	if err := s.openOffset(io); err != nil {
		return false, err
	}
	relative := offset - s.base
	return relative >= 0 && relative <= math.MaxInt32, nil
}
