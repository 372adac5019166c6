package controller

import (
	"fmt"

	"logarium/engine/event"
	"strconv"

	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// Elect holds an election that somebody asks for. Errors: kerr.ErrUnknownTopicOrPartition, kerr.ErrElectionNotNeeded,
// kerr.ErrPreferredLeaderNotAvailable, kerr.ErrEligibleLeadersNotAvailable.
func (c *Controller) Elect(env Env, topic string, number int32, kind Election) ([]Record, error) {
	if _, ok := c.image.Topics.Get(topic); !ok {
		return nil, kerr.ErrUnknownTopicOrPartition.With("No such topic as %s", topic)
	}
	p, ok := c.partition(topic, number)
	if !ok {
		return nil, kerr.ErrUnknownTopicOrPartition.With("No such partition as %s-%d", topic, number)
	}
	if kind == Preferred && p.Leader == p.Replicas[0] || kind == Unclean && p.Leader != metadata.NoLeader {
		return nil, kerr.ErrElectionNotNeeded.With("Leader election not needed for topic partition.")
	}
	d := c.change(env, p, c.active)
	d.Election = kind
	r, changed := c.Decide(env, d)
	switch {
	case changed:
		return []Record{r}, nil
	case kind == Preferred:
		return nil, kerr.ErrPreferredLeaderNotAvailable.With("The preferred leader was not available.")
	}
	return nil, kerr.ErrEligibleLeadersNotAvailable.With("Eligible topic partition leaders are not available.")
}

func (c *Controller) partition(topic string, number int32) (metadata.Partition, bool) {
	return c.image.Partitions.Get(metadata.Partition{Topic: topic, Number: number}.Name())
}

// Balance gives partitions back to their preferred leaders where these are in sync: what the controller does every
// leader.imbalance.check.interval.seconds.
func (c *Controller) Balance(env Env) (records []Record) {
	for _, p := range c.PartitionsOf("") {
		if p.Leader == metadata.NoLeader || p.Leader == p.Replicas[0] {
			continue
		}
		d := c.change(env, p, c.active)
		d.Election = Preferred
		if r, ok := c.Decide(env, d); ok {
			records = append(records, r)
		}
	}
	return records
}

// UncleanTask elects leaders, whatever their logs, for partitions without one whose topic allows it: what the controller does
// every unclean.leader.election.interval.ms.
func (c *Controller) UncleanTask(env Env) (records []Record) {
	for _, p := range c.leaderless() {
		if !c.uncleanAllowed(env, p.Topic) {
			continue
		}
		was := fmt.Sprintf("(isr: %s, replicaSet: %s, partitionEpoch: %d, leaderEpoch: %d)", metadata.Ids(p.ISR), metadata.Ids(p.Replicas), p.PartitionEpoch, p.LeaderEpoch)
		r, ok := c.Decide(env, c.change(env, p, c.active))
		if !ok {
			c.log(env, event.WARN, "election", replicationControl, "Cannot trigger unclean leader election for offline partition %s: ELIGIBLE_LEADERS_NOT_AVAILABLE. %s", p.Name(), was)
			continue
		}
		c.say(env, "election", replicationControl, "Triggering unclean leader election for offline partition %s. %s", p.Name(), was)
		records = append(records, r)
	}
	return records
}

// ConfigChange sets or takes back one setting of a topic.
type ConfigChange struct {
	Name, Value string
	Set         bool
}

// TopicConfig changes a topic's settings, which somebody else has checked. A change of min.insync.replicas empties the
// eligible leader replicas.
func (c *Controller) TopicConfig(topic string, changes []ConfigChange) (records []Record) {
	clear := false
	t, _ := c.image.Topics.Get(topic)
	for _, ch := range changes {
		if value, set := t.Configs.Get(ch.Name); set == ch.Set && (!set || value == ch.Value) {
			continue // it is so already
		}
		records = append(records, ConfigRecord{topic, ch.Name, ch.Value, ch.Set})
		clear = clear || ch.Name == "min.insync.replicas"
	}
	if clear && c.options.ELR {
		records = append(records, ClearELRRecord{topic})
	}
	return records
}
