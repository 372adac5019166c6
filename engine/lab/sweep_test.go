package lab

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/store"
)

// swept runs a sweep and gives its view.
func swept(t *testing.T, l *Lab, line string) message.Sweep {
	t.Helper()
	if res := l.Exec(nil, line, false); res.Exit != 0 {
		t.Fatalf("%s: %+v", line, res)
	}
	return view[message.Sweep](t, l, "sweep", "{}")
}

// column is what was measured under a name.
func column(t *testing.T, v message.Sweep, name string) (n []int64) {
	t.Helper()
	i := slices.IndexFunc(v.Columns, func(c message.SweepColumn) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no column %s in %+v", name, v.Columns)
	}
	for _, r := range v.Rows {
		n = append(n, r.Values[i])
	}
	return n
}

// TestSweepMeasuresWhatALabShows: a value's row is what the views of a lab say that did the same lines.
func TestSweepMeasuresWhatALabShows(t *testing.T) {
	l := newLab(t, store.NewMemory())
	before, dirty := digestOf(t, l), l.Dirty()
	v := swept(t, l, "sweep scan 65536 4194304")
	if l.Position() != 0 || l.Dirty() != dirty || digestOf(t, l) != before {
		t.Error("the machine at hand has changed")
	}
	hand := newLab(t, store.NewMemory())
	if res := hand.Run(nil, strings.ReplaceAll(strings.Join(v.Lines, "\n"), "{}", "65536")); res.Exit != 0 {
		t.Fatal(res)
	}
	segments := view[message.Segments](t, hand, "segments", `{"partition":"t-0","limit":1000}`)
	entries, largest := int64(0), int64(0)
	for _, s := range segments.Segments {
		entries, largest = entries+int64(s.IndexEntries), max(largest, s.Size)
	}
	for name, want := range map[string]int64{"log segments": int64(segments.Total), "index entries": entries, "largest segment": largest} {
		if got := column(t, v, name); got[0] != want {
			t.Errorf("%s: %d, the lab has %d", name, got[0], want)
		}
	}
	without, with := column(t, v, "scanned without an index"), column(t, v, "scanned")
	if without[1] < 20*without[0] || with[0] > 4096 || with[1] > 4096 {
		t.Errorf("scanned %d, without an index %d", with, without)
	}
}

// TestSweepScans: the mean of the look-ups is that of the view lookup.
func TestSweepScans(t *testing.T) {
	l := newLab(t, store.NewMemory())
	v := swept(t, l, "sweep interval 16384")
	hand := newLab(t, store.NewMemory())
	if res := hand.Run(nil, strings.ReplaceAll(strings.Join(v.Lines, "\n"), "{}", "16384")); res.Exit != 0 {
		t.Fatal(res)
	}
	sum, headers := int64(0), 0
	for i := range int64(lookups) {
		offset := 4000 * (i * golden % 65536) / 65536
		found := view[message.Lookup](t, hand, "lookup", `{"partition":"t-0","offset":`+strconv.FormatInt(offset, 10)+`}`)
		for _, s := range found.Steps {
			if s.Kind == "scan" || s.Kind == "batch" {
				headers++
			}
			if s.Kind == "scan" && s.Offset < found.Position {
				sum += s.Length
			}
		}
	}
	if got := column(t, v, "scanned"); got[0] != sum/lookups {
		t.Errorf("scanned %d, the look-ups %d", got[0], sum/lookups)
	}
	if got := column(t, v, "headers read"); got[0] != int64(headers/lookups) {
		t.Errorf("headers read %d, the look-ups %d", got[0], headers/lookups)
	}
}

// TestSweepBatch: a header of 61 bytes is shared by the records of a batch.
func TestSweepBatch(t *testing.T) {
	v := swept(t, newLab(t, store.NewMemory()), "sweep batch 1 2 10 61")
	if got := column(t, v, "header bytes per record"); !slices.Equal(got, []int64{6100, 3050, 610, 100}) {
		t.Errorf("%d", got)
	}
	bytes := column(t, v, "bytes per record")
	for i, h := range column(t, v, "header bytes per record") {
		if rest := bytes[i] - h; rest < 2700 || rest > 2800 { // a value of 20 bytes, and 7 or 8 around it
			t.Errorf("%d records: %d hundredths of bytes beside the header", v.Rows[i].Value, rest)
		}
	}
}

// TestSweepRoll: smaller segments are more files and maps, and hold less back.
func TestSweepRoll(t *testing.T) {
	v := swept(t, newLab(t, store.NewMemory()), "sweep roll")
	for _, name := range []string{"log segments", "files on disk", "open files", "index maps"} {
		n := column(t, v, name)
		if !slices.IsSortedFunc(n, func(a, b int64) int { return int(b - a) }) || n[0] < 10*n[len(n)-1] {
			t.Errorf("%s: %d", name, n)
		}
	}
	if n := column(t, v, "kept too long"); n[len(n)-1] < 100*n[0] {
		t.Errorf("kept too long: %d", n)
	}
}

// TestSweepSize: segment.bytes is a trade. Small segments are more files, maps and deletions, in a strict order; the largest one is never
// deleted and holds the most back.
func TestSweepSize(t *testing.T) {
	v := swept(t, newLab(t, store.NewMemory()), "sweep size")
	for _, name := range []string{"log segments", "files on disk", "open files", "index maps", "segments deleted"} {
		n := column(t, v, name)
		if !slices.IsSortedFunc(n, func(a, b int64) int { return int(b - a) }) || n[0] < 10*max(1, n[len(n)-1]) {
			t.Errorf("%s: %d", name, n)
		}
	}
	gone, here, largest := column(t, v, "segments deleted"), column(t, v, "log segments"), column(t, v, "largest segment")
	for i, r := range v.Rows {
		if largest[i] > r.Value || largest[i] < r.Value*3/4 {
			t.Errorf("the largest of %d is %d", r.Value, largest[i])
		}
		if all := (2000*1069 + largest[i] - 1) / largest[i]; gone[i]+here[i] != all { // a batch takes 1,070 bytes, its first 1,069
			t.Errorf("%d: %d deleted and %d left, of %d", r.Value, gone[i], here[i], all)
		}
	}
	if n := column(t, v, "kept too long"); n[len(n)-1] < 100*n[0] || gone[len(gone)-1] != 0 {
		t.Errorf("kept too long %d, deleted %d", n, gone)
	}
}

// TestSweepPasses: the work of retention grows with passes and partitions and not with segments; where there are timestamps no file is asked.
func TestSweepPasses(t *testing.T) {
	l := newLab(t, store.NewMemory())
	v := swept(t, l, "sweep check 60000 300000")
	passes, looked, segments := column(t, v, "passes"), column(t, v, "partitions looked at"), column(t, v, "segments looked at")
	for i, r := range v.Rows {
		if want := (3_600_000-30_000)/r.Value + 1; passes[i] != want || looked[i] != 20*want || segments[i] != 2*20*want {
			t.Errorf("every %d ms: %d passes, %d partitions, %d segments", r.Value, passes[i], looked[i], segments[i])
		}
		if n := column(t, v, "stat calls")[i]; n != 19*passes[i] || column(t, v, "verdicts")[i] != segments[i] {
			t.Errorf("%d stat calls", n)
		}
	}
	v = swept(t, l, "sweep partitions 1 40")
	if n := column(t, v, "stat calls"); n[0] != 0 || n[1] != 39*12 {
		t.Errorf("stat calls: %d", n)
	}
	if n := column(t, v, "log segments"); n[0] < 30 || column(t, v, "segments looked at")[0] != 24 || column(t, v, "work of the passes")[0] != (12+24)*100/1000 {
		t.Errorf("%+v", v.Rows)
	}
}

func TestSweepOfOnesOwn(t *testing.T) {
	l := newLab(t, store.NewMemory())
	v := swept(t, l, `sweep --do "kafka-topics --create --topic t" --do "produce t --count {}" --measure "log bytes,log segments" 1 3`)
	if got := column(t, v, "log bytes"); len(got) != 2 || got[1] != 3*got[0] || v.Name != "own" {
		t.Errorf("%+v", v)
	}
	for line, want := range map[string]string{
		"sweep":                     "batch",
		"sweep nothing":             `there is no sweep "nothing"`,
		"sweep batch one":           "not a number",
		"sweep batch 0":             "--records-per-batch",
		"sweep batch --measure age": "nothing that can be measured",
		"sweep --do 'ls' 1":         "nothing that can be measured",
		"sweep --do 'ls' --measure 'log segments' 1":           "t-0",
		"sweep scan 1048576 " + strings.Repeat("1048576 ", 32): "up to",
	} {
		if res := l.Exec(nil, line, false); !strings.Contains(res.Out+res.Err, want) || (res.Exit == 0) != (line == "sweep") {
			t.Errorf("%s: %+v", line, res)
		}
	}
	if view[message.Sweep](t, l, "sweep", "{}").Name != "own" {
		t.Error("a sweep that failed is shown")
	}
}

// TestSweepStops: a sweep that is stopped shows the labs that are done, and does not go on in one that is not.
func TestSweepStops(t *testing.T) {
	l, done, within := newLab(t, store.NewMemory()), int64(0), 0
	control := &cluster.Control{Progress: func(n, _ int64, _ string) { done = n }, Yield: func() bool {
		if done == 2 {
			within++
		}
		return within == 4
	}}
	l.Exec(control, "sweep batch", false)
	v := view[message.Sweep](t, l, "sweep", "{}")
	if len(v.Rows) != 2 || within != 4 || len(v.Plans) != len(plans()) {
		t.Errorf("%d steps in the third lab: %+v", within, v)
	}
	if raw, err := json.Marshal(view[message.Sweep](t, newLab(t, store.NewMemory()), "sweep", "{}")); err != nil || strings.Contains(string(raw), "null") {
		t.Errorf("before the first: %s, %v", raw, err)
	}
}
