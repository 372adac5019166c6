package cluster

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/config"
	"logarium/engine/machine/disk"
)

// fleetOf is a cluster of n brokers with the topic t: one partition on all of them.
func fleetOf(t testing.TB, n int, properties ...string) *Cluster {
	t.Helper()
	c, err := New(Options{Brokers: n, Seed: 1, Properties: config.PropertiesOf(properties...)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateTopic(NewTopic{Name: "t", Partitions: 1, ReplicationFactor: int16(n)}); err != nil {
		t.Fatal(err)
	}
	return c
}

// storm is a cluster to which things happen, one broker at a time.
type storm struct {
	*rapid.T
	c      *Cluster
	sent   int
	acked  map[string]bool
	victim int32 // broker that is in trouble, 0: none
}

// TestNothingAcknowledgedIsLost: with acks=all, min.insync.replicas=2 and clean elections, no record that was acknowledged is lost while at
// most one of three replicas is out of the ISR at a time, whatever happens to that one.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	begin := fleetOf(t, 3, "min.insync.replicas", "2", "log.index.size.max.bytes", "4096")
	rapid.Check(t, func(r *rapid.T) {
		s := &storm{T: r, c: begin.Fork(), acked: map[string]bool{}}
		for range rapid.IntRange(3, 14).Draw(r, "steps") {
			s.step()
			s.check()
		}
		s.end()
	})
}

func (s *storm) step() {
	switch rapid.IntRange(0, 5).Draw(s.T, "what") {
	case 0, 1:
		s.produce()
	case 2:
		s.pass(rapid.Int64Range(1, 15_000).Draw(s.T, "ms"))
	case 3, 4:
		s.trouble()
	case 5:
		s.mend()
	}
}

func (s *storm) produce() {
	s.sent++
	value := strconv.Itoa(s.sent)
	o := ProduceOptions{Acks: -1, Plain: true, Partition: 0, Timeout: rapid.SampledFrom([]int64{50, 1000, 30_000}).Draw(s.T, "timeout")}
	done, err := s.c.Produce("t", []Record{{Timestamp: NoTimestamp, Value: []byte(value)}}, o)
	if err == nil && len(done) == 1 && done[0].Err == nil {
		s.acked[value] = true
	}
}

func (s *storm) pass(ms int64) { s.c.AdvanceTo(s.c.Now()+ms, nil) }

// trouble befalls one broker, if none is in trouble and all are in sync.
func (s *storm) trouble() {
	t, _ := s.c.find("t")
	if s.victim != 0 || len(t.partitions[0].ISR) < 3 {
		return
	}
	s.victim = rapid.Int32Range(1, 3).Draw(s.T, "victim")
	var err error
	switch rapid.IntRange(0, 5).Draw(s.T, "trouble") {
	case 0:
		err = s.c.KillBroker(s.victim)
	case 1:
		// A truncation that was not synced before the power fails is not seen by anybody afterwards: the epoch checkpoint is durable, the
		// cut is not (lab/testdata/replication/07). That is a loss of another kind.
		if len(s.c.Cuts("")) > 0 {
			s.c.Broker(s.victim).Disk().SyncAll()
		}
		_, err = s.c.PowerLoss(s.victim, rapid.SampledFrom([]disk.PowerMode{disk.LoseDirty, disk.KeepSome, disk.TearSome}).Draw(s.T, "mode"))
	case 2:
		err = s.c.StopBroker(s.victim)
	case 3:
		err = s.c.CutNetwork(s.victim, 0)
	case 4:
		err = s.c.PauseReplica(s.victim, true)
	case 5:
		err = s.c.DelayNetwork(s.victim, 0, rapid.Int64Range(1, 900).Draw(s.T, "delay"))
	}
	if err != nil {
		s.Fatal(err)
	}
}

// mend ends the trouble.
func (s *storm) mend() {
	if s.victim == 0 {
		return
	}
	if !s.c.Broker(s.victim).Running() {
		if err := s.c.StartBroker(s.victim); err != nil {
			s.Fatal(err)
		}
	}
	if s.c.HealNetwork(0, 0) != nil || s.c.PauseReplica(s.victim, false) != nil {
		s.Fatal("cannot be mended")
	}
	s.victim = 0
}

// check looks at what always holds.
func (s *storm) check() {
	t, _ := s.c.find("t")
	for _, b := range s.c.running() {
		if err := s.c.member(b.ID()).manager.Check(s.c.replicaEnv(b.ID())); err != nil {
			s.Fatalf("broker %d: %v", b.ID(), err)
		}
	}
	p := t.partitions[0]
	if p.Leader != noLeader && !contains(p.ISR, p.Leader) {
		s.Fatalf("leader %d is not in the ISR %v", p.Leader, p.ISR)
	}
}

// end waits until all is well, then reads everything.
func (s *storm) end() {
	s.mend()
	s.pass(90_000)
	t, _ := s.c.find("t")
	if len(t.partitions[0].ISR) != 3 {
		s.Fatalf("not all come back: %+v", t.partitions[0])
	}
	f, err := s.c.Fetch(FetchRequest{TopicPartition: TopicPartition{"t", 0}, MaxBytes: 1 << 20})
	if err != nil {
		s.Fatal(err)
	}
	for _, r := range f.Records {
		delete(s.acked, string(r.Value))
	}
	if len(s.acked) > 0 {
		s.Fatalf("lost: %v", s.acked)
	}
	if text := unequal(s.c, f.HighWatermark); text != "" {
		s.Fatal(text)
	}
}

// unequal compares the replicas' batches up to an offset.
func unequal(c *Cluster, end int64) string {
	for offset := int64(0); offset < end; offset++ {
		var first []byte
		for id := int32(1); id <= 3; id++ {
			batch := batchAt(c.Broker(id).Disk().Fork(), c.replicaDir(id, TopicPartition{"t", 0}), offset)
			if first == nil {
				first = batch
			}
			if batch == nil || !bytes.Equal(first, batch) {
				return fmt.Sprintf("offset %d of %d: broker %d has another batch than broker 1", offset, end, id)
			}
		}
	}
	return ""
}

// TestFleetIsStored: a cluster goes on after it was stored as if nothing had been, in the middle of a failure too.
func TestFleetIsStored(t *testing.T) {
	c := fleetOf(t, 3, "min.insync.replicas", "2")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(c.DelayNetwork(1, 2, 30))
	must(c.KillBroker(3))
	_, err := c.Produce("t", []Record{{Timestamp: NoTimestamp, Value: []byte("a")}}, ProduceOptions{Acks: -1, NoWait: true})
	must(err)
	if len(c.Waiting()) != 1 {
		t.Fatalf("waiting: %+v", c.Waiting())
	}
	read := stored(t, c)
	before := picture(c)
	for _, d := range []*Cluster{c, read} {
		d.AdvanceTo(d.Now()+20_000, nil)
		must(d.StartBroker(3))
		d.AdvanceTo(d.Now()+20_000, nil)
	}
	if picture(c) == before || picture(c) != picture(read) {
		t.Errorf("it went on as\n%s\nand after it was stored as\n%s", picture(c), picture(read))
	}
}

// picture is a cluster's state as text, log lines included.
func picture(c *Cluster) string {
	var b bytes.Buffer
	t, _ := c.find("t")
	fmt.Fprintf(&b, "%d %+v %+v %+v\n", c.Now(), t.partitions, c.Members(), c.Waiting())
	for _, x := range c.brokers {
		for name, l := range x.Logs() {
			fmt.Fprintln(&b, x.ID(), name, l.LogEndOffset(), l.HighWatermark())
		}
		for _, l := range x.LinesFrom(0) {
			b.WriteString(l.Format())
		}
	}
	for _, l := range c.ControllerLines(0) {
		b.WriteString(l.Format())
	}
	return b.String()
}

// BenchmarkFleet: a second of virtual time of five brokers with 100 partitions, three replicas each, into which 100 records are written.
func BenchmarkFleet(b *testing.B) {
	c := fleetOf(b, 5)
	if _, err := c.CreateTopic(NewTopic{Name: "many", Partitions: 100, ReplicationFactor: 3}); err != nil {
		b.Fatal(err)
	}
	records := make([]Record, 100)
	for i := range records {
		records[i] = Record{Timestamp: NoTimestamp, Key: []byte(strconv.Itoa(i)), Value: make([]byte, 100)}
	}
	b.ResetTimer()
	for range b.N {
		d := c.Fork()
		if _, err := d.Produce("many", records, ProduceOptions{Acks: -1, Partition: AnyPartition}); err != nil {
			b.Fatal(err)
		}
		d.AdvanceTo(d.Now()+1000, nil)
		c = d
	}
}
