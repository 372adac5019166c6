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

// flags draws what stands above the band: the log start offset, and now − retention.ms left of the oldest segment that retention
// by time keeps. A text that the other's line would cross stands on the other side of its own, or not at all.
func (s *Strip) flags(d *draw.List, l *Layout, r stripRows) {
	start, okStart := l.X(s.Part.LogStartOffset)
	okStart = okStart && start >= 0 && start <= s.W
	limit, okLimit := s.horizon(l)
	var above draw.Labels
	if okStart {
		d.Line(start, r.flag, start, r.band+bandHeight+6, draw.Ink, 1.5, draw.Solid)
		d.Rect(start, r.flag, 6, 7, draw.Ink)
		above.Take(start-1, start+8)
	}
	if okLimit {
		d.Line(limit, r.flag, limit, r.band+bandHeight+6, draw.Bad, 1.5, draw.Dashed)
		above.Take(limit-1, limit+1)
	}
	if okStart {
		s.flag(d, &above, start, 10, r, draw.UIBold, draw.Ink, words.F("log start offset %1", Group(s.Part.LogStartOffset)), words.F("start %1", Group(s.Part.LogStartOffset)))
	}
	if okLimit {
		s.flag(d, &above, limit, 5, r, draw.UI, draw.Bad, words.F("now − retention.ms = %1", When(s.Now-s.Part.RetentionMs, s.Now)), When(s.Now-s.Part.RetentionMs, s.Now))
	}
}

// flag writes a text beside a line above the band, or the short one.
func (s *Strip) flag(d *draw.List, above *draw.Labels, x, gap float64, r stripRows, font draw.Font, color draw.Color, texts ...string) {
	if !r.overview {
		texts = texts[1:]
	}
	for _, text := range texts {
		w := d.Width(font, text)
		switch {
		case x+gap+w < s.W && above.Take(x+gap-1, x+gap+w+4):
			d.Text(x+gap, r.flag+7, text, font, color, -1)
		case x-4-w > 0 && above.Take(x-8-w, x-3):
			d.Text(x-4, r.flag+7, text, font, color, 1)
		default:
			continue
		}
		return
	}
}

// horizon is where now − retention.ms lies among the segments.
func (s *Strip) horizon(l *Layout) (x float64, ok bool) {
	if s.Part.RetentionMs < 0 {
		return 0, false
	}
	limit := s.Now - s.Part.RetentionMs
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.LargestTs < limit || p.Seg.State == "renamed" {
			continue
		}
		return p.X - 3, i > 0 && l.Slots[i-1].Seg.State != "renamed" && p.X >= 4 && p.X <= s.W
	}
	return 0, false
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
}

// diskWords says what the disk lane shows: before the lane where there is room, otherwise on a row that is free.
func (s *Strip) diskWords(d *draw.List, l *Layout, r stripRows, b *board) {
	first, cached := s.W, false
	for i := range l.Slots {
		if p := &l.Slots[i]; p.Seg.State != "renamed" {
			first = min(first, p.X)
			cached = cached || p.Seg.FlushedTo < p.Seg.Size
		}
	}
	if x, ok := l.X(s.Part.RecoveryPoint); ok {
		b.leads = append(b.leads, area{x, x, r.lane - 5, r.lane + 5})
	}
	point := Group(s.Part.RecoveryPoint)
	safe, rest := words.F("On disk up to recovery point %1", point), ""
	if cached { // what lies behind the recovery point may have been written back all the same
		rest = words.T(", then only in the page cache")
	}
	for _, try := range [][2]string{{safe, rest}, {safe, ""}, {words.F("On disk to %1", point), ""}} {
		w := d.Width(draw.UI, try[0])
		whole := w + d.Width(draw.UI, try[1])
		for _, x := range b.starts() {
			for _, y := range append([]float64{r.lane + 3.5}, r.rows(s.H)...) {
				a := area{x - 2, x + whole + 6, y - textUp, y + textDown}
				if y == r.lane+3.5 && a.right > first || a.right > s.W || !b.free(a) {
					continue
				}
				b.texts = append(b.texts, a)
				d.TextOn(x, y, try[0], draw.UI, draw.OK, draw.Surface, -1)
				if try[1] != "" {
					d.TextOn(x+w, y, try[1], draw.UI, draw.Warn, draw.Surface, -1)
				}
				return
			}
		}
	}
}

type mark struct {
	x     float64
	text  string
	color draw.Color
}

// marks draws last stable offset, high watermark and log end offset, the left-most on the top row, and what the selected
// batch is, on leaders from the band.
func (s *Strip) marks(d *draw.List, l *Layout, r stripRows, b *board) {
	list := s.endMarks(d, l, r)
	sort.SliceStable(list, func(i, j int) bool { return list[i].x < list[j].x })
	if x, ok := s.selected(l); ok {
		list = append(list, s.selectionMark(d, r, x))
	}
	top := r.band + bandHeight
	for _, h := range b.arrange(list, top, s.W) {
		color, width := draw.Ink2, 1.0
		if h.color == draw.SelLine {
			color, width = draw.SelLine, 1.5
			top = r.band + 43
		}
		if h.at == 0 {
			d.Line(h.x, top, h.x, top+8, color, width, draw.Solid)
			continue
		}
		side, align := -1.0, int8(1)
		if h.right {
			side, align = 1, -1
		}
		d.Line(h.x, top, h.x, h.at-3, color, width, draw.Solid)
		d.Line(h.x, h.at-3.5, h.x+7*side, h.at-3.5, color, width, draw.Solid)
		d.TextOn(h.x+10*side, h.at, h.text, h.font, h.color, draw.Surface, align)
	}
}

func (s *Strip) endMarks(d *draw.List, l *Layout, r stripRows) (list []hanging) {
	p := s.Part
	stable, watermark, end := Group(p.LastStableOffset), Group(p.HighWatermark), Group(p.LogEndOffset)
	rows := r.rows(s.H)
	names := [3]string{words.F("last stable offset %1", stable), words.F("high watermark %1", watermark), words.F("log end offset %1", end)}
	if !r.overview {
		names = [3]string{words.F("stable %1", stable), words.F("watermark %1", watermark), words.F("end %1", end)}
	} else {
		rows = rows[min(1, len(rows)):]
	}
	colors := [3]draw.Color{draw.FPid, draw.Ink2, draw.Accent}
	for i, offset := range []int64{p.LastStableOffset, p.HighWatermark, p.LogEndOffset} {
		if x, ok := l.X(offset); ok && x >= 0 && x <= s.W {
			list = append(list, hanging{mark: mark{x, names[i], colors[i]}, font: draw.UI, rows: rows, w: d.Width(draw.UI, names[i])})
		}
	}
	return list
}

// selectionMark names the selected batch, lower than the other texts where it can.
func (s *Strip) selectionMark(d *draw.List, r stripRows, x float64) hanging {
	text := batchLabel(s.Batch)
	if !r.overview {
		text = batchOffsets(s.Batch) + ", " + Bytes(s.Batch.Size)
	}
	h := hanging{mark: mark{x, text, draw.SelLine}, font: draw.UIBold, w: d.Width(draw.UIBold, text)}
	for _, y := range r.rows(s.H) {
		h.rows = append([]float64{y}, h.rows...)
	}
	return h
}

// selected is the middle of the selected batch.
func (s *Strip) selected(l *Layout) (x float64, ok bool) {
	for i := range l.Slots {
		if p := &l.Slots[i]; p.Seg.Base == s.Base && !p.replaced && s.Batch != nil {
			x, w := s.batchAt(l, p)
			x += w / 2
			return x, x >= 0 && x <= s.W
		}
	}
	return 0, false
}

func (s *Strip) batchAt(l *Layout, p *Slot) (x, w float64) {
	from, to := l.cell(p, s.Batch)
	return p.X + from*p.W - .5, max(5, (to-from)*p.W+.5)
}

// selection draws the selected batch, or the selected segment's edge, over everything.
func (s *Strip) selection(d *draw.List, l *Layout, r stripRows) {
	for i := range l.Slots {
		p := &l.Slots[i]
		if p.Seg.Base != s.Base || p.replaced {
			continue
		}
		if s.Batch == nil {
			d.Frame(p.X-1.5, r.band-1.5, p.shown()+3, bandHeight+3, draw.SelLine, 1.5, draw.Solid)
			return
		}
		x, w := s.batchAt(l, p)
		d.Rect(x, r.band+17, w, 26, draw.Sel)
		d.Frame(x, r.band+17, w, 26, draw.SelLine, 1.5, draw.Solid)
		return
	}
}
