package replica

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/plog"
)

// say tells of a partition as kafka.cluster.Partition does.
func (m *Manager) say(env *Env, p *partition, what string, level event.Level, format string, args ...any) {
	prefix := fmt.Sprintf("[Partition %s broker=%d] ", p.name(), m.id)
	m.note(env, p, what, event.Said(level, event.LogPartition, nil, "%s"+format, append([]any{prefix}, args...)...))
}

// note tells of a partition.
func (m *Manager) note(env *Env, p *partition, what string, line event.Line) {
	env.Broker.Emit(env.Host, event.ReplicaNote{Partition: p.of(), What: what, Note: line})
}

// maybeExpand asks for a follower to join the ISR, if it has all that is committed and all that came before this leader
// epoch.
func (m *Manager) maybeExpand(env *Env, p *partition, r Remote) {
	l := m.leaderLog(env, p)
	if p.pending != nil || l == nil || slices.Contains(p.isr, r.ID) || !m.eligible(r) {
		return
	}
	if r.LogEnd.Offset < l.HighWatermark() || !p.hasStart || r.LogEnd.Offset < p.epochStart {
		return
	}
	m.propose(p, true, []int32{r.ID}, with(p.isr, r.ID))
	m.submit(env, p)
}

// ShrinkISRs is the task isr-expiration: replicas that have lagged for too long are to leave their ISRs.
func (m *Manager) ShrinkISRs(env *Env) {
	for _, name := range m.inMapOrder() {
		m.ShrinkISR(env, name)
	}
}

// ShrinkISR is the same for one partition; it does nothing unless this broker leads it.
func (m *Manager) ShrinkISR(env *Env, name string) {
	p := m.parts.Edit(name)
	if p == nil || p.pending != nil {
		return
	}
	l := m.leaderLog(env, p)
	if l == nil {
		return
	}
	out := m.outOfSync(env, p, l)
	if len(out) == 0 {
		return
	}
	rest := without(p.isr, out...)
	m.say(env, p, event.ISRShrinking, event.INFO, "Shrinking ISR from %s to %s. Leader: (highWatermark: %d, endOffset: %d). Out of sync replicas: %s.",
		metadata.Joined(p.isr, ","), metadata.Joined(rest, ","), l.HighWatermark(), l.LogEndOffset(), p.lagging(out))
	m.propose(p, false, out, rest)
	m.submit(env, p)
}

// outOfSync are the members of the ISR that have lagged for too long. One of which nothing is known is out, the leader never.
func (m *Manager) outOfSync(env *Env, p *partition, l *plog.Log) (out []int32) {
	for _, id := range p.isr {
		i := p.find(id)
		if id != m.id && (i < 0 || !p.remote[i].caughtUp(l.LogEndOffset(), env.now(), env.lagMax())) {
			out = append(out, id)
		}
	}
	return out
}

func (p *partition) lagging(ids []int32) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		end, caughtUp := "unknown", "unknown"
		if at := p.find(id); at >= 0 {
			end, caughtUp = fmt.Sprint(p.remote[at].LogEnd.Offset), fmt.Sprint(p.remote[at].LastCaughtUp)
		}
		texts[i] = fmt.Sprintf("(brokerId: %d, endOffset: %s, lastCaughtUpTimeMs: %s)", id, end, caughtUp)
	}
	return strings.Join(texts, " ")
}

// propose makes a change of the ISR the pending one.
func (m *Manager) propose(p *partition, expand bool, ids, isr []int32) {
	p.pending = &change{expand: expand, ids: ids, sent: m.members(p, isr), epoch: p.partitionEpoch, leader: p.leaderEpoch}
}

// members are an ISR with the broker epochs that the leader knows.
func (m *Manager) members(p *partition, isr []int32) []metadata.Member {
	list := make([]metadata.Member, len(isr))
	for i, id := range isr {
		list[i] = metadata.Member{ID: id, Epoch: metadata.UnknownBrokerEpoch}
		if id == m.id {
			list[i].Epoch = m.epoch
		} else if at := p.find(id); at >= 0 && p.remote[at].HasEpoch {
			list[i].Epoch = p.remote[at].BrokerEpoch
		}
	}
	return list
}

// accepted takes over what the controller has made of a pending change.
func (m *Manager) accepted(env *Env, p *partition, a metadata.PartitionAnswer) {
	if a.LeaderEpoch != p.leaderEpoch || a.PartitionEpoch < p.partitionEpoch {
		return
	}
	isr := slices.Clone(a.ISR)
	slices.Sort(isr)
	p.isr, p.recovery, p.pending, p.partitionEpoch = isr, a.Recovery, nil, a.PartitionEpoch
	m.say(env, p, event.ISRUpdated, event.INFO, "ISR updated to %s %s and version updated to %d", metadata.Joined(isr, ","), m.underText(env, p), p.partitionEpoch)
	if l := m.leaderLog(env, p); l != nil && m.raise(env, p, l, env.now()) {
		m.complete(env, p.name(), produce, deleteRecords)
	}
}

func (m *Manager) underText(env *Env, p *partition) string {
	if m.underMinISR(env, p) {
		return "(under-min-isr)"
	}
	return ""
}

// refused deals with an error in answer to a pending change, and says whether it is to be sent again. With an error that means
// that this broker's metadata is old the change stays pending until new metadata comes.
func (m *Manager) refused(env *Env, p *partition, code string) (again bool) {
	switch code {
	case "OPERATION_NOT_ATTEMPTED", "INELIGIBLE_REPLICA":
		was := p.pending
		p.pending = nil
		m.say(env, p, event.ISRRefused, event.INFO, "Failed to alter partition to %s since the controller rejected the request with %s. Partition state has been reset to the latest committed state %s.",
			p.describe(was), code, p.committed())
		return false
	case "UNKNOWN_TOPIC_OR_PARTITION", "UNKNOWN_TOPIC_ID", "FENCED_LEADER_EPOCH", "INVALID_UPDATE_VERSION", "INVALID_REQUEST", "NEW_LEADER_ELECTED":
		return false
	}
	m.say(env, p, event.ISRRefused, event.WARN, "Failed to update ISR to %s due to unexpected %s. Retrying.", p.describe(p.pending), code)
	return true
}

// describe is a pending change as Kafka prints it.
func (p *partition) describe(x *change) string {
	what := "PendingShrinkIsr(outOfSyncReplicaIds=" + metadata.Ids(x.ids)
	if x.expand {
		what = "PendingExpandIsr(newInSyncReplicaId=" + metadata.Joined(x.ids, "")
	}
	members := make([]string, len(x.sent))
	for i, s := range x.sent {
		members[i] = fmt.Sprintf("BrokerState(brokerId=%d, brokerEpoch=%d)", s.ID, s.Epoch)
	}
	return fmt.Sprintf("%s, sentLeaderAndIsr=LeaderAndIsr(leader=%d, leaderEpoch=%d, isrWithBrokerEpoch=[%s], leaderRecoveryState=%s, partitionEpoch=%d), leaderRecoveryState=%s, lastCommittedState=%s)",
		what, p.leader, x.leader, strings.Join(members, ", "), p.recovery, x.epoch, p.recovery, p.committed())
}

func (p *partition) committed() string {
	return fmt.Sprintf("CommittedPartitionState[isr=%s, leaderRecoveryState=%s]", metadata.Ids(p.isr), p.recovery)
}
