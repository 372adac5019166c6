// Package producer is the state that a partition keeps of its producers: what makes appends
// idempotent, and which transactions are open. It checks batches against it, saves it in .snapshot
// files, and gives the offset below which everything is decided. It knows nothing of segments.
//
// Rules: KIP-98 (idempotence, transactions), KIP-360 (epochs), KIP-890 (verification,
// transactions v2), KIP-1228 (markers of transactions v2).
package producer

import (
	"math"

	"logarium/engine/store"
)

// What stands where there is no producer, epoch, sequence or offset.
const (
	NoProducerID       int64 = -1
	NoEpoch            int16 = -1
	NoSequence         int32 = -1
	NoOffset           int64 = -1
	NoTimestamp        int64 = -1
	NoCoordinatorEpoch int32 = -1
)

// batchesKept is how many batches a producer is remembered by: its maximum of requests in flight.
const batchesKept = 5

// NextSequence adds to a sequence number, which goes on with 0 after 2^31-1.
func NextSequence(sequence, increment int32) int32 {
	if sequence > math.MaxInt32-increment {
		return increment - (math.MaxInt32 - sequence) - 1
	}
	return sequence + increment
}

// PreviousSequence subtracts from a sequence number; 2^31-1 comes before 0.
func PreviousSequence(sequence, decrement int32) int32 {
	if sequence < decrement {
		return math.MaxInt32 - (decrement - sequence) + 1
	}
	return sequence - decrement
}

// Batch is what is remembered of an appended batch.
type Batch struct {
	LastSequence int32
	LastOffset   int64
	OffsetDelta  int32 // last minus first offset, also of sequences
	Timestamp    int64 // the largest of the batch, ms
}

// FirstSequence is the sequence number of the batch's first record.
func (b Batch) FirstSequence() int32 { return PreviousSequence(b.LastSequence, b.OffsetDelta) }

// FirstOffset is the offset of the batch's first record.
func (b Batch) FirstOffset() int64 { return b.LastOffset - int64(b.OffsetDelta) }

// Entry is what is known of one producer.
type Entry struct {
	ID               int64
	Epoch            int16
	CoordinatorEpoch int32 // of the last marker, -1 if there was none
	LastTimestamp    int64 // of the last batch or marker: record time, ms
	TxnFirstOffset   int64 // first offset of the open transaction, -1 if there is none

	batches [batchesKept]Batch
	count   int8   // batches in use, oldest first; Invariant: all have the same epoch
	born    uint64 // order of creation among the entries
}

func newEntry(id int64) Entry {
	return Entry{ID: id, Epoch: NoEpoch, CoordinatorEpoch: NoCoordinatorEpoch, LastTimestamp: NoTimestamp, TxnFirstOffset: NoOffset}
}

// Batches returns the last five batches, or fewer, oldest first.
func (e *Entry) Batches() []Batch { return e.batches[:e.count] }

// Empty reports that no batch of this epoch is known; a marker may be.
func (e *Entry) Empty() bool { return e.count == 0 }

// HasTxn reports an open transaction.
func (e *Entry) HasTxn() bool { return e.TxnFirstOffset != NoOffset }

// last is the newest batch; there must be one.
func (e *Entry) last() Batch { return e.batches[e.count-1] }

// LastSequence is the sequence number to go on from, -1 if no batch is known.
func (e *Entry) LastSequence() int32 {
	if e.Empty() {
		return NoSequence
	}
	return e.last().LastSequence
}

// LastDataOffset is the last offset of the newest batch, -1 if no batch is known.
func (e *Entry) LastDataOffset() int64 {
	if e.Empty() {
		return NoOffset
	}
	return e.last().LastOffset
}

func (e *Entry) lastDelta() int32 {
	if e.Empty() {
		return 0
	}
	return e.last().OffsetDelta
}

// add remembers a batch and forgets the sixth last.
func (e *Entry) add(b Batch) {
	if e.count == batchesKept {
		copy(e.batches[:], e.batches[1:])
		e.count--
	}
	e.batches[e.count] = b
	e.count++
}

// setEpoch changes the epoch; batches of another one are worth nothing.
func (e *Entry) setEpoch(epoch int16) {
	if epoch != e.Epoch {
		e.batches, e.count = [batchesKept]Batch{}, 0
		e.Epoch = epoch
	}
}

// merge takes over what an append has found out.
func (e *Entry) merge(next *Entry) {
	e.setEpoch(next.Epoch)
	for _, b := range next.Batches() {
		e.add(b)
	}
	e.CoordinatorEpoch = next.CoordinatorEpoch
	e.LastTimestamp = next.LastTimestamp
	e.TxnFirstOffset = next.TxnFirstOffset
}

// duplicate finds a remembered batch with the same epoch and the same first and last sequence.
func (e *Entry) duplicate(b *Incoming) (Batch, bool) {
	if b.Epoch != e.Epoch {
		return Batch{}, false
	}
	for _, k := range e.Batches() {
		if k.FirstSequence() == b.FirstSequence && k.LastSequence == b.LastSequence {
			return k, true
		}
	}
	return Batch{}, false
}

func (e *Entry) code(c *store.Coder) {
	c.Int64(&e.ID)
	c.Int16(&e.Epoch)
	c.Int32(&e.CoordinatorEpoch)
	c.Int64(&e.LastTimestamp)
	c.Int64(&e.TxnFirstOffset)
	c.Uint64(&e.born)
	store.Number(c, &e.count)
	e.count = max(0, min(e.count, batchesKept))
	for i := range e.Batches() {
		b := &e.batches[i]
		c.Int32(&b.LastSequence)
		c.Int64(&b.LastOffset)
		c.Int32(&b.OffsetDelta)
		c.Int64(&b.Timestamp)
	}
}
