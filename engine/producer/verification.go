package producer

import (
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// Guard is the token of a verification (KIP-890): an append of a new transaction must show the one
// that was given out before the transaction coordinator was asked. The zero Guard is none.
type Guard uint64

// admits reports that a request shows this very guard.
func (g Guard) admits(shown Guard) bool { return g != 0 && g == shown }

// Verification is a question to the transaction coordinator that is not answered yet, or whose
// answer has not led to an append.
type Verification struct {
	Guard             Guard
	Timestamp         int64 // when it began, ms
	LowestSequence    int32 // of the requests that wait: a later one must not be appended first
	Epoch             int16
	SupportsEpochBump bool // the producer uses transactions v2
}

// StartVerification returns the guard for an append of a producer: zero if its transaction is open
// already. The same guard is given out until it is spent. Error: InvalidProducerEpoch.
func (s *State) StartVerification(id int64, sequence int32, epoch int16, supportsEpochBump bool, now int64) (Guard, error) {
	if s.HasOngoingTxn(id, epoch) {
		return 0, nil
	}
	if err := s.checkProducerEpoch(id, epoch); err != nil {
		return 0, err
	}
	v, ok := s.verifications.Get(id)
	if !ok {
		s.lastGuard++
		v = Verification{s.lastGuard, now, sequence, epoch, supportsEpochBump}
	}
	switch {
	case epoch > v.Epoch:
		v.Epoch, v.LowestSequence = epoch, sequence
	case epoch == v.Epoch:
		v.LowestSequence = min(v.LowestSequence, sequence)
	}
	s.verifications.Set(id, v)
	return v.Guard, nil
}

// Verification returns the pending verification of a producer.
func (s *State) Verification(id int64) (Verification, bool) { return s.verifications.Get(id) }

func (s *State) guard(id int64) Guard {
	v, _ := s.verifications.Get(id)
	return v.Guard
}

func (s *State) checkProducerEpoch(id int64, epoch int16) error {
	if e, ok := s.entries.Get(id); ok && epoch < e.Epoch {
		return kerr.ErrInvalidProducerEpoch.With("Epoch of producer %d is %d, which is smaller than the last seen epoch %d", id, epoch, e.Epoch)
	}
	return nil
}

func (v *Verification) code(c *store.Coder) {
	c.Uint64((*uint64)(&v.Guard))
	c.Int64(&v.Timestamp)
	c.Int32(&v.LowestSequence)
	c.Int16(&v.Epoch)
	c.Bool(&v.SupportsEpochBump)
}
