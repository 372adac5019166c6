package cluster

import (
	"testing"

	"logarium/engine/config"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// send sends one record within a transaction.
func send(t *testing.T, c *Cluster, id, topic string) {
	t.Helper()
	done, err := c.Produce(topic, []Record{{Timestamp: NoTimestamp, Value: []byte("v")}}, ProduceOptions{Transaction: id, Partition: AnyPartition, Acks: -1})
	if err != nil || done[0].Err != nil {
		t.Fatal(err, done)
	}
}

// TestMarkersFollow: a decision stands although a partition's leader is away; its marker is written when that comes back.
func TestMarkersFollow(t *testing.T) {
	c, err := New(Options{Seed: 1, Brokers: 2, Properties: config.PropertiesOf("transaction.state.log.replication.factor", "1", "transaction.state.log.num.partitions", "1",
		"transaction.state.log.min.isr", "1", "min.insync.replicas", "1")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateTopic(NewTopic{Name: "pay", Partitions: 2, ReplicationFactor: 1}); err != nil {
		t.Fatal(err)
	}
	if err := c.BeginTransaction("tx", 60_000); err != nil {
		t.Fatal(err)
	}
	for p := range int32(2) {
		if _, err := c.Produce("pay", []Record{{Timestamp: NoTimestamp}}, ProduceOptions{Transaction: "tx", Partition: p}); err != nil {
			t.Fatal(err)
		}
	}
	away := int32(3) - c.Coordinator(internaltopics.TransactionsTopic, "tx")
	if err := c.KillBroker(away); err != nil {
		t.Fatal(err)
	}
	if err := c.EndTransaction("tx", true); err != nil {
		t.Fatal(err)
	}
	if tx, _ := c.Transaction("tx"); tx.Status != internaltopics.PrepareCommit {
		t.Fatalf("state %s while broker %d is away", tx.Status, away)
	}
	if err := c.StartBroker(away); err != nil {
		t.Fatal(err)
	}
	c.AdvanceTo(c.Now()+10_000, nil) // the session of the process before has to end first
	tx, _ := c.Transaction("tx")
	if tx.Status != internaltopics.CompleteCommit || tx.ProducerEpoch != 1 || len(tx.Partitions) != 0 {
		t.Errorf("%+v", tx)
	}
	for p := range int32(2) {
		f, err := c.Fetch(FetchRequest{TopicPartition: TopicPartition{"pay", p}, Committed: true})
		if err != nil || f.Next != 2 || len(f.Records) != 1 {
			t.Errorf("partition %d: %+v, %v", p, f, err)
		}
	}
}

// TestFencing: a second producer of the same id takes the first one's place.
func TestFencing(t *testing.T) {
	c := newCluster(t)
	create(t, c, "pay", 1)
	if err := c.BeginTransaction("tx", 60_000); err != nil {
		t.Fatal(err)
	}
	send(t, c, "tx", "pay")
	old, _ := c.txClients.Get("tx")
	c.CloseTransactional("tx")
	if err := c.BeginTransaction("tx", 60_000); err != nil {
		t.Fatal(err)
	}
	tx, _ := c.Transaction("tx")
	if now, _ := c.txClients.Get("tx"); tx.ProducerEpoch != 2 || now.epoch != 2 || now.pid != old.pid {
		t.Errorf("%+v, client %+v", tx, now)
	}
	c.txClients.Set("tx", old) // the old process is still there
	_, err := c.Produce("pay", []Record{{Timestamp: NoTimestamp}}, ProduceOptions{Transaction: "tx", Partition: 0})
	if kerr.Code(err) != "INVALID_PRODUCER_EPOCH" {
		t.Error(err)
	}
	if err := c.EndTransaction("tx", false); kerr.Code(err) != "PRODUCER_FENCED" {
		t.Error(err)
	}
	if n := len(c.TxClients()); n != 0 {
		t.Errorf("%d producers left", n)
	}
}

// TestEpochsRunOut: with the last epoch the coordinator gives out a new producer id.
func TestEpochsRunOut(t *testing.T) {
	c := newCluster(t)
	create(t, c, "pay", 1)
	if err := c.BeginTransaction("tx", 60_000); err != nil {
		t.Fatal(err)
	}
	tx, _ := c.Transaction("tx")
	first := tx.ProducerID
	tx.ProducerEpoch = 32766
	if err := c.noteTransaction(tx); err != nil {
		t.Fatal(err)
	}
	p, _ := c.txClients.Get("tx")
	p.epoch = 32766
	c.txClients.Set("tx", p)
	send(t, c, "tx", "pay")
	if err := c.EndTransaction("tx", true); err != nil {
		t.Fatal(err)
	}
	tx, _ = c.Transaction("tx")
	if tx.ProducerID == first || tx.ProducerEpoch != 0 || tx.PreviousProducerID != first || tx.NextProducerID != -1 {
		t.Errorf("%+v", tx)
	}
	if err := c.BeginTransaction("tx", 60_000); err != nil {
		t.Fatal(err)
	}
	send(t, c, "tx", "pay")
}

// TestVerification: a partition takes a transaction's first batch only with the coordinator's word, unless that is switched off.
func TestVerification(t *testing.T) {
	for setting, want := range map[string]string{"true": "INVALID_TXN_STATE", "false": "NONE"} {
		c := newCluster(t, "transaction.partition.verification.enable", setting)
		create(t, c, "pay", 1)
		if err := c.BeginTransaction("tx", 60_000); err != nil {
			t.Fatal(err)
		}
		p, _ := c.txClients.Get("tx")
		tp := TopicPartition{"pay", 0}
		topic, _ := c.topics.Get("pay")
		batch, err := c.build([]int{0}, []Record{{Timestamp: NoTimestamp}}, client{pid: p.pid, epoch: p.epoch}, "late", ProduceOptions{Transaction: "late"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.appendTo(tp, topic.partitions[0], batch, true, plog.AppendOptions{Origin: record.Client, TxnVersion: transactionVersion})
		if kerr.Code(err) != want {
			t.Errorf("verification %s: %v, want %s", setting, err, want)
		}
	}
}

// TestLikeARealTransaction goes the way of a captured producer: commit with offsets, abort, commit. The partitions then have the sizes
// that they had on the real broker.
func TestLikeARealTransaction(t *testing.T) {
	c := newCluster(t)
	create(t, c, "payments", 2)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	both := func(a, b string) []Record {
		return []Record{{Timestamp: NoTimestamp, Key: keyFor(0), Value: []byte(a)}, {Timestamp: NoTimestamp, Key: keyFor(1), Value: []byte(b)}}
	}
	produce := func(records ...Record) {
		t.Helper()
		_, err := c.Produce("payments", records, ProduceOptions{Transaction: "pay-1", Partition: AnyPartition})
		must(err)
	}
	must(c.BeginTransaction("pay-1", 60_000))
	o := Committed{TopicPartition: TopicPartition{"orders", 0}}
	o.Offset.Offset, o.LeaderEpoch = 3, -1
	create(t, c, "orders", 1)
	must(c.SendOffsets("pay-1", "billing", []Committed{o}))
	produce(both("one", "two")...)
	if got := committed(c, "billing", o.TopicPartition); got != -1 {
		t.Errorf("committed %d before the transaction is", got)
	}
	if got, ok := c.Pending("billing", o.TopicPartition); got != 3 || !ok {
		t.Errorf("pending %d, %t", got, ok)
	}
	must(c.EndTransaction("pay-1", true))
	must(c.BeginTransaction("pay-1", 60_000))
	produce(Record{Timestamp: NoTimestamp, Key: keyFor(0), Value: []byte("three")})
	must(c.EndTransaction("pay-1", false))
	must(c.BeginTransaction("pay-1", 60_000))
	produce(both("five", "six")...)
	must(c.EndTransaction("pay-1", true))
	if got := committed(c, "billing", o.TopicPartition); got != 3 {
		t.Errorf("committed %d", got)
	}
	for name, want := range map[string]int64{"__transaction_state-0": 1580, "__transaction_state-1": 0, "__consumer_offsets-1": 134 + 78, "payments-1": 73 + 78 + 73 + 78} {
		if got := c.Broker(1).Log(name).Size(); got != want {
			t.Errorf("%s has %d bytes, the real one %d", name, got, want)
		}
	}
	for _, when := range []string{"before", "after"} {
		if got := committed(c, "billing", o.TopicPartition); got != 3 {
			t.Errorf("%s the restart: committed %d", when, got)
		}
		must(c.StopBroker(1))
		must(c.StartBroker(1))
	}
}

// keyFor is a key of two letters that falls on a partition of two.
func keyFor(partition int32) []byte {
	for n := byte('0'); ; n++ {
		if key := []byte{'p', n}; PartitionForKey(key, 2) == partition {
			return key
		}
	}
}

// TestOffsetsOfAnAbortedTransaction: they never count, whether the coordinator stays or reads its log while the transaction is open.
func TestOffsetsOfAnAbortedTransaction(t *testing.T) {
	for _, test := range []struct{ commit, restart bool }{{true, true}, {false, true}, {false, false}} {
		c := newCluster(t)
		create(t, c, "orders", 1)
		o := Committed{TopicPartition: TopicPartition{"orders", 0}}
		o.Offset.Offset, o.LeaderEpoch = 5, -1
		if err := c.BeginTransaction("tx", 60_000); err != nil {
			t.Fatal(err)
		}
		if err := c.SendOffsets("tx", "g", []Committed{o}); err != nil {
			t.Fatal(err)
		}
		if test.restart {
			if err := c.KillBroker(1); err != nil {
				t.Fatal(err)
			}
			if err := c.StartBroker(1); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.EndTransaction("tx", test.commit); err != nil {
			t.Fatal(err)
		}
		want := int64(-1)
		if test.commit {
			want = 5
		}
		if got := committed(c, "g", o.TopicPartition); got != want {
			t.Errorf("%+v: committed %d, want %d", test, got, want)
		}
		if _, ok := c.Pending("g", o.TopicPartition); ok {
			t.Errorf("%+v: still pending", test)
		}
	}
}

// TestNewestOffsetWins: a commit, or a deletion, that comes while a transaction is open is newer than the transaction's offset.
func TestNewestOffsetWins(t *testing.T) {
	tp := TopicPartition{"orders", 0}
	for name, test := range map[string]struct {
		meanwhile func(*Cluster) error
		want      int64
	}{
		"nothing": {func(*Cluster) error { return nil }, 5},
		"a commit": {func(c *Cluster) error {
			o := Committed{TopicPartition: tp}
			o.Offset.Offset = 9
			return c.Commit("g", []Committed{o})
		}, 9},
		"a deletion": {func(c *Cluster) error { return c.DeleteGroup("g") }, -1},
	} {
		c := newCluster(t)
		create(t, c, "orders", 1)
		commit(t, c, "g", tp, 1)
		o := Committed{TopicPartition: tp}
		o.Offset.Offset = 5
		for _, err := range []error{c.BeginTransaction("tx", 60_000), c.SendOffsets("tx", "g", []Committed{o}), test.meanwhile(c), c.EndTransaction("tx", true)} {
			if err != nil {
				t.Fatal(name, err)
			}
		}
		if got := committed(c, "g", tp); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
