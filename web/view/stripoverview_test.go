package view

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/message"
	"logarium/web/draw"
)

func TestTheOverviewTellsOfSegmentsThatAreNotShown(t *testing.T) {
	s := sample()
	s.Older, s.Newer = 1700, 40
	s.Segments[0].Base = 50
	if got := texts(s.Scene(nil)); !strings.Contains(got, "1"+Narrow+"700 older, 40 newer segments") {
		t.Error(got)
	}
	if _, before := s.OverviewX(nil, 20); !before {
		t.Error("a click on the words goes nowhere")
	}
	if _, before := s.OverviewX(nil, 900); before {
		t.Error("a click on a segment leaves them")
	}
}

// many is a window of 120 segments of 100 offsets each in a longer log.
func many(older, newer int) *Strip {
	s := sample()
	s.Batches, s.Segments, s.Older, s.Newer = nil, nil, older, newer
	for i := range 120 {
		base := int64(older+i) * 100
		s.Segments = append(s.Segments, message.Segment{Base: base, Next: base + 100, Size: 1000, State: "kept"})
	}
	s.Part.LogStartOffset, s.Part.LogEndOffset = 0, int64(older+120+newer)*100
	return s
}

// brushOf is the frame that stands for the detail below.
func brushOf(t interface{ Fatal(...any) }, s *Strip) (x, w float64) {
	for _, o := range s.Scene(nil).Ops {
		if o.Kind == draw.Frame && o.Color == draw.Accent {
			return o.X, o.W
		}
	}
	t.Fatal("no brush")
	return 0, 0
}

// TestTheOverviewStandsForTheWholeLog: whatever the window, a click on the brush leads to an offset of the window, one left of it to an
// older and one right of it to a newer one, and every offset of the log can be reached.
func TestTheOverviewStandsForTheWholeLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := many(rapid.IntRange(0, 9000).Draw(t, "older"), rapid.IntRange(1, 9000).Draw(t, "newer"))
		first, last := s.Segments[0].Base, s.Segments[119].Next
		x, w := brushOf(t, s)
		left, right := s.overviewLeft(&draw.List{}), s.W-stripRight
		step := int64(float64(s.Part.LogEndOffset)/(right-left)) + 1 // offsets of a pixel
		if at, ok := s.OverviewOffset(nil, x+w/2); !ok || at < first-6*step || at > last+6*step {
			t.Fatalf("the middle of the brush is offset %d, the window %d to %d", at, first, last)
		}
		if at, ok := s.OverviewOffset(nil, left); !ok || at != 0 {
			t.Fatalf("the left end is offset %d", at)
		}
		if at, _ := s.OverviewOffset(nil, right); at != s.Part.LogEndOffset-1 {
			t.Fatalf("the right end is offset %d of %d", at, s.Part.LogEndOffset)
		}
		if at, ok := s.OverviewOffset(nil, x-3); ok && at >= first {
			t.Fatalf("left of the brush is offset %d, the window begins at %d", at, first)
		}
	})
}

func TestTheOverviewOfAWholeLogHasNoOffsets(t *testing.T) {
	if _, ok := sample().OverviewOffset(nil, 900); ok {
		t.Error("the screen knows all segments: a click there scrolls")
	}
	s := many(5, 0)
	if _, ok := s.OverviewOffset(nil, 20); ok {
		t.Error("the words before the bar are no offset")
	}
	s.Segments = nil
	if _, ok := s.OverviewOffset(nil, 900); ok {
		t.Error("nothing is there yet")
	}
}
