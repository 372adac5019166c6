package cluster

import "logarium/engine/kerr"

// MoveReplica lets a broker copy its replica of a partition to another of its log directories. Without a throttle the copy is
// there at once. Errors: UnknownTopicOrPartitionException, LogDirNotFoundException, kerr.ErrKafkaStorage for a directory
// that is offline, ReplicaNotAvailableException.
func (c *Cluster) MoveReplica(tp TopicPartition, id int32, dir string) error {
	t, ok := c.topics.Get(tp.Topic)
	if !ok || tp.Partition < 0 || int(tp.Partition) >= len(t.partitions) {
		return kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
	}
	b, err := c.broker(id)
	if err != nil {
		return err
	}
	if !b.Running() {
		return kerr.ErrTimeout.With("Timed out waiting for a node assignment. Call: alterReplicaLogDirs")
	}
	err = b.Move(c.host(), assignment(tp.Topic, t, tp.Partition), dir)
	c.settle()
	return err
}
