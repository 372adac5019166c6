package broker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/config"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/store/storetest"
)

// value finds a metric by the end of its name and its attribute.
func (w *world) value(t *testing.T, name, attribute string) int64 {
	t.Helper()
	for _, m := range w.broker.Metrics() {
		if strings.HasSuffix(m.Name, name) && m.Attribute == attribute {
			return m.Value
		}
	}
	t.Fatalf("there is no metric %s %s", name, attribute)
	return 0
}

// metered is a run with appends, rolls, flushes and deletions.
func metered(t *testing.T) *crashRun {
	r := newCrashRun(t, 1)
	r.w.broker.Disk().Watch(nil)
	for i := range 300 {
		r.step(i)
	}
	return r
}

// TestMetricsSayWhatTheLogsAre compares gauges with the logs and meters with what was done.
func TestMetricsSayWhatTheLogsAre(t *testing.T) {
	r := metered(t)
	w, records, segments := r.w, int64(0), int64(0)
	for _, l := range r.logs {
		records += l.acked
		log := w.broker.Log(l.name)
		segments += int64(log.NumberOfSegments())
		part := fmt.Sprintf(",topic=t,partition=%d", log.Partition().Number)
		got := []int64{w.value(t, "NumLogSegments"+part, "Value"), w.value(t, "Size"+part, "Value"), w.value(t, "LogStartOffset"+part, "Value"), w.value(t, "LogEndOffset"+part, "Value")}
		want := []int64{int64(log.NumberOfSegments()), log.Size(), log.LogStartOffset(), log.LogEndOffset()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", l.name, diff)
		}
	}
	for name, want := range map[string]int64{"name=MessagesInPerSec": records, "name=LogFlushRateAndTimeMs": w.broker.meters.flushes, "name=SegmentsRolled": w.broker.meters.rolled} {
		if got := w.value(t, name, "Count"); got != want || got == 0 {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	if got := w.value(t, "name=Segments", "Value"); got != segments {
		t.Errorf("%d segments, want %d", got, segments)
	}
	if rolled, gone := w.value(t, "SegmentsRolled", "Count"), w.value(t, "SegmentsDeleted", "Count"); int64(len(r.logs))+rolled-gone < segments {
		t.Errorf("%d segments of %d rolled and %d deleted", segments, rolled, gone)
	}
	if mean, most := w.value(t, "LogFlushRateAndTimeMs", "Mean"), w.value(t, "LogFlushRateAndTimeMs", "Max"); mean <= 0 || most < mean {
		t.Errorf("flushes take %d µs on average and %d at most", mean, most)
	}
}

// TestSlowDiskShowsInTheFlushTime: the number by which operators see it.
func TestSlowDiskShowsInTheFlushTime(t *testing.T) {
	r := metered(t)
	before := r.w.value(t, "LogFlushRateAndTimeMs", "Max")
	r.w.broker.Disk().SetSlow(1000)
	r.append(r.logs[0], 1000)
	r.with(r.logs[0], func(env *plog.Env, log *plog.Log) error { return log.Flush(env, false) })
	if after := r.w.value(t, "LogFlushRateAndTimeMs", "Max"); after < 100*before {
		t.Errorf("the slowest flush took %d µs, before %d", after, before)
	}
}

// TestSamplesAreBounded: however long the broker runs, the history reaches back to its beginning with few samples at even
// distances, and survives being stored, a fork and a restart.
func TestSamplesAreBounded(t *testing.T) {
	r := newCrashRun(t, 1)
	r.w.broker.Disk().Watch(nil)
	for range 10 {
		r.pass(3_600_000)
	}
	b := r.w.broker
	var at []int64
	for _, s := range b.Samples() {
		at = append(at, s.At)
	}
	if len(at) < keptSamples/3 || len(at) > keptSamples || at[0] > crashStart+2*firstStep || at[len(at)-1] < r.w.clock.Now()-2*b.meters.step {
		t.Fatalf("%d samples from %d to %d", len(at), at[0]-crashStart, at[len(at)-1]-crashStart)
	}
	for i := 1; i < len(at); i++ {
		if d := at[i] - at[i-1]; d < b.meters.step/2 || d > 2*b.meters.step {
			t.Errorf("sample %d comes %d ms after the one before, step is %d", i, d, b.meters.step)
		}
	}
	fork := b.Fork()
	storetest.RoundTrip(t, fork.Code, new(Broker).Code)
	b.Kill(r.w.host())
	b.sample(r.w.clock.Now() + 10*b.meters.step)
	r.must(b.Start(r.w.host(), 2, r.w.replicas))
	if got := r.w.value(t, "MessagesInPerSec", "Count"); got != 0 {
		t.Errorf("a new process has counted %d messages", got)
	}
	n := 0
	for range b.Samples() {
		n++
	}
	if n != len(at) {
		t.Errorf("%d samples after a restart, before %d", n, len(at))
	}
}

// TestOfflineDirectoriesAreCounted is the alarm that OfflineLogDirectoryCount is for.
func TestOfflineDirectoriesAreCounted(t *testing.T) {
	r := newCrashRun(t, 1)
	b := r.w.broker
	b.Disk().Watch(nil)
	b.Disk().SetFault(disk.Fault{Path: "/d/1", On: disk.OnAll})
	b.Reconfigure(r.w.host(), b.Config(), func(string) config.Properties { return nil })
	r.pass(60_000)
	if got := r.w.value(t, "OfflineLogDirectoryCount", "Value"); got != 1 || r.w.value(t, "IOErrors", "Count") == 0 {
		t.Errorf("%d directories are offline", got)
	}
}
