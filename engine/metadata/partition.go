package metadata

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/store"
)

// NoLeader stands for the leader of a partition that has none.
const NoLeader int32 = -1

// Recovery is a leader's recovery state (KIP-704).
type Recovery int8

// Recovery states. Unchanged stands in a record that leaves it as it is.
const (
	Unchanged  Recovery = -1
	Recovered  Recovery = 0
	Recovering Recovery = 1 // elected although it may lack committed records
)

func (r Recovery) String() string {
	if r == Recovering {
		return "RECOVERING"
	}
	return "RECOVERED"
}

// Partition is a partition's registration. Lists keep the order that the controller gave them.
type Partition struct {
	Topic  string
	Number int32

	Replicas       []int32
	Directories    []string // ids of the log directories, as Replicas
	ISR            []int32
	Removing       []int32
	Adding         []int32
	ELR            []int32 // eligible leader replicas (KIP-966)
	LastKnownELR   []int32
	Leader         int32 // NoLeader: none
	Recovery       Recovery
	LeaderEpoch    int32
	PartitionEpoch int32
}

// Name is "orders-0".
func (p Partition) Name() string { return p.Topic + "-" + strconv.Itoa(int(p.Number)) }

// HasReplica says that a broker is among the assigned ones.
func (p Partition) HasReplica(id int32) bool { return slices.Contains(p.Replicas, id) }

// String is the registration as Kafka prints it.
func (p Partition) String() string {
	return fmt.Sprintf("PartitionRegistration(replicas=%s, directories=[%s], isr=%s, removingReplicas=%s, addingReplicas=%s, elr=%s, lastKnownElr=%s, leader=%d, leaderRecoveryState=%s, leaderEpoch=%d, partitionEpoch=%d)",
		Ids(p.Replicas), strings.Join(p.Directories, ", "), Ids(p.ISR), Ids(p.Removing), Ids(p.Adding), Ids(p.ELR), Ids(p.LastKnownELR), p.Leader, p.Recovery, p.LeaderEpoch, p.PartitionEpoch)
}

// Ids are broker ids as Java prints a list of them: "[1, 2, 3]".
func Ids(list []int32) string { return "[" + Joined(list, ", ") + "]" }

// Joined are broker ids with a separator.
func Joined(list []int32, separator string) string {
	var b strings.Builder
	for i, id := range list {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strconv.Itoa(int(id)))
	}
	return b.String()
}

func (p *Partition) code(c *store.Coder) {
	c.String(&p.Topic)
	c.Int32(&p.Number)
	for _, list := range [...]*[]int32{&p.Replicas, &p.ISR, &p.Removing, &p.Adding, &p.ELR, &p.LastKnownELR} {
		store.Slice(c, list, (*store.Coder).Int32)
	}
	store.Slice(c, &p.Directories, (*store.Coder).String)
	c.Int32(&p.Leader)
	store.Number(c, &p.Recovery)
	c.Int32(&p.LeaderEpoch)
	c.Int32(&p.PartitionEpoch)
}
