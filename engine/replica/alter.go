package replica

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/metadata"
	"logarium/engine/store"
)

// alterItem is a change of an ISR that the controller has not answered. It stands for its partition until then, also when
// metadata has made it pointless.
type alterItem struct {
	name   string
	change metadata.PartitionChange
	asked  change // the partition's pending change by which the answer is recognized
}

// Outgoing is a request to the controller. Its answer is brought by Answer.
type Outgoing struct {
	Request metadata.AlterPartition
}

func (a *alterItem) code(c *store.Coder) {
	c.String(&a.name)
	r := metadata.AlterPartition{Changes: []metadata.PartitionChange{a.change}}
	r.Code(c)
	if len(r.Changes) == 1 {
		a.change = r.Changes[0]
	}
	a.asked.code(c)
}

func (o *Outgoing) code(c *store.Coder) { o.Request.Code(c) }

// Outgoing takes the requests that are to go to the controller.
func (m *Manager) Outgoing() []Outgoing {
	list := m.outgoing
	m.outgoing = nil
	return list
}

// submit puts a partition's pending change into the queue. While an older one of the same partition waits there, it fails at
// once.
func (m *Manager) submit(env *Env, p *partition) {
	if slices.ContainsFunc(m.unsent, func(a alterItem) bool { return a.name == p.name() }) {
		m.refused(env, p, "OPERATION_NOT_ATTEMPTED")
		return
	}
	x := p.pending
	m.unsent = append(slices.Clip(m.unsent), alterItem{p.name(), metadata.PartitionChange{
		TopicID: p.topicID, Topic: p.topic, Partition: p.number, LeaderEpoch: x.leader, PartitionEpoch: x.epoch, Recovery: p.recovery, ISR: x.sent,
	}, *x})
	m.propagate()
}

// propagate sends all that waits in one request, unless one is on its way.
func (m *Manager) propagate() {
	if len(m.unsent) == 0 || m.inFlight {
		return
	}
	m.inFlight = true
	items := slices.Clone(m.unsent)
	checkpoint.HashOrder(items, checkpoint.Buckets(len(items)), func(a alterItem) int32 {
		id, _ := checkpoint.ParseUUID(a.change.TopicID) // ids come from the controller
		return 31*id.Hash() + a.change.Partition
	})
	request := metadata.AlterPartition{Broker: m.id, BrokerEpoch: m.epoch}
	for _, a := range items {
		request.Changes = append(request.Changes, a.change)
	}
	m.outgoing = append(slices.Clip(m.outgoing), Outgoing{request})
}

// retryDelay is how long a request waits after an error of the controller, in ms.
const retryDelay = 50

// Answer takes the controller's answer to a request that Outgoing has handed out.
func (m *Manager) Answer(env *Env, asked metadata.AlterPartition, a metadata.AlterPartitionAnswer) {
	switch a.Error {
	case "":
		for _, x := range asked.Changes {
			m.answered(env, x, a.Partitions)
		}
	case "STALE_BROKER_EPOCH":
		m.alterSays(env, "Broker had a stale broker epoch (%d), retrying.", asked.BrokerEpoch)
	default:
		m.alterSays(env, "Controller returned an unexpected top-level error when handling AlterPartition request: %s", a.Error)
	}
	m.inFlight = false
	if a.Error == "" {
		m.propagate()
		return
	}
	m.schedule(env, TaskAlterPartition, env.now()+retryDelay, 0)
}

func (m *Manager) alterSays(env *Env, format string, args ...any) {
	env.Broker.Emit(env.Host, event.ReplicasNote{What: event.ISRRefused, Note: event.Said(event.WARN, event.LogAlterPartitions, nil, format, args...)})
}

// answered deals with one partition of a request. One that the answer leaves out stays in the queue.
func (m *Manager) answered(env *Env, asked metadata.PartitionChange, answers []metadata.PartitionAnswer) {
	i := slices.IndexFunc(answers, func(a metadata.PartitionAnswer) bool {
		return a.TopicID == asked.TopicID && a.Partition == asked.Partition
	})
	name := event.Partition{Topic: asked.Topic, Number: asked.Partition}.Name()
	if i < 0 {
		m.alterSays(env, "Partition %s was sent but not included in the response", name)
		return
	}
	at := slices.IndexFunc(m.unsent, func(u alterItem) bool { return u.name == name })
	if at < 0 {
		return
	}
	item := m.unsent[at]
	m.unsent = slices.Delete(slices.Clone(m.unsent), at, at+1)
	p := m.parts.Edit(name)
	if p == nil || p.pending == nil || !p.pending.same(&item.asked) {
		return // metadata has made another state meanwhile
	}
	if answers[i].Error == "" {
		m.accepted(env, p, answers[i])
	} else if m.refused(env, p, answers[i].Error) {
		m.submit(env, p)
	}
}

func (x *change) same(y *change) bool {
	return x.expand == y.expand && slices.Equal(x.ids, y.ids) && slices.Equal(x.sent, y.sent) && x.epoch == y.epoch && x.leader == y.leader
}

// schedule puts a task of this manager on the clock; period 0: once.
func (m *Manager) schedule(env *Env, name string, due, period int64, args ...string) uint64 {
	return env.Host.Clock.Schedule(clock.Task{Name: name, Owner: m.owner(), Due: due, Period: period, Args: args})
}
