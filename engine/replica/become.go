package replica

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/plog"
)

// stateChange tells of a partition as the state change logger does.
func (m *Manager) stateChange(env *Env, p *partition, what string, format string, args ...any) {
	prefix := fmt.Sprintf("[Broker id=%d] ", m.id)
	m.note(env, p, what, event.Said(event.INFO, event.LogStateChange, nil, "%s"+format, append([]any{prefix}, args...)...))
}

// becoming is a change of role on its way.
type becoming struct {
	to    metadata.Partition
	isNew bool
	marks map[checkpoint.TopicPartition]int64 // replication-offset-checkpoint, nil: not read yet
}

// BecomeLeader makes this broker the leader of a partition as a registration says, and nothing else: fetchers stay as they
// are. It says whether the broker was no leader of it before. Error: that of a log that cannot be made.
func (m *Manager) BecomeLeader(env *Env, to metadata.Partition, isNew bool) (bool, error) {
	isNew = m.host(to) || isNew
	return m.makeLeader(env, m.parts.Edit(to.Name()), &becoming{to: to, isNew: isNew})
}

// BecomeFollower is the same for a follower. It says whether the leader epoch is a new one.
func (m *Manager) BecomeFollower(env *Env, to metadata.Partition, isNew bool) (bool, error) {
	isNew = m.host(to) || isNew
	return m.makeFollower(env, m.parts.Edit(to.Name()), &becoming{to: to, isNew: isNew})
}

// host makes a partition that is not there yet.
func (m *Manager) host(to metadata.Partition) (made bool) {
	if _, ok := m.parts.Get(to.Name()); ok {
		return false
	}
	topic, _ := m.image.Topics.Get(to.Topic)
	m.parts.Set(to.Name(), newPartition(checkpoint.TopicPartition{Topic: to.Topic, Partition: to.Number}, topic.ID))
	return true
}

// makeLeader takes over assignment and ISR; with a new leader epoch that begins at the log end, and what was known of the other
// replicas is reset. An older registration than the known one is left alone.
func (m *Manager) makeLeader(env *Env, p *partition, x *becoming) (bool, error) {
	if x.to.PartitionEpoch < p.partitionEpoch {
		m.skipped(env, p, x, "leader", fmt.Sprintf("the leader is already at a newer partition epoch %d.", p.partitionEpoch))
		return false, nil
	}
	wasLeader := p.leads(m)
	if x.to.Recovery == metadata.Recovering {
		m.stateChange(env, p, event.BecameLeader, "The topic partition %s was marked as RECOVERING. Marking the topic partition as RECOVERED.", p.name())
	}
	m.assign(p, x.to, true)
	l, err := m.createLog(env, p, x)
	if err != nil {
		return false, err
	}
	if x.to.LeaderEpoch > p.leaderEpoch {
		err = m.beginEpoch(env, p, l, x, wasLeader)
	} else {
		lists := fmt.Sprintf("ISR %s, adding replicas %s and removing replicas %s.", tight(setOrder(x.to.ISR)), tight(x.to.Adding), tight(x.to.Removing))
		m.skipped(env, p, x, "leader", fmt.Sprintf("it is already the leader with leader epoch %d. Current high watermark %d, %s", p.leaderEpoch, l.HighWatermark(), lists))
	}
	if err != nil {
		return false, err
	}
	p.partitionEpoch, p.hasLeader, p.leader = x.to.PartitionEpoch, true, m.id
	if m.raise(env, p, l, env.now()) {
		m.complete(env, p.name(), produce, deleteRecords)
	}
	return !wasLeader, nil
}

// beginEpoch notes where a new leader epoch begins.
func (m *Manager) beginEpoch(env *Env, p *partition, l *plog.Log, x *becoming, wasLeader bool) error {
	start := l.LogEndOffset()
	m.stateChange(env, p, event.BecameLeader, "Leader %s with topic id Some(%s) starts at leader epoch %d from offset %d with partition epoch %d, high watermark %d, ISR %s, adding replicas %s and removing replicas %s %s. Previous leader %s and previous leader epoch was %d.",
		p.name(), p.topicID, x.to.LeaderEpoch, start, x.to.PartitionEpoch, l.HighWatermark(), tight(setOrder(x.to.ISR)), tight(x.to.Adding), tight(x.to.Removing), m.underText(env, p), p.previous(), p.leaderEpoch)
	if err := l.AssignEpoch(env.env(), x.to.LeaderEpoch, start); err != nil {
		return err
	}
	p.remote = slices.Clone(p.remote)
	for i, r := range p.remote {
		p.remote[i] = r.reset(env.now(), start, wasLeader, slices.Contains(p.isr, r.ID))
	}
	p.leaderEpoch, p.hasStart, p.epochStart = x.to.LeaderEpoch, true, start
	return nil
}

// reset is what a leader knows of a replica when its epoch begins: nothing if it was no leader before. Members of the ISR count
// as caught up.
func (r Remote) reset(now, start int64, wasLeader, inSync bool) Remote {
	n := Remote{ID: r.ID, LogEnd: unknownPlace(), LogStart: unknown, LeaderEndAtLastFetch: unknown}
	if wasLeader {
		n = r
		n.LeaderEndAtLastFetch, n.LastFetch, n.LastCaughtUp = start, 0, 0
	}
	if inSync {
		n.LastCaughtUp = now
		if wasLeader {
			n.LastFetch = now
		}
	}
	return n
}

func unknownPlace() event.OffsetMetadata {
	return event.OffsetMetadata{Offset: unknown, SegmentBase: 0, Position: 0}
}

// makeFollower takes over leader and epochs and forgets ISR and the other replicas.
func (m *Manager) makeFollower(env *Env, p *partition, x *becoming) (bool, error) {
	if x.to.PartitionEpoch < p.partitionEpoch {
		m.skipped(env, p, x, "follower", fmt.Sprintf("the follower is already at a newer partition epoch %d.", p.partitionEpoch))
		return false, nil
	}
	previous := p.previous()
	p.hasLeader, p.leader, p.hasStart = true, x.to.Leader, false
	p.partitionEpoch = x.to.PartitionEpoch
	m.assign(p, x.to, false)
	l, err := m.createLog(env, p, x)
	if err != nil {
		return false, err
	}
	isNewEpoch := x.to.LeaderEpoch > p.leaderEpoch
	if isNewEpoch {
		m.stateChange(env, p, event.BecameFollower, "Follower %s starts at leader epoch %d from offset %d with partition epoch %d and high watermark %d. Current leader is %d. Previous leader %s and previous leader epoch was %d.",
			p.name(), x.to.LeaderEpoch, l.LogEndOffset(), x.to.PartitionEpoch, l.HighWatermark(), x.to.Leader, previous, p.leaderEpoch)
	} else {
		m.skipped(env, p, x, "follower", fmt.Sprintf("it is already a follower with leader epoch %d.", p.leaderEpoch))
	}
	p.leaderEpoch = x.to.LeaderEpoch
	return isNewEpoch, nil
}

func (m *Manager) skipped(env *Env, p *partition, x *becoming, role, why string) {
	what := event.BecameFollower
	if role == "leader" {
		what = event.BecameLeader
	}
	m.stateChange(env, p, what, "Skipped the become-%s state change for %s with topic id Some(%s), partition registration %v and isNew=%v since %s",
		role, p.name(), p.topicID, x.to, x.isNew, why)
}

// assign takes over the assigned replicas, and on a leader the ISR. A change that was on its way is void.
func (m *Manager) assign(p *partition, to metadata.Partition, leader bool) {
	var remote []Remote
	p.isr = nil
	if leader {
		for _, id := range to.Replicas {
			if id == m.id {
				continue
			}
			r := Remote{ID: id, LogEnd: unknownPlace(), LogStart: unknown}
			if i := p.find(id); i >= 0 {
				r = p.remote[i]
			}
			remote = append(remote, r)
		}
		slices.SortFunc(remote, func(a, b Remote) int { return int(a.ID - b.ID) })
		p.isr = slices.Sorted(slices.Values(to.ISR))
	}
	p.remote, p.pending = remote, nil
	p.replicas, p.adding, p.removing = to.Replicas, to.Adding, to.Removing
	p.recovery = to.Recovery
	if leader {
		p.recovery = metadata.Recovered
	}
}

// createLog finds or makes the log of a partition. The first time its high watermark comes from the checkpoint.
func (m *Manager) createLog(env *Env, p *partition, x *becoming) (*plog.Log, error) {
	if p.hasLog {
		return env.log(p.name()), nil
	}
	r := broker.Replica{Topic: p.topic, Number: p.number, TopicID: p.topicID, Overrides: m.overrides(env, p.topic)}
	l, err := env.Broker.LogManager().GetOrCreate(env.Host, r, x.isNew, false)
	if err != nil {
		return nil, err
	}
	if x.marks == nil {
		x.marks = env.Broker.LogManager().HighWatermarks(env.Host)
	}
	mark, ok := x.marks[p.key()]
	if !ok {
		m.say(env, p, event.ReplicaInitialized, event.INFO, "No checkpointed highwatermark is found for partition %s", p.name())
	}
	hw, err := l.UpdateHighWatermark(env.env(), mark)
	if err != nil {
		return nil, err
	}
	m.say(env, p, event.ReplicaInitialized, event.INFO, "Log loaded for partition %s with initial high watermark %d", p.name(), hw)
	p.hasLog = true
	return l, nil
}

func (m *Manager) overrides(env *Env, topic string) config.Properties {
	if env.Overrides != nil {
		return env.Overrides(topic)
	}
	t, _ := m.image.Topics.Get(topic)
	return t.Configs
}

// tight is a list of brokers as Scala's mkString prints it here.
func tight(ids []int32) string {
	return strings.ReplaceAll(metadata.Ids(ids), " ", "")
}

// setOrder is the order in which Scala's immutable Set holds ids: up to four as they came, more by their hashes, which are the ids themselves.
func setOrder(ids []int32) []int32 {
	if len(ids) <= 4 {
		return ids
	}
	order := make([]int32, len(ids))
	for i, at := range checkpoint.TrieOrder(ids) {
		order[i] = ids[at]
	}
	return order
}
