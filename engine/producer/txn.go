package producer

import (
	"fmt"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// Txn is a transaction with records in the partition: open, or ended by a marker that is not
// replicated to all in-sync replicas yet.
type Txn struct {
	ProducerID int64
	First      event.OffsetMetadata
	LastOffset int64 // of the marker, -1 while the transaction is open
}

func (t *Txn) code(c *store.Coder) {
	c.Int64(&t.ProducerID)
	c.Int64(&t.First.Offset)
	c.Int64(&t.First.SegmentBase)
	c.Int64(&t.First.Position)
	c.Int64(&t.LastOffset)
}

func (t CompletedTxn) String() string {
	return fmt.Sprintf("CompletedTxn[producerId=%d, firstOffset=%d, lastOffset=%d, isAborted=%t]", t.ProducerID, t.FirstOffset, t.LastOffset, t.Aborted)
}

// HasOngoingTxn reports that a producer has a transaction open with just this epoch.
func (s *State) HasOngoingTxn(id int64, epoch int16) bool {
	e, ok := s.entries.Get(id)
	return ok && e.HasTxn() && e.Epoch == epoch
}

// LastStableOffset is what an index entry of an aborted transaction records: the first offset of
// the oldest open transaction of another producer, or the offset behind the marker.
func (s *State) LastStableOffset(done CompletedTxn) int64 {
	for _, t := range s.ongoing.All() {
		if t.ProducerID != done.ProducerID {
			return t.First.Offset
		}
	}
	return done.LastOffset + 1
}

// CompleteTxn moves a transaction from the open to the unreplicated ones.
// Error: IllegalArgument if it is not open.
func (s *State) CompleteTxn(done CompletedTxn, emit event.Sink) error {
	t, ok := s.ongoing.Get(done.FirstOffset)
	if !ok {
		return kerr.ErrIllegalArgument.With("Attempted to complete transaction %s on partition %s which was not started", done, s.partition.Name())
	}
	s.ongoing.Delete(done.FirstOffset)
	t.LastOffset = done.LastOffset
	s.unreplicated.Set(done.FirstOffset, t)
	s.refreshOldestTxn()
	emit(event.TransactionEnded{
		Partition: s.partition, ProducerID: done.ProducerID,
		FirstOffset: done.FirstOffset, LastOffset: done.LastOffset, Aborted: done.Aborted,
	})
	return nil
}

// FirstUnstableOffset is where the oldest transaction begins that is open or whose marker lies at
// or behind the high watermark; false if there is none. The log raises it to its start offset.
func (s *State) FirstUnstableOffset() (event.OffsetMetadata, bool) {
	if s.ongoing.Len() == 0 && s.unreplicated.Len() == 0 {
		return event.OffsetMetadata{}, false
	}
	_, open, isOpen := s.ongoing.Min()
	_, ended, isEnded := s.unreplicated.Min()
	switch {
	case !isEnded:
		return open.First, isOpen
	case !isOpen || ended.First.Offset < open.First.Offset:
		return ended.First, true
	}
	return open.First, true
}

// FirstUndecidedOffset is where the oldest open transaction begins; false if there is none.
func (s *State) FirstUndecidedOffset() (int64, bool) {
	offset, _, ok := s.ongoing.Min()
	return offset, ok
}

// OnHighWatermarkUpdated forgets the ended transactions whose marker lies below the high watermark.
func (s *State) OnHighWatermarkUpdated(highWatermark int64) { s.removeUnreplicated(highWatermark) }

func (s *State) removeUnreplicated(offset int64) {
	var gone []int64
	for first, t := range s.unreplicated.All() {
		if t.LastOffset < offset {
			gone = append(gone, first)
		}
	}
	for _, first := range gone {
		s.unreplicated.Delete(first)
	}
}

// lateTxnBufferMs is how much longer than its timeout a transaction may be open before it counts as
// late: the coordinator should have ended it.
const lateTxnBufferMs = 5 * 60 * 1000

// HasLateTxn reports a transaction that is open for too long (a hanging one). oldest is the last
// timestamp of the producer that has been quiet longest with a transaction open.
func (s *State) HasLateTxn(now int64) bool {
	return s.oldestTxn > 0 && now-s.oldestTxn > s.config.MaxTxnTimeoutMs+lateTxnBufferMs
}

// refreshOldestTxn notes the last timestamp of the producer of the oldest open transaction.
func (s *State) refreshOldestTxn() {
	s.oldestTxn = NoTimestamp
	if _, t, ok := s.ongoing.Min(); ok {
		if e, ok := s.entries.Get(t.ProducerID); ok {
			s.oldestTxn = e.LastTimestamp
		}
	}
}
