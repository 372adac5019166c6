package metadata

import "logarium/engine/store"

// UnknownBrokerEpoch stands for the epoch of an ISR member that has not fetched from this leader yet.
const UnknownBrokerEpoch int64 = -1

// Member is a member of a wanted ISR with the broker epoch that the leader knows of it.
type Member struct {
	ID    int32
	Epoch int64 // UnknownBrokerEpoch if not known
}

// PartitionChange is a change of one partition's ISR that its leader asks for.
type PartitionChange struct {
	TopicID        string
	Topic          string // for the reader; the request has only the id
	Partition      int32
	LeaderEpoch    int32
	PartitionEpoch int32
	Recovery       Recovery
	ISR            []Member
}

// AlterPartition is the request of a broker to the controller.
type AlterPartition struct {
	Broker      int32
	BrokerEpoch int64
	Changes     []PartitionChange
}

// Code writes or reads the request.
func (r *AlterPartition) Code(c *store.Coder) {
	c.Int32(&r.Broker)
	c.Int64(&r.BrokerEpoch)
	store.Slice(c, &r.Changes, codeChange)
}

func codeChange(c *store.Coder, p *PartitionChange) {
	c.String(&p.TopicID)
	c.String(&p.Topic)
	c.Int32(&p.Partition)
	c.Int32(&p.LeaderEpoch)
	c.Int32(&p.PartitionEpoch)
	store.Number(c, &p.Recovery)
	store.Slice(c, &p.ISR, func(c *store.Coder, m *Member) {
		c.Int32(&m.ID)
		c.Int64(&m.Epoch)
	})
}

// PartitionAnswer is the controller's answer for one partition: with an error only that, otherwise the partition as it is
// now.
type PartitionAnswer struct {
	TopicID        string
	Topic          string
	Partition      int32
	Error          string // name of a protocol error, "" for none
	Leader         int32
	LeaderEpoch    int32
	PartitionEpoch int32
	Recovery       Recovery
	ISR            []int32
}

// AlterPartitionAnswer is the controller's answer to AlterPartition.
type AlterPartitionAnswer struct {
	Error      string // name of a protocol error for the whole request, "" for none
	Partitions []PartitionAnswer
}
