package replica

import (
	"slices"

	"logarium/engine/event"
	"logarium/engine/plog"
)

// caughtUp says that a replica has all that the leader has, or had it not longer ago than replica.lag.time.max.ms.
func (r Remote) caughtUp(leaderEnd, now, lagMax int64) bool {
	return r.LogEnd.Offset == leaderEnd || now-r.LastCaughtUp <= lagMax
}

// raise moves a leader's high watermark to the lowest log end offset of the maximal ISR and of those that are about to join
// it, and says whether it has moved. Below min.insync.replicas it stands still (KIP-966).
func (m *Manager) raise(env *Env, p *partition, l *plog.Log, now int64) bool {
	if m.underMinISR(env, p) {
		return false
	}
	end := l.LogEndOffsetMetadata()
	to, maximal := end, p.maximal()
	for i := range p.remote {
		r := &p.remote[i]
		if r.LogEnd.Offset < to.Offset && (slices.Contains(maximal, r.ID) || r.caughtUp(end.Offset, now, env.lagMax()) && m.eligible(*r)) {
			to = r.LogEnd
		}
	}
	_, changed, err := l.MaybeIncrementHighWatermark(env.env(), to)
	return err == nil && changed
}

// lowWatermark is the lowest log start offset of all replicas whose brokers are there: what DeleteRecords waits for.
func (m *Manager) lowWatermark(p *partition, l *plog.Log) int64 {
	low := l.LogStartOffset()
	for _, r := range p.remote {
		if b, ok := m.image.Brokers.Get(r.ID); ok && !b.Fenced {
			low = min(low, r.LogStart)
		}
	}
	return low
}

// fetched notes what a follower's fetch says of it: its end is the offset that it asks for. end is the leader's own before
// the read. Then the follower may join the ISR, the high watermark and the low watermark may move, and who waits for them may
// be done. Error: kerr.ErrNotLeaderOrFollower for a fetch of an older broker epoch.
func (m *Manager) fetched(env *Env, p *partition, i int, at event.OffsetMetadata, start, end, brokerEpoch int64) error {
	now, l := env.now(), m.leaderLog(env, p)
	before, low := p.remote[i].LogEnd.Offset, unknown
	deleting := m.waits(p.name(), deleteRecords)
	if deleting {
		low = m.lowWatermark(p, l)
	}
	r, err := m.updated(p.remote[i], at, start, now, end, brokerEpoch)
	if err != nil {
		return err
	}
	p.setRemote(i, r)
	moved := deleting && m.lowWatermark(p, l) > low
	m.maybeExpand(env, p, r)
	if r.LogEnd.Offset != before && m.raise(env, p, l, now) {
		moved = true
	}
	if moved {
		m.complete(env, p.name(), produce, deleteRecords)
	}
	return nil
}

func (m *Manager) updated(r Remote, at event.OffsetMetadata, start, now, end, brokerEpoch int64) (Remote, error) {
	if known, ok := m.aliveEpoch(r.ID); brokerEpoch != -1 && ok && known > brokerEpoch {
		return r, errStaleFetch(brokerEpoch, known)
	}
	switch {
	case at.Offset >= end:
		r.LastCaughtUp = max(r.LastCaughtUp, now)
	case at.Offset >= r.LeaderEndAtLastFetch:
		r.LastCaughtUp = max(r.LastCaughtUp, r.LastFetch)
	}
	r.LogStart, r.LogEnd, r.LastFetch = start, at, now
	r.LeaderEndAtLastFetch = max(end, r.LeaderEndAtLastFetch)
	r.HasEpoch, r.BrokerEpoch = true, brokerEpoch
	return r, nil
}

// aliveEpoch is the broker epoch of a broker that is there and not fenced.
func (m *Manager) aliveEpoch(id int32) (int64, bool) {
	b, ok := m.image.Brokers.Get(id)
	return b.Epoch, ok && !b.Fenced
}

// eligible says that a replica may join the ISR: its broker is active, and it is that broker's process which fetches
// (KIP-903).
func (m *Manager) eligible(r Remote) bool {
	b, ok := m.image.Brokers.Get(r.ID)
	return ok && b.Active() && r.HasEpoch && (r.BrokerEpoch == -1 || r.BrokerEpoch == b.Epoch)
}
