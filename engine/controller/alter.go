package controller

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// AlterPartition judges the changes of ISRs that a leader asks for. Each partition is answered on its own; an error of the whole
// request (kerr.ErrStaleBrokerEpoch) means that it comes from a process that has been replaced.
func (c *Controller) AlterPartition(env Env, q metadata.AlterPartition) (a metadata.AlterPartitionAnswer, records []Record, err error) {
	if err := c.checkEpoch(q.Broker, q.BrokerEpoch); err != nil {
		a.Error = kerr.Code(err)
		return a, nil, err
	}
	for _, change := range q.Changes {
		answer, r, ok := c.alter(env, q.Broker, change)
		a.Partitions = append(a.Partitions, answer)
		if ok {
			records = append(records, r)
		}
	}
	return a, records, nil
}

// alter judges the change of one partition.
func (c *Controller) alter(env Env, from int32, q metadata.PartitionChange) (a metadata.PartitionAnswer, r PartitionChange, changed bool) {
	a = metadata.PartitionAnswer{TopicID: q.TopicID, Topic: q.Topic, Partition: q.Partition}
	if t, ok := c.image.Topics.Get(q.Topic); !ok || t.ID != q.TopicID {
		c.say(env, "isr", replicationControl, "Rejecting AlterPartition request for unknown topic ID %s.", q.TopicID)
		a.Error = "UNKNOWN_TOPIC_ID"
		return a, r, false
	}
	p, ok := c.partition(q.Topic, q.Partition)
	if !ok {
		c.say(env, "isr", replicationControl, "Rejecting AlterPartition request for unknown partition %s-%d.", q.Topic, q.Partition)
		a.Error = "UNKNOWN_TOPIC_OR_PARTITION"
		return a, r, false
	}
	if a.Error = c.refuse(env, from, p, q); a.Error != "" {
		return a, r, false
	}
	d := c.change(env, p, c.active)
	d.ISR, d.Recovery = ids(q.ISR), q.Recovery
	r, changed = c.Decide(env, d)
	is := p
	if changed {
		is = Merge(p, r)
	}
	moved := fmt.Sprintf("isr: %s -> %s, replicaSet: %s -> %s, partitionEpoch: %d -> %d, leaderEpoch: %d -> %d",
		metadata.Ids(p.ISR), metadata.Ids(is.ISR), metadata.Ids(p.Replicas), metadata.Ids(is.Replicas), p.PartitionEpoch, is.PartitionEpoch, p.LeaderEpoch, is.LeaderEpoch)
	switch {
	case changed && r.Leader != noLeaderChange && r.Leader != from:
		c.say(env, "isr", replicationControl, "AlterPartition request from node %d for %s completed the ongoing partition reassignment and triggered a leadership change %s. Returning NEW_LEADER_ELECTED.", from, p.Name(), moved)
		a.Error = "NEW_LEADER_ELECTED"
		return a, r, true
	case changed && len(is.Adding)+len(is.Removing) > 0: // Kafka says so although the move goes on
		c.say(env, "isr", replicationControl, "AlterPartition request from node %d for %s completed the ongoing partition reassignment. %s", from, p.Name(), moved)
	}
	a.Leader, a.LeaderEpoch, a.PartitionEpoch, a.Recovery, a.ISR = is.Leader, is.LeaderEpoch, is.PartitionEpoch, is.Recovery, is.ISR
	return a, r, changed
}

func ids(members []metadata.Member) []int32 {
	list := make([]int32, len(members))
	for i, m := range members {
		list[i] = m.ID
	}
	return list
}

// refuse names the error with which a change is refused, "" if it is not.
func (c *Controller) refuse(env Env, from int32, p metadata.Partition, q metadata.PartitionChange) string {
	code, why := "", ""
	switch bad := c.ineligible(q.ISR); {
	case q.LeaderEpoch > p.LeaderEpoch:
		code, why = "NOT_CONTROLLER", fmt.Sprintf("the current leader epoch is %d, which is lower than the request value %d.", p.LeaderEpoch, q.LeaderEpoch)
	case q.PartitionEpoch > p.PartitionEpoch:
		code, why = "NOT_CONTROLLER", fmt.Sprintf("the current partition epoch is %d, which is lower than the request value %d.", p.PartitionEpoch, q.PartitionEpoch)
	case q.LeaderEpoch < p.LeaderEpoch:
		code, why = "FENCED_LEADER_EPOCH", fmt.Sprintf("the current leader epoch is %d, not %d.", p.LeaderEpoch, q.LeaderEpoch)
	case from != p.Leader:
		code, why = "INVALID_REQUEST", fmt.Sprintf("the current leader is %d.", p.Leader)
	case q.PartitionEpoch < p.PartitionEpoch:
		code, why = "INVALID_UPDATE_VERSION", fmt.Sprintf("the current partition epoch is %d, not %d.", p.PartitionEpoch, q.PartitionEpoch)
	case !validISR(p.Replicas, q.ISR):
		code, why = "INVALID_REQUEST", "it specified an invalid ISR."
	case !slices.Contains(ids(q.ISR), p.Leader):
		code, why = "INVALID_REQUEST", "it specified an invalid ISR that doesn't include itself."
	case q.Recovery == metadata.Recovering && len(q.ISR) > 1:
		code, why = "INVALID_REQUEST", "the ISR had more than one replica while the leader was still recovering from an unclean leader election RECOVERING."
	case q.Recovery == metadata.Recovering && p.Recovery == metadata.Recovered:
		code, why = "INVALID_REQUEST", "the leader recovery state cannot change from RECOVERED to RECOVERING."
	case bad != "":
		code, why = "INELIGIBLE_REPLICA", "it specified ineligible replicas "+bad+" in the new ISR."
	}
	if code != "" {
		level := event.INFO
		if code == "NOT_CONTROLLER" || code == "FENCED_LEADER_EPOCH" {
			level = event.DEBUG // the request has been overtaken by events
		}
		c.log(env, level, "isr", replicationControl, "Rejecting AlterPartition request from node %d for %s because %s Proposed ISR was %s and current ISR is %s. Current replica set is %s. Current partitionEpoch is %d. Current leaderEpoch is %d.",
			from, p.Name(), why, members(q.ISR), metadata.Ids(p.ISR), metadata.Ids(p.Replicas), p.PartitionEpoch, p.LeaderEpoch)
	}
	return code
}

// members are the members of a wanted ISR as Java prints them.
func members(isr []metadata.Member) string {
	list := make([]string, len(isr))
	for i, m := range isr {
		list[i] = fmt.Sprintf("BrokerState(brokerId=%d, brokerEpoch=%d)", m.ID, m.Epoch)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// validISR says that an ISR is part of the replicas and names nobody twice.
func validISR(replicas []int32, isr []metadata.Member) bool {
	for i, m := range isr {
		if !slices.Contains(replicas, m.ID) || slices.ContainsFunc(isr[:i], func(o metadata.Member) bool { return o.ID == m.ID }) {
			return false
		}
	}
	return true
}

// ineligible lists the members that must not be in an ISR, with the reasons; "" if there are none.
func (c *Controller) ineligible(isr []metadata.Member) string {
	var list []string
	for _, m := range isr {
		b, ok := c.image.Brokers.Get(m.ID)
		why := ""
		switch {
		case !ok:
			why = "not registered"
		case b.ShuttingDown:
			why = "shutting down"
		case b.Fenced:
			why = "fenced"
		case m.Epoch != metadata.UnknownBrokerEpoch && m.Epoch != b.Epoch:
			why = fmt.Sprintf("broker epoch mismatch: requested=%d VS expected=%d", m.Epoch, b.Epoch)
		}
		if why != "" {
			list = append(list, fmt.Sprintf("%d (%s)", m.ID, why))
		}
	}
	if list == nil {
		return ""
	}
	return "[" + strings.Join(list, ", ") + "]"
}
