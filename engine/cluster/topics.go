package cluster

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/config"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// topic is what the controller knows of a topic.
type topic struct {
	id         string
	configs    config.Properties
	partitions []PartitionInfo // replaced, never changed in place
}

func codeTopic(c *store.Coder, t *topic) {
	c.String(&t.id)
	t.configs.Code(c)
	store.Slice(c, &t.partitions, func(c *store.Coder, p *PartitionInfo) {
		c.Int32(&p.Number)
		c.Int32(&p.Leader)
		c.Int32(&p.LeaderEpoch)
		c.Int32(&p.PartitionEpoch)
		store.Slice(c, &p.Replicas, (*store.Coder).Int32)
		store.Slice(c, &p.ISR, (*store.Coder).Int32)
	})
}

// maxPartitions is a limit of this simulation, per request; Kafka's own controller stops at the same number.
const maxPartitions = 10_000

// Topics lists the topics by name.
func (c *Cluster) Topics() []Topic {
	list := make([]Topic, 0, c.topics.Len())
	for name, t := range c.topics.All() {
		list = append(list, view(name, t))
	}
	return list
}

// Topic finds a topic.
func (c *Cluster) Topic(name string) (Topic, bool) {
	t, ok := c.topics.Get(name)
	return view(name, t), ok
}

func view(name string, t topic) Topic {
	return Topic{Name: name, ID: t.id, Internal: internalTopic(name), Configs: t.configs, Partitions: t.partitions}
}

// find is Topic with Kafka's error.
func (c *Cluster) find(name string) (topic, error) {
	if t, ok := c.topics.Get(name); ok {
		return t, nil
	}
	return topic{}, kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
}

// CreateTopic makes a topic. Errors: InvalidTopicException, TopicExistsException, InvalidPartitionsException,
// InvalidReplicationFactorException, and those of the configuration.
func (c *Cluster) CreateTopic(n NewTopic) (Topic, error) {
	if err := c.Reachable("createTopics"); err != nil {
		return Topic{}, err
	}
	if err := c.checkNewTopic(n); err != nil {
		return Topic{}, err
	}
	partitions, err := c.placed(n)
	if err != nil {
		return Topic{}, err
	}
	overrides := config.Properties(nil)
	for _, p := range n.Configs {
		overrides = overrides.With(p.Name, p.Value)
	}
	if _, err := c.layers().Check(overrides); err != nil {
		return Topic{}, config.AsAnswer(err)
	}
	t := topic{id: c.random.ID(), configs: overrides, partitions: partitions}
	if c.fleet != nil {
		c.createTopic(n.Name, t.id, overrides, partitions)
		c.settle()
		t, err = c.find(n.Name)
		return view(n.Name, t), err
	}
	before := c.Fork()
	c.topics.Set(n.Name, t)
	if err := c.createReplicas(n.Name, t, 0); err != nil {
		*c = *before // a topic whose logs cannot be made leaves nothing behind
		return Topic{}, err
	}
	if len(overrides) > 0 {
		for _, b := range c.running() {
			b.TopicConfigured(c.host(), n.Name, overrides)
		}
	}
	c.settle()
	return view(n.Name, t), nil
}

// placed are the partitions of a new topic, with their replicas.
func (c *Cluster) placed(n NewTopic) ([]PartitionInfo, error) {
	if len(n.Assignments) > 0 && c.fleet != nil {
		return c.assigned(n.Assignments)
	}
	count := c.orDefault(int64(n.Partitions), "num.partitions")
	factor := c.orDefault(int64(n.ReplicationFactor), "default.replication.factor")
	if err := c.checkCounts(count, factor); err != nil {
		return nil, err
	}
	return c.assign(nil, int32(count), int(factor)), nil
}

func (c *Cluster) checkNewTopic(n NewTopic) error {
	if err := checkTopicName(n.Name); err != nil {
		return err
	}
	if _, ok := c.topics.Get(n.Name); ok {
		return kerr.ErrTopicExists.With("Topic '%s' already exists.", n.Name)
	}
	for other := range c.topics.All() {
		if metricName(other) == metricName(n.Name) {
			return kerr.ErrInvalidTopic.With("Topic '%s' collides with existing topic: %s", n.Name, other)
		}
	}
	return nil
}

// checkCounts refuses numbers of partitions and replicas that cannot be.
func (c *Cluster) checkCounts(partitions, factor int64) error {
	switch alive := len(c.running()); {
	case partitions <= 0:
		return kerr.ErrInvalidPartitions.With("Number of partitions was set to an invalid non-positive value.")
	case partitions > maxPartitions:
		return kerr.ErrPolicyViolation.With("Excessively large number of partitions per request.")
	case factor <= 0:
		return kerr.ErrInvalidReplicationFactor.With("Replication factor must be larger than 0, or -1 to use the default value.")
	case int(factor) > alive:
		return kerr.ErrInvalidReplicationFactor.With("Unable to replicate the partition %d time(s): The target replication factor of %d cannot be reached because only %d broker(s) are registered or some brokers have all their log directories cordoned.", factor, factor, alive)
	}
	return nil
}

// orDefault replaces -1 by a broker setting.
func (c *Cluster) orDefault(n int64, setting string) int64 {
	if n == -1 {
		return c.layers().Int(setting)
	}
	return n
}

// assign adds partitions up to count, their replicas spread over the running brokers in turn.
func (c *Cluster) assign(have []PartitionInfo, count int32, factor int) []PartitionInfo {
	list, alive := slices.Clone(have), c.running()
	for n := int32(len(have)); n < count; n++ {
		var ids []int32
		for r := range factor {
			ids = append(ids, alive[(int(n)+r)%len(alive)].ID())
		}
		list = append(list, PartitionInfo{Number: n, Leader: ids[0], Replicas: ids, ISR: ids})
	}
	return list
}

// createReplicas tells the brokers of partitions from a number on.
func (c *Cluster) createReplicas(name string, t topic, from int) error {
	for _, b := range c.running() {
		var mine []broker.Replica
		for _, p := range t.partitions[from:] {
			if contains(p.Replicas, b.ID()) {
				mine = append(mine, assignment(name, t, p.Number))
			}
		}
		if err := b.Create(c.host(), mine); err != nil {
			return err
		}
	}
	return nil
}

// CreatePartitions raises the number of partitions. Errors: UnknownTopicOrPartitionException,
// InvalidPartitionsException.
func (c *Cluster) CreatePartitions(name string, count int32) error {
	if err := c.Reachable("createPartitions"); err != nil {
		return err
	}
	t, err := c.find(name)
	if err != nil {
		return err
	}
	have := len(t.partitions)
	switch {
	case int(count) == have:
		return kerr.ErrInvalidPartitions.With("Topic already has %d partition(s).", have)
	case int(count) < have:
		return kerr.ErrInvalidPartitions.With("The topic %s currently has %d partition(s); %d would not be an increase.", name, have, count)
	case count > maxPartitions:
		return kerr.ErrPolicyViolation.With("Excessively large number of partitions per request.")
	}
	factor := len(t.partitions[0].Replicas)
	if err := c.checkCounts(int64(count), int64(factor)); err != nil {
		return err
	}
	t.partitions = c.assign(t.partitions, count, factor)
	if c.fleet != nil {
		c.commit(c.partitionRecords(name, t.id, t.partitions[have:]))
		c.drain()
		c.settle()
		return nil
	}
	c.topics.Set(name, t)
	err = c.createReplicas(name, t, have)
	c.settle()
	return err
}

// DeleteTopic removes a topic; its files follow later. Error: UnknownTopicOrPartitionException.
func (c *Cluster) DeleteTopic(name string) error {
	if err := c.Reachable("deleteTopics"); err != nil {
		return err
	}
	t, err := c.find(name)
	if err != nil {
		return err
	}
	if c.fleet != nil {
		c.deleteTopic(name, t.id)
		c.forgetTopic(name)
		c.settle()
		return nil
	}
	c.topics.Delete(name)
	for _, b := range c.running() {
		var names []string
		for _, p := range t.partitions {
			names = append(names, TopicPartition{name, p.Number}.String())
		}
		if err := b.Delete(c.host(), names); err != nil {
			return err
		}
		if len(t.configs) > 0 {
			b.TopicConfigured(c.host(), name, nil)
		}
	}
	c.forgetTopic(name)
	c.settle()
	return nil
}
