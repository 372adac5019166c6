package view

import (
	"logarium/web/draw"
	"logarium/web/words"
)

// span is the overview's axis: pixels of the strip's content or, where the screen knows a part of the segments only, offsets.
type span struct {
	left, right float64 // on the screen
	from, to    float64 // on the axis
}

func (v span) x(at float64) float64 { return v.left + (at-v.from)/max(1, v.to-v.from)*(v.right-v.left) }

func (v span) at(x float64) float64 { return v.from + (x-v.left)/max(1, v.right-v.left)*(v.to-v.from) }

// partial reports whether the partition has more segments than the strip was given.
func (s *Strip) partial() bool { return s.Older+s.Newer > 0 }

func (s *Strip) span(l *Layout, left float64) span {
	v := span{left: left, right: s.W - stripRight, to: l.Content}
	if s.partial() {
		v.from, v.to = float64(min(s.Segments[0].Base, s.Part.LogStartOffset)), float64(s.Part.LogEndOffset)
	}
	return v
}

// extent is where a segment lies on the overview's axis.
func (s *Strip) extent(p *Slot) (from, to float64) {
	if s.partial() {
		return float64(p.Seg.Base), float64(p.Seg.Next)
	}
	from = p.X - stripLeft + s.Scroll
	return from, from + p.W
}

// brush is the part of the axis that the detail below shows.
func (s *Strip) brush(l *Layout) (from, to float64) {
	if !s.partial() {
		return s.Scroll, s.Scroll + s.W - stripLeft - stripRight
	}
	first, last := len(l.Slots)-1, 0
	for i := range l.Slots {
		if p := &l.Slots[i]; p.X+p.W > stripLeft && p.X < s.W-stripRight {
			first, last = min(first, i), max(last, i)
		}
	}
	from, _ = s.extent(&l.Slots[first])
	_, to = s.extent(&l.Slots[max(first, last)])
	return from, to
}

// overview draws the whole log with the window as a brush, and lines from the brush to the detail below. Segments that the screen
// does not know are one bar without states.
func (s *Strip) overview(d *draw.List, l *Layout) {
	v := s.span(l, s.overviewLeft(d))
	if before := s.before(); before != "" {
		d.Text(stripLeft, 10.6, before, draw.UI, draw.Ink2, -1)
		d.Line(stripLeft+d.Width(draw.UI, before)+10, 7, v.left-8, 7, draw.Line3, 1, draw.Wide)
	}
	if s.partial() {
		d.Rect(v.left, 3, v.right-v.left, 8, draw.SegKeep)
		d.Frame(v.left, 3, v.right-v.left, 8, draw.SegKeepLine, 1, draw.Solid)
	}
	for i := range l.Slots {
		from, to := s.extent(&l.Slots[i])
		overviewSegment(d, l.Slots[i].Seg.State, v.x(from), max(1, v.x(to)-v.x(from)))
	}
	from, to := s.brush(l)
	b0 := v.x(from) - 2
	b1 := min(v.right, max(v.x(to), b0+6))
	d.Frame(b0, .5, b1-b0, 13, draw.Accent, 1, draw.Solid)
	d.Line(b0, 13.5, stripLeft, 44, draw.AccentBg, 1, draw.Solid)
	d.Line(b1, 13.5, v.right, 44, draw.AccentBg, 1, draw.Solid)
}

func overviewSegment(d *draw.List, state string, x, w float64) {
	switch state {
	case "renamed":
		d.Frame(x, 3, w, 8, draw.SegGoneLine, 1, draw.Dotted)
	case "due":
		d.Rect(x, 3, w, 8, draw.SegBatchDue)
	case "active":
		d.Rect(x, 3, w, 8, draw.SegBatchActive)
	default:
		d.Rect(x, 3, w, 8, draw.SegBatch)
	}
}

// before says what lies before the first of the segments, and how many are behind the last; empty for a whole log.
func (s *Strip) before() string {
	note := ""
	if first := s.Segments[0].Base; first > 0 {
		note = words.F("offsets 0 – %1, files removed", Group(first-1))
	}
	if s.Older > 0 {
		note = Plural(int64(s.Older), "older segment", "older segments")
	}
	switch {
	case s.Newer > 0 && s.Older > 0:
		note = words.F("%1 older, %2 newer segments", Group(int64(s.Older)), Group(int64(s.Newer)))
	case s.Newer > 0:
		note = Plural(int64(s.Newer), "newer segment", "newer segments")
	}
	return note
}

// overviewLeft is where the overview's segments begin, behind those words.
func (s *Strip) overviewLeft(d *draw.List) float64 {
	note := s.before()
	if note == "" {
		return stripLeft
	}
	return max(stripLeft+d.Width(draw.UI, note)+50, s.W*.465)
}

// OverviewX gives the scroll position for a click into the overview, centring the window there. before reports a click on
// the words before the segments.
func (s *Strip) OverviewX(m draw.Measure, x float64) (scroll float64, before bool) {
	if len(s.Segments) == 0 {
		return 0, false
	}
	l, left := s.Layout(), s.overviewLeft(&draw.List{Measure: m})
	at := s.span(l, left).at(x)
	return l.ClampScroll(at-(s.W-stripLeft-stripRight)/2, s.W), x < left
}

// OverviewOffset gives the offset under a click into the overview, where it stands for more than the segments that the screen knows.
func (s *Strip) OverviewOffset(m draw.Measure, x float64) (offset int64, ok bool) {
	if len(s.Segments) == 0 || !s.partial() {
		return 0, false
	}
	v := s.span(s.Layout(), s.overviewLeft(&draw.List{Measure: m}))
	if x < v.left {
		return 0, false
	}
	return int64(max(v.from, min(v.at(x), v.to-1))), true
}
