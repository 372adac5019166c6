package view

import (
	"sort"

	"logarium/web/draw"
	"logarium/web/words"
)

// sizeCap draws the retention.bytes bracket, counted back from the end of the log.
func (s *Strip) sizeCap(d *draw.List, l *Layout, r stripRows) {
	if s.Part.RetentionBytes < 0 || s.Axis != "bytes" || s.Newer > 0 {
		return
	}
	end, left := 0.0, s.Part.RetentionBytes
	from := stripLeft - s.Scroll
	for i := len(l.Slots) - 1; i >= 0; i-- {
		p := &l.Slots[i]
		if p.Seg.State == "active" || end == 0 {
			end = p.X + p.W
		}
		from = p.X
		if left < p.Seg.Size {
			from = p.X + p.W*(1-float64(left)/float64(max(1, p.Seg.Size)))
			left = 0
			break
		}
		left -= p.Seg.Size
	}
	if left > 0 && len(l.Slots) > 0 {
		p := &l.Slots[0]
		from = max(stripLeft, p.X-float64(left)*p.W/float64(max(1, p.Seg.Size)))
	}
	y := r.cap
	d.Line(from, y, end, y, draw.Warn, 1.5, draw.Solid)
	d.Line(from, y-4, from, y+4, draw.Warn, 1.5, draw.Solid)
	d.Line(end, y-4, end, y+4, draw.Warn, 1.5, draw.Solid)
	text := words.F("retention.bytes %1, counted back from the log end: %2 in use", Bytes(s.Part.RetentionBytes), Bytes(s.Part.Size))
	if w := d.Width(draw.UI, text); w < end-from-30 {
		d.Rect(end-w-18, y-7, w+12, 14, draw.Surface)
		d.Text(end-w-12, y+3.5, text, draw.UI, draw.Warn, -1)
	}
}

// startFlag draws the log start offset.
func (s *Strip) startFlag(d *draw.List, l *Layout, r stripRows, above *draw.Labels) {
	x, ok := l.X(s.Part.LogStartOffset)
	if !ok || x < 0 || x > s.W {
		return
	}
	d.Line(x, r.flag, x, r.band+bandHeight+6, draw.Ink, 1.5, draw.Solid)
	d.Rect(x, r.flag, 6, 7, draw.Ink)
	text := words.F("log start offset %1", Group(s.Part.LogStartOffset))
	if !r.overview {
		text = words.F("start %1", Group(s.Part.LogStartOffset))
	}
	if w := d.Width(draw.UIBold, text); above.Take(x, x+w+14) {
		d.Text(x+10, r.flag+7, text, draw.UIBold, draw.Ink, -1)
	}
}

// horizon draws now − retention.ms left of the oldest segment that retention by time keeps.
func (s *Strip) horizon(d *draw.List, l *Layout, r stripRows, above *draw.Labels) {
	if s.Part.RetentionMs < 0 {
		return
	}
	limit := s.Now - s.Part.RetentionMs
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.LargestTs < limit || p.Seg.State == "renamed" {
			continue
		}
		if i == 0 || l.Slots[i-1].Seg.State == "renamed" || p.X < 4 || p.X > s.W {
			return
		}
		x := p.X - 3
		d.Line(x, r.flag, x, r.band+bandHeight+6, draw.Bad, 1.5, draw.Dashed)
		text := words.F("now − retention.ms = %1", When(limit, s.Now))
		if w := d.Width(draw.UI, text); above.Take(x, x+w+8) {
			d.Text(x+5, r.flag+7, text, draw.UI, draw.Bad, -1)
		}
		return
	}
}

// diskLane shows how far the bytes of each segment are on the disk.
func (s *Strip) diskLane(d *draw.List, l *Layout, r stripRows) {
	y := r.lane
	first := -1
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.State == "renamed" {
			continue
		}
		if first < 0 {
			first = i
		}
		safe := p.W * min(1, float64(p.Seg.FlushedTo)/float64(max(1, p.Seg.Size)))
		if i+1 < len(l.Slots) && safe >= p.W {
			safe = l.Slots[i+1].X - p.X
		}
		d.Rect(p.X, y-1.5, safe, 3, draw.OK)
		if p.W > safe {
			d.Line(p.X+safe, y, p.X+p.W, y, draw.Warn, 3, draw.Dotted)
		}
	}
	if x, ok := l.X(s.Part.RecoveryPoint); ok {
		d.Line(x, y-5, x, y+5, draw.Ink, 1.5, draw.Solid)
	}
	at, safe := stripLeft, words.F("On disk up to recovery point %1", Group(s.Part.RecoveryPoint))
	if !r.overview {
		d.TextOn(at, y+12, words.F("On disk to %1", Group(s.Part.RecoveryPoint)), draw.UI, draw.OK, draw.Surface, -1)
		return
	}
	rest := words.T(", then only in the page cache")
	w := d.Width(draw.UI, safe)
	y += 3.5
	if first >= 0 && l.Slots[first].X-at < w+d.Width(draw.UI, rest)+8 {
		y += 15
		if len(s.Readers) > 0 { // they have that row
			y += 13.5
		}
	}
	d.TextOn(at, y, safe, draw.UI, draw.OK, draw.Surface, -1)
	if s.Part.RecoveryPoint < s.Part.LogEndOffset {
		d.TextOn(at+w, y, rest, draw.UI, draw.Warn, draw.Surface, -1)
	}
}

type mark struct {
	x     float64
	text  string
	color draw.Color
}

// endMarks draws last stable offset, high watermark and log end offset, the left-most on the top row so
// that no leader crosses a text. It returns what is taken on each row.
func (s *Strip) endMarks(d *draw.List, l *Layout, r stripRows) [3]draw.Labels {
	var rows [3]draw.Labels
	p := s.Part
	stable, watermark, end := Group(p.LastStableOffset), Group(p.HighWatermark), Group(p.LogEndOffset)
	names := [3]string{words.F("last stable offset %1", stable), words.F("high watermark %1", watermark), words.F("log end offset %1", end)}
	if !r.overview {
		names = [3]string{words.F("stable %1", stable), words.F("watermark %1", watermark), words.F("end %1", end)}
	}
	marks := []mark{{0, names[0], draw.FPid}, {0, names[1], draw.Ink2}, {0, names[2], draw.Accent}}
	for i, offset := range []int64{p.LastStableOffset, p.HighWatermark, p.LogEndOffset} {
		x, ok := l.X(offset)
		if !ok {
			x = -1
		}
		marks[i].x = x
	}
	sort.SliceStable(marks, func(i, j int) bool { return marks[i].x < marks[j].x })
	for i, m := range marks {
		if m.x < 0 || m.x > s.W {
			continue
		}
		y := r.marks + 12.5*float64(i)
		d.Line(m.x, r.band+bandHeight, m.x, y+.5, draw.Ink2, 1, draw.Solid)
		w, side := d.Width(draw.UI, m.text), -1.0
		if m.x-10-w < 0 {
			side = 1
		}
		d.Line(m.x, y, m.x+7*side, y, draw.Ink2, 1, draw.Solid)
		rows[i].Take(min(m.x, m.x+(10+w)*side), max(m.x, m.x+(10+w)*side))
		d.TextOn(m.x+10*side, y+3.5, m.text, draw.UI, m.color, draw.Surface, int8(-side))
	}
	return rows
}

// selection draws the selected batch, or the selected segment's edge, over everything.
func (s *Strip) selection(d *draw.List, l *Layout, r stripRows, rows [3]draw.Labels) {
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.Base != s.Base {
			continue
		}
		if s.Batch == nil {
			d.Frame(p.X-1.5, r.band-1.5, p.shown()+3, bandHeight+3, draw.SelLine, 1.5, draw.Solid)
			return
		}
		from, to := l.cell(p, s.Batch)
		x, w := p.X+from*p.W, max(5, (to-from)*p.W+.5)
		d.Rect(x-.5, r.band+17, w, 26, draw.Sel)
		d.Frame(x-.5, r.band+17, w, 26, draw.SelLine, 1.5, draw.Solid)
		cx := x - .5 + w/2
		d.Line(cx, r.band+43, cx, s.H, draw.SelLine, 1.5, draw.Solid)
		s.selectionText(d, r, rows, cx)
		return
	}
}

func (s *Strip) selectionText(d *draw.List, r stripRows, rows [3]draw.Labels, cx float64) {
	text := batchLabel(s.Batch)
	if !r.overview {
		text = Group(s.Batch.BaseOffset) + " – " + Group(s.Batch.LastOffset) + ", " + Bytes(s.Batch.Size)
	}
	w := d.Width(draw.UIBold, text)
	for i := 2; i >= 0; i-- {
		y := min(r.marks+12.5*float64(i)+4.5, s.H-5)
		if cx+6+w < s.W && rows[i].Take(cx+4, cx+8+w) {
			d.TextOn(cx+6, y, text, draw.UIBold, draw.SelLine, draw.Surface, -1)
			return
		}
		if cx-6-w > 0 && rows[i].Take(cx-8-w, cx-4) {
			d.TextOn(cx-6, y, text, draw.UIBold, draw.SelLine, draw.Surface, 1)
			return
		}
	}
}
