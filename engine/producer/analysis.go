package producer

import (
	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
)

// Analysis is what the check of an append found: nothing has changed yet. Apply it with Update and
// CompleteTxn once the batches are in the log.
type Analysis struct {
	Duplicate *Batch // the append is a duplicate of this batch: answer with it, write nothing
	Completed []CompletedTxn

	updates []*update // in the order in which producers appeared
	clear   []int64   // producers whose verification is spent
}

// Append says how batches are appended.
type Append struct {
	Origin     Origin
	At         Position
	Guard      Guard // from StartVerification, zero without
	TxnVersion int16 // of the markers; TxnUnknown is allowed for Replication only
}

// Analyze checks the batches of an append, in order, against the state and each other. Batches
// without a producer id are skipped. Warnings of a follower are emitted.
//
// Errors (KafkaApis answers with their codes): InvalidProducerEpoch, OutOfOrderSequence,
// InvalidTxnState, TransactionCoordinatorFenced, IllegalArgument; a marker's own.
func (s *State) Analyze(batches []Incoming, how Append, emit event.Sink) (Analysis, error) {
	var a Analysis
	at := how.At.Byte
	for i := range batches {
		b := &batches[i]
		if b.ProducerID > NoProducerID {
			done, err := s.analyzeBatch(&a, b, how, at, emit)
			if err != nil || done {
				return a, err
			}
		}
		if at >= 0 {
			at += int64(b.Size)
		}
	}
	return a, nil
}

// analyzeBatch reports true if the batch is a duplicate, which ends the check.
func (s *State) analyzeBatch(a *Analysis, b *Incoming, how Append, at int64, emit event.Sink) (bool, error) {
	if how.Origin == Client {
		if e, ok := s.entries.Get(b.ProducerID); ok {
			if old, ok := e.duplicate(b); ok {
				a.Duplicate = &old
				return true, nil
			}
		}
	}
	if how.Origin == Client || how.Origin == Coordinator {
		if err := s.verify(b, how.Guard); err != nil {
			return false, err
		}
	}
	first := event.OffsetOnly(b.FirstOffset)
	if b.Transactional {
		first = event.OffsetMetadata{Offset: b.FirstOffset, SegmentBase: how.At.SegmentBase, Position: at}
	}
	u := a.update(s, b.ProducerID, how.Origin)
	done, err := u.append(b, first, how.TxnVersion, emit)
	if err != nil {
		return false, err
	}
	if done != nil {
		a.Completed = append(a.Completed, *done)
	}
	if b.Transactional && !(b.Control && u.outlives(b)) {
		a.clear = append(a.clear, b.ProducerID)
	}
	return false, nil
}

// outlives tells whether a verification stays valid behind a marker: one of a producer whose epoch rises with each transaction, for
// that very epoch.
func (u *update) outlives(marker *Incoming) bool {
	v := u.verification
	return v != nil && v.SupportsEpochBump && v.Epoch == marker.Epoch
}

// verify refuses transactional batches that the transaction coordinator may not know of.
func (s *State) verify(b *Incoming, guard Guard) error {
	if !b.Transactional || s.HasOngoingTxn(b.ProducerID, b.Epoch) {
		return nil
	}
	if err := s.checkProducerEpoch(b.ProducerID, b.Epoch); err != nil {
		return err
	}
	if s.config.Verification && !b.Control && !s.guard(b.ProducerID).admits(guard) {
		return kerr.ErrInvalidTxnState.With("Record was not part of an ongoing transaction")
	}
	return nil
}

func (a *Analysis) update(s *State, id int64, origin Origin) *update {
	for _, u := range a.updates {
		if u.next.ID == id {
			return u
		}
	}
	u := s.prepare(id, origin)
	a.updates = append(a.updates, u)
	return u
}

// Update takes over what Analyze found out. The batches are in the log now.
func (s *State) Update(a *Analysis, emit event.Sink) {
	if len(a.updates) == 0 && len(a.clear) == 0 {
		return
	}
	for _, u := range a.ordered() {
		e, ok := s.entries.Get(u.next.ID)
		if !ok {
			e = newEntry(u.next.ID)
		}
		e.merge(&u.next)
		s.put(e)
		for _, t := range u.started {
			s.ongoing.Set(t.First.Offset, t)
			emit(event.TransactionStarted{Partition: s.partition, ProducerID: t.ProducerID, FirstOffset: t.First.Offset})
		}
	}
	for _, id := range a.clear {
		s.verifications.Delete(id)
	}
	s.refreshOldestTxn()
}

// ordered gives the updates in the order of Kafka's HashMap, which decides the order of new
// producers in a snapshot. There the newest key of a bucket comes first (computeIfAbsent), and the
// table grows one key later than with put.
func (a *Analysis) ordered() []*update {
	if len(a.updates) < 2 {
		return a.updates
	}
	list := make([]*update, len(a.updates))
	for i, u := range a.updates {
		list[len(list)-1-i] = u
	}
	checkpoint.HashOrder(list, checkpoint.Buckets(len(list)-1), func(u *update) int32 { return checkpoint.LongHash(u.next.ID) })
	return list
}
