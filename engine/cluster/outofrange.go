package cluster

import "logarium/engine/broker"

// OutOfRange is the event because of which the leader of a partition has no record with an offset any more, if it is still kept.
func (c *Cluster) OutOfRange(tp TopicPartition, offset int64) (broker.Happening, bool) {
	_, b, err := c.partition(tp)
	if err != nil {
		return broker.Happening{}, false
	}
	return b.OutOfRange(tp.String(), offset)
}
