package replica

import (
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// ListOffsets asks for the offset of a timestamp in one partition.
type ListOffsets struct {
	Replica     int32 // Consumer: a client, which sees no more than it may read
	Name        string
	Timestamp   int64 // ms, or one of plog's special ones
	LeaderEpoch int32 // NoEpoch: not said
	Committed   bool  // isolation level read_committed
}

// Listed is the answer; all -1 if there is no such offset.
type Listed struct {
	Timestamp   int64
	Offset      int64
	LeaderEpoch int32
}

// nothing is the answer where there is nothing.
func nothing() Listed { return Listed{-1, -1, -1} }

// List answers ListOffsets. Errors: kerr.ErrOffsetNotAvailable while the high watermark of a new leader has not reached the
// beginning of its epoch; those of hosted and current; kerr.ErrNotLeaderOrFollower.
func (m *Manager) List(env *Env, q ListOffsets) (Listed, error) {
	p, err := m.hosted(q.Name, "")
	if err == nil {
		err = m.current(p, q.LeaderEpoch)
	}
	if err != nil {
		return nothing(), err
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return nothing(), m.notLeader(p)
	}
	limit := l.LogEndOffset()
	if q.Replica == Consumer {
		limit = l.HighWatermark()
		if q.Committed {
			limit = l.LastStableOffset()
		}
	}
	lagging := q.Replica == Consumer && p.hasStart && p.epochStart > l.HighWatermark()
	if q.Timestamp == plog.LatestTimestamp {
		if lagging {
			return nothing(), notAvailable(p, l, q.LeaderEpoch)
		}
		return Listed{-1, limit, p.leaderEpoch}, nil
	}
	return m.lookUp(env, p, l, &q, limit, lagging)
}

func (m *Manager) lookUp(env *Env, p *partition, l *plog.Log, q *ListOffsets, limit int64, lagging bool) (Listed, error) {
	f, err := l.OffsetForTimestamp(env.env(), q.Timestamp, nil)
	if err != nil {
		return nothing(), err
	}
	earliest := q.Timestamp == plog.EarliestTimestamp || q.Timestamp == plog.EarliestLocalTimestamp
	switch {
	case f.Found && (earliest || f.Offset < limit):
		return Listed{f.Timestamp, f.Offset, f.LeaderEpoch}, nil
	case lagging && !earliest:
		return nothing(), notAvailable(p, l, q.LeaderEpoch)
	}
	return nothing(), nil
}

func notAvailable(p *partition, l *plog.Log, asked int32) error {
	which := "unknown epoch"
	if asked != NoEpoch {
		which = says("epoch %d", asked)
	}
	return kerr.ErrOffsetNotAvailable.With("Failed to fetch offsets for partition %s with leader %s as this partition's high watermark (%d) is lagging behind the start offset from the beginning of this epoch (%d).",
		p.name(), which, l.HighWatermark(), p.epochStart)
}

// EpochEnd answers OffsetsForLeaderEpoch: the largest epoch here that is not above the asked one, and where it ends; -1, -1 if
// there is none. Errors: those of hosted and current; kerr.ErrNotLeaderOrFollower.
func (m *Manager) EpochEnd(env *Env, name string, epoch, leaderEpoch int32) (int32, int64, error) {
	p, err := m.hosted(name, "")
	if err == nil {
		err = m.current(p, leaderEpoch)
	}
	if err != nil {
		return NoEpoch, unknown, err
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return NoEpoch, unknown, m.notLeader(p)
	}
	e, end := l.EndOffsetForEpoch(epoch)
	if end == unknown {
		e = NoEpoch
	}
	return e, end, nil
}
