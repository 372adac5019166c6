package producer

import (
	"fmt"
	"math"

	"logarium/engine/event"
	"logarium/engine/kerr"
)

// update collects what one append changes about one producer (Kafka's ProducerAppendInfo).
type update struct {
	partition    event.Partition
	origin       Origin
	known        Entry         // before the append
	next         Entry         // after it: of the batches, only the new ones
	verification *Verification // pending, nil if there is none
	started      []Txn
}

func (s *State) prepare(id int64, origin Origin) *update {
	known, ok := s.entries.Get(id)
	if !ok {
		known = newEntry(id)
	}
	u := &update{partition: s.partition, origin: origin, known: known, next: known}
	u.next.batches, u.next.count = [batchesKept]Batch{}, 0
	if v, ok := s.verifications.Get(id); ok {
		u.verification = &v
	}
	return u
}

// append checks a batch and takes it over. first is the metadata of its first offset.
func (u *update) append(b *Incoming, first event.OffsetMetadata, txnVersion int16, emit event.Sink) (*CompletedTxn, error) {
	if !b.Control {
		return nil, u.data(b, first, emit)
	}
	if b.MarkerErr != nil || b.Marker == nil {
		return nil, b.MarkerErr // an empty batch, left by the cleaner, says nothing
	}
	return u.marker(b, txnVersion, emit)
}

func (u *update) data(b *Incoming, first event.OffsetMetadata, emit event.Sink) error {
	if err := u.checkEpoch(b, TxnUnknown, emit); err != nil {
		return err
	}
	if u.origin == Client {
		if err := u.checkSequence(b); err != nil {
			return err
		}
	}
	if u.next.HasTxn() && !b.Transactional {
		return kerr.ErrInvalidTxnState.With("Expected transactional write from producer %d at offset %v in partition %s", b.ProducerID, first, u.partition.Name())
	}
	u.next.setEpoch(b.Epoch)
	u.next.add(Batch{b.LastSequence, b.LastOffset, int32(b.LastOffset - b.FirstOffset), b.MaxTimestamp})
	u.next.LastTimestamp = b.MaxTimestamp
	if b.Transactional && !u.next.HasTxn() {
		u.next.TxnFirstOffset = b.FirstOffset
		u.started = append(u.started, Txn{ProducerID: b.ProducerID, First: first, LastOffset: NoOffset})
	}
	return nil
}

// checkEpoch refuses an epoch below the known one; markers of transactions v2 need a higher one. A
// follower takes it all the same: its leader did.
func (u *update) checkEpoch(b *Incoming, txnVersion int16, emit event.Sink) error {
	known := u.next.Epoch
	strict := b.Control && txnVersion >= TxnV2
	if b.Epoch > known || b.Epoch == known && !strict {
		return nil
	}
	if b.Epoch == known && (!u.next.HasTxn() || known == math.MaxInt16) {
		emit(event.MarkerRetried{Partition: u.partition, ProducerID: b.ProducerID, Epoch: b.Epoch})
		return nil
	}
	stale := event.ProducerEpochStale{
		Partition: u.partition, ProducerID: b.ProducerID, Offset: b.FirstOffset,
		Epoch: b.Epoch, Known: known, OrEqual: strict, TxnVersion: int(txnVersion),
	}
	if u.origin == Replication {
		emit(stale)
		return nil
	}
	return kerr.ErrInvalidProducerEpoch.With("%s", stale.Line().Text)
}

// checkSequence refuses what is not the next sequence number.
func (u *update) checkSequence(b *Incoming) error {
	seq := b.FirstSequence
	if v := u.verification; v != nil {
		if v.SupportsEpochBump && seq != 0 && u.known.Empty() {
			return u.outOfOrder(b, "Invalid sequence number", ": %d (incoming seq. number). Expected sequence 0 for transactions v2 idempotent producer with no existing state.", seq)
		}
		if seq > v.LowestSequence {
			return u.outOfOrder(b, "Out of order sequence number", ": %d (incoming seq. number), %d (earliest seen sequence)", seq, v.LowestSequence)
		}
	}
	if b.Epoch != u.next.Epoch {
		if seq == 0 || u.next.Epoch == NoEpoch {
			return nil
		}
		return u.outOfOrder(b, "Invalid sequence number for new epoch of", ": %d (request epoch), %d (seq. number), %d (current producer epoch)", b.Epoch, seq, u.next.Epoch)
	}
	last := u.lastSequence(b.Epoch)
	if u.known.Epoch == NoEpoch || seq == NextSequence(last, 1) || seq == 0 && last == math.MaxInt32 {
		return nil
	}
	return u.outOfOrder(b, "Out of order sequence number", ": %d (incoming seq. number), %d (current end sequence number)", seq, last)
}

// lastSequence is the sequence number before the one that is due in an epoch.
func (u *update) lastSequence(epoch int16) int32 {
	if !u.next.Empty() {
		return u.next.LastSequence()
	}
	if epoch == u.known.Epoch {
		return u.known.LastSequence()
	}
	return NoSequence
}

// outOfOrder makes "{what} [for] producer {id} at offset {o} in partition {p}{rest}".
func (u *update) outOfOrder(b *Incoming, what, rest string, args ...any) error {
	who := " for producer"
	if what == "Invalid sequence number for new epoch of" {
		who = " producer"
	}
	head := fmt.Sprintf("%s%s %d at offset %d in partition %s", what, who, b.ProducerID, b.FirstOffset, u.partition.Name())
	return kerr.ErrOutOfOrderSequence.With("%s", head+fmt.Sprintf(rest, args...))
}

// marker ends the open transaction. Without one it only moves the epochs on.
func (u *update) marker(b *Incoming, txnVersion int16, emit event.Sink) (*CompletedTxn, error) {
	if txnVersion == TxnUnknown {
		if u.origin != Replication {
			return nil, kerr.ErrIllegalArgument.With("transactionVersion must be explicitly specified, cannot use default value TV_UNKNOWN for origin %s", u.origin)
		}
		txnVersion = TxnV0
	}
	if err := u.checkEpoch(b, txnVersion, emit); err != nil {
		return nil, err
	}
	if err := u.checkCoordinator(b, emit); err != nil {
		return nil, err
	}
	var done *CompletedTxn
	if u.next.HasTxn() {
		done = &CompletedTxn{b.ProducerID, u.next.TxnFirstOffset, b.FirstOffset, !b.Marker.Commit}
	}
	u.next.setEpoch(b.Epoch)
	u.next.CoordinatorEpoch = b.Marker.CoordinatorEpoch
	u.next.LastTimestamp = b.Marker.Timestamp
	u.next.TxnFirstOffset = NoOffset
	return done, nil
}

// checkCoordinator refuses a marker of a coordinator that another one has replaced.
func (u *update) checkCoordinator(b *Incoming, emit event.Sink) error {
	known, epoch := u.next.CoordinatorEpoch, b.Marker.CoordinatorEpoch
	if epoch >= known {
		return nil
	}
	if u.origin == Replication {
		emit(event.CoordinatorEpochStale{
			Partition: u.partition, ProducerID: b.ProducerID, Offset: b.FirstOffset, Epoch: epoch, Known: known,
		})
		return nil
	}
	return kerr.ErrTransactionCoordFenced.With("Invalid coordinator epoch for producerId %d at offset %d in partition %s: %d (zombie), %d (current)",
		b.ProducerID, b.FirstOffset, u.partition.Name(), epoch, known)
}
