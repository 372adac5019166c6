package segment

import (
	"errors"

	"logarium/engine/epoch"
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// Recover reads the whole segment after an unclean stop: it checks every batch (size, CRC, offset range; not the
// records inside), rebuilds the three indexes, brings epochs and producer state forward, and cuts .log behind the
// last batch that is sound, or the first whose records a producer cannot have sent. It returns the number of bytes cut.
//
// Errors: kerr.ErrInvalidOffset if offsets go back, which makes the caller empty the segment; those of a marker's
// content; of the disk.
func (s *Segment) Recover(io *IO, epochs *epoch.Cache, producers *producer.State) (int64, error) {
	if err := s.resetIndexes(io); err != nil {
		return 0, err
	}
	r := recovery{seg: s, io: io, epochs: epochs, producers: producers}
	err := r.batches()
	switch {
	case errors.Is(err, kerr.ErrCorruptRecord), errors.Is(err, kerr.ErrInvalidRecord):
		io.Emit(event.InvalidMessagesFound{Partition: *io.Part, Base: s.base, Path: s.LogPath(io.Dir), Position: r.valid, Thrown: err})
	case err != nil:
		return 0, err
	}
	cut := s.size - r.valid
	if cut > 0 {
		io.Emit(event.SegmentTailCut{Partition: *io.Part, Base: s.base, Path: s.LogPath(io.Dir), Bytes: cut})
	}
	if err := s.truncateLog(io, r.valid); err != nil {
		return 0, err
	}
	return cut, s.finishIndexes(io)
}

func (s *Segment) resetIndexes(io *IO) error {
	if err := s.openBoth(io); err != nil {
		return err
	}
	if err := s.offset.Reset(io.Disk); err != nil {
		return err
	}
	if err := s.time.Reset(io.Disk); err != nil {
		return err
	}
	s.maxTs, s.maxTsOffset = -1, -1
	return s.txn.Reset(io.Disk)
}

// finishIndexes does what a segment that becomes inactive gets: the final time entry, and both indexes trimmed.
func (s *Segment) finishIndexes(io *IO) error {
	if err := s.offset.Trim(io.Disk); err != nil {
		return err
	}
	if err := s.addTimeEntry(io, true); err != nil {
		return err
	}
	return s.time.Trim(io.Disk)
}

// recovery is a walk through a segment that rebuilds what is known of it.
type recovery struct {
	seg       *Segment
	io        *IO
	epochs    *epoch.Cache
	producers *producer.State
	it        record.Iterator
	buf       []byte

	valid   int64 // end of the last sound batch
	indexed int64 // position of the last batch with an index entry
}

func (r *recovery) batches() error {
	scan := r.seg.Scan(r.io, 0, r.seg.size)
	for scan.Next() {
		if err := r.batch(&scan.Batch); err != nil {
			return err
		}
	}
	return scan.Err()
}

func (r *recovery) batch(b *Batch) error {
	raw, err := r.seg.ReadBatch(r.io, b, r.buf)
	if err != nil {
		return err
	}
	r.buf = raw
	batch := record.Batch(raw)
	if err := batch.EnsureValid(); err != nil {
		return err
	}
	if err := r.seg.ensureInRange(r.io, b.LastOffset); err != nil {
		return err
	}
	if err := r.index(b); err != nil {
		return err
	}
	r.valid += b.Size // whatever its records do to epochs and producers
	if b.Magic < 2 {
		return nil
	}
	if err := r.epoch(b); err != nil {
		return err
	}
	return r.producer(batch, b)
}

// index applies the rule of the sparse index, without the bytes that a restart would have forgotten.
func (r *recovery) index(b *Batch) error {
	if err := r.seg.raiseMax(r.io, b.MaxTs, b.LastOffset); err != nil {
		return err
	}
	if r.valid-r.indexed <= r.seg.set.IndexInterval {
		return nil
	}
	r.indexed = r.valid
	return r.seg.addEntry(r.io, b.LastOffset, r.valid)
}

func (r *recovery) epoch(b *Batch) error {
	latest, known := r.epochs.Latest()
	if b.LeaderEpoch < 0 || known && b.LeaderEpoch <= latest.Epoch {
		return nil
	}
	_, err := r.epochs.Assign(r.io.Disk, b.LeaderEpoch, b.BaseOffset, r.io.Emit)
	return err
}

// producer takes a batch over as a follower's append would.
func (r *recovery) producer(batch record.Batch, b *Batch) error {
	if batch.HasProducerID() {
		in := [1]producer.Incoming{Incoming(batch, &r.it)}
		a, err := r.producers.Analyze(in[:], producer.Append{Origin: producer.Replication, At: producer.UnknownPosition(), TxnVersion: producer.TxnUnknown}, r.io.Emit)
		if err != nil {
			return err
		}
		r.producers.Update(&a, r.io.Emit)
		for _, done := range a.Completed {
			if err := r.seg.Complete(r.io, r.producers, done); err != nil {
				return err
			}
		}
	}
	r.producers.UpdateMapEndOffset(b.LastOffset + 1)
	return nil
}

// Complete ends a transaction whose marker lies in this segment: an aborted one gets an entry in the transaction
// index.
func (s *Segment) Complete(io *IO, producers *producer.State, done producer.CompletedTxn) error {
	if done.Aborted {
		err := s.AddAborted(io, index.AbortedTxn{
			ProducerID: done.ProducerID, FirstOffset: done.FirstOffset, LastOffset: done.LastOffset, LastStableOffset: producers.LastStableOffset(done),
		})
		if err != nil {
			return err
		}
	}
	return producers.CompleteTxn(done, io.Emit)
}

// Incoming is the part of a batch that producer state looks at. Of a control batch the marker is decoded.
func Incoming(b record.Batch, it *record.Iterator) producer.Incoming {
	in := producer.Incoming{
		ProducerID: b.ProducerID(), Epoch: b.ProducerEpoch(), FirstSequence: b.BaseSequence(), LastSequence: b.LastSequence(),
		FirstOffset: b.BaseOffset(), LastOffset: b.LastOffset(), MaxTimestamp: b.MaxTimestamp(), Size: int32(len(b)),
		Transactional: b.IsTransactional(), Control: b.IsControl(),
	}
	if !in.Control {
		return in
	}
	it.Open(b)
	if !it.Next() {
		in.MarkerErr = it.Err()
		return in
	}
	m, err := record.ParseMarker(it.Record())
	if err != nil {
		in.MarkerErr = err
		return in
	}
	in.Marker = &producer.Marker{Commit: m.Type == record.Commit, CoordinatorEpoch: m.CoordinatorEpoch, Timestamp: it.Record().Timestamp}
	return in
}
