package internaltopics

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/record"
)

// records goes over the data records of a log file that a real broker has written.
func records(t *testing.T, file string) (list []record.Record) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	it := record.Iterator{Codecs: new(record.Codecs)}
	for batch, err := range record.Batches(b) {
		if err != nil {
			t.Fatal(err)
		}
		if batch.IsControl() {
			continue
		}
		for it.Open(batch); it.Next(); {
			r := *it.Record()
			r.Key, r.Value = bytes.Clone(r.Key), bytes.Clone(r.Value)
			list = append(list, r)
		}
	}
	return list
}

// again decodes a record and encodes it again.
func again(t *testing.T, topic string, r record.Record) (key, value []byte) {
	t.Helper()
	kind, err := Kind(r.Key)
	switch {
	case err != nil:
	case topic == TransactionsTopic:
		var id string
		var v Transaction
		if id, err = DecodeTransactionKey(r.Key); err == nil {
			v, err = DecodeTransaction(r.Value)
		}
		key, value = TransactionKey(id), v.Encode()
	case kind == OffsetCommitRecord:
		var k OffsetKey
		var v Offset
		if k, err = DecodeOffsetKey(r.Key); err == nil {
			v, err = DecodeOffset(r.Value)
		}
		key, value = k.Encode(), v.Encode()
	case kind == GroupRecord:
		var id string
		var v Group
		if id, err = DecodeGroupKey(r.Key); err == nil {
			v, err = DecodeGroup(r.Value)
		}
		key, value = GroupKey(id), v.Encode()
	}
	if err != nil {
		t.Fatalf("%s, offset %d: %v", topic, r.Offset, err)
	}
	return key, value
}

// TestRealRecords: what a real broker wrote is decoded, and encoded to the same bytes.
func TestRealRecords(t *testing.T) {
	count := 0
	for file, topic := range map[string]string{"offsets-0.log": OffsetsTopic, "offsets-1.log": OffsetsTopic, "transactions-0.log": TransactionsTopic} {
		for _, r := range records(t, file) {
			count++
			if r.Value == nil {
				continue
			}
			key, value := again(t, topic, r)
			if !bytes.Equal(key, r.Key) || !bytes.Equal(value, r.Value) {
				t.Errorf("%s, offset %d:\n got %x %x\nwant %x %x", file, r.Offset, key, value, r.Key, r.Value)
			}
		}
	}
	if count < 30 {
		t.Errorf("only %d records", count)
	}
}

// TestRealFields looks at fields of real records by hand, those of the dump of the same files.
func TestRealFields(t *testing.T) {
	r := records(t, "offsets-1.log")
	key, _ := DecodeOffsetKey(r[0].Key)
	value, _ := DecodeOffset(r[0].Value)
	if id := value.TopicID.String(); key != (OffsetKey{"billing", "orders", 0}) || value.Offset != 3 || value.LeaderEpoch != -1 || value.Timestamp != 1795993391356 || id != "e_stRnp1QPOGwv2q1TQOXA" {
		t.Errorf("%+v %+v %s", key, value, id)
	}
	g, _ := DecodeGroup(r[1].Value)
	m := g.Members[0]
	if g.Generation != 1 || *g.Protocol != "range" || g.ProtocolType != "consumer" || m.ClientHost != "/127.0.0.1" || m.SessionTimeout != 45000 {
		t.Errorf("%+v", g)
	}
	if !bytes.Equal(m.Subscription, Subscription([]string{"orders"})) {
		t.Errorf("subscription %x", m.Subscription)
	}
	parts := []Partitions{{"orders", []int32{0, 1, 2}}}
	if !bytes.Equal(m.Assignment, Assignment(parts)) {
		t.Errorf("assignment %x", m.Assignment)
	}
	got, err := DecodeAssignment(m.Assignment)
	if err != nil || cmp.Diff(parts, got) != "" {
		t.Errorf("%v, %v", got, err)
	}
	tx, _ := DecodeTransaction(records(t, "transactions-0.log")[2].Value)
	want := Transaction{ProducerID: 1, PreviousProducerID: 1, NextProducerID: -1, Timeout: 60000, Status: Ongoing,
		Partitions: []Partitions{{"payments", []int32{0, 1}}, {OffsetsTopic, []int32{1}}}, Updated: 1795993391382, Started: 1795993391348, ClientVersion: 2}
	if diff := cmp.Diff(want, tx); diff != "" {
		t.Error(diff)
	}
}

// TestOldVersions reads what older brokers wrote.
func TestOldVersions(t *testing.T) {
	o, err := DecodeOffset([]byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x0f\x00\x01m\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x06"))
	if err != nil || o.Offset != 15 || o.Metadata != "m" || o.Timestamp != 5 || o.Expires != 6 || o.LeaderEpoch != -1 {
		t.Errorf("%+v, %v", o, err)
	}
	tx, err := DecodeTransaction([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x03\xe8\x00\x01\x00\x00\xea\x60\x00\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02"))
	if err != nil || tx.ProducerID != 1000 || tx.Partitions != nil || tx.Started != 2 || tx.PreviousProducerID != -1 {
		t.Errorf("%+v, %v", tx, err)
	}
	if _, err := DecodeOffset([]byte{0, 5, 0, 0}); err == nil {
		t.Error("version 5 and four bytes are accepted")
	}
}

// FuzzDecode: no bytes make a decoder panic or run away.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0}, []byte{0, 4, 1, 2, 3})
	f.Add([]byte{0, 2, 0, 1, 'g'}, []byte{0, 3, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte{0, 0, 0xff, 0xff}, []byte{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, key, value []byte) {
		if _, err := Kind(key); (err != nil) != (len(key) < 2) {
			t.Fatal(err)
		}
		DecodeOffsetKey(key)
		DecodeGroupKey(key)
		DecodeTransactionKey(key)
		if g, err := DecodeGroup(value); err == nil && len(g.Members) > len(value) {
			t.Fatal(len(g.Members))
		}
		if tx, err := DecodeTransaction(value); err == nil && len(tx.Partitions) > len(value) {
			t.Fatal(len(tx.Partitions))
		}
		DecodeOffset(value)
		DecodeAssignment(value)
	})
}
