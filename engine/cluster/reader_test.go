package cluster

import (
	"strings"
	"testing"
)

// TestReaderAndDelay: a slice of a segment outlives the rename of the segment, whatever it is called; what decides is whether it has been
// sent before file.delete.delay.ms has passed.
func TestReaderAndDelay(t *testing.T) {
	for _, delay := range []string{"0", "20000", "60000"} {
		c := newCluster(t, "log.retention.check.interval.ms", "10000", "log.initial.task.delay.ms", "10000")
		create(t, c, "t", 1, "internal.segment.bytes", "100000", "retention.ms", "5000", "file.delete.delay.ms", delay)
		for range 30 {
			produce(t, c, "t", strings.Repeat("x", 5000))
		}
		r, err := c.StartReader("slow", TopicPartition{"t", 0}, 0, 2000, 0)
		if err != nil || r.Size < 90_000 || r.Base != 0 {
			t.Fatal(r, err)
		}
		if _, err := c.StartReader("slow", TopicPartition{"t", 0}, 0, 2000, 0); err == nil {
			t.Error("two readers have one name")
		}
		c.AdvanceTo(c.Now()+12_000, nil)
		if path, open := c.ReaderFile(&r); delay != "0" && (!open || !strings.HasSuffix(path, ".log.deleted")) {
			t.Errorf("delay %s: after the pass the slice is read from %q", delay, path)
		}
		c.AdvanceTo(c.Now()+60_000, nil)
		r = c.Readers()[0]
		if done := r.State == ReaderDone && r.Sent == r.Size; done != (delay == "60000") {
			t.Errorf("delay %s: %+v", delay, r)
		}
		if r.State == ReaderBroken && (r.Sent == 0 || r.Sent >= r.Size || !strings.HasPrefix(r.Next, "OffsetOutOfRange")) {
			t.Errorf("delay %s: %+v", delay, r)
		}
		fork := c.Fork()
		if err := fork.StopReader("slow"); err != nil || len(fork.Readers()) != 0 || len(c.Readers()) != 1 || fork.StopReader("slow") == nil {
			t.Error("a reader cannot be taken away", err)
		}
	}
}

// TestReaderEndsWithItsBroker: its handle is gone.
func TestReaderEndsWithItsBroker(t *testing.T) {
	c := newCluster(t)
	create(t, c, "t", 1)
	produce(t, c, "t", strings.Repeat("x", 5000))
	if _, err := c.StartReader("slow", TopicPartition{"t", 0}, 0, 100, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := c.StartReader("none", TopicPartition{"t", 0}, 1, 100, 0); err == nil {
		t.Error("there is nothing to send, and a reader waits for it")
	}
	if err := c.KillBroker(1); err != nil {
		t.Fatal(err)
	}
	c.AdvanceTo(c.Now()+5000, nil)
	if r := c.Readers()[0]; r.State != ReaderBroken || r.Sent != 0 || r.Next == "" {
		t.Errorf("%+v", r)
	}
}
