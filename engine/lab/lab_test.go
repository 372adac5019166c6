package lab

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

func newLab(t testing.TB, blocks store.Blocks) *Lab {
	t.Helper()
	l, err := New(blocks, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func ok(t testing.TB, l *Lab, line string) string {
	t.Helper()
	res := l.Exec(nil, line, false)
	if res.Exit != 0 {
		t.Fatalf("%s: exit %d\n%s%s", line, res.Exit, res.Out, res.Err)
	}
	return res.Out
}

func view[T any](t testing.TB, l *Lab, name, params string) T {
	t.Helper()
	v, err := l.View(name, json.RawMessage(params))
	if err != nil {
		t.Fatalf("view %s %s: %v", name, params, err)
	}
	return v.(T)
}

func digestOf(t testing.TB, l *Lab) string {
	t.Helper()
	return view[message.Lab](t, l, "lab", `{"digest":true}`).Digest
}

func orders(t testing.TB) *Lab {
	t.Helper()
	script, err := os.ReadFile("../../static/labs/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, string(script)); res.Exit != 0 {
		t.Fatalf("%s%s", res.Out, res.Err)
	}
	return l
}

// TestOrders is the first lab's picture: segments in all their states, and how it goes on.
func TestOrders(t *testing.T) {
	l := orders(t)
	states := map[string]int{}
	for _, s := range view[message.Segments](t, l, "segments", `{"partition":"orders-0"}`).Segments {
		states[s.State]++
	}
	if states["renamed"] != 3 || states["due"] != 1 || states["kept"] != 2 || states["active"] != 1 {
		t.Errorf("states %v", states)
	}
	before := digestOf(t, l)
	ok(t, l, "step --task kafka-log-retention")
	if s := view[message.Segments](t, l, "segments", `{"partition":"orders-0"}`); s.Total != 9 || s.Segments[5].State != "renamed" || s.Segments[6].State != "kept" {
		t.Errorf("after the check: %+v", s)
	}
	ok(t, l, "undo")
	if digestOf(t, l) != before {
		t.Error("undo left another machine")
	}
}

// TestReadsLeaveNoTrace: only what was accepted and changed the machine is in the journal.
func TestReadsLeaveNoTrace(t *testing.T) {
	l := orders(t)
	position, before := l.Position(), digestOf(t, l)
	for _, line := range []string{
		"kafka-topics --list", "clock", "ls", "cat meta.properties", "why orders-0", "lookup orders-0 2500", "lookup orders-0 --time 1772445800000",
		"share", "lab", "", "# a comment",
	} {
		ok(t, l, line)
	}
	for _, line := range []string{
		"nonsense", "kafka-topics --create --topic orders", "kafka-topics --create --topic a/b", "undo 99", "redo", "goto 77", "lab new --brokers 9", "lab new --clock -1", "lab new --clock 253402300800000", "lab new --clock 9223372036854775807",
		"lab new --property log.segment.bytes=x", "clock advance x", "workload stop nobody", "rulebook fairy-tales", "why nosuch-0",
	} {
		if res := l.Exec(nil, line, false); res.Exit == 0 || res.Err == "" {
			t.Errorf("%s: exit %d, %q", line, res.Exit, res.Err)
		}
	}
	if l.Position() != position || digestOf(t, l) != before {
		t.Errorf("position %d, was %d; same machine: %t", l.Position(), position, digestOf(t, l) == before)
	}
}

// TestViews asks for every view and for what it must at least say.
func TestViews(t *testing.T) {
	l := orders(t)
	if v := view[message.Clock](t, l, "clock", ""); v.Now != 1772445885000 || v.Next < v.Now {
		t.Errorf("clock %+v", v)
	}
	if v := view[message.Cluster](t, l, "cluster", ""); v.Brokers[0].Dirs[0].Partitions[0].Name != "orders-0" || v.Topics[0].Name != "orders" {
		t.Errorf("cluster %+v", v)
	}
	if v := view[message.Partition](t, l, "partition", `{"partition":"orders-0"}`); v.HighWatermark != v.LogEndOffset || v.RetentionMs != 60000 || v.NextCheck != 1772445930000 {
		t.Errorf("partition %+v", v)
	}
	files := view[message.Files](t, l, "files", `{"dir":"/tmp/kafka-logs/orders-0"}`)
	gone := 0
	for _, f := range files.Entries {
		if f.Gone > 0 {
			gone++
		}
	}
	if gone != 12 || files.Disk.Named < files.Disk.Du {
		t.Errorf("%d files to be removed, disk %+v", gone, files.Disk)
	}
	used, named := l.Exec(nil, "du -s /", false).Out, l.Exec(nil, "du -s --apparent-size /", false).Out
	if d := files.Disk; used != fmt.Sprintf("%d\t/\n", d.Du/1024) || named != fmt.Sprintf("%d\t/\n", (d.Named+1023)/1024) {
		t.Errorf("%d used, %d named; du says %s and %s", d.Du, d.Named, used, named)
	}
	s := view[message.Schedule](t, l, "schedule", "")
	if len(s.Tasks) < 8 || len(s.Thresholds) != 3 || !strings.HasSuffix(s.Thresholds[0].Text, "past retention") {
		t.Errorf("schedule %+v", s)
	}
	if v := view[message.ServerLog](t, l, "serverLog", `{"from":-3,"limit":3}`); len(v.Lines) != 3 || v.From != v.Total-3 {
		t.Errorf("serverLog %+v", v)
	}
	if v := view[message.ServerLog](t, l, "serverLog", `{"filter":"retention time"}`); v.Total != 9 || v.Lines[0].Topic != "orders-0" {
		t.Errorf("filtered serverLog %d", v.Total)
	}
	if v := view[message.Events](t, l, "events", `{"kind":"append","limit":5}`); len(v.Rows) != 5 {
		t.Errorf("events %+v", v)
	}
	if v := view[message.Journal](t, l, "journal", ""); v.Total != 9 || v.Position != 9 || !strings.HasPrefix(v.Commands[0].Line, "lab new") {
		t.Errorf("journal %+v", v)
	}
	if v := view[message.Machine](t, l, "machine", ""); len(v.OpenFiles) < 8 || v.OpenFiles[0].PID != 101 {
		t.Errorf("machine %+v", v)
	}
	if v := view[message.Config](t, l, "config", `{"type":"topics","name":"orders"}`); len(v.Settings) < 30 {
		t.Errorf("config %d", len(v.Settings))
	}
}

// TestBytes looks at one segment down to its bytes.
func TestBytes(t *testing.T) {
	l := orders(t)
	all := view[message.Segments](t, l, "segments", `{"partition":"orders-0","from":-2,"limit":1}`)
	s := all.Segments[0]
	if len(all.Segments) != 1 || s.State != "kept" || s.Batches < 20 || s.IndexEntries != 3 || len(s.IndexPos) != 3 || !strings.HasPrefix(s.Word, "kept, ") {
		t.Fatalf("segment %+v", s)
	}
	params, _ := json.Marshal(map[string]any{"partition": "orders-0", "base": s.Base})
	b := view[message.Batches](t, l, "batches", string(params))
	indexed := 0
	for _, one := range b.Batches {
		if !one.Valid || one.Codec != "none" {
			t.Errorf("batch %+v", one)
		}
		if one.Indexed >= 0 {
			indexed++
		}
	}
	if b.Total != s.Batches || indexed != 3 {
		t.Errorf("%d batches, %d indexed", b.Total, indexed)
	}
	v := view[message.Verdicts](t, l, "verdicts", string(params)).Verdicts[0]
	if v.Goes || v.Decisive != "time" || !strings.HasPrefix(v.Sentence, "Still here because its newest record is ") || len(v.Rules) != 5 {
		t.Errorf("verdict %+v", v)
	}
	h := view[message.Hex](t, l, "hex", `{"path":"/tmp/kafka-logs/meta.properties","length":5}`)
	if string(h.Bytes) != "#\n#Mo" {
		t.Errorf("hex %+v", h)
	}
	look, _ := json.Marshal(map[string]any{"partition": "orders-0", "offset": s.Base + 100})
	if v := view[message.Lookup](t, l, "lookup", string(look)); !v.Found || v.Probes == 0 || v.FullScan <= v.BytesRead {
		t.Errorf("lookup %+v", v)
	}
}

// TestSegmentsAroundAnOffset: a window of segments may be asked for by what one of them holds.
func TestSegmentsAroundAnOffset(t *testing.T) {
	l := orders(t)
	for offset, want := range map[string]int{"0": 0, "1344": 0, "2300": 3, "2689": 5, "99999": 5} {
		v := view[message.Segments](t, l, "segments", `{"partition":"orders-0","limit":2,"offset":`+offset+`}`)
		if v.From != want || len(v.Segments) != 2 || v.Total != 7 {
			t.Errorf("offset %s: from %d, %d of %d", offset, v.From, len(v.Segments), v.Total)
		}
	}
}

// TestAStoppedBrokerStillHasItsFiles: the partitions of a stopped broker stay in sight, as directories.
func TestAStoppedBrokerStillHasItsFiles(t *testing.T) {
	l := orders(t)
	ok(t, l, "broker stop")
	b := view[message.Cluster](t, l, "cluster", "").Brokers[0]
	if p := b.Dirs[0].Partitions; b.Running || len(p) != 1 || p[0].Name != "orders-0" || p[0].Role != "offline" {
		t.Errorf("%+v", b)
	}
	if f := view[message.Files](t, l, "files", `{"dir":"/tmp/kafka-logs/orders-0"}`); len(f.Entries) == 0 {
		t.Error("no files")
	}
	if _, err := l.View("segments", []byte(`{"partition":"orders-0"}`)); err == nil {
		t.Error("a log is loaded that no process has")
	}
}

// TestAnEmptyLastSegmentHasNoEnd: retention leaves it, however old it grows.
func TestAnEmptyLastSegmentHasNoEnd(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --config retention.ms=1000")
	ok(t, l, "clock advance 20m")
	v := view[message.Verdicts](t, l, "verdicts", `{"partition":"t-0","base":0}`).Verdicts[0]
	if v.Goes || v.Expires >= 0 || v.Renamed >= 0 || v.Removed >= 0 {
		t.Errorf("%+v", v)
	}
}
