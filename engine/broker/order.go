package broker

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/cow"
	"logarium/engine/plog"
)

// Kafka goes over partitions in the order of its hash maps. It can be seen: in log lines, in which directory a
// partition gets, in what a pass had done before it met an error.

// inDeltaOrder are replicas in the order in which a change of the metadata names them.
func inDeltaOrder(replicas []Replica) []Replica {
	list := append([]Replica(nil), replicas...)
	slices.SortStableFunc(list, func(a, b Replica) int { return int(a.Number - b.Number) })
	checkpoint.DeltaOrder(list, func(r Replica) checkpoint.Changed {
		return checkpoint.Changed{TopicPartition: r.partition(), TopicID: r.id()}
	})
	return list
}

func replicaNames(replicas []Replica) []string {
	list := make([]string, len(replicas))
	for i, r := range replicas {
		list[i] = r.Name()
	}
	return list
}

// inMapOrder are the names of the logs of a map in the order in which a java.util.concurrent.ConcurrentHashMap yields
// them.
func inMapOrder(m *cow.Map[string, held]) []string {
	type entry struct {
		name string
		hash int32
	}
	list := make([]entry, 0, m.Len())
	for name, h := range m.All() {
		list = append(list, entry{name, logPartition(h.log).Hash()})
	}
	checkpoint.HashOrder(list, concurrentBuckets(len(list)), func(e entry) int32 { return e.hash })
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.name
	}
	return names
}

// concurrentBuckets is the size of the table of a java.util.concurrent.ConcurrentHashMap that never held more than n entries.
func concurrentBuckets(n int) int {
	buckets := 16
	for n >= buckets/4*3 {
		buckets *= 2
	}
	return buckets
}

func logPartition(l *plog.Log) checkpoint.TopicPartition {
	p := l.Partition()
	return checkpoint.TopicPartition{Topic: p.Topic, Partition: p.Number}
}
