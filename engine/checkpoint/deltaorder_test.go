package checkpoint

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDeltaOrder: the order in which real Kafka 4.4.0 logs the partitions of a topic that change hands together.
func TestDeltaOrder(t *testing.T) {
	for _, want := range []string{"t-1 t-0", "t-1 t-2", "t-13 t-12 t-11 t-10 t-9 t-8 t-7 t-6 t-5 t-4 t-3 t-2 t-1 t-0"} {
		list := parsed(want)
		slices.SortFunc(list, func(a, b TopicPartition) int { return int(a.Partition - b.Partition) })
		DeltaOrder(list, func(p TopicPartition) Changed { return Changed{TopicPartition: p} })
		if got := text(list); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestAnyRefOrder: replication-offset-checkpoint of three real brokers.
func TestAnyRefOrder(t *testing.T) {
	for _, want := range []string{
		"t-0 t-1",
		"smallidx-0 steady-0 every-0 append-0",
		"nosuch-0 payments-1 payments-0 __consumer_offsets-0 __transaction_state-0 rolled-0 t4-0 brandnew-0 orders-0 orders-1 tiny-0 orders-3 __consumer_offsets-1 orders-2 gzipped-0 __transaction_state-1 profiles-0",
	} {
		list := parsed(want)
		slices.SortFunc(list, func(a, b TopicPartition) int {
			return strings.Compare(text([]TopicPartition{a}), text([]TopicPartition{b}))
		})
		buckets := 16
		for len(list) >= buckets/4*3 {
			buckets *= 2
		}
		HashOrder(list, buckets, TopicPartition.Hash)
		AnyRefOrder(list, TopicPartition.Hash)
		if got := text(list); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestScalaOrder: partitions whose leader is gone, as real Kafka's fetcher manager names them.
func TestScalaOrder(t *testing.T) {
	list := parsed("t-1 t-2")
	ScalaOrder(list, TopicPartition.Hash)
	if got := text(list); got != "t-2 t-1" {
		t.Error(got)
	}
}

func parsed(names string) (list []TopicPartition) {
	for _, name := range strings.Fields(names) {
		dash := strings.LastIndexByte(name, '-')
		n, _ := strconv.Atoi(name[dash+1:])
		list = append(list, TopicPartition{Topic: name[:dash], Partition: int32(n)})
	}
	return list
}

func text(list []TopicPartition) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Topic+"-"+strconv.Itoa(int(p.Partition)))
	}
	return strings.Join(names, " ")
}
