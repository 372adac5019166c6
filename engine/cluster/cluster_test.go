package cluster

import (
	"fmt"
	"strings"
	"testing"

	"logarium/engine/config"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

func newCluster(t *testing.T, properties ...string) *Cluster {
	t.Helper()
	c, err := New(Options{Seed: 1, Properties: config.PropertiesOf(properties...)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func create(t *testing.T, c *Cluster, name string, partitions int32, configs ...string) {
	t.Helper()
	n := NewTopic{Name: name, Partitions: partitions, ReplicationFactor: -1, Configs: config.PropertiesOf(configs...)}
	if _, err := c.CreateTopic(n); err != nil {
		t.Fatal(err)
	}
}

func produce(t *testing.T, c *Cluster, name string, values ...string) []Produced {
	t.Helper()
	var records []Record
	for _, v := range values {
		records = append(records, Record{Timestamp: NoTimestamp, Value: []byte(v)})
	}
	done, err := c.Produce(name, records, ProduceOptions{Partition: AnyPartition, Acks: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range done {
		if d.Err != nil {
			t.Fatal(d.Err)
		}
	}
	return done
}

// TestRefusals: whatever is wrong is answered in Kafka's words and changes nothing.
func TestRefusals(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 3)
	create(t, c, "my_topic.v1", 1)
	create(t, c, "profiles", 1, "cleanup.policy", "compact")
	produce(t, c, "orders", "a")
	topic := func(name string, configs ...string) error {
		_, err := c.CreateTopic(NewTopic{Name: name, Partitions: 1, ReplicationFactor: 1, Configs: config.PropertiesOf(configs...)})
		return err
	}
	replicas := func(n int16) error {
		_, err := c.CreateTopic(NewTopic{Name: "t", Partitions: 1, ReplicationFactor: n})
		return err
	}
	alter := func(r Resource, kv ...string) error { return c.AlterConfigs(r, config.PropertiesOf(kv...), nil) }
	deleteRecords := func(tp TopicPartition, offset int64) error { _, err := c.DeleteRecords(tp, offset); return err }
	orders := Resource{TopicResource, "orders"}
	for _, test := range []struct {
		err  error
		want string
	}{
		{topic("orders"), "TopicExistsException: Topic 'orders' already exists."},
		{topic("my.topic_v1"), "InvalidTopicException: Topic 'my.topic_v1' collides with existing topic: my_topic.v1"},
		{topic("bad/name"), "InvalidTopicException: Topic name is invalid: 'bad/name' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"},
		{topic(".."), "InvalidTopicException: Topic name is invalid: '..' is not allowed"},
		{topic(strings.Repeat("x", 250)), "InvalidTopicException: Topic name is invalid: the length of '" + strings.Repeat("x", 250) + "' is longer than the max allowed length 249"},
		{replicas(3), "InvalidReplicationFactorException: Unable to replicate the partition 3 time(s): The target replication factor of 3 cannot be reached because only 1 broker(s) are registered or some brokers have all their log directories cordoned."},
		{topic("t", "retention", "5"), "InvalidConfigurationException: Unknown topic config name: retention"},
		{alter(orders, "segment.bytes", "1000"), "InvalidConfigurationException: Invalid value 1000 for configuration segment.bytes: Value must be at least 1048576"},
		{alter(orders, "max.compaction.lag.ms", "5", "min.compaction.lag.ms", "10"), "InvalidConfigurationException: conflict topic config setting min.compaction.lag.ms (10) > max.compaction.lag.ms (5)"},
		{alter(Resource{TopicResource, "nosuch"}, "retention.ms", "1"), "UnknownTopicOrPartitionException: The topic 'nosuch' does not exist."},
		{alter(Resource{BrokerResource, "1"}, "log.retention.check.interval.ms", "1000"), "InvalidRequestException: Cannot update these configs dynamically: [log.retention.check.interval.ms]"},
		{c.CreatePartitions("orders", 2), "InvalidPartitionsException: The topic orders currently has 3 partition(s); 2 would not be an increase."},
		{c.CreatePartitions("orders", 3), "InvalidPartitionsException: Topic already has 3 partition(s)."},
		{c.DeleteTopic("nosuch"), "UnknownTopicOrPartitionException: This server does not host this topic-partition."},
		{deleteRecords(TopicPartition{"orders", 0}, 99), "OffsetOutOfRangeException: Cannot increment the log start offset to 99 of partition orders-0 since it is larger than the high watermark"},
		{deleteRecords(TopicPartition{"profiles", 0}, 0), "PolicyViolationException: Records of partition profiles-0 can not be deleted due to the configured policy"},
		{deleteRecords(TopicPartition{"orders", 9}, 0), "UnknownTopicOrPartitionException: This server does not host this topic-partition."},
	} {
		e := kerr.As(test.err)
		if e == nil {
			t.Errorf("%v, want %s", test.err, test.want)
			continue
		}
		if got := e.Class + ": " + e.Message; !strings.HasPrefix(got, test.want) {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
	if n := len(c.Topics()); n != 3 {
		t.Errorf("%d topics", n)
	}
}

// TestTopicConfigLine: kafka-topics --describe lists in the order of a Java map.
func TestTopicConfigLine(t *testing.T) {
	c := newCluster(t, "log.segment.bytes", "1048576", "log.retention.ms", "-1")
	create(t, c, "gzipped", 1, "compression.type", "gzip", "segment.index.bytes", "4096")
	create(t, c, "rolled", 1, "index.interval.bytes", "100", "segment.index.bytes", "4096", "segment.ms", "1000")
	for name, want := range map[string]string{
		"gzipped": "compression.type=gzip,min.insync.replicas=1,segment.bytes=1048576,retention.ms=-1,segment.index.bytes=4096",
		"rolled":  "min.insync.replicas=1,segment.bytes=1048576,retention.ms=-1,index.interval.bytes=100,segment.ms=1000,segment.index.bytes=4096",
	} {
		var parts []string
		for _, p := range c.TopicConfigLine(name) {
			parts = append(parts, p.Name+"="+p.Value)
		}
		if got := strings.Join(parts, ","); got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
}

// TestProduceAndFetch: records come back as they were sent, null told from empty, and an idempotent producer counts on.
func TestProduceAndFetch(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	sent := []Record{
		{Timestamp: 7, Key: []byte("k"), Value: nil, Headers: []Header{{"h", nil}, {"i", []byte("x")}}},
		{Timestamp: NoTimestamp, Key: nil, Value: []byte{}},
	}
	if _, err := c.Produce("orders", sent, ProduceOptions{Partition: AnyPartition}); err != nil {
		t.Fatal(err)
	}
	produce(t, c, "orders", "c")
	f, err := c.Fetch(FetchRequest{TopicPartition: TopicPartition{"orders", 0}, Offset: 1, MinOne: true})
	if err != nil || f.Next != 3 || len(f.Records) != 2 || f.HighWatermark != 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	if r := f.Records[0]; r.Offset != 1 || r.Key != nil || r.Value == nil || r.Timestamp != c.Now() {
		t.Errorf("%+v", r)
	}
	all, _ := c.Fetch(FetchRequest{TopicPartition: TopicPartition{"orders", 0}})
	if r := all.Records[0]; string(r.Key) != "k" || r.Value != nil || len(r.Headers) != 2 || r.Headers[0].Value != nil {
		t.Errorf("%+v", r)
	}
	pid, epoch, ok := c.Producer("p1")
	sequence, _ := c.sequences.Get("p1/orders-0")
	if !ok || pid < 1000 || epoch != 0 || sequence != 3 {
		t.Errorf("producer %d %d %t, sequence %d", pid, epoch, ok, sequence)
	}
}

// TestSticky: records without a key stay in one partition until batch.size is full.
func TestSticky(t *testing.T) {
	c := newCluster(t)
	create(t, c, "many", 8)
	value := strings.Repeat("v", 2000)
	used := map[int32]int{}
	first := produce(t, c, "many", value)[0].Partition.Partition
	for range 7 {
		used[produce(t, c, "many", value)[0].Partition.Partition]++
	}
	if used[first] != 7 {
		t.Errorf("first %d, then %v", first, used)
	}
	for range 100 {
		used[produce(t, c, "many", value)[0].Partition.Partition]++
	}
	if len(used) < 4 {
		t.Errorf("only partitions %v", used)
	}
}

// TestListOffsets asks for the special places and for times.
func TestListOffsets(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	start := c.Now()
	for range 5 {
		produce(t, c, "orders", "x")
		c.AdvanceTo(c.Now()+1000, nil)
	}
	for spec, want := range map[OffsetSpec]int64{LatestOffset: 5, EarliestOffset: 0, MaxTimestamp: 4, OffsetSpec(start + 1500): 2, OffsetSpec(start + 9000): -1} {
		got, err := c.ListOffsets(TopicPartition{"orders", 0}, spec)
		if err != nil || got.Offset != want {
			t.Errorf("%d: %+v, %v; want %d", spec, got, err, want)
		}
	}
}

// TestDeletedTopicLeavesItsDirectoryForAMinute: the same name may be used again at once.
func TestDeletedTopicLeavesItsDirectoryForAMinute(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	produce(t, c, "orders", "x")
	if err := c.DeleteTopic("orders"); err != nil {
		t.Fatal(err)
	}
	create(t, c, "orders", 1)
	count := func() (n int) {
		infos, _ := c.Broker(1).Disk().ReadDir("/tmp/kafka-logs")
		for _, i := range infos {
			if i.Dir {
				n++
			}
		}
		return n
	}
	if n := count(); n != 2 {
		t.Errorf("%d directories right after", n)
	}
	c.AdvanceTo(c.Now()+95_000, nil)
	if n := count(); n != 1 {
		t.Errorf("%d directories 95 s later", n)
	}
}

// TestStops: after a controlled stop, a kill and a power loss the broker comes back with what must be there.
func TestStops(t *testing.T) {
	for _, test := range []struct {
		name string
		stop func(*Cluster) error
		line string
		want int64 // log end offset
	}{
		{"stop", func(c *Cluster) error { return c.StopBroker(1) }, "Skipping recovery of 1 logs from /tmp/kafka-logs since clean shutdown file was found", 66},
		{"kill", func(c *Cluster) error { return c.KillBroker(1) }, "Recovering 1 logs from /tmp/kafka-logs since no clean shutdown file was found", 66},
		{"power", func(c *Cluster) error { _, err := c.PowerLoss(1, disk.LoseDirty); return err }, "Recovering unflushed segment 64", 64},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCluster(t)
			create(t, c, "orders", 1, "internal.segment.bytes", "65536")
			c.AdvanceTo(c.Now()+70_000, nil)
			for i := range 66 {
				produce(t, c, "orders", strings.Repeat(fmt.Sprint(i%10), 1024-71))
			}
			if err := test.stop(c); err != nil {
				t.Fatal(err)
			}
			if c.Broker(1).Running() {
				t.Fatal("still running")
			}
			if _, err := c.Fetch(FetchRequest{TopicPartition: TopicPartition{"orders", 0}}); err == nil {
				t.Error("a broker that is down answers")
			}
			c.AdvanceTo(c.Now()+3000, nil)
			if err := c.StartBroker(1); err != nil {
				t.Fatal(err)
			}
			log := c.Broker(1).Log("orders-0")
			if log.LogEndOffset() != test.want || log.HighWatermark() != test.want {
				t.Errorf("log end %d, high watermark %d, want %d", log.LogEndOffset(), log.HighWatermark(), test.want)
			}
			text, _ := c.Broker(1).Disk().ReadFile("/var/log/kafka/server.log")
			if !strings.Contains(string(text), test.line) {
				t.Errorf("server.log lacks %q", test.line)
			}
		})
	}
}

// TestStepTask: the next task is not one of a workload's sends, but these happen on the way.
func TestStepTask(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 1)
	if err := c.StartWorkload(Workload{Name: "w", Topic: "orders", Rate: Rate{10, 1000}}); err != nil {
		t.Fatal(err)
	}
	task, ok, err := c.StepTask("", nil)
	if err != nil || !ok || task.Name == workloadTask || c.Now() != c.Start()+5000 {
		t.Errorf("%+v %t %v at +%d", task, ok, err, c.Now()-c.Start())
	}
	if sent := c.Workloads()[0].Sent; sent < 49 {
		t.Errorf("%d records sent on the way", sent)
	}
	if _, ok, err := c.StepTask("nonsense", nil); ok || err == nil {
		t.Error("a task that is not scheduled was run")
	}
	if task, ok, _ := c.StepTask("kafka-log-retention", nil); !ok || task.Name != "kafka-log-retention" || c.Now() != c.Start()+30_000 {
		t.Errorf("%+v at +%d", task, c.Now()-c.Start())
	}
}

// TestRecordWhoseFlushFailed: it is in the log though the producer heard an error. The next record must not be taken for its
// repetition, which would be acknowledged and lost.
func TestRecordWhoseFlushFailed(t *testing.T) {
	c := newCluster(t, "log.dirs", "/a,/b")
	create(t, c, "t", 1, "flush.messages", "1")
	produce(t, c, "t", "first")
	b := c.brokers[0]
	b.Disk().SetFault(disk.Fault{Path: b.Log("t-0").Dir(), On: disk.OnSync, Times: 1})
	done, err := c.Produce("t", []Record{{Timestamp: NoTimestamp, Value: []byte("second")}}, ProduceOptions{Partition: AnyPartition, Acks: -1})
	if err != nil || len(done) != 1 || done[0].Err == nil {
		t.Fatalf("the flush did not fail: %+v, %v", done, err)
	}
	b.Disk().ClearFaults("")
	if err := c.KillBroker(1); err != nil {
		t.Fatal(err)
	}
	if err := c.StartBroker(1); err != nil {
		t.Fatal(err)
	}
	end := b.Log("t-0").LogEndOffset()
	produce(t, c, "t", "third")
	if got := b.Log("t-0").LogEndOffset(); got != end+1 {
		t.Errorf("the log ends at %d, want %d", got, end+1)
	}
}

// TestEpochAfterRefusal: a producer whose batch was refused goes on in a new epoch with numbers from 0 in all its partitions (KIP-360), another
// producer and one without idempotence as before; whoever never reached the broker has lost no number.
func TestEpochAfterRefusal(t *testing.T) {
	c := newCluster(t)
	create(t, c, "orders", 2)
	send := func(name string, partition int32, ts int64) error {
		out, err := c.Produce("orders", []Record{{Timestamp: ts, Value: []byte("v")}}, ProduceOptions{Acks: -1, Partition: partition, Producer: name})
		if err != nil {
			t.Fatal(err)
		}
		return out[0].Err
	}
	state := func(name string) [3]int64 {
		_, epoch, _ := c.Producer(name)
		zero, _ := c.sequences.Get(name + "/orders-0")
		one, _ := c.sequences.Get(name + "/orders-1")
		return [3]int64{int64(epoch), int64(zero), int64(one)}
	}
	for _, step := range []struct {
		name      string
		partition int32
		late      int64
		refused   bool
		want      [3]int64
	}{
		{"a", 0, 0, false, [3]int64{0, 1, 0}},
		{"a", 1, 0, false, [3]int64{0, 1, 1}},
		{"a/b", 0, 0, false, [3]int64{0, 1, 0}},
		{"a", 0, 2 * 3_600_000, true, [3]int64{1, 0, 0}},
		{"a", 1, 0, false, [3]int64{1, 0, 1}},
		{"a", 0, 0, false, [3]int64{1, 1, 1}},
		{"a/b", 0, 0, false, [3]int64{0, 2, 0}},
	} {
		if err := send(step.name, step.partition, c.Now()+step.late); (err != nil) != step.refused || state(step.name) != step.want {
			t.Errorf("%v: %v, epoch and numbers %v", step, err, state(step.name))
		}
	}
	if err := c.StopBroker(1); err != nil {
		t.Fatal(err)
	}
	before := state("a")
	if err := send("a", 0, c.Now()); err == nil || state("a") != before {
		t.Errorf("unreached: %v, %v, was %v", err, state("a"), before)
	}
}
