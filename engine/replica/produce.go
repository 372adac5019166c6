package replica

import (
	"fmt"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// says is Sprintf.
func says(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Acks that a producer may ask for.
const (
	AcksAll    int16 = -1 // the high watermark has passed the records
	AcksNone   int16 = 0  // no answer
	AcksLeader int16 = 1  // the leader has appended them
)

// Produce is a produce request for one partition.
type Produce struct {
	ID      int64  // by which Completed tells of it
	Name    string // of the partition
	TopicID string // "": not checked
	Records []byte // changed in place: offsets and epoch are filled in
	Acks    int16
	Timeout int64 // ms
	Append  plog.AppendOptions
}

// Produced is the answer to a produce request. BaseOffset and LogAppendTime are -1 if nothing was appended.
type Produced struct {
	Code          string // protocol error, "" for none
	Err           error  // the error behind it, where there is one; it does not survive a snapshot of a waiting request
	BaseOffset    int64
	LogAppendTime int64
	LogStart      int64
	Rolled        bool
}

func (a *Produced) code(c *store.Coder) {
	c.String(&a.Code)
	c.Int64(&a.BaseOffset)
	c.Int64(&a.LogAppendTime)
	c.Int64(&a.LogStart)
	c.Bool(&a.Rolled)
}

// Produce appends records to a partition that this broker leads. done false: with acks=all the answer comes through
// Completed, once the high watermark has passed the records, or with REQUEST_TIMED_OUT.
func (m *Manager) Produce(env *Env, r Produce) (answer Produced, done bool) {
	if r.Acks < AcksAll || r.Acks > AcksLeader {
		return Produced{Code: "INVALID_REQUIRED_ACKS", Err: kerr.ErrInvalidRequiredAcks, BaseOffset: -1, LogAppendTime: -1, LogStart: unknown}, true
	}
	p, info, raised, err := m.append(env, &r)
	if err != nil {
		return m.notAppended(env, p, &r, info, err), true
	}
	answer = Produced{BaseOffset: info.FirstOffset, LogAppendTime: info.LogAppendTime, LogStart: info.LogStartOffset, Rolled: info.Rolled}
	done = r.Acks != AcksAll
	if !done {
		w := waiting{id: r.ID, kind: produce, name: r.Name, required: info.LastOffset + 1, produced: answer}
		answer, done = m.waitOrAnswer(env, w, r.Timeout)
	}
	if raised {
		m.complete(env, r.Name, produce, deleteRecords)
	}
	return answer, done
}

// append is Partition.appendRecordsToLeader. raised says that the high watermark has followed at once.
func (m *Manager) append(env *Env, r *Produce) (p *partition, info plog.AppendInfo, raised bool, err error) {
	if p, err = m.hosted(r.Name, r.TopicID); err != nil {
		return nil, info, false, err
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return nil, info, false, m.notLeader(p)
	}
	if need := p.minISR(l); r.Acks == AcksAll && len(p.isr) < need {
		return p, info, false, kerr.ErrNotEnoughReplicas.With("The size of the current ISR : %d is insufficient to satisfy the min.isr requirement of %d for partition %s, live replica(s) broker.id are : Set(%s)",
			len(p.isr), need, p.name(), metadata.Joined(p.isr, ", "))
	}
	if info, err = l.AppendLeader(env.env(), r.Records, p.leaderEpoch, r.Append); err != nil {
		return p, info, false, err
	}
	return p, info, m.raise(env, p, l, env.now()), nil
}

// notAppended is the answer to records that were refused; what the client did not expect is logged.
func (m *Manager) notAppended(env *Env, p *partition, r *Produce, info plog.AppendInfo, err error) Produced {
	e := kerr.As(err)
	if e == nil {
		e = kerr.ErrUnknownServer.With("%s", err)
	}
	if e.Invalid != nil {
		invalid := *e.Invalid
		invalid.Records = e.Records
		e = &invalid
	}
	a := Produced{Code: kerr.Code(e), Err: err, BaseOffset: -1, LogAppendTime: -1, LogStart: unknown}
	switch a.Code {
	case "UNKNOWN_TOPIC_OR_PARTITION", "NOT_LEADER_OR_FOLLOWER", "MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE", "CORRUPT_MESSAGE", "KAFKA_STORAGE_ERROR", "INCONSISTENT_TOPIC_ID":
		return a
	}
	if p == nil {
		return a
	}
	a.LogStart = env.log(r.Name).LogStartOffset()
	level := event.ERROR
	if a.Code == "INVALID_PRODUCER_EPOCH" {
		level = event.INFO
	}
	m.note(env, p, "append-failed", event.Said(level, event.LogReplicaManager, e, "[ReplicaManager broker=%d] Error processing append operation on partition %s:%s", m.id, p.topicID, p.name()))
	return a
}

// Reached says whether enough replicas have everything below an offset, as a waiting producer asks. The code is
// NOT_ENOUGH_REPLICAS_AFTER_APPEND if they do but the ISR has become too small meanwhile.
func (m *Manager) Reached(env *Env, name string, offset int64) (bool, string) {
	p := m.parts.Edit(name)
	l := m.leaderLog(env, p)
	switch {
	case l == nil:
		return false, "NOT_LEADER_OR_FOLLOWER"
	case l.HighWatermark() < offset:
		return false, ""
	case p.minISR(l) > len(p.maximal()):
		return true, "NOT_ENOUGH_REPLICAS_AFTER_APPEND"
	}
	return true, ""
}
