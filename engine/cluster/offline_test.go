package cluster

import (
	"slices"
	"strings"
	"testing"

	"logarium/engine/machine/disk"
)

// TestELRAlone: a directory that fails under a broker leaves its replica eligible to lead again; one that has failed when the broker starts counts as
// an unclean shutdown, after which only the last leader is known. So it stays in a stored cluster, until the directory is back.
func TestELRAlone(t *testing.T) {
	c := newCluster(t, "log.dirs", "/a,/b")
	create(t, c, "t", 2)
	var tp TopicPartition
	for p := range int32(2) {
		if strings.HasPrefix(c.Broker(1).Log(TopicPartition{"t", p}.String()).Dir(), "/b/") {
			tp = TopicPartition{"t", p}
		}
	}
	expect := func(when string, c *Cluster, eligible, last []int32) {
		t.Helper()
		info, _ := c.Topic("t")
		if e, l := c.ELR("t", info.Partitions[tp.Partition]); !slices.Equal(e, eligible) || !slices.Equal(l, last) {
			t.Errorf("%s: %v and %v, want %v and %v", when, e, l, eligible, last)
		}
	}
	expect("at first", c, nil, nil)
	c.Broker(1).Disk().SetFault(disk.Fault{Path: "/b", On: disk.OnAll})
	if out, err := c.Produce("t", []Record{{Timestamp: NoTimestamp, Value: []byte("v")}}, ProduceOptions{Acks: -1, Partition: tp.Partition}); err == nil && out[0].Err == nil {
		t.Fatal("written")
	}
	c.Settle()
	expect("failed under it", c, []int32{1}, []int32{1})
	restart(t, c)
	expect("failed before it", c, nil, []int32{1})
	expect("stored", stored(t, c), nil, []int32{1})
	c.Broker(1).Disk().ClearFaults("/b")
	restart(t, c)
	expect("back", c, nil, nil)
}

func restart(t *testing.T, c *Cluster) {
	t.Helper()
	if err := c.StopBroker(1); err != nil {
		t.Fatal(err)
	}
	if err := c.StartBroker(1); err != nil {
		t.Fatal(err)
	}
}
