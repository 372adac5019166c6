package cluster

import (
	"logarium/engine/config"
	"logarium/engine/controller"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// createTopic makes a topic on several brokers: a decision of the controller, which the brokers carry out.
func (c *Cluster) createTopic(name, id string, overrides config.Properties, partitions []PartitionInfo) {
	records := append([]controller.Record{controller.TopicRecord{Name: name, ID: id}}, configRecords(name, overrides)...)
	c.commit(append(records, c.partitionRecords(name, id, partitions)...))
	c.drain()
}

func (c *Cluster) partitionRecords(name, id string, partitions []PartitionInfo) (records []controller.Record) {
	for _, p := range partitions {
		q := metadata.Partition{Topic: name, Number: p.Number, Replicas: p.Replicas, ISR: p.ISR, Leader: p.Leader}
		for _, r := range p.Replicas {
			q.Directories = append(q.Directories, c.newDirectory(r))
		}
		records = append(records, controller.PartitionRecord{TopicID: id, Partition: q})
	}
	return records
}

// newDirectory is the id of the log directory in which a broker will put a new replica: its only one, or none yet.
func (c *Cluster) newDirectory(id int32) string {
	if dirs := c.brokers[id-1].Dirs(); len(dirs) == 1 {
		return dirs[0].ID
	}
	return "AAAAAAAAAAAAAAAAAAAAAA"
}

// assigned are partitions with the replicas that somebody has chosen. Errors: those of a manual assignment that cannot be.
func (c *Cluster) assigned(lists [][]int32) (list []PartitionInfo, err error) {
	for n, ids := range lists {
		if len(ids) != len(lists[0]) {
			return nil, kerr.ErrInvalidReplicaAssignment.With("The manual partition assignment includes a partition with %d replica(s), but this is not consistent with previous partitions, which have %d replica(s).", len(ids), len(lists[0]))
		}
		if err := c.fleet.control.CheckAssignment(ids); err != nil {
			return nil, err
		}
		var isr []int32
		for _, id := range ids {
			if b, _ := c.fleet.control.Image().Brokers.Get(id); b.Active() {
				isr = append(isr, id)
			}
		}
		if len(isr) == 0 {
			return nil, kerr.ErrInvalidReplicaAssignment.With("All brokers specified in the manual partition assignment for partition %d are fenced or in controlled shutdown.", n)
		}
		list = append(list, PartitionInfo{Number: int32(n), Leader: isr[0], Replicas: ids, ISR: isr})
	}
	return list, nil
}

// alterTopicConfigs changes the settings of a topic on several brokers.
func (c *Cluster) alterTopicConfigs(name string, was, next config.Properties) {
	var changes []controller.ConfigChange
	for _, p := range next {
		if v, ok := was.Get(p.Name); !ok || v != p.Value {
			changes = append(changes, controller.ConfigChange{Name: p.Name, Value: p.Value, Set: true})
		}
	}
	for _, p := range was {
		if _, ok := next.Get(p.Name); !ok {
			changes = append(changes, controller.ConfigChange{Name: p.Name})
		}
	}
	c.commit(c.fleet.control.TopicConfig(name, changes))
	c.drain()
}

// deleteTopic removes a topic from several brokers.
func (c *Cluster) deleteTopic(name, id string) {
	c.commit([]controller.Record{controller.RemoveTopicRecord{Name: name, ID: id}})
	c.drain()
}

// Election is a kind of leader election that an admin client can ask for.
type Election = controller.Election

// Kinds of elections.
const (
	PreferredElection = controller.Preferred
	UncleanElection   = controller.Unclean
)

// ElectLeader holds an election. Errors: kerr.ErrElectionNotNeeded, kerr.ErrPreferredLeaderNotAvailable,
// kerr.ErrEligibleLeadersNotAvailable, kerr.ErrUnknownTopicOrPartition.
func (c *Cluster) ElectLeader(tp TopicPartition, kind Election) error {
	if err := c.Reachable("electLeaders"); err != nil {
		return err
	}
	if c.fleet == nil {
		return c.electAlone(tp, kind)
	}
	records, err := c.fleet.control.Elect(c.controlEnv(), tp.Topic, tp.Partition, kind)
	if err != nil {
		return err
	}
	c.commit(records)
	c.drain()
	c.settle()
	return nil
}

// electAlone answers for a single broker: its partitions have it as their leader, or nobody.
func (c *Cluster) electAlone(tp TopicPartition, kind Election) error {
	t, ok := c.topics.Get(tp.Topic)
	if !ok || tp.Partition < 0 || int(tp.Partition) >= len(t.partitions) {
		return kerr.ErrUnknownTopicOrPartition.With("No such partition as %s", tp)
	}
	switch p := t.partitions[tp.Partition]; {
	case p.Leader != noLeader:
		return kerr.ErrElectionNotNeeded.With("Leader election not needed for topic partition.")
	case kind == PreferredElection:
		return kerr.ErrPreferredLeaderNotAvailable.With("The preferred leader was not available.")
	}
	return kerr.ErrEligibleLeadersNotAvailable.With("Eligible topic partition leaders are not available.")
}

// Reassign moves the replicas of a partition to other brokers; nil takes a move back that is under way. Errors:
// kerr.ErrInvalidReplicaAssignment, kerr.ErrNoReassignmentInProgress, kerr.ErrUnknownTopicOrPartition.
func (c *Cluster) Reassign(tp TopicPartition, replicas []int32) error {
	if err := c.Reachable("alterPartitionReassignments"); err != nil {
		return err
	}
	if c.fleet == nil {
		return kerr.ErrInvalidReplicaAssignment.With("The manual partition assignment includes broker %d, but no such broker is registered.", other(replicas))
	}
	records, err := c.fleet.control.Reassign(c.controlEnv(), tp.Topic, tp.Partition, replicas)
	if err != nil {
		return err
	}
	c.commit(records)
	c.drain()
	c.settle()
	return nil
}

// other is the first broker in a list that a single broker's cluster does not have.
func other(ids []int32) int32 {
	for _, id := range ids {
		if id != 1 {
			return id
		}
	}
	return 0
}
