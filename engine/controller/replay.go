package controller

import (
	"logarium/engine/metadata"
)

// Replay applies records: from here on they are what the cluster is.
func (c *Controller) Replay(env Env, records []Record) {
	for _, r := range records {
		c.replay(env, r)
		c.image.Offset++
	}
}

func (c *Controller) replay(env Env, r Record) {
	switch r := r.(type) {
	case TopicRecord:
		c.image.Topics.Set(r.Name, metadata.Topic{Name: r.Name, ID: r.ID})
		c.say(env, "partition", replicationControl, "Replayed TopicRecord for topic %s with topic ID %s.", r.Name, r.ID)
	case RemoveTopicRecord:
		c.removeTopic(env, r)
	case ConfigRecord:
		c.replayConfig(env, r)
	case ClearELRRecord:
		c.clearELR(env, r.Topic)
	case PartitionRecord:
		c.replayPartition(env, r)
	case PartitionChange:
		c.replayChange(env, r)
	case RegisterRecord:
		c.replayRegistration(env, r)
	case BrokerChange:
		c.replayBrokerChange(env, r)
	}
}

func (c *Controller) removeTopic(env Env, r RemoveTopicRecord) {
	for n := int32(0); ; n++ {
		name := metadata.Partition{Topic: r.Name, Number: n}.Name()
		if !c.dropPartition(name) {
			break
		}
	}
	c.image.Topics.Delete(r.Name)
	c.say(env, "partition", replicationControl, "Replayed RemoveTopicRecord for topic %s with ID %s.", r.Name, r.ID)
}

func (c *Controller) replayConfig(env Env, r ConfigRecord) {
	t, _ := c.image.Topics.Get(r.Topic)
	value := "null"
	if r.Set {
		t.Configs, value = t.Configs.With(r.Name, r.Value), r.Value
	} else {
		t.Configs = t.Configs.Without(r.Name)
	}
	c.image.Topics.Set(r.Topic, t)
	c.say(env, "config", configurationControl, "Replayed ConfigRecord for ConfigResource(type=TOPIC, name='%s') which set configuration %s to %s", r.Topic, r.Name, value)
}

// clearELR forgets the eligible leader replicas of a topic: they were counted by another min.insync.replicas. As in Kafka they stay in
// the lists of those who are eligible, so that a broker which becomes eligible again stands there twice.
func (c *Controller) clearELR(env Env, topic string) {
	cleared := 0
	for _, p := range c.PartitionsOf(topic) {
		if len(p.ELR) == 0 && len(p.LastKnownELR) == 0 {
			continue
		}
		p.ELR, p.LastKnownELR = nil, nil
		p.PartitionEpoch++
		c.image.Partitions.Set(p.Name(), p)
		cleared++
	}
	c.say(env, "config", replicationControl, "Removed ELRs from %d partitions of topic %s.", cleared, topic)
}

// PartitionsOf lists the partitions of a topic by number; all, by name, for "".
func (c *Controller) PartitionsOf(topic string) (list []metadata.Partition) {
	if topic == "" {
		for _, p := range c.image.Partitions.All() {
			list = append(list, p)
		}
		return list
	}
	for n := int32(0); ; n++ {
		p, ok := c.image.Partitions.Get(metadata.Partition{Topic: topic, Number: n}.Name())
		if !ok {
			return list
		}
		list = append(list, p)
	}
}

func (c *Controller) replayPartition(env Env, r PartitionRecord) {
	p := r.Partition
	c.setPartition(p)
	c.say(env, "partition", replicationControl, "Replayed PartitionRecord for new partition %s with topic ID %s and %s.", p.Name(), r.TopicID, p)
}

// replayChange takes over a change of a partition. Changes of the assignment have a line of their own; so has every change while the
// leader's recovery state is, or becomes, RECOVERING.
func (c *Controller) replayChange(env Env, r PartitionChange) {
	name := metadata.Partition{Topic: r.Topic, Number: r.Number}.Name()
	was, ok := c.image.Partitions.Get(name)
	if !ok {
		return
	}
	is := Merge(was, r)
	c.setPartition(is)
	if is.Recovery == metadata.Recovering {
		c.say(env, "partition", replicationControl, "UNCLEAN partition change for %s with topic ID %s: %s", name, r.TopicID, difference(was, is))
	}
	if r.Removing != nil || r.Adding != nil {
		c.say(env, "reassignment", replicationControl, "Replayed partition assignment change %s for topic %s. (isr: %s -> %s, replicaSet: %s -> %s, partitionEpoch: %d, leaderEpoch: %d)",
			r, r.Topic, metadata.Ids(was.ISR), metadata.Ids(is.ISR), metadata.Ids(was.Replicas), metadata.Ids(is.Replicas), is.PartitionEpoch, is.LeaderEpoch)
	}
}

func (c *Controller) replayRegistration(env Env, r RegisterRecord) {
	id := r.Broker.ID
	_, known := c.image.Brokers.Get(id)
	c.image.Brokers.Set(id, r.Broker)
	b, _ := c.brokers.Get(id)
	b.Registered, b.Leaving = c.image.Offset, -1
	c.brokers.Set(id, b)
	if known {
		c.say(env, "registration", clusterControl, "Replayed RegisterBrokerRecord establishing a new incarnation of broker %d: %s", id, r)
	} else {
		c.say(env, "registration", clusterControl, "Replayed initial RegisterBrokerRecord for broker %d: %s", id, r)
	}
}

func (c *Controller) replayBrokerChange(env Env, r BrokerChange) {
	b, ok := c.image.Brokers.Get(r.ID)
	if !ok {
		return
	}
	was := b
	if r.Fenced != 0 {
		b.Fenced = r.Fenced > 0
	}
	if r.Shutting > 0 {
		b.ShuttingDown = true
	}
	if b.Fenced == was.Fenced && b.ShuttingDown == was.ShuttingDown {
		c.say(env, "registration", clusterControl, "Ignoring no-op registration change for %s", registrationText(b))
		return
	}
	c.image.Brokers.Set(r.ID, b)
	c.say(env, "registration", clusterControl, "Replayed BrokerRegistrationChangeRecord modifying the registration for broker %d: %s", r.ID, r)
}
