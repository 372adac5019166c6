package cluster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/config"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

func commit(t *testing.T, c *Cluster, group string, tp TopicPartition, offset int64) {
	t.Helper()
	o := Committed{TopicPartition: tp}
	o.Offset.Offset, o.LeaderEpoch = offset, -1
	if err := c.Commit(group, []Committed{o}); err != nil {
		t.Fatal(err)
	}
}

func committed(c *Cluster, group string, tp TopicPartition) int64 {
	o, ok := c.Committed(group, tp)
	if !ok {
		return -1
	}
	return o.Offset
}

// TestPartitionFor: where a real broker put the records of these groups.
func TestPartitionFor(t *testing.T) {
	for id, want := range map[string]int32{
		"billing": 1, "console-consumer-68692": 0, "console-consumer-72031": 0, "console-consumer-67357": 1,
		"console-consumer-70627": 1, "console-consumer-8574": 1, "pay-1": 0,
	} {
		if got := partitionFor(id, 2); got != want {
			t.Errorf("%s: %d, want %d", id, got, want)
		}
	}
	if got := partitionFor("polygenelubricants", 50); got != 0 { // its hash is the lowest number, which has no positive
		t.Error(got)
	}
}

// TestLikeARealCoordinator: a run of a consumer leaves the keys and values that a real broker had of one, ids and times apart.
func TestLikeARealCoordinator(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 3)
	parts := []TopicPartition{{"orders", 0}, {"orders", 1}, {"orders", 2}}
	member, err := c.Join("console-consumer-68692", "console-consumer", []string{"orders"}, parts)
	if err != nil || len(member) != len("console-consumer-d1c51a2c-61ce-4a8c-8215-ae732a249ffc") {
		t.Fatal(member, err)
	}
	g, _ := c.Group("console-consumer-68692")
	if n := len(g.Encode()); n != 255 || g.State() != "Stable" || g.Generation != 1 {
		t.Errorf("%d bytes, want 255: %+v", n, g) // valueSize of the captured record
	}
	if err := c.Leave("console-consumer-68692"); err != nil {
		t.Fatal(err)
	}
	g, _ = c.Group("console-consumer-68692")
	if n := len(g.Encode()); n != 32 || g.State() != "Empty" || g.Generation != 2 {
		t.Errorf("%d bytes, want 32: %+v", n, g)
	}
	log := c.Broker(1).Log("__consumer_offsets-0")
	if log.LogEndOffset() != 3 || log.Size() != 118+351+127 { // sizes of the captured batches
		t.Errorf("end %d, size %d", log.LogEndOffset(), log.Size())
	}
	if l := log.Config(); !l.Compact || l.Delete || l.SegmentBytes != 104857600 {
		t.Errorf("%+v", l)
	}
}

// TestCoordinatorsLines: what a captured server.log says of a consumer that came and went.
func TestCoordinatorsLines(t *testing.T) {
	c := newCluster(t)
	member, err := c.Join("billing", "console-consumer", []string{"orders"}, nil)
	if err == nil {
		err = c.Leave("billing")
	}
	if err == nil {
		err = c.BeginTransaction("pay-1", 60_000)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, _ := c.Broker(1).Disk().ReadFile("/var/log/kafka/server.log")
	pid := c.TxClients()[0].PID
	for _, line := range []string{
		"INFO [GroupCoordinator id=1] Scheduling loading of metadata from __consumer_offsets-0 with epoch 0 (org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime)",
		"INFO [GroupCoordinator id=1 topic=__consumer_offsets partition=1] Dynamic member with unknown member id joins group billing in Empty state. Created a new member id " + member + " and requesting the member to rejoin with this id. (org.apache.kafka.coordinator.group.GroupMetadataManager)",
		"] Stabilized group billing generation 1 with 1 members. (",
		"] Assignment received from leader " + member + " for group billing for generation 1. The group has 1 members, 0 of which are static. (",
		"] [Group billing] Member " + member + " has left group through explicit `LeaveGroup` request; client reason: the consumer is being closed (",
		"] Preparing to rebalance group billing in state PreparingRebalance with old generation 1 (reason: explicit `LeaveGroup` request for (" + member + ") members.). (",
		"] Group billing with generation 2 is now empty. (",
		fmt.Sprintf("INFO [TransactionCoordinator id=1] Initialized transactionalId pay-1 with producerId %d and producer epoch 0 on partition __transaction_state-0 (kafka.coordinator.transaction.TransactionCoordinator)", pid),
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("server.log lacks %s", line)
		}
	}
	if n := strings.Count(string(text), "GroupMetadataManager"); n != 8 {
		t.Errorf("%d lines of the group coordinator, the captured log has 8", n)
	}
}

// TestCoordinatorsReadTheirLog: what a broker knows after a start is what its log holds, to the last committed offset.
func TestCoordinatorsReadTheirLog(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	tp := TopicPartition{"orders", 0}
	commit(t, c, "a", tp, 7)
	commit(t, c, "b", tp, 8)
	if err := c.DeleteGroup("b"); err != nil {
		t.Fatal(err)
	}
	c.Broker(1).Disk().SyncAll()
	commit(t, c, "a", tp, 9)
	if err := c.KillBroker(1); err != nil {
		t.Fatal(err)
	}
	if err := c.Commit("a", []Committed{{TopicPartition: tp}}); err == nil {
		t.Error("a coordinator that is down takes a commit")
	}
	if err := c.StartBroker(1); err != nil {
		t.Fatal(err)
	}
	if got := committed(c, "a", tp); got != 9 || committed(c, "b", tp) != -1 {
		t.Errorf("a %d after kill -9", got)
	}
	if _, err := c.PowerLoss(1, disk.LoseDirty); err != nil {
		t.Fatal(err)
	}
	if err := c.StartBroker(1); err != nil {
		t.Fatal(err)
	}
	if got := committed(c, "a", tp); got != 7 {
		t.Errorf("a %d after power loss, want what was synced", got)
	}
	if got := c.Groups(); !cmp.Equal(got, []string{"a"}) {
		t.Error(got)
	}
}

// TestOffsetsSurviveCompaction: the cleaner keeps the newest offset of each partition, and a start reads it.
func TestOffsetsSurviveCompaction(t *testing.T) {
	c := newCluster(t, "offsets.topic.segment.bytes", "1048576", "log.cleaner.min.cleanable.ratio", "0")
	create(t, c, "orders", 1)
	tp := TopicPartition{"orders", 0}
	for i := range int64(30) {
		commit(t, c, "a", tp, i)
	}
	if err := c.AlterConfigs(Resource{TopicResource, internaltopics.OffsetsTopic}, config.PropertiesOf("segment.ms", "1"), nil); err != nil {
		t.Fatal(err)
	}
	c.AdvanceTo(c.Now()+1000, nil)
	commit(t, c, "a", tp, 30)
	before := c.Broker(1).Log("__consumer_offsets-1").Size()
	c.AdvanceTo(c.Now()+120_000, nil)
	if after := c.Broker(1).Log("__consumer_offsets-1").Size(); after > before/5 {
		t.Errorf("size %d after cleaning, %d before", after, before)
	}
	if err := c.KillBroker(1); err != nil {
		t.Fatal(err)
	}
	if err := c.StartBroker(1); err != nil {
		t.Fatal(err)
	}
	if got := committed(c, "a", tp); got != 30 {
		t.Errorf("committed %d", got)
	}
}

// TestCoordinatorsAreStored: what the coordinators know survives being written and read.
func TestCoordinatorsAreStored(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	commit(t, c, "a", TopicPartition{"orders", 0}, 5)
	if err := c.BeginTransaction("tx", 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Produce("orders", []Record{{Timestamp: NoTimestamp}}, ProduceOptions{Transaction: "tx", Partition: AnyPartition}); err != nil {
		t.Fatal(err)
	}
	d := stored(t, c)
	if committed(d, "a", TopicPartition{"orders", 0}) != 5 || !cmp.Equal(c.Transactions(), d.Transactions()) || !cmp.Equal(c.TxClients(), d.TxClients()) {
		t.Errorf("%v %v %v", d.Groups(), d.Transactions(), d.TxClients())
	}
	if err := d.EndTransaction("tx", true); err != nil {
		t.Fatal(err)
	}
	if tx, _ := c.Transaction("tx"); tx.Status != internaltopics.Ongoing {
		t.Errorf("the other one is %s too", tx.Status)
	}
}

// stored is a cluster written to a block store and read again.
func stored(t *testing.T, c *Cluster) *Cluster {
	t.Helper()
	blocks := store.NewMemory()
	s, err := store.Open(blocks)
	if err == nil {
		err = s.Commit(c.Code)
	}
	if err == nil {
		s, err = store.Open(blocks)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := new(Cluster)
	if err := s.Load(d.Code); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestNoGroup: errors by their Kafka names.
func TestNoGroup(t *testing.T) {
	c := newCluster(t)
	_, described := c.DescribeGroup("g")
	_, transaction := c.DescribeTransaction("t")
	for _, test := range []struct {
		err  error
		want string
	}{
		{described, "GROUP_ID_NOT_FOUND"},
		{c.DeleteGroup("g"), "GROUP_ID_NOT_FOUND"},
		{c.DeleteOffsets("g", nil), "GROUP_ID_NOT_FOUND"},
		{transaction, "TRANSACTIONAL_ID_NOT_FOUND"},
		{c.ForceTerminate("t"), "TRANSACTIONAL_ID_NOT_FOUND"},
		{c.BeginTransaction("t", 0), "INVALID_TRANSACTION_TIMEOUT"},
	} {
		if got := kerr.Code(test.err); got != test.want {
			t.Errorf("%v: %s, want %s", test.err, got, test.want)
		}
	}
	if len(c.Topics()) != 0 {
		t.Error("asking made a topic")
	}
}
