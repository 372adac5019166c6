package cluster

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/config"
)

// TestMemoryIsTheLog: whatever groups and transactional producers do, a coordinator that reads its log knows what it knew before, and so it
// is behind a cleaning.
func TestMemoryIsTheLog(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := clients{T: rt}
		c.start()
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			c.step()
		}
		if rapid.Bool().Draw(rt, "clean") {
			c.AdvanceTo(c.Now()+90_000, nil)
		}
		before := c.known()
		c.must(c.KillBroker(1))
		c.must(c.StartBroker(1))
		if after := c.known(); after != before {
			rt.Fatalf("before\n%s\nafter\n%s", before, after)
		}
	})
}

// clients are some groups and producers that act by chance.
type clients struct {
	*rapid.T
	*Cluster
}

func (c *clients) must(err error) {
	if err != nil {
		c.Fatal(err)
	}
}

func (c *clients) start() {
	cluster, err := New(Options{Seed: 1, Properties: config.PropertiesOf("offsets.topic.segment.bytes", "1048576", "log.cleaner.min.cleanable.ratio", "0",
		"offsets.retention.minutes", "1", "offsets.retention.check.interval.ms", "20000", "transactional.id.expiration.ms", "30000",
		"transaction.remove.expired.transaction.cleanup.interval.ms", "10000")})
	c.must(err)
	c.Cluster = cluster
	for _, name := range []string{"a", "b"} {
		_, err := c.CreateTopic(NewTopic{Name: name, Partitions: 2, ReplicationFactor: 1})
		c.must(err)
	}
	for _, id := range []string{"g1", "g2"} { // both coordinators' topics, which then roll at once
		c.must(c.Commit(id, c.some()))
	}
	c.must(c.BeginTransaction("tx1", 5000))
	for _, name := range []string{"__consumer_offsets", "__transaction_state"} {
		c.must(c.AlterConfigs(Resource{TopicResource, name}, config.PropertiesOf("segment.ms", "1000"), nil))
	}
}

func (c *clients) some() []Committed {
	o := Committed{TopicPartition: TopicPartition{rapid.SampledFrom([]string{"a", "b"}).Draw(c.T, "topic"), rapid.Int32Range(0, 1).Draw(c.T, "partition")}}
	o.Offset.Offset, o.LeaderEpoch = rapid.Int64Range(0, 9).Draw(c.T, "offset"), -1
	return []Committed{o}
}

// step does one thing; what clients are refused for they may try.
func (c *clients) step() {
	group := rapid.SampledFrom([]string{"g1", "g2", "g3", "console-consumer-68692"}).Draw(c.T, "group")
	id := rapid.SampledFrom([]string{"tx1", "tx2"}).Draw(c.T, "producer")
	switch what := rapid.IntRange(0, 10).Draw(c.T, "what"); what {
	case 0, 1:
		c.must(c.Commit(group, c.some()))
	case 2:
		_, err := c.Join(group, "client", []string{"a"}, []TopicPartition{{"a", 0}})
		c.must(err)
		c.must(c.Leave(group))
	case 3:
		_ = c.DeleteGroup(group)
	case 4:
		_ = c.DeleteOffsets(group, []TopicPartition{{"a", 0}, {"b", 1}})
	case 5:
		_ = c.BeginTransaction(id, 5000)
	case 6:
		_ = c.SendOffsets(id, group, c.some())
	case 7:
		_, _ = c.Produce("a", []Record{{Timestamp: NoTimestamp, Value: []byte("v")}}, ProduceOptions{Transaction: id, Partition: 0})
	case 8, 9:
		_ = c.EndTransaction(id, what == 8)
	case 10:
		c.AdvanceTo(c.Now()+rapid.Int64Range(1, 25_000).Draw(c.T, "ms"), nil)
	}
}

// known is all that the coordinators know.
func (c *clients) known() string {
	text := ""
	for _, id := range c.Groups() {
		g, _ := c.Group(id)
		text += fmt.Sprintf("%s %t %x\n", id, g.Recorded, g.Encode())
		for _, o := range c.GroupOffsets(id) {
			text += fmt.Sprintf("  %s %+v\n", o.TopicPartition, o.Offset)
		}
	}
	for key, value := range c.pending.All() {
		text += fmt.Sprintf("pending %x %x\n", key, value)
	}
	return text + fmt.Sprintf("%+v\n", c.Transactions())
}
