package replica

import (
	"logarium/engine/event"
	"logarium/engine/kerr"
)

// HighWatermark stands in a DeleteRecords request for the high watermark.
const HighWatermark int64 = -1

// Deleted is the answer to DeleteRecords.
type Deleted struct {
	Err          error
	LowWatermark int64 // lowest log start offset of the replicas that are there, -1 with an error
}

// DeleteRecords raises the log start offset of a partition that this broker leads (KIP-107). done false: the answer comes
// through Completed once all replicas have followed, or with REQUEST_TIMED_OUT.
func (m *Manager) DeleteRecords(env *Env, id int64, name string, offset, timeout int64) (answer Deleted, done bool) {
	w, low, err := m.deleteOnLeader(env, name, offset)
	if err != nil {
		return Deleted{err, unknown}, true
	}
	w.id, w.kind, w.name = id, deleteRecords, name
	w.low = low
	if low >= w.required {
		return Deleted{nil, low}, true
	}
	m.await(env, w, timeout)
	return Deleted{LowWatermark: low}, false
}

func (m *Manager) deleteOnLeader(env *Env, name string, offset int64) (w waiting, low int64, err error) {
	p, err := m.hosted(name, "")
	if err != nil {
		return w, 0, err
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return w, 0, m.notLeader(p)
	}
	if c := l.Config(); c.Compact && !c.Delete {
		return w, 0, kerr.ErrPolicyViolation.With("Records of partition %s can not be deleted due to the configured policy", name)
	}
	if offset == HighWatermark {
		offset = l.HighWatermark()
	}
	if offset < 0 {
		return w, 0, kerr.ErrOffsetOutOfRange.With("The offset %d for partition %s is not valid", offset, name)
	}
	if _, err := l.IncrementLogStartOffset(env.env(), offset, event.ForDeleteRecords); err != nil {
		return w, 0, err
	}
	w.required = offset
	return w, m.lowWatermark(p, l), nil
}
