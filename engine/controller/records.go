package controller

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/metadata"
)

// Record is one record of the metadata log: a decision. Its text is what Kafka prints for it.
type Record interface{ String() string }

// noLeaderChange stands in a PartitionChange that leaves the leader as it is.
const noLeaderChange int32 = -2

// FeatureRecord raises a feature of the cluster. Only its place in the log counts here.
type FeatureRecord struct {
	Name  string
	Level int16
}

// TopicRecord makes a topic.
type TopicRecord struct{ Name, ID string }

// RemoveTopicRecord takes a topic away, with its settings.
type RemoveTopicRecord struct{ Name, ID string }

// ConfigRecord sets a topic's setting; without Set it takes it back.
type ConfigRecord struct {
	Topic, Name, Value string
	Set                bool
}

// ClearELRRecord empties the ELRs of a topic's partitions, or, without a name, of all.
type ClearELRRecord struct{ Topic string }

// PartitionRecord makes a partition.
type PartitionRecord struct {
	TopicID   string
	Partition metadata.Partition
}

// PartitionChange changes a partition. A nil list leaves that field as it is; an empty one empties it.
type PartitionChange struct {
	Topic   string // for the reader: the record has only the id
	TopicID string
	Number  int32

	ISR, Replicas, Removing, Adding []int32
	ELR, LastKnownELR               []int32
	Directories                     []string
	Leader                          int32 // noLeaderChange: as it is
	Recovery                        metadata.Recovery
}

// RegisterRecord registers a broker's process, fenced until it has caught up.
type RegisterRecord struct{ Broker metadata.Broker }

// BrokerChange changes a broker's registration.
type BrokerChange struct {
	ID       int32
	Epoch    int64
	Fenced   int8 // 1: it becomes fenced, -1: unfenced, 0: as it is
	Shutting int8 // 1: it enters controlled shutdown
}

func (r FeatureRecord) String() string {
	return fmt.Sprintf("FeatureLevelRecord(name='%s', featureLevel=%d)", r.Name, r.Level)
}

func (r TopicRecord) String() string {
	return fmt.Sprintf("TopicRecord(name='%s', topicId=%s)", r.Name, r.ID)
}

func (r RemoveTopicRecord) String() string { return fmt.Sprintf("RemoveTopicRecord(topicId=%s)", r.ID) }

func (r ConfigRecord) String() string {
	value := "null"
	if r.Set {
		value = "'" + r.Value + "'"
	}
	return fmt.Sprintf("ConfigRecord(resourceType=2, resourceName='%s', name='%s', value=%s)", r.Topic, r.Name, value)
}

func (r ClearELRRecord) String() string {
	return fmt.Sprintf("ClearElrRecord(topicName='%s')", r.Topic)
}

func (r PartitionRecord) String() string {
	p := r.Partition
	return fmt.Sprintf("PartitionRecord(partitionId=%d, topicId=%s, replicas=%s, isr=%s, removingReplicas=%s, addingReplicas=%s, leader=%d, leaderRecoveryState=%d, leaderEpoch=%d, partitionEpoch=%d, directories=[%s], eligibleLeaderReplicas=%s, lastKnownElr=%s)",
		p.Number, r.TopicID, metadata.Ids(p.Replicas), metadata.Ids(p.ISR), metadata.Ids(p.Removing), metadata.Ids(p.Adding), p.Leader, p.Recovery, p.LeaderEpoch, p.PartitionEpoch,
		strings.Join(p.Directories, ", "), orNull(p.ELR), orNull(p.LastKnownELR))
}

func (r PartitionChange) String() string {
	dirs := "null"
	if r.Directories != nil {
		dirs = "[" + strings.Join(r.Directories, ", ") + "]"
	}
	return fmt.Sprintf("PartitionChangeRecord(partitionId=%d, topicId=%s, isr=%s, leader=%d, replicas=%s, removingReplicas=%s, addingReplicas=%s, leaderRecoveryState=%d, directories=%s, eligibleLeaderReplicas=%s, lastKnownElr=%s)",
		r.Number, r.TopicID, orNull(r.ISR), r.Leader, orNull(r.Replicas), orNull(r.Removing), orNull(r.Adding), int8(r.Recovery), dirs, orNull(r.ELR), orNull(r.LastKnownELR))
}

// changes says that the record is not empty.
func (r *PartitionChange) changes() bool {
	return r.ISR != nil || r.Replicas != nil || r.Removing != nil || r.Adding != nil || r.ELR != nil || r.LastKnownELR != nil ||
		r.Directories != nil || r.Leader != noLeaderChange || r.Recovery != metadata.Unchanged
}

func orNull(list []int32) string {
	if list == nil {
		return "null"
	}
	return metadata.Ids(list)
}

// features are those that a broker of 4.4 supports, in the order in which it registers them.
const features = "BrokerFeature(name='group.version', minSupportedVersion=0, maxSupportedVersion=1), BrokerFeature(name='kraft.version', minSupportedVersion=0, maxSupportedVersion=1), " +
	"BrokerFeature(name='metadata.version', minSupportedVersion=7, maxSupportedVersion=34), BrokerFeature(name='share.version', minSupportedVersion=0, maxSupportedVersion=2), " +
	"BrokerFeature(name='streams.version', minSupportedVersion=0, maxSupportedVersion=1), BrokerFeature(name='transaction.version', minSupportedVersion=0, maxSupportedVersion=2), " +
	"BrokerFeature(name='eligible.leader.replicas.version', minSupportedVersion=0, maxSupportedVersion=1)"

func (r RegisterRecord) String() string {
	b := r.Broker
	return fmt.Sprintf("RegisterBrokerRecord(brokerId=%d, isMigratingZkBroker=false, incarnationId=%s, brokerEpoch=%d, endPoints=[BrokerEndpoint(name='PLAINTEXT', host='%s', port=%d, securityProtocol=0)], features=[%s], rack='', fenced=%t, inControlledShutdown=%t, logDirs=[%s], cordonedLogDirs=null)",
		b.ID, b.Incarnation, b.Epoch, b.Host, b.Port, features, b.Fenced, b.ShuttingDown, strings.Join(b.Dirs, ", "))
}

func (r BrokerChange) String() string {
	return fmt.Sprintf("BrokerRegistrationChangeRecord(brokerId=%d, brokerEpoch=%d, fenced=%d, inControlledShutdown=%d, logDirs=[], cordonedLogDirs=null)", r.ID, r.Epoch, r.Fenced, r.Shutting)
}

// Merge is a partition after a change. A change of leader, to none as well, begins a new leader epoch; every change is a new
// partition epoch.
func Merge(p metadata.Partition, r PartitionChange) metadata.Partition {
	p.ISR, p.Replicas = or(r.ISR, p.ISR), or(r.Replicas, p.Replicas)
	p.Removing, p.Adding = or(r.Removing, p.Removing), or(r.Adding, p.Adding)
	p.ELR, p.LastKnownELR = or(r.ELR, p.ELR), or(r.LastKnownELR, p.LastKnownELR)
	if r.Directories != nil {
		p.Directories = r.Directories
	}
	if r.Leader != noLeaderChange {
		p.Leader = r.Leader
		p.LeaderEpoch++
	}
	if r.Recovery != metadata.Unchanged {
		p.Recovery = r.Recovery
	}
	p.PartitionEpoch++
	return p
}

func or(list, was []int32) []int32 {
	if list == nil {
		return was
	}
	return list
}

// difference lists what a change has changed: "isr: [1] -> [2], leader: 1 -> 2, ...".
func difference(from, to metadata.Partition) string {
	var parts []string
	ids := func(name string, a, b []int32) {
		if x, y := metadata.Ids(a), metadata.Ids(b); x != y {
			parts = append(parts, name+": "+x+" -> "+y)
		}
	}
	number := func(name string, a, b int32) {
		if a != b {
			parts = append(parts, name+": "+strconv.Itoa(int(a))+" -> "+strconv.Itoa(int(b)))
		}
	}
	ids("replicas", from.Replicas, to.Replicas)
	if x, y := strings.Join(from.Directories, ", "), strings.Join(to.Directories, ", "); x != y {
		parts = append(parts, "directories: ["+x+"] -> ["+y+"]")
	}
	ids("isr", from.ISR, to.ISR)
	ids("removingReplicas", from.Removing, to.Removing)
	ids("addingReplicas", from.Adding, to.Adding)
	number("leader", from.Leader, to.Leader)
	if from.Recovery != to.Recovery {
		parts = append(parts, fmt.Sprintf("leaderRecoveryState: %s -> %s", from.Recovery, to.Recovery))
	}
	number("leaderEpoch", from.LeaderEpoch, to.LeaderEpoch)
	ids("elr", from.ELR, to.ELR)
	ids("lastKnownElr", from.LastKnownELR, to.LastKnownELR)
	number("partitionEpoch", from.PartitionEpoch, to.PartitionEpoch)
	return strings.Join(parts, ", ")
}

// registrationText is a broker's registration as Kafka prints it.
func registrationText(b metadata.Broker) string {
	return fmt.Sprintf("BrokerRegistration(id=%d, epoch=%d, incarnationId=%s, listeners=[Endpoint(listenerName='PLAINTEXT', securityProtocol=PLAINTEXT, host='%s', port=%d)], supportedFeatures={eligible.leader.replicas.version: 0-1, group.version: 0-1, kraft.version: 0-1, metadata.version: 7-34, share.version: 0-2, streams.version: 0-1, transaction.version: 0-2}, rack=Optional[], fenced=%t, inControlledShutdown=%t, isMigratingZkBroker=false, directories=[%s], cordonedDirectories=null)",
		b.ID, b.Epoch, b.Incarnation, b.Host, b.Port, b.Fenced, b.ShuttingDown, strings.Join(b.Dirs, ", "))
}
