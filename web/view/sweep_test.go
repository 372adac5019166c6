package view

import (
	"regexp"
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestSweepPanel(t *testing.T) {
	p := Sweep{Plan: "scan", At: "1", Answer: message.Sweep{Plans: []message.SweepPlan{{Name: "scan", Title: "how far", Of: "segment.bytes"}, {Name: "roll", Title: "when", Of: "segment.ms"}},
		Name: "scan", Of: "segment.bytes", Unit: "B", Lines: []string{"create {}"},
		Columns: []message.SweepColumn{{Name: "log segments"}, {Name: "bytes per record", Unit: "B", Decimals: 2}},
		Rows:    []message.SweepRow{{Value: 1024, Values: []int64{400, 8800}}, {Value: 2048, Values: []int64{20, 6100}}, {Value: 1 << 20, Values: []int64{1, 4000}}}}}
	blocks := p.Blocks()
	want := `How far
(segment.bytes)(segment.ms) | Run
segment.bytes | 2 KiB
2
log segments | 20

bytes per record | 61.00 B

What ran in each lab
create {}
`
	drawn := regexp.MustCompile(`(?m)^\(M.*$`)
	if got := drawn.ReplaceAllString(written(blocks), ""); got != want {
		t.Errorf("%s", got)
	}
	if run := blocks[0].Rows[0].Cells[1]; run.Act != "sweep-go:scan" || run.Title != "sweep scan" {
		t.Errorf("%+v", run)
	}
	many, bytes := blocks[2].Rows[1].Cells[0], blocks[3].Rows[1].Cells[0]
	if many.Options[1].Text != "M160.0 16V68" || !strings.HasPrefix(many.Options[2].Text, "M8.0 16.0L160.0 ") || many.Labels[1].Text != "log scale" {
		t.Errorf("%+v", many)
	}
	// linear: 8,800 at the top, 16; 4,000 is 4000/8800 of the height of 52 above 68
	if bytes.Options[2].Text != "M8.0 16.0L160.0 32.0L312.0 44.4" || bytes.Labels[1].Text != "" || strings.Count(bytes.Options[3].Text, "M") != 3 {
		t.Errorf("%+v", bytes)
	}
	if title := strings.ReplaceAll(bytes.Title, nb, " "); title != "bytes per record: 88.00 B at 1 KiB, 40.00 B at 1 MiB" {
		t.Error(title)
	}
	p.At = "7"
	if got := written(p.Blocks()); !strings.Contains(got, "log segments | 1\n") {
		t.Error("a slider beyond the end is not at the end")
	}
	p.Answer.Rows = p.Answer.Rows[:1]
	if got := written(p.Blocks()); !strings.Contains(got, "segment.bytes | 1 KiB\nlog segments | 400\nbytes per record | 88.00 B\n") {
		t.Errorf("one value: %s", got)
	}
	p.Answer.Rows = nil
	if got := written(p.Blocks()); !strings.Contains(got, "Each value gets a small lab") || strings.Contains(got, "log segments") {
		t.Error(got)
	}
}
