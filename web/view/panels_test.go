package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/web/draw"
)

func join(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Class != "" {
			b.WriteString("<" + p.Class + ":" + p.Text + ">")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestShortenLogLines(t *testing.T) {
	for in, want := range map[string]string{
		"[UnifiedLog partition=orders-0, dir=/data/1] Deleting segment LogSegment(baseOffset=1072, size=9, x=1) due to a": "<src:[UnifiedLog orders-0]> Deleting segment LogSegment(baseOffset=1072<src:, …)> due to a",
		"Deleted log /data/1/orders-0/00000000000000001072.log.deleted.":                                                  "Deleted log /data/1/orders-0/<z:0000000000000000>1072.log.deleted.",
		"Deleted log /data/00000000000000000000.log":                                                                      "Deleted log /data/<z:0000000000000000000>0.log",
		"plain [x] LogSegment(": "plain [x] LogSegment(",
	} {
		if got := join(Shorten(in)); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func TestProduceShowsWrongInputAtTheField(t *testing.T) {
	part := message.Partition{Name: "orders-0", SegmentBytes: 16384, LogEndOffset: 2761, SinceIndex: 4751, IndexInterval: 4096}
	active := &message.Segment{Size: 13202, IndexEntries: 2}
	p := NewProduce()
	f := p.Form(part, active, 0, 2, nil)
	if f.One != `produce orders --key c-0818 --value '{"order":12980,"sku":"A-1147","qty":2,"eur":38.5}'` || !strings.Contains(f.Many, "--count 100") {
		t.Error(f.One, f.Many)
	}
	var facts []string
	for _, x := range f.Facts {
		facts = append(facts, x.Text)
	}
	got := strings.Join(facts, "|")
	for _, want := range []string{"2" + Narrow + "761", ": no", ": yes, #2"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	p.Headers, p.Batch, p.Repeat, p.Skew, p.Timestamp = "a", "0", "x", true, "25:00:00"
	f = p.Form(part, active, 0, 2, nil)
	if f.HeadersErr == "" || f.BatchErr == "" || f.RepeatErr == "" || f.TimestampErr == "" || f.One != "" || f.Many != "" {
		t.Errorf("%+v", f)
	}
}

func TestProduceTimestamps(t *testing.T) {
	now := int64(1772445880000)
	for in, want := range map[string]int64{"10:00:00.500": now - 280000 + 500, "1000": 1000, "+500": now + 500, "-500": now - 500, "-1": -1} {
		p := Produce{Skew: true, Timestamp: in}
		if got, err := p.when(now); got != want || err != "" {
			t.Errorf("%s is %d %s, want %d", in, got, err, want)
		}
	}
	p := Produce{Skew: true}
	if _, err := p.when(now); err == "" {
		t.Error("an empty timestamp is accepted")
	}
}

// The size that the form foretells is that of KIP-98's layout: 61 bytes of header, then the record.
func TestProduceSize(t *testing.T) {
	p := Produce{Key: "k", Value: "v"}
	if got := p.size(); got != 61+1+1+1+1+2+2+1 {
		t.Error(got)
	}
	p = Produce{KeyNull: true, ValueNull: true}
	if got := p.size(); got != 61+1+3+1+1+1 {
		t.Error(got)
	}
}

func TestFileLinesAreWorded(t *testing.T) {
	file := func(name, kind string, base int64) message.FileLine {
		return message.FileLine{Kind: "file", Base: base, Last: base, Gone: -1, File: &message.File{Name: name, Path: "/" + name, Kind: kind, Base: base, FD: 3, Size: 9000, Pages: 3, Dirty: 1}}
	}
	l := FileList{Now: 1000, Name: "orders-0", Files: message.Files{Total: 9, Open: 4, Lines: []message.FileLine{
		{Kind: "folded", Base: 0, Last: 10, Segments: 2, Gone: 51000, State: "renamed"},
		{Kind: "segment", Base: 15, Gone: 51000, State: "renamed", Files: 2},
		{Kind: "segment", Base: 20, Gone: -1, State: "kept", Files: 2, Open: true}, file("20.log", "log", 20), file("20.index", "index", 20),
		{Kind: "segment", Base: 30, Gone: -1, State: "active", Files: 1}, {Kind: "segment", Base: 40, Gone: -1, State: "blocked", Files: 1},
		{Kind: "others", Base: -1, Files: 1, Open: true, Gone: -1}, file("7.snapshot", "snapshot", -1)}}}
	var got []string
	for _, r := range l.Rows() {
		got = append(got, r.Twist+r.Name+" "+r.Flag+" "+r.Sum)
	}
	want := "▸0 – 10 .deleted, 50" + nb + "s 2" + nb + "segments|▸15 .deleted, 50" + nb + "s 2" + nb + "files|▾20  |.log  |.index  |▸30 active 1" + nb + "file|▸40 blocked 1" + nb + "file|▾orders-0/  |7.snapshot  "
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
	if l.Count() != "9"+nb+"files, 4 open" {
		t.Error(l.Count())
	}
	if small, large := taken(9_999_360), taken(1<<30); small != Group(9_999_360) || large != "1"+nb+"GiB" {
		t.Errorf("takes %s and %s", small, large)
	}
	l.Filter, l.Files.Found = "log", 2
	if l.Count() != "2 of 9"+nb+"files" {
		t.Error(l.Count())
	}
}

func TestRail(t *testing.T) {
	r := Rail{Clock: message.Clock{Now: 280000, Start: 0, Next: 285000}, W: 1440,
		Journal:  message.Journal{Position: 2, Total: 3, Commands: []message.Command{{N: 1, After: 60000, Line: "kafka-topics.sh --create --topic a"}, {N: 2, After: 280000, Line: "clock advance 1m"}, {N: 3, After: 290000, Line: "undone", Undone: true}}},
		Schedule: message.Schedule{Tasks: []message.Task{{Name: "highwatermark-checkpoint", Due: 285000}, {Name: "delete-file", Due: 330000}, {Name: "kafka-log-retention", Due: 330000}}, Thresholds: []message.Threshold{{At: 301000, Text: "2149 past retention"}}}}
	got := texts(r.Scene(nil))
	for _, want := range []string{"2 of 3", "create topic", "watermark checkpoint", "2149 past retention", "retention check and 1 more", "+5" + nb + "s"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if s, ok := r.At(r.futureX(330000) + 2); !ok || s.Task != "kafka-log-retention" {
		t.Error(s, ok)
	}
	if s, ok := r.At(r.pastX(60000)); !ok || s.Command != 1 {
		t.Error(s, ok)
	}
	if want := "00:04:40.000, command 2 of 3, next task in 5" + nb + "s"; r.Value() != want {
		t.Error(r.Value())
	}
}

// What stands below the line left and right of the head keeps clear of it, and so of each other.
func TestRailTimesKeepClearOfTheHead(t *testing.T) {
	r := Rail{Clock: message.Clock{Now: 61000, Next: 61600}, W: 1024, Schedule: message.Schedule{Tasks: []message.Task{{Name: "workload", Due: 61600}}}}
	scene, n := r.Scene(nil), 0
	for _, o := range scene.Ops {
		half := scene.Width(o.Font, o.Text) / 2
		if o.Kind != draw.Text || o.Align != 0 {
			continue
		}
		n++
		if o.X < r.head() && o.X+half > r.head()-4 || o.X > r.head() && o.X-half < r.head()+4 {
			t.Errorf("%q from %v to %v, the head is at %v", o.Text, o.X-half, o.X+half, r.head())
		}
	}
	if n < 2 {
		t.Errorf("%d times are written", n)
	}
}

// groups are the rules of the panel as text.
func groups(w Why) string {
	var out []string
	for _, g := range w.Groups {
		var rules []string
		for _, r := range g.Rules {
			rules = append(rules, strings.TrimSpace(r.Name+" "+r.Pass+" "+r.Decides))
		}
		out = append(out, g.Head+": "+strings.Join(rules, ", "))
	}
	return strings.Join(out, "; ")
}

func TestWhyLifeLine(t *testing.T) {
	v := message.Verdicts{Now: 0, NextCheck: 50000, Period: 60000, Verdicts: []message.Verdict{{Base: 7, Decisive: "time", Sentence: "Still here because retention.ms is 60 s.", Expires: 21000, Renamed: 50000, Removed: 110000, Rules: []message.Rule{{Name: "time", Active: true, Decides: true}, {Name: "size"}, {Name: "start", Active: true, Pass: true}, {Name: "limit", Active: true, Pass: true}}}}}
	w := NewWhy(v, []message.Segment{{Base: 7, LargestTs: -1, Word: "kept"}}, message.Partition{Name: "orders-0", RetentionMs: 60000}, 7)
	if join(w.Sentence) != "Still here because <mono:retention.ms> is 60 s." || len(w.Life.Points) != 4 || groups(w) != "Rules that cannot delete it now: time no decides, size off; Rules that can delete it now: start yes; What must hold besides: limit yes" {
		t.Errorf("%+v", w)
	}
	if w.Acts[1].Line != "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=38000" { // no longer than its age: 39 s are not above 39 s
		t.Error(w.Acts[1].Line)
	}
	if w.List[0].Newest != "–" {
		t.Error(w.List[0])
	}
	w = NewWhy(v, []message.Segment{{Base: 3, State: "renamed", Word: "removed in 50 s"}}, message.Partition{}, 3)
	if w.Found || join(w.Sentence) != "Out of the log: its files are renamed to .deleted and removed in 50 s." {
		t.Error(w.Sentence)
	}
}

func TestWhyWithoutASegment(t *testing.T) {
	if w := NewWhy(message.Verdicts{}, nil, message.Partition{}, -1); w.Name != "no segment" || w.Zeros != "" {
		t.Errorf("%+v", w)
	}
}

func TestWhyOffersOnlyWhatHelps(t *testing.T) {
	lines := func(v message.Verdict, part message.Partition) string {
		var out []string
		v.Base = 7
		for _, a := range NewWhy(message.Verdicts{Now: 1000, NextCheck: 50000, Period: 60000, Verdicts: []message.Verdict{v}}, nil, part, 7).Acts {
			out = append(out, a.Line)
		}
		return strings.Join(out, "|")
	}
	none := message.Partition{Name: "t-0", RetentionMs: -1}
	for _, c := range []struct {
		verdict message.Verdict
		part    message.Partition
		want    string
	}{
		{message.Verdict{Decisive: "start", Expires: -1, Renamed: -1}, none, Alter("t", "retention.ms", "60000")},
		{message.Verdict{Decisive: "active", Expires: -1, Renamed: -1}, none, ""},
		{message.Verdict{Decisive: "size", Goes: true, Expires: -1, Renamed: 50000}, none, "step --task kafka-log-retention"},
		{message.Verdict{Decisive: "time", Expires: 60500, Renamed: 110000}, message.Partition{Name: "t-0", RetentionMs: 60000}, "clock advance 109s"}, // half a second old: no limit of a second makes it due now
		{message.Verdict{Decisive: "time", Expires: 56000, Renamed: 110000}, message.Partition{Name: "t-0", RetentionMs: 60000}, "clock advance 109s|" + Alter("t", "retention.ms", "4000")},
	} {
		if got := lines(c.verdict, c.part); got != c.want {
			t.Errorf("%+v\nhas %s\nnot %s", c.verdict, got, c.want)
		}
	}
}
