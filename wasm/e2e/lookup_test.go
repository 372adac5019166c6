package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"logarium/engine/message"
)

// The tracer shows the steps that the engine took, lights the bytes of each, and its numbers are the engine's.
func TestLookupGoesStepByStep(t *testing.T) {
	s := screen(t)
	s.press("2")
	s.click("#lookup-input")
	s.press("2310" + kb.Enter)
	var l message.Lookup
	s.view("lookup", map[string]any{"partition": orders, "offset": 2310}, &l)
	s.shows("#tool-panel", fmt.Sprintf("step 1 of %d", len(l.Steps)))
	s.shows("#tool-panel", fmt.Sprintf("bytes read %d", l.BytesRead))
	s.shows("#tool-panel", fmt.Sprintf("index entries read %d", l.Probes))
	for i, step := range l.Steps[1:] {
		s.click("[data-act='lookup-step:1']")
		s.shows("#tool-panel", fmt.Sprintf("step %d of %d", i+2, len(l.Steps)))
		if step.Length > 0 {
			s.shows(".hexfoot", fmt.Sprintf("%s – %s", narrow(step.Offset), narrow(step.Offset+step.Length-1)))
		}
		if kind := step.Path[strings.LastIndexByte(step.Path, '.'):]; s.text(".ftabs [aria-pressed=true]") != kind {
			t.Errorf("step %d shows %s, not %s", i+2, s.text(".ftabs [aria-pressed=true]"), kind)
		}
		if step.Hit && step.Kind == "batch" && step.Offset != l.Position {
			t.Errorf("step %d is the hit, the record is at %d", i+2, l.Position)
		}
	}
	s.screenshot("lookup")
	s.click("#lookup-input")
	s.press("x" + kb.Enter)
	s.shows("#tool-panel [role=alert]", "An offset as 2204.")
}

func TestLookupByTimestampAndByKey(t *testing.T) {
	s := screen(t)
	s.wait("a batch", "!!document.querySelector(\"[data-act='to-entry']\")")
	s.press("l")
	s.shows("#tool-panel", "step 1 of")
	s.shows("#tool-panel", "contains it")
	s.follows()
	s.click("[data-act='lookup-by:time']")
	s.click("#lookup-input")
	s.press("10:04:00.000" + kb.Enter)
	var l message.Lookup
	s.view("lookup", map[string]any{"partition": orders, "time": s.clock().Now/86400000*86400000 + (10*60+4)*60000}, &l)
	s.shows("#tool-panel", "has offset "+narrow(l.Offset))
	s.shows("#tool-panel", "Time index")
}

// follows lists the life of the record that was looked up; a station leads to its bytes.
func (s *story) follows() {
	s.t.Helper()
	s.click("[data-act='lookup-by:life']")
	var offset int64
	s.eval("Number(document.querySelector('#lookup-input').value)", &offset)
	s.shows("#tool-panel", "The life of record "+narrow(offset))
	var f message.Follow
	s.view("follow", map[string]any{"partition": orders, "broker": 1, "offset": offset}, &f)
	s.wait("all stations", fmt.Sprintf("document.querySelectorAll(\"[data-act^='station:']\").length == %d", len(f.Stations)))
	i := slices.IndexFunc(f.Stations, func(x message.Station) bool { return strings.HasSuffix(x.Path, ".index") })
	if i < 0 {
		s.t.Fatalf("no station is an index entry: %+v", f)
	}
	s.click(fmt.Sprintf("[data-act='station:%d']", i))
	s.shows(".hexfoot", fmt.Sprintf("%s – %s", narrow(f.Stations[i].Offset), narrow(f.Stations[i].Offset+7)))
	s.screenshot("life")
}

// narrow groups digits as the screen does, with the white space that text makes of it.
func narrow(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
