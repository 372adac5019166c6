package cluster

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/store"
)

// loseDirectory takes the leadership of the partitions from a broker whose log directory for them has failed: the broker
// tells the controller, and their last in-sync replica is then only eligible to lead again. started: the directory had failed when the broker
// started, which counts as an unclean shutdown, after which a replica is not eligible either, only the last leader.
func (c *Cluster) loseDirectory(b *broker.Broker, started bool) {
	if c.fleet != nil {
		c.dirsOffline(b)
		return
	}
	for name, t := range c.topics.All() {
		changed := append([]PartitionInfo(nil), t.partitions...)
		any := false
		for i := range changed {
			p := &changed[i]
			tp := TopicPartition{name, p.Number}
			if p.Leader != b.ID() || b.Log(tp.String()) != nil {
				continue
			}
			c.ineligible = slices.DeleteFunc(slices.Clone(c.ineligible), func(t TopicPartition) bool { return t == tp })
			if started {
				c.ineligible = append(c.ineligible, tp)
			}
			p.Leader, p.ISR, any = noLeader, nil, true
			p.LeaderEpoch++
			p.PartitionEpoch++
		}
		if any {
			t.partitions = changed
			c.topics.Set(name, t)
		}
	}
}

// Eligible are the replicas that may lead without losing records: those in sync, or, when the last of them is gone, the
// eligible leader replicas (KIP-966), which with one replica is that.
func (p *PartitionInfo) Eligible() []int32 {
	if len(p.ISR) > 0 {
		return p.ISR
	}
	return p.Replicas
}

// ELR are the eligible leader replicas of a partition as the controller lists them, and the leader last known: of a single broker none while
// somebody is in sync.
func (c *Cluster) ELR(topic string, p PartitionInfo) (eligible, lastKnown []int32) {
	switch {
	case c.fleet != nil || len(p.ISR) > 0:
		return p.ELR, p.LastKnownELR
	case slices.Contains(c.ineligible, TopicPartition{topic, p.Number}):
		return nil, p.Replicas
	}
	return p.Replicas, p.Replicas
}

func codePartitionName(s *store.Coder, tp *TopicPartition) {
	s.String(&tp.Topic)
	s.Int32(&tp.Partition)
}

// Settle performs what is due at this very moment, as the brokers' threads do at once.
func (c *Cluster) Settle() { c.settle() }
