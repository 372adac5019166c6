package view

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/message"
	"logarium/web/draw"
)

// sample is a log of three segments: renamed, due, active.
func sample() *Strip {
	batches := func(base int64, n int) message.Batches {
		b := message.Batches{Base: base, Total: n}
		for i := range n {
			b.Batches = append(b.Batches, message.Batch{N: i, Position: int64(i) * 100, Size: 100, BaseOffset: base + int64(i)*10, LastOffset: base + int64(i)*10 + 9, Valid: true, Indexed: -1})
		}
		return b
	}
	return &Strip{
		Part: message.Partition{LogStartOffset: 100, LastStableOffset: 240, HighWatermark: 245, LogEndOffset: 250, RecoveryPoint: 200, RetentionMs: 1000, RetentionBytes: 4000, SegmentBytes: 1000, Size: 1500},
		Segments: []message.Segment{
			{Base: 0, Next: 100, Size: 1000, State: "renamed", Word: "removed in 50 s", LargestTs: 100},
			{Base: 100, Next: 200, Size: 1000, State: "due", Word: "due; check in 50 s", Short: "due", LargestTs: 200, FlushedTo: 1000},
			{Base: 200, Next: 250, Size: 500, State: "active", Word: "active", LargestTs: 4000, IndexPos: []int64{300}},
		},
		Batches: map[int64]message.Batches{100: batches(100, 10), 200: batches(200, 5)},
		Now:     4500, Axis: "bytes", Zoom: 1, W: 1000, H: 189, Base: -1,
	}
}

func texts(l *draw.List) string {
	var out []string
	for _, o := range l.Ops {
		if o.Kind == draw.Text {
			out = append(out, o.Text)
		}
	}
	return strings.Join(out, "\n")
}

func TestStripIsToScale(t *testing.T) {
	l := sample().Layout()
	a, b := l.Slots[1], l.Slots[2]
	if d := a.W - 2*b.W; d > .01 || d < -.01 {
		t.Errorf("1000 bytes are %v wide, 500 are %v", a.W, b.W)
	}
	if d := b.W - b.Room; d > .01 || d < -.01 {
		t.Errorf("room %v, want as wide as the 500 bytes written, %v", b.Room, b.W)
	}
	if end := b.X + b.W + b.Room; end > 1000-stripRight+.01 || end < 1000-stripRight-.01 {
		t.Errorf("content ends at %v", end)
	}
}

func TestStripFindsWhatItDraws(t *testing.T) {
	l := sample().Layout()
	x, ok := l.X(150)
	if !ok {
		t.Fatal("offset 150 is not there")
	}
	seg, b := l.At(x + .5)
	if seg == nil || seg.Base != 100 || b == nil || b.BaseOffset != 150 {
		t.Fatal(seg, b)
	}
	if _, ok := l.X(251); ok {
		t.Error("an offset after the end has a place")
	}
	if end, ok := l.X(250); !ok || end != l.Slots[2].X+l.Slots[2].W {
		t.Error("the end is not at the end")
	}
}

func TestStripSaysEverythingInWords(t *testing.T) {
	s := sample()
	s.Base, s.Batch = 100, &s.Batches[100].Batches[3]
	got := texts(s.Scene(nil))
	for _, want := range []string{"0.log.deleted", "removed in 50 s", "due; check in 50 s", "log start offset 100", "high watermark 245", "last stable offset 240", "log end offset 250",
		"On disk up to recovery point 200", "selected batch: offsets 130 – 139, 100" + nb + "B at position 300", "now − retention.ms = 00:00:03", "retention.bytes 3.9" + nb + "KiB"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestWhatWasWrittenBackIsNotOnlyInThePageCache(t *testing.T) {
	s := sample()
	last := &s.Segments[len(s.Segments)-1]
	for _, c := range []struct {
		flushed int64
		want    bool
	}{{last.Size - 1, true}, {last.Size, false}} {
		last.FlushedTo = c.flushed
		if got := texts(s.Scene(nil)); strings.Contains(got, "only in the page cache") != c.want {
			t.Errorf("%d of %d bytes on the disk: %s", c.flushed, last.Size, got)
		}
	}
}

func TestStripHoldsAnyLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Strip{Axis: rapid.SampledFrom([]string{"bytes", "offsets", "time"}).Draw(t, "axis"), Zoom: rapid.Float64Range(1, 500).Draw(t, "zoom"), W: 800, H: rapid.SampledFrom([]float64{140, 189}).Draw(t, "h"), Base: -1,
			Part: message.Partition{SegmentBytes: 1 << 20, RetentionBytes: rapid.Int64Range(-1, 1<<30).Draw(t, "cap"), RetentionMs: rapid.Int64Range(-1, 1000).Draw(t, "ms")}}
		next := int64(0)
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			n := rapid.Int64Range(0, 500).Draw(t, "records")
			s.Segments = append(s.Segments, message.Segment{Base: next, Next: next + n, Size: rapid.Int64Range(0, 1<<20).Draw(t, "size"), FirstTs: -1, LargestTs: -1,
				State: rapid.SampledFrom([]string{"kept", "due", "renamed", "active", "blocked"}).Draw(t, "state")})
			next += n
		}
		s.Scroll = s.Layout().ClampScroll(rapid.Float64Range(-10, 1e7).Draw(t, "scroll"), s.W)
		for _, o := range s.Scene(nil).Ops {
			if o.W != o.W || o.X != o.X || o.Y < -20 || o.Y > s.H+20 {
				t.Fatalf("%+v lies outside", o)
			}
		}
	})
}

func TestAnEmptyLogIsNothingButRoom(t *testing.T) {
	s := sample()
	s.Segments = []message.Segment{{State: "active", Word: "active, 0 B of 1 KiB"}}
	s.Batches = nil
	p := s.Layout().Slots[0]
	if p.W != 0 || p.Room < 900 {
		t.Errorf("%+v", p)
	}
	if got := texts(s.Scene(nil)); !strings.Contains(got, "active, 0 B of 1 KiB") {
		t.Error(got)
	}
	s.Segments, s.Note = nil, "Broker 1 does not run."
	if got := texts(s.Scene(nil)); got != s.Note {
		t.Error(got)
	}
	s.W = 120
	for note, want := range map[string]string{"No broker runs at all. One command starts it.": "No broker runs at all.\nOne command starts it.", "这里还没有任何主题。用一条命令就能创建主题。": "这里还没有任何主题。\n用一条命令就能创建主题。"} {
		s.Note = note
		if got := texts(s.Scene(nil)); got != want {
			t.Errorf("%q", got)
		}
	}
}

func TestEndMarksStayInTheWindow(t *testing.T) {
	s := sample()
	s.Segments = []message.Segment{{State: "active"}}
	s.Part.LastStableOffset, s.Part.HighWatermark, s.Part.LogEndOffset = 0, 0, 0
	for _, o := range s.Scene(nil).Ops {
		if o.Kind == draw.Text && strings.HasPrefix(o.Text, "log end offset") && o.X < stripLeft {
			t.Errorf("%q begins at %v", o.Text, o.X)
		}
	}
}

// The words of the disk and of the consumers stand on rows of their own.
func TestReadersDoNotCoverTheDisk(t *testing.T) {
	s := sample()
	s.Readers = []Reader{{Group: "audit", Offset: s.Part.LogStartOffset, Where: "within"}}
	rows := map[string]float64{}
	for _, o := range s.Scene(nil).Ops {
		for _, w := range []string{"Consumers", "On disk"} {
			if o.Kind == draw.Text && strings.HasPrefix(o.Text, w) {
				rows[w] = o.Y
			}
		}
	}
	if d := rows["On disk"] - rows["Consumers"]; len(rows) != 2 || d > -10 && d < 10 {
		t.Errorf("rows at %v", rows)
	}
}

// TestNoTextOfTheStripIsCrossed: whatever stands in the log, no text touches another one, and no leader runs through one.
func TestNoTextOfTheStripIsCrossed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sample()
		s.W = rapid.Float64Range(300, 1400).Draw(t, "w")
		s.H = rapid.SampledFrom([]float64{140, 158, 172, 189}).Draw(t, "h")
		s.Segments[0].State = rapid.SampledFrom([]string{"renamed", "kept"}).Draw(t, "first")
		s.Segments = s.Segments[rapid.IntRange(0, 2).Draw(t, "from"):]
		oldest := s.Segments[0].Base
		s.Part.LogStartOffset = rapid.Int64Range(oldest, 250).Draw(t, "start")
		s.Part.HighWatermark = rapid.Int64Range(oldest, 250).Draw(t, "high watermark")
		s.Part.LastStableOffset = rapid.Int64Range(oldest, s.Part.HighWatermark).Draw(t, "last stable offset")
		s.Part.RecoveryPoint = rapid.Int64Range(oldest, 250).Draw(t, "recovery point")
		s.Part.RetentionMs = rapid.Int64Range(-1, 5000).Draw(t, "retention.ms")
		for i := range rapid.IntRange(0, 7).Draw(t, "readers") {
			s.Readers = append(s.Readers, Reader{Group: "group" + string(rune('a'+i)), Offset: rapid.Int64Range(oldest, 250).Draw(t, "reads"), Where: "within"})
		}
		if b := s.Batches[200].Batches; rapid.Bool().Draw(t, "selected") {
			s.Base, s.Batch = 200, &b[rapid.IntRange(0, len(b)-1).Draw(t, "batch")]
		}
		crossed(t, s)
	})
}

// crossed looks for texts outside the band that touch, and for upright lines through one of them.
func crossed(t *rapid.T, s *Strip) {
	d, r := s.Scene(nil), rowsFor(s.H)
	var taken []area
	var said []string
	for _, o := range d.Ops {
		if o.Kind != draw.Text || o.Y > r.band && o.Y < r.band+bandHeight || o.Y < 30 && r.overview {
			continue
		}
		w := d.Width(o.Font, o.Text)
		a := area{o.X, o.X + w, o.Y - 7, o.Y}
		if o.Align > 0 {
			a.left, a.right = o.X-w, o.X
		}
		if a.left < 0 || a.right > s.W || a.bottom > s.H {
			t.Fatalf("%q is cut off: %v in %v x %v", o.Text, a, s.W, s.H)
		}
		for i, b := range taken {
			if a.touches(b) {
				t.Fatalf("%q touches %q", o.Text, said[i])
			}
		}
		taken, said = append(taken, a), append(said, o.Text)
	}
	for _, o := range d.Ops {
		if o.Kind != draw.Line || o.X != o.W || o.Color == draw.AccentBg { // the funnel below the overview is faint
			continue
		}
		for i, a := range taken {
			if a.touches(area{o.X - .5, o.X + .5, min(o.Y, o.H), max(o.Y, o.H)}) {
				t.Fatalf("a line at %v from %v to %v crosses %q at %v", o.X, o.Y, o.H, said[i], a)
			}
		}
	}
}

// TestACleanedSegmentTakesThePlaceOfTheOldOne: the old files wait for their removal under the same base offset; marks, batches and the
// selection belong to the new ones.
func TestACleanedSegmentTakesThePlaceOfTheOldOne(t *testing.T) {
	s := sample()
	old := s.Segments[0]
	old.Base, old.Next = 100, 200
	s.Segments = append([]message.Segment{s.Segments[0], old}, s.Segments[1:]...)
	s.Base = 100
	l := s.Layout()
	gone, live := &l.Slots[1], &l.Slots[2]
	if x, ok := l.X(150); !ok || x < live.X || x > live.X+live.W {
		t.Errorf("offset 150 lies at %v, its segment at %v", x, live.X)
	}
	if seg, b := l.At(gone.X + gone.W/2); seg == nil || seg.State != "renamed" || b != nil {
		t.Errorf("%+v, with a batch of the new segment: %+v", seg, b)
	}
	if seg, b := l.At(live.X + live.W/2); seg == nil || seg.State != "due" || b == nil {
		t.Errorf("%+v %+v", seg, b)
	}
	if l.Slots[0].replaced {
		t.Error("what retention has deleted was replaced by nothing")
	}
	for _, o := range s.Scene(nil).Ops {
		if o.Kind == draw.Frame && o.Color == draw.SelLine && o.X < live.X-2 {
			t.Errorf("the selection is at %v, its segment at %v", o.X, live.X)
		}
	}
}
