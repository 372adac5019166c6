package replica

import (
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// Consumer stands for the replica id of a client that is no replica.
const Consumer int32 = -1

// NoEpoch stands for a leader epoch that a request does not carry.
const NoEpoch int32 = -1

// Fetch is a fetch request. It is answered at once: here nobody waits for fetch.min.bytes.
type Fetch struct {
	Replica      int32 // Consumer: a client
	ReplicaEpoch int64 // broker epoch of the follower's process, -1 unknown
	MinBytes     int32
	MaxBytes     int32
	MaxWait      int32
	Isolation    plog.Isolation
	Partitions   []FetchPartition
}

// FetchPartition asks for records of one partition.
type FetchPartition struct {
	Name        string
	TopicID     string // "": not checked
	Offset      int64
	LogStart    int64 // the follower's own, -1 from a client
	MaxBytes    int32
	LeaderEpoch int32 // as far as who asks knows, NoEpoch: not said
	LastEpoch   int32 // of the last record that who asks has, NoEpoch: not said
}

// Fetched is the answer for one partition. With an error the offsets are -1.
type Fetched struct {
	Name             string
	Err              error
	HighWatermark    int64
	LastStableOffset int64
	LogStart         int64
	Diverging        bool // the logs part: the last common epoch here, and where it ends
	DivergingEpoch   int32
	DivergingEnd     int64
	Bytes            []byte
	Aborted          []index.AbortedTxn
	HasAborted       bool
}

// Read answers a fetch request. A follower's fetch tells this broker how far it is; see fetched.
func (m *Manager) Read(env *Env, r Fetch) []Fetched {
	left, minOne := r.MaxBytes, true
	answers := make([]Fetched, len(r.Partitions))
	for i, q := range r.Partitions {
		a, err := m.read(env, &r, q, min(q.MaxBytes, left), minOne)
		if err != nil {
			a = Fetched{Err: err, HighWatermark: -1, LastStableOffset: -1, LogStart: -1}
		}
		a.Name = q.Name
		answers[i] = a
		if len(a.Bytes) > 0 {
			minOne = false
		}
		left = max(0, left-int32(len(a.Bytes)))
	}
	return answers
}

func (m *Manager) read(env *Env, r *Fetch, q FetchPartition, limit int32, minOne bool) (a Fetched, err error) {
	p, err := m.hosted(q.Name, q.TopicID)
	if err != nil {
		return a, err
	}
	if err := m.current(p, q.LeaderEpoch); err != nil {
		return a, err
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return a, m.notLeader(p)
	}
	from := p.find(r.Replica)
	if r.Replica != Consumer && from < 0 {
		return a, p.stranger(r.Replica, q.LeaderEpoch)
	}
	end := l.LogEndOffset()
	a = Fetched{HighWatermark: l.HighWatermark(), LastStableOffset: l.LastStableOffset(), LogStart: l.LogStartOffset()}
	if diverging, err := a.diverges(l, q); diverging || err != nil {
		return a, err
	}
	info, err := a.take(env, l, q.Offset, limit, r.Isolation, minOne)
	if err == nil && r.Replica != Consumer {
		err = m.fetched(env, p, from, info, q.LogStart, end, r.ReplicaEpoch)
	}
	return a, err
}

// take reads the records. A first batch that is larger than the limit is left out.
func (a *Fetched) take(env *Env, l *plog.Log, offset int64, limit int32, isolation plog.Isolation, minOne bool) (event.OffsetMetadata, error) {
	e := env.env()
	f, err := l.Read(e, offset, limit, isolation, minOne, nil)
	if err != nil {
		return f.Meta, err
	}
	a.Aborted, a.HasAborted = f.Aborted, f.HasAborted
	if f.Incomplete {
		return f.Meta, nil
	}
	a.Bytes, err = l.Send(e, &f, nil, false)
	return f.Meta, err
}

// diverges compares the last epoch of who asks with the epochs here (KIP-320, KIP-595): where the logs part there is no data but the
// place from which on the other has to cut.
func (a *Fetched) diverges(l *plog.Log, q FetchPartition) (bool, error) {
	if q.LastEpoch == NoEpoch {
		return false, nil
	}
	epoch, end := l.EndOffsetForEpoch(q.LastEpoch)
	switch {
	case end == unknown || epoch == NoEpoch:
		return false, kerr.ErrOffsetOutOfRange.With("Could not determine the end offset of the last fetched epoch Optional[%d] from the request", q.LastEpoch)
	case q.Offset < a.LogStart:
		return false, kerr.ErrOffsetOutOfRange.With("Received request for offset %d for partition %s, but we only have log segments in the range %d to %d.", q.Offset, q.Name, a.LogStart, l.LogEndOffset())
	case epoch < q.LastEpoch || end < q.Offset:
		a.Diverging, a.DivergingEpoch, a.DivergingEnd = true, epoch, end
		return true, nil
	}
	return false, nil
}

// hosted finds a partition for a request. Errors: kerr.ErrKafkaStorage if its directory has failed, ErrNotLeaderOrFollower if
// it is elsewhere, ErrUnknownTopicOrPartition if there is none, ErrInconsistentTopicID.
func (m *Manager) hosted(name, topicID string) (*partition, error) {
	p := m.parts.Edit(name)
	switch {
	case p != nil && p.offline:
		return nil, kerr.ErrKafkaStorage.With("Partition %s is in an offline log directory", name)
	case p != nil && topicID != "" && topicID != p.topicID:
		return nil, kerr.ErrInconsistentTopicID.With("Topic ID in the fetch session did not match the topic ID in the log.")
	case p != nil:
		return p, nil
	}
	if _, ok := m.image.Partitions.Get(name); ok {
		return nil, kerr.ErrNotLeaderOrFollower.With("Error while fetching partition state for %s", name)
	}
	return nil, kerr.ErrUnknownTopicOrPartition.With("Error while fetching partition state for %s", name)
}

// current compares the leader epoch of a request with the one here. Errors: kerr.ErrFencedLeaderEpoch for an older one,
// ErrUnknownLeaderEpoch for a newer one.
func (m *Manager) current(p *partition, asked int32) error {
	switch {
	case asked == NoEpoch || asked == p.leaderEpoch:
		return nil
	case asked < p.leaderEpoch:
		return kerr.ErrFencedLeaderEpoch.With("Failed to find leader log for partition %s with leader epoch Optional[%d]. The current leader is %s and the current epoch %d", p.name(), asked, p.previous(), p.leaderEpoch)
	}
	return kerr.ErrUnknownLeaderEpoch.With("Failed to find leader log for partition %s with leader epoch Optional[%d]. The current leader is %s and the current epoch %d", p.name(), asked, p.previous(), p.leaderEpoch)
}

func (m *Manager) notLeader(p *partition) error {
	return kerr.ErrNotLeaderOrFollower.With("Leader not local for partition %s on broker %d", p.name(), m.id)
}

// stranger refuses a replica that is not assigned.
func (p *partition) stranger(id, asked int32) error {
	e := kerr.ErrUnknownLeaderEpoch
	if asked == NoEpoch {
		e = kerr.ErrNotLeaderOrFollower
	}
	return e.With("Replica %d is not recognized as a valid replica of %s in leader epoch %d with partition epoch %d", id, p.name(), p.leaderEpoch, p.partitionEpoch)
}

func errStaleFetch(epoch, known int64) error {
	return kerr.ErrNotLeaderOrFollower.With("Received stale fetch state update. broker epoch=%d vs expected=%d", epoch, known)
}
