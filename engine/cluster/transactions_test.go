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
