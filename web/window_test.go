package web

import (
	"slices"
	"strings"
	"testing"

	"logarium/engine/message"
)

// few is a screen that knows three segments at a time, of many.
func few(t *testing.T) *bench {
	b := open(t)
	b.most = 3
	b.changed([]string{"segments"})
	b.settle()
	if !b.partial() || len(b.Segments.Segments) != 3 {
		t.Fatalf("%d of %d segments", len(b.Segments.Segments), b.Segments.Total)
	}
	return b
}

func TestAnOffsetFarBackIsFound(t *testing.T) {
	b := few(t)
	b.Goto("1600")
	b.settle()
	s := b.segment(b.Sel.Base)
	if s == nil || s.Base > 1600 || s.Next <= 1600 || b.UI.GotoErr != "" || b.UI.Toast != "" {
		t.Fatalf("%+v, %q %q", b.Sel, b.UI.GotoErr, b.UI.Toast)
	}
	b.Goto("1")
	b.settle()
	if !strings.Contains(b.UI.GotoErr+b.UI.Toast, "No segment") {
		t.Error("an offset that is gone is not missed")
	}
	b.Goto("99999999")
	if b.UI.GotoErr == "" {
		t.Error("an offset after the end is not missed")
	}
}

func TestStepsGoOnBehindWhatIsKnown(t *testing.T) {
	b := few(t)
	b.SelectEnd(false)
	b.settle()
	if b.Segments.From != 0 || b.Sel.Base != b.Segments.Segments[0].Base {
		t.Fatalf("the oldest is %d, from %d", b.Sel.Base, b.Segments.From)
	}
	seen := []int64{b.Sel.Base}
	for range b.Segments.Total - 1 {
		b.Do("segment:1")
		b.settle()
		if b.Sel.Base <= seen[len(seen)-1] {
			t.Fatalf("%d after %v", b.Sel.Base, seen)
		}
		seen = append(seen, b.Sel.Base)
	}
	if b.newer() != 0 || b.segment(b.Sel.Base).State != "active" {
		t.Error("the last is not the active one")
	}
	for i := len(seen) - 2; i >= 0; i-- {
		b.Do("segment:-1")
		b.settle()
		if b.Sel.Base != seen[i] {
			t.Fatalf("back to %d, want %d", b.Sel.Base, seen[i])
		}
	}
}

// TestTheOverviewLeadsAnywhere clicks through the whole overview from right to left: each click selects what lies there.
func TestTheOverviewLeadsAnywhere(t *testing.T) {
	b := few(t)
	b.UI.StripW, b.UI.StripH, b.UI.Zoom = 1000, 189, 1
	last := b.Part.LogEndOffset
	for x := 983.0; x > 480; x -= 20 {
		want, ok := b.Strip().OverviewOffset(nil, x)
		if !ok {
			t.Fatalf("no offset at %v", x)
		}
		b.StripClick(x, 7, nil)
		b.settle()
		if s := b.segment(b.Sel.Base); s == nil || want > last || s.Base > want || s.Next <= want && s.Next < b.Part.LogEndOffset && s.Base >= b.Part.LogStartOffset {
			t.Fatalf("offset %d at %v: %+v", want, x, s)
		}
		last = want
	}
	if first := b.Segments.Segments[0].Base; first > b.Part.LogStartOffset {
		t.Errorf("at the left end the window begins at %d, the log at %d", first, b.Part.LogStartOffset)
	}
}

func TestAFileOfASegmentFarBackBringsItIntoView(t *testing.T) {
	b := few(t)
	for _, f := range b.Files.Entries {
		if f.Kind != "log" || b.segment(f.Base) != nil {
			continue
		}
		b.SelectFile(f.Path)
		b.settle()
		if b.Sel.Path != f.Path || b.Sel.Base != f.Base || b.segment(f.Base) == nil {
			t.Fatalf("%s: %+v", f.Path, b.Sel)
		}
	}
}

func TestAStoppedBrokerLeavesTheFiles(t *testing.T) {
	b := open(t)
	base := b.Sel.Base
	b.client.Lab.Stopped = true
	b.all()
	b.settle()
	if b.Part.Name != "" || len(b.Segments.Segments) != 0 || b.Sel.Partition != "orders-0" || b.Sel.Base != base {
		t.Fatalf("%+v %d", b.Part, len(b.Segments.Segments))
	}
	if s := b.Strip().Note; !strings.Contains(s, "does not run") {
		t.Error(s)
	}
	for _, f := range b.Files.Entries {
		if f.Kind == "log" && f.Base != base {
			b.SelectFile(f.Path)
			b.settle()
			break
		}
	}
	if h := b.BytesHead(); len(h.Tabs) != 4 || h.Title != "RecordBatch v2" || b.UI.Toast != "" {
		t.Errorf("%+v, toast %q", h, b.UI.Toast)
	}
	if f := b.ProduceForm(); !strings.HasPrefix(f.One, "produce orders ") {
		t.Error(f.One)
	}
	base = b.Sel.Base
	b.client.Lab.Stopped = false
	b.all()
	b.settle()
	if b.Sel.Base != base || b.segment(base) == nil {
		t.Errorf("started again, the screen shows %d, not %d", b.Sel.Base, base)
	}
}

func TestEntriesOfAnIndexAreSteppedThrough(t *testing.T) {
	b := open(t)
	b.Do("kind:index")
	b.settle()
	for n := range 3 {
		b.Do("batch:1")
		b.settle()
		if b.Sel.Kind != "index" || b.Sel.N != n {
			t.Fatalf("step %d: %+v", n, b.Sel)
		}
	}
	b.Do("batch:-1")
	b.settle()
	if b.Sel.Kind != "index" || b.Sel.N != 1 {
		t.Fatalf("back: %+v", b.Sel)
	}
}

func TestTheConsoleFollowsItsOutput(t *testing.T) {
	b := open(t)
	if !b.UI.RowsFollow["console"] {
		t.Fatal("not from the start")
	}
	b.Scrolled("console-scroll", 0, 100, 1000)
	if b.UI.RowsFollow["console"] {
		t.Error("output pulls away what is being read")
	}
	b.Run("step")
	if !b.UI.RowsFollow["console"] {
		t.Error("a new command does not bring its output into view")
	}
}

func TestALabWithoutTopicsIsAskedOnce(t *testing.T) {
	b := open(t)
	b.Cluster.Brokers[0].Dirs[0].Partitions = nil
	b.choosePartition()
	if b.Sel.Partition != "" || b.Sel.Dir == "" || !strings.Contains(b.Strip().Note, "There is no topic yet") {
		t.Fatalf("%+v %q", b.Sel, b.Strip().Note)
	}
	for _, s := range b.sources {
		s.stale = false
	}
	b.choosePartition()
	for _, s := range b.sources {
		if s.stale {
			t.Fatal("each answer asks everything again")
		}
	}
	b.Do("send")
	if !strings.Contains(b.UI.ProduceErr, "no topic") {
		t.Error(b.UI.ProduceErr)
	}
}

// TestWhatNobodyChoseFollowsTheLog: a segment that the screen chose by itself gives way when it is deleted, and in a lesson to what is kept
// at each moment; one that somebody chose stays for as long as it is there.
func TestWhatNobodyChoseFollowsTheLog(t *testing.T) {
	for _, c := range []struct {
		name         string
		lesson, pick bool
		state        string
		follows      bool
	}{
		{"deleted", false, false, "renamed", true},
		{"due", false, false, "due", false},
		{"due in a lesson", true, false, "due", true},
		{"chosen, deleted in a lesson", true, true, "renamed", false},
	} {
		b := open(t)
		b.Tale.On = c.lesson
		old := b.Sel.Base
		if c.pick {
			b.SelectSegment(old)
		}
		b.segment(old).State = c.state
		b.chooseSegment()
		if moved := b.Sel.Base != old; moved != c.follows || b.Sel.Auto == c.pick {
			t.Errorf("%s: from %d to %d, %+v", c.name, old, b.Sel.Base, b.Sel)
		}
	}
}

// cleaned puts renamed segments before those of the log, the first of which has taken the number of one of them, and returns its .log.
func cleaned(b *bench) *message.File {
	b.settle()
	live := slices.DeleteFunc(slices.Clone(b.Segments.Segments), func(s message.Segment) bool { return s.State == "renamed" })
	early, old := live[0], live[0]
	early.State, old.State = "renamed", "renamed"
	early.Base -= 10
	b.Segments.Segments = slices.Concat([]message.Segment{early, old}, live)
	gone := b.foretold(&old, "log")
	b.Files.Entries = []message.File{*b.foretold(&live[0], "log"), *gone}
	return gone
}

// TestAnOldFileOfACleanedSegmentStaysOpen, though the new segment bears its number: by a click into the list of files, and into the strip.
func TestAnOldFileOfACleanedSegmentStaysOpen(t *testing.T) {
	b := open(t)
	gone := cleaned(b)
	for name, click := range map[string]func(){
		"files": func() { b.SelectFile(gone.Path) },
		"strip": func() {
			slot := b.Strip().Layout().Slots[1]
			b.StripClick(slot.X+slot.W/2, 100, nil)
		},
	} {
		b.SelectSegment(gone.Base)
		now := b.Sel.Path
		click()
		b.chooseSegment()
		b.chooseFile()
		if b.Sel.Path != gone.Path || b.Sel.From >= 0 {
			t.Errorf("%s: %+v", name, b.Sel)
		}
		b.Back()
		if b.Sel.Path != now || now == gone.Path || b.Sel.Base != gone.Base {
			t.Errorf("%s: back: %+v", name, b.Sel)
		}
	}
}

// TestStepsPassACleanedSegment: each step leads on, though two segments bear the same number.
func TestStepsPassACleanedSegment(t *testing.T) {
	b := open(t)
	cleaned(b)
	list := slices.Clone(b.Segments.Segments)
	list = slices.Delete(list, 1, 2)
	b.SelectSegment(list[0].Base)
	for _, want := range list[1:] {
		if b.StepSegment(1); b.Sel.Base != want.Base {
			t.Fatalf("at %d, want %d", b.Sel.Base, want.Base)
		}
	}
	for _, want := range slices.Backward(list[:len(list)-1]) {
		if b.StepSegment(-1); b.Sel.Base != want.Base {
			t.Fatalf("back at %d, want %d", b.Sel.Base, want.Base)
		}
	}
}
