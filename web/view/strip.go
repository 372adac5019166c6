package view

import (
	"sort"

	"logarium/engine/message"
)

// Strip is what the log strip needs to draw one partition. Width means bytes, offsets or time, by Axis.
type Strip struct {
	Part     message.Partition
	Segments []message.Segment // oldest first, renamed ones included
	Batches  map[int64]message.Batches
	Now      int64
	Axis     string // bytes | offsets | time
	Zoom     float64
	Scroll   float64 // pixels of content left of the window
	W, H     float64
	Base     int64          // selected segment, -1 if none
	Batch    *message.Batch // selected batch of it, nil if none
	Older    int            // segments before the first of Segments
	Newer    int            // segments behind the last of them
	Readers  []Reader
	Note     string // stands in place of the segments when there are none
}

// Slot is where a segment lies. Room is the width of the space up to segment.bytes, active segment only.
type Slot struct {
	Seg           *message.Segment
	X, W, Room    float64
	cells         []message.Batch
	weight, extra float64
	replaced      bool // renamed, and the cleaner has put another segment in its place: that one holds the offsets
}

// shown is the width of what the segment holds, and of the room in one that holds nothing.
func (p *Slot) shown() float64 {
	if p.W == 0 {
		return p.Room
	}
	return p.W
}

// Layout is a strip's segments on the screen, in window coordinates.
type Layout struct {
	Slots   []Slot
	Content float64 // width of all, without margins
	Axis    string
	part    message.Partition
}

const (
	stripLeft  = 14.0
	stripRight = 16.0
)

// Layout places the segments.
func (s *Strip) Layout() *Layout {
	l := &Layout{Axis: s.Axis, part: s.Part}
	total, gap := 0.0, gapFor(s.W, len(s.Segments), s.Zoom)
	for i := range s.Segments {
		seg := &s.Segments[i]
		slot := Slot{Seg: seg, replaced: s.replaced(seg)}
		if !slot.replaced {
			slot.cells = s.Batches[seg.Base].Batches
		}
		slot.weight, slot.extra = s.weight(seg)
		total += slot.weight + slot.extra
		l.Slots = append(l.Slots, slot)
	}
	gaps := gap * float64(max(0, len(l.Slots)-1))
	free := max(10, (s.W-stripLeft-stripRight)*max(1, s.Zoom)-gaps)
	x := stripLeft - s.Scroll
	for i := range l.Slots {
		p := &l.Slots[i]
		p.X, p.W, p.Room = x, p.weight*free/max(1, total), p.extra*free/max(1, total)
		x += p.W + p.Room + gap
	}
	l.Content = free + gaps
	return l
}

// replaced tells whether a renamed segment lies where the log goes on. What retention has deleted lies before the log.
func (s *Strip) replaced(seg *message.Segment) bool {
	if seg.State != "renamed" {
		return false
	}
	for i := range s.Segments {
		if live := &s.Segments[i]; live.State != "renamed" {
			return seg.Base >= live.Base
		}
	}
	return false
}

// gapFor narrows the gap between segments as they become many.
func gapFor(w float64, n int, zoom float64) float64 {
	if n == 0 {
		return 0
	}
	switch each := w * max(1, zoom) / float64(n); {
	case each > 40:
		return 6
	case each > 8:
		return 2
	}
	return 0
}

// weight gives the extent of a segment on the axis, and of the room that is left in it.
func (s *Strip) weight(seg *message.Segment) (full, room float64) {
	switch s.Axis {
	case "offsets":
		return float64(max(1, seg.Next-seg.Base)), 0
	case "time":
		if seg.FirstTs < 0 {
			return 1, 0
		}
		return float64(max(1, seg.LargestTs-seg.FirstTs)), 0
	}
	full = float64(max(64, seg.Size))
	switch {
	case seg.Size == 0 && len(s.Segments) == 1:
		return 0, 1 // nothing but room
	case seg.State == "active" && s.Part.SegmentBytes > seg.Size:
		room = float64(s.Part.SegmentBytes - seg.Size)
		room = min(room, max(full/4, s.biggest()))
	}
	return full, room
}

func (s *Strip) biggest() float64 {
	most := int64(0)
	for i := range s.Segments {
		most = max(most, s.Segments[i].Size)
	}
	return float64(most)
}

// cell gives the left and right end of a batch within its slot, as shares of the slot's width.
func (l *Layout) cell(p *Slot, b *message.Batch) (from, to float64) {
	switch l.Axis {
	case "offsets":
		n := float64(max(1, p.Seg.Next-p.Seg.Base))
		return float64(b.BaseOffset-p.Seg.Base) / n, float64(b.LastOffset+1-p.Seg.Base) / n
	case "time":
		n := float64(max(1, p.Seg.LargestTs-p.Seg.FirstTs))
		at := min(1, max(0, float64(b.MaxTs-p.Seg.FirstTs)/n))
		return max(0, at-2/max(2, p.W)), at
	}
	n := float64(max(1, p.Seg.Size))
	return float64(b.Position) / n, float64(b.Position+b.Size) / n
}

// X is where an offset lies: at the left edge of its batch when that is known. ok is false if no segment here holds it.
func (l *Layout) X(offset int64) (x float64, ok bool) {
	for i := range l.Slots {
		p := &l.Slots[i]
		last := i == len(l.Slots)-1
		if p.replaced || offset < p.Seg.Base || (offset >= p.Seg.Next && !last && offset >= l.Slots[i+1].Seg.Base) {
			continue
		}
		if offset >= p.Seg.Next {
			return p.X + p.W, last && offset == p.Seg.Next
		}
		return p.X + p.W*l.share(p, offset), true
	}
	return 0, false
}

// share is the place of an offset within its slot.
func (l *Layout) share(p *Slot, offset int64) float64 {
	i := sort.Search(len(p.cells), func(i int) bool { return p.cells[i].LastOffset >= offset })
	if i < len(p.cells) && p.cells[i].BaseOffset <= offset {
		from, _ := l.cell(p, &p.cells[i])
		return from
	}
	return float64(offset-p.Seg.Base) / float64(max(1, p.Seg.Next-p.Seg.Base))
}

// At finds the segment under x, nil if there is none, and the batch if batches are known there.
func (l *Layout) At(x float64) (seg *message.Segment, batch *message.Batch) {
	for i := range l.Slots {
		p := &l.Slots[i]
		if x < p.X || x > p.X+p.W+p.Room {
			continue
		}
		at := (x - p.X) / max(1, p.W)
		for k := range p.cells {
			if from, to := l.cell(p, &p.cells[k]); at >= from && at < to {
				return p.Seg, &p.cells[k]
			}
		}
		return p.Seg, nil
	}
	return nil, nil
}

// ScrollTo gives the scroll position at which a segment is in the window, unchanged if it is already.
func (l *Layout) ScrollTo(base int64, scroll, w float64) float64 {
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.Base != base || p.replaced {
			continue
		}
		if p.X < stripLeft-1 {
			return max(0, scroll+p.X-stripLeft)
		}
		if right := p.X + p.W + p.Room; right > w-stripRight {
			return scroll + min(p.X-stripLeft, right-(w-stripRight))
		}
	}
	return scroll
}

// ClampScroll keeps the window inside the content.
func (l *Layout) ClampScroll(scroll, w float64) float64 {
	return max(0, min(scroll, l.Content-(w-stripLeft-stripRight)))
}

// InView lists the bases of the segments that are wide enough in the window to show batches.
func (l *Layout) InView(w float64) []int64 {
	var out []int64
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.W >= 24 && p.X+p.W > 0 && p.X < w {
			out = append(out, p.Seg.Base)
		}
	}
	return out
}
