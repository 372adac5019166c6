package cluster

import (
	"fmt"

	"logarium/engine/internaltopics"
)

// What the coordinators write into server.log.

const (
	loggerGroups       = "org.apache.kafka.coordinator.group.GroupMetadataManager"
	loggerRuntime      = "org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime"
	loggerTransactions = "kafka.coordinator.transaction.TransactionCoordinator"
)

// groupSays logs a line of a group's coordinator.
func (c *Cluster) groupSays(group, format string, args ...any) {
	tp, _, b, err := c.coordinator(internaltopics.OffsetsTopic, group)
	if err == nil {
		b.Say(c.host(), "group", loggerGroups, fmt.Sprintf("[GroupCoordinator id=%d topic=%s partition=%d] ", b.ID(), tp.Topic, tp.Partition)+fmt.Sprintf(format, args...))
	}
}

// joined tells how a member came into an empty group; generation is the one before.
func (c *Cluster) joined(group, member string, generation int32) {
	c.groupSays(group, "Dynamic member with unknown member id joins group %s in Empty state. Created a new member id %s and requesting the member to rejoin with this id.", group, member)
	c.groupSays(group, "Pending dynamic member with id %s joins group %s in Empty state. Adding to the group now.", member, group)
	c.groupSays(group, "Preparing to rebalance group %s in state PreparingRebalance with old generation %d (reason: Adding new member %s with group instance id null; client reason: need to re-join with the given member-id: %s).",
		group, generation, member, member)
	c.groupSays(group, "Stabilized group %s generation %d with 1 members.", group, generation+1)
	c.groupSays(group, "Assignment received from leader %s for group %s for generation %d. The group has 1 members, 0 of which are static.", member, group, generation+1)
}

// left tells how the only member went; generation is the one before.
func (c *Cluster) left(group, member string, generation int32) {
	c.groupSays(group, "[Group %s] Member %s has left group through explicit `LeaveGroup` request; client reason: the consumer is being closed", group, member)
	c.groupSays(group, "Preparing to rebalance group %s in state PreparingRebalance with old generation %d (reason: explicit `LeaveGroup` request for (%s) members.).", group, generation, member)
	c.groupSays(group, "Group %s with generation %d is now empty.", group, generation+1)
}

// initialized tells that a transactional id has got its producer id and epoch.
func (c *Cluster) initialized(t Transaction) {
	tp, _, b, err := c.coordinator(internaltopics.TransactionsTopic, t.ID)
	if err == nil {
		b.Say(c.host(), "transaction", loggerTransactions, fmt.Sprintf("[TransactionCoordinator id=%d] Initialized transactionalId %s with producerId %d and producer epoch %d on partition %s",
			b.ID(), t.ID, t.ProducerID, t.ProducerEpoch, tp))
	}
}

// loads tells that a group coordinator reads a partition; loaded, that it has.
func (c *Cluster) loads(tp TopicPartition, info PartitionInfo) {
	if b, err := c.leader(info, tp); err == nil && tp.Topic == internaltopics.OffsetsTopic {
		b.Say(c.host(), "loading", loggerRuntime, fmt.Sprintf("[GroupCoordinator id=%d] Scheduling loading of metadata from %s with epoch %d", b.ID(), tp, info.LeaderEpoch))
	}
}

func (c *Cluster) loaded(tp TopicPartition, info PartitionInfo, r *replayed) {
	if b, err := c.leader(info, tp); err == nil && tp.Topic == internaltopics.OffsetsTopic {
		b.Say(c.host(), "loading", loggerRuntime, fmt.Sprintf("[GroupCoordinator id=%d] Finished loading of metadata from %s with epoch %d in 0ms where 0ms was spent in the scheduler. Loaded %d records which total to %d bytes.",
			b.ID(), tp, info.LeaderEpoch, r.records, r.bytes))
	}
}
