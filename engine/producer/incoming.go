package producer

// Origin says who appends.
type Origin uint8

// The origins, by Kafka's names.
const (
	Replication Origin = iota // a follower copies its leader; checks that the leader made only warn
	Coordinator               // a transaction or group coordinator
	Client                    // a producer
	RaftLeader                // the metadata log
)

func (o Origin) String() string {
	switch o {
	case Replication:
		return "REPLICATION"
	case Coordinator:
		return "COORDINATOR"
	case Client:
		return "CLIENT"
	}
	return "RAFT_LEADER"
}

// Transaction versions (KIP-890): markers of version 2 carry a higher epoch than the data.
const (
	TxnUnknown int16 = -1
	TxnV0      int16 = 0
	TxnV1      int16 = 1
	TxnV2      int16 = 2
)

// Incoming is the part of a batch that the checks look at: its header, and the marker in it.
type Incoming struct {
	ProducerID                  int64
	Epoch                       int16
	FirstSequence, LastSequence int32
	FirstOffset, LastOffset     int64
	MaxTimestamp                int64
	Size                        int32 // bytes of the batch
	Transactional               bool
	Control                     bool

	// Of a control batch: its marker, or why it is none. Both nil: the batch holds no record any more.
	Marker    *Marker
	MarkerErr error
}

// Marker ends a transaction.
type Marker struct {
	Commit           bool
	CoordinatorEpoch int32
	Timestamp        int64 // of the record
}

// Position says where the first batch of an append goes: the base offset of its segment and the
// byte there; both -1 if unknown.
type Position struct {
	SegmentBase int64
	Byte        int64
}

// UnknownPosition is the position of an append whose segment does not matter.
func UnknownPosition() Position { return Position{-1, -1} }

// CompletedTxn is a transaction that a marker ended: its first record, its marker.
type CompletedTxn struct {
	ProducerID  int64
	FirstOffset int64
	LastOffset  int64
	Aborted     bool
}
