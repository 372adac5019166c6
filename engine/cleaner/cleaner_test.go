package cleaner

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/store/storetest"
)

var threadConfig = Config{Threads: 1, DedupeBuffer: 1 << 20, LoadFactor: 0.9, IOBuffer: 512 << 10, MaxMessage: 1 << 20, BytesPerSecond: math.MaxFloat64}

// TestExplainChangesNothing: the explanation is the pass itself, and leaves no trace of it.
func TestExplainChangesNothing(t *testing.T) {
	m := newMachine()
	l := rapid.Custom(func(rt *rapid.T) *plog.Log { return randomLog(rt, m, 40) }).Example(3)
	before, used := mustRead(t, m, l), usage(m.disk)
	v, trace, err := Explain(m.env(), l, threadConfig, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, m, l); !slices.EqualFunc(got, before, same) || usage(m.disk) != used {
		t.Error("the log has changed")
	}
	pass(t, m, l, 1000)
	stay := map[int64]bool{}
	for _, b := range trace.Batches {
		for _, r := range b.Records {
			stay[r.Offset] = r.Why.Kept()
		}
	}
	after := mustRead(t, m, l)
	for _, r := range before {
		_, is := slices.BinarySearchFunc(after, r.offset, func(k kept, o int64) int { return int(k.offset - o) })
		if r.offset < v.Upper && is != stay[r.offset] {
			t.Errorf("offset %d: explained as kept %t, found %t", r.offset, stay[r.offset], is)
		}
	}
}

func usage(d *disk.Disk) string {
	used, _ := d.Df()
	list, _ := d.ReadDir(logDir + "/t-0")
	return fmt.Sprint(used, list)
}

// dirty is a log of a topic with one inactive segment in which every record but the last is superseded.
func dirty(t *testing.T, m *machine, topic string, p config.Properties) *plog.Log {
	t.Helper()
	l, err := m.open(topic, p, true)
	for i := range 3 {
		if err == nil {
			err = m.append(l, start, record.DefaultOptions(), pair{[]byte("k"), fmt.Append(nil, i)})
		}
	}
	if err == nil {
		err = l.Roll(m.env(), -1)
	}
	if err == nil {
		_, err = l.UpdateHighWatermark(m.env(), l.LogEndOffset())
	}
	if err != nil {
		t.Fatal(err)
	}
	m.advance(0)
	return l
}

func TestPausedAndBusyLogsAreLeftAlone(t *testing.T) {
	m, p := newMachine(), config.PropertiesOf("cleanup.policy", "compact")
	a, b := dirty(t, m, "a", p), dirty(t, m, "b", p)
	var c Cleaner
	c.Pause(m.env(), a)
	c.Pause(m.env(), a)
	_, chosen, ok := c.Choose(m.env(), threadConfig, []string{logDir}, m.logs, 0)
	if !ok || chosen != "b-0" {
		t.Fatalf("chosen %q", chosen)
	}
	list, none, _ := c.Choose(m.env(), threadConfig, []string{logDir}, m.logs, 1)
	if none != "" || list[0].Outcome != Paused || list[1].Outcome != Busy {
		t.Errorf("%q %v", none, list)
	}
	if err := errors.Join(c.Resume("a-0"), c.Resume("a-0")); err != nil {
		t.Error(err)
	}
	if err := c.Resume("a-0"); !errors.Is(err, kerr.ErrIllegalState) {
		t.Error(err)
	}
	if _, chosen, _ = c.Choose(m.env(), threadConfig, []string{logDir}, m.logs, 1); chosen != "a-0" {
		t.Errorf("chosen %q", chosen)
	}
	if !c.Abort(m.env(), b) || c.Abort(m.env(), b) {
		t.Error("an abort ends one pass")
	}
}

// TestCleanerIsData: between the steps of a pass the cleaner may be copied and stored, and the copies do not see each
// other.
func TestCleanerIsData(t *testing.T) {
	m := newMachine()
	l := dirty(t, m, "a", config.PropertiesOf("cleanup.policy", "compact"))
	var c Cleaner
	c.Choose(m.env(), threadConfig, []string{logDir}, m.logs, 0)
	for more := true; more; {
		copied := c.Fork()
		var read Cleaner
		storetest.RoundTrip(t, c.Code, read.Code)
		f, fl := m.fork(l)
		for left := true; left; {
			left, _ = copied.Step(f.env(), fl, f.logs, 0)
		}
		if got := mustRead(t, f, fl); len(got) != 1 {
			t.Fatalf("%v", got)
		}
		more, _ = c.Step(m.env(), l, m.logs, 0)
	}
	if name, _ := c.Working(0); name != "" || len(mustRead(t, m, l)) != 1 {
		t.Errorf("%s is not done", name)
	}
}

// TestIOErrorTakesTheDirectoryOut: it does not make the log uncleanable.
func TestIOErrorTakesTheDirectoryOut(t *testing.T) {
	m := newMachine()
	dirty(t, m, "a", config.PropertiesOf("cleanup.policy", "compact"))
	m.disk.SetFault(disk.Fault{Path: logDir + "/a-0/00000000000000000000.log.cleaned", On: disk.OnWrite})
	var c Cleaner
	cleaned, _ := c.Round(m.env(), threadConfig, []string{logDir}, m.logs, 0)
	if !cleaned || !m.failed[logDir] || len(c.uncleanable) != 0 {
		t.Errorf("%t %v %v", cleaned, m.failed, c.uncleanable)
	}
	if text := m.lines[len(m.lines)-1].Text; text != "Failed to clean up log for a-0 in dir /logs due to IOException" {
		t.Error(text)
	}
}

// The order of the checkpoint file is that of Kafka's maps: a copy of a map with two entries has four buckets.
func TestCheckpointOrder(t *testing.T) {
	entry := func(topic string) checkpoint.OffsetEntry {
		return checkpoint.OffsetEntry{TopicPartition: checkpoint.TopicPartition{Topic: topic}, Offset: 6}
	}
	present := map[checkpoint.TopicPartition]bool{}
	for _, topic := range []string{"a", "b", "e"} {
		present[entry(topic).TopicPartition] = true
	}
	put := entry("b")
	list := merge([]checkpoint.OffsetEntry{entry("e"), entry("a"), entry("gone")}, present, &put)
	var got string
	for _, e := range list {
		got += e.Topic
	}
	if got != "aeb" {
		t.Error(got)
	}
}

func TestThrottle(t *testing.T) {
	for _, c := range []struct {
		rate  float64
		bytes int64
		want  int64
	}{{math.MaxFloat64, 1 << 40, 0}, {1000, 250, 250}, {1 << 20, 1 << 19, 500}, {0, 10, 0}, {1e-9, 1 << 20, math.MaxInt32}} {
		if got := (Config{BytesPerSecond: c.rate}).Wait(c.bytes); got != c.want {
			t.Errorf("%v: %d, want %d", c, got, c.want)
		}
	}
}
