package cluster

import "logarium/engine/broker"

// loseDirectory takes the leadership of the partitions from a broker whose log directory for them has failed: the broker
// tells the controller, and their last in-sync replica is then only eligible to lead again.
func (c *Cluster) loseDirectory(b *broker.Broker) {
	if c.fleet != nil {
		c.dirsOffline(b)
		return
	}
	for name, t := range c.topics.All() {
		changed := append([]PartitionInfo(nil), t.partitions...)
		any := false
		for i := range changed {
			p := &changed[i]
			if p.Leader != b.ID() || b.Log(TopicPartition{name, p.Number}.String()) != nil {
				continue
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

// Settle performs what is due at this very moment, as the brokers' threads do at once.
func (c *Cluster) Settle() { c.settle() }
