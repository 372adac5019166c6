package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// written is a panel as text: titles, sentences, and the cells of each line.
func written(blocks []Block) string {
	var b strings.Builder
	for _, x := range blocks {
		for _, s := range []string{x.Title, x.Text} {
			if s != "" {
				b.WriteString(s + "\n")
			}
		}
		for _, r := range x.Rows {
			for i, c := range r.Cells {
				if i > 0 {
					b.WriteString(" | ")
				}
				b.WriteString(c.Text)
				for _, o := range c.Options {
					b.WriteString("(" + o.Text + ")")
				}
			}
			b.WriteString("\n")
		}
	}
	return strings.NewReplacer(Narrow, " ", nb, " ").Replace(b.String())
}

func TestLookupPanel(t *testing.T) {
	l := Lookup{Asked: true, At: 2, Part: message.Partition{LogStartOffset: 2017, HighWatermark: 2857}, Answer: message.Lookup{Target: 2310, Found: true, Offset: 2310, Position: 4505,
		Probes: 2, BytesRead: 138, FullScan: 20521, Steps: []message.Step{
			{Kind: "segment", Text: "segment 2241", Path: "d/2241.log", Hit: true},
			{Kind: "probe", Text: "entry #1: relativeOffset 2373, left", Path: "d/2241.index", Offset: 8, Length: 8},
			{Kind: "entry", Text: "entry #0", Path: "d/2241.index", Length: 8, Hit: true},
			{Kind: "scan", Text: "batch 2297–2303 at 4003", Path: "d/2241.log", Offset: 4003, Length: 502},
			{Kind: "batch", Text: "batch 2304–2310 at 4505", Path: "d/2241.log", Offset: 4505, Length: 502, Hit: true},
			{Kind: "scan", Text: "batch 2311–2317 at 5007", Path: "d/2241.log", Offset: 5007, Length: 502}}}}
	want := `(by offset)(by timestamp)(life)
2233 | Find
‹ | step 3 of 6 | ›
Inside the log?
2 017 ≤ 2 310 < 2 857 (high watermark)
Segment: greatest base ≤ 2 310
segment 2 241 |  | this one
Offset index: last entry ≤ the offset
entry #1 | relativeOffset 2 373 | left
entry #0 |  | this one
Scan the batches from there
batch 2 297–2 303 at 4 003 |  | ends before it
batch 2 304–2 310 at 4 505 |  | contains it
batch 2 311–2 317 at 5 007 |  | begins behind it
Found
Offset 2 310 is in the batch at 4 505. A fetch returns the whole batch; the client skips what lies before the record.
Cost
index entries read | 2
batch headers read | 3
bytes read | 138
a scan from the log's start | 20 521 B
saved | 148 times
`
	blocks := l.Blocks()
	if got := written(blocks); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if r := blocks[4].Rows[1]; !r.Step || r.Act != "lookup-at:2" {
		t.Errorf("the current step is %+v", r)
	}
	if r := blocks[5].Rows[0]; !strings.Contains(r.Class, "todo") {
		t.Errorf("what follows is %+v", r)
	}
	l.Answer.Error, l.Answer.Found = "out of range", false
	if got := written(l.Blocks()); !strings.Contains(got, "Refused\nout of range") {
		t.Error(got)
	}
}

func TestLookupWithoutAnAnswer(t *testing.T) {
	l := Lookup{ByTime: true, Err: "A time.", At: -1}
	if got := written(l.Blocks()); !strings.HasPrefix(got, "A time.\n(by offset)(by timestamp)(life)\n10:04:40.000 | Find") || strings.Contains(got, "Cost") {
		t.Error(got)
	}
}
