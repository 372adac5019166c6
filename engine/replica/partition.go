package replica

import (
	"fmt"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// unknown stands for an offset that is not known.
const unknown int64 = -1

// partition is a partition of which this broker holds a replica.
//
// Invariants (Check): a pending change exists on a leader only; remote holds exactly the other assigned replicas of a leader.
type partition struct {
	topic   string
	number  int32
	topicID string
	hasLog  bool // the log is open
	offline bool // its log directory has failed

	hasLeader      bool  // leader has been told
	leader         int32 // metadata.NoLeader: there is none
	leaderEpoch    int32 // -1 before the first
	partitionEpoch int32 // -1 before the first
	hasStart       bool
	epochStart     int64 // where the leader epoch begins, on the leader

	replicas         []int32
	adding, removing []int32
	isr              []int32 // as committed, ascending; empty on a follower
	recovery         metadata.Recovery
	pending          *change  // a change of the ISR that the controller has not answered; replaced, never changed in place
	remote           []Remote // the other replicas, ascending by id; replaced, never changed in place
}

// Remote is what a leader knows of another replica.
type Remote struct {
	ID                   int32
	LogEnd               event.OffsetMetadata // offset of its latest fetch; -1 unknown
	LogStart             int64                // -1 unknown
	LeaderEndAtLastFetch int64
	LastFetch            int64 // ms
	LastCaughtUp         int64 // ms
	HasEpoch             bool
	BrokerEpoch          int64 // of its fetches
}

// change is a change of the ISR on its way: one replica joins, or some leave.
type change struct {
	expand bool
	ids    []int32           // that join or leave, ascending
	sent   []metadata.Member // the ISR as it was asked for
	epoch  int32             // partition epoch at that time
	leader int32             // leader epoch at that time
}

func newPartition(tp checkpoint.TopicPartition, topicID string) partition {
	return partition{topic: tp.Topic, number: tp.Partition, topicID: topicID, leaderEpoch: -1, partitionEpoch: -1}
}

func (p *partition) key() checkpoint.TopicPartition {
	return checkpoint.TopicPartition{Topic: p.topic, Partition: p.number}
}

func (p *partition) name() string { return p.of().Name() }

func (p *partition) of() event.Partition { return event.Partition{Topic: p.topic, Number: p.number} }

// leads says that this broker is the leader.
func (p *partition) leads(m *Manager) bool { return p.hasLeader && p.leader == m.id }

// previous is the leader as Scala prints an option of it.
func (p *partition) previous() string {
	if !p.hasLeader {
		return "None"
	}
	return fmt.Sprintf("Some(%d)", p.leader)
}

// find returns the index of a replica among the others, -1 if it is none of them.
func (p *partition) find(id int32) int {
	return slices.IndexFunc(p.remote, func(r Remote) bool { return r.ID == id })
}

// setRemote replaces what is known of another replica.
func (p *partition) setRemote(i int, r Remote) {
	p.remote = slices.Clone(p.remote)
	p.remote[i] = r
}

// maximal is the ISR together with a replica that is about to join. A replica that is about to leave is still in it.
func (p *partition) maximal() []int32 {
	if p.pending == nil || !p.pending.expand {
		return p.isr
	}
	all := p.isr
	for _, id := range p.pending.ids {
		all = with(all, id)
	}
	return all
}

// minISR is min.insync.replicas, but not more than there are replicas.
func (p *partition) minISR(l *plog.Log) int {
	return min(int(l.Config().MinInsyncReplicas), len(p.remote)+1)
}

// underMinISR says that the committed ISR is too small, on a leader.
func (m *Manager) underMinISR(env *Env, p *partition) bool {
	l := m.leaderLog(env, p)
	return l != nil && len(p.isr) < p.minISR(l)
}

// leaderLog is the log of a partition that this broker leads, nil otherwise.
func (m *Manager) leaderLog(env *Env, p *partition) *plog.Log {
	if !p.leads(m) || !p.hasLog {
		return nil
	}
	return env.log(p.name())
}

func (p *partition) code(c *store.Coder) {
	c.String(&p.topic)
	c.Int32(&p.number)
	c.String(&p.topicID)
	for _, b := range [...]*bool{&p.hasLog, &p.offline, &p.hasLeader, &p.hasStart} {
		c.Bool(b)
	}
	for _, n := range [...]*int32{&p.leader, &p.leaderEpoch, &p.partitionEpoch} {
		c.Int32(n)
	}
	c.Int64(&p.epochStart)
	for _, list := range [...]*[]int32{&p.replicas, &p.adding, &p.removing, &p.isr} {
		store.Slice(c, list, (*store.Coder).Int32)
	}
	store.Number(c, &p.recovery)
	store.Optional(c, &p.pending, func(c *store.Coder, x *change) { x.code(c) })
	store.Slice(c, &p.remote, func(c *store.Coder, r *Remote) { r.code(c) })
}

func (r *Remote) code(c *store.Coder) {
	c.Int32(&r.ID)
	for _, n := range [...]*int64{&r.LogEnd.Offset, &r.LogEnd.SegmentBase, &r.LogEnd.Position, &r.LogStart, &r.LeaderEndAtLastFetch, &r.LastFetch, &r.LastCaughtUp, &r.BrokerEpoch} {
		c.Int64(n)
	}
	c.Bool(&r.HasEpoch)
}

func (x *change) code(c *store.Coder) {
	c.Bool(&x.expand)
	store.Slice(c, &x.ids, (*store.Coder).Int32)
	store.Slice(c, &x.sent, func(c *store.Coder, m *metadata.Member) {
		c.Int32(&m.ID)
		c.Int64(&m.Epoch)
	})
	c.Int32(&x.epoch)
	c.Int32(&x.leader)
}
