package view

import (
	"strings"

	"logarium/engine/message"
	"logarium/web/draw"
	"logarium/web/words"
)

// stripRows holds the heights of the strip's parts in pixels. Small strips (phones) lose the overview and the cap.
type stripRows struct {
	overview        bool
	cap, flag, band float64
	lane, marks     float64
}

func rowsFor(h float64) stripRows {
	if h < 175 {
		return stripRows{flag: 10, band: 24, lane: 103, marks: 113}
	}
	return stripRows{overview: true, cap: 26, flag: 34, band: 48, lane: 126, marks: 154.5}
}

const bandHeight = 60.0

// Band is where the segments are drawn, with their names and the ruler below them.
func (s *Strip) Band() (top, bottom float64) {
	r := rowsFor(s.H)
	return r.band, r.band + bandHeight + 10
}

// rows are the baselines of the texts below the disk lane, as many as the strip is high enough for. The first one is that of
// the consumers.
func (r stripRows) rows(h float64) []float64 {
	all := []float64{r.lane + 19, r.marks + 3.5, r.marks + 16, r.marks + 28.5}
	if !r.overview {
		all = []float64{r.marks + 3.5, r.marks + 16, r.marks + 28.5, r.marks + 41}
	}
	for len(all) > 0 && all[len(all)-1]+textDown-1 > h {
		all = all[:len(all)-1]
	}
	return all
}

// note says why there is no log; where it is too wide, each sentence has a line.
func (s *Strip) note(d *draw.List, y float64) {
	for rest := s.Note; rest != ""; y += 18 {
		line := rest
		if at := strings.IndexAny(rest, ".。"); at > 0 && d.Width(draw.UI, rest) > s.W-2*stripLeft {
			line = rest[:at] + string([]rune(rest[at:])[:1])
		}
		rest = strings.TrimSpace(rest[len(line):])
		d.Text(stripLeft, y, line, draw.UI, draw.Ink2, -1)
	}
}

// Scene draws the strip.
func (s *Strip) Scene(m draw.Measure) *draw.List {
	d := &draw.List{Measure: m}
	l, r := s.Layout(), rowsFor(s.H)
	if len(l.Slots) == 0 {
		s.note(d, r.band+20)
		return d
	}
	if r.overview {
		s.overview(d, l)
		s.sizeCap(d, l, r)
	}
	s.flags(d, l, r)
	for i := range l.Slots {
		if p := &l.Slots[i]; p.X+p.W+p.Room > -2 && p.X < s.W+2 {
			s.segment(d, l, p, r)
		}
	}
	s.diskLane(d, l, r)
	var below board
	s.marks(d, l, r, &below)
	s.readers(d, l, r, &below)
	s.diskWords(d, l, r, &below)
	s.selection(d, l, r)
	return d
}

// style is how a state looks.
type style struct {
	fill, edge, batch, word, halo draw.Color
	width                         float64
	dash                          draw.Dash
}

func styleOf(state string) style {
	switch state {
	case "active":
		return style{draw.SegActive, draw.SegActiveLine, draw.SegBatchActive, draw.Accent, draw.SegActive, 1.5, draw.Solid}
	case "due":
		return style{draw.SegDue, draw.SegDueLine, draw.SegBatchDue, draw.Bad, draw.SegDue, 1, draw.Solid}
	case "renamed":
		return style{draw.None, draw.SegGoneLine, draw.Hair, draw.Ink2, draw.Surface, 1, draw.Dashed}
	}
	return style{draw.SegKeep, draw.SegKeepLine, draw.SegBatch, draw.Ink2, draw.SegKeep, 1, draw.Solid}
}

func (s *Strip) segment(d *draw.List, l *Layout, p *Slot, r stripRows) {
	st, y := styleOf(p.Seg.State), r.band
	if p.Room > 0 {
		d.Frame(p.X, y, p.W+p.Room, bandHeight, draw.SegActiveLine, 1, draw.Short)
	}
	if st.fill != draw.None {
		d.Rect(p.X, y, p.W, bandHeight, st.fill)
	}
	if p.Seg.State == "due" {
		d.Hatch(p.X, y, p.W, bandHeight, draw.SegDueLine)
	}
	s.batches(d, l, p, y+20, st)
	if p.W >= 8 {
		d.Frame(p.X, y, p.W, bandHeight, st.edge, st.width, st.dash)
	}
	if p.Seg.State == "blocked" {
		d.Rect(p.X, y, 3, bandHeight, draw.Bad)
	}
	s.ruler(d, p, y+bandHeight)
	s.words(d, p, y, st)
}

// batches draws the blocks, or one block when they would be too narrow to tell apart.
func (s *Strip) batches(d *draw.List, l *Layout, p *Slot, y float64, st style) {
	if len(p.cells) == 0 || p.W/float64(len(p.cells)) < 2 {
		d.Rect(p.X, y, p.W, 20, st.batch)
		return
	}
	for i := range p.cells {
		b := &p.cells[i]
		from, to := l.cell(p, b)
		x, w := p.X+from*p.W, max(1, (to-from)*p.W-1)
		switch {
		case !b.Valid:
			d.Rect(x, y, w, 20, draw.BadBg)
			d.Line(x, y, x+w, y+20, draw.Bad, 1, draw.Solid)
			d.Line(x, y+20, x+w, y, draw.Bad, 1, draw.Solid)
		case b.Control:
			d.Rect(x, y, max(w, 2), 20, draw.FPid)
		default:
			d.Rect(x, y, w, 20, st.batch)
			if b.Txn {
				d.Frame(x+.75, y+.75, max(1, w-1.5), 18.5, draw.FPid, 1.5, draw.Solid)
			}
		}
	}
}

// ruler draws the axis below the band, 4 KiB graduations and index entries as notches.
func (s *Strip) ruler(d *draw.List, p *Slot, bottom float64) {
	d.Line(p.X, bottom+6, p.X+p.W+p.Room, bottom+6, draw.Line2, 1, draw.Solid)
	if s.Axis != "bytes" || p.Seg.Size == 0 {
		return
	}
	perByte := p.W / float64(p.Seg.Size)
	if perByte*4096 >= 6 {
		for n, at := 0, 0.0; at <= p.W+p.Room+.5; n, at = n+1, at+perByte*4096 {
			h := 3.0
			if n == 0 || perByte*4096*4 > 40 && n%4 == 0 {
				h = 6
			}
			d.Line(p.X+at, bottom+6, p.X+at, bottom+6+h, draw.Line3, 1, draw.Solid)
		}
	}
	if p.Seg.State == "renamed" || perByte*4096 < 4 {
		return
	}
	for _, pos := range p.Seg.IndexPos {
		x := p.X + float64(pos)*perByte
		d.Line(x, bottom+1, x, bottom+8, draw.FOff, 1.5, draw.Solid)
	}
}

// words writes name, size and verdict, each only if it fits.
func (s *Strip) words(d *draw.List, p *Slot, y float64, st style) {
	room := p.shown()
	if room < 24 {
		return
	}
	if p.W == 0 {
		st.halo = draw.Surface
	}
	_, name := Base(p.Seg.Base)
	font, ink := draw.MonoBold, draw.Ink
	if p.Seg.State == "renamed" {
		name, font, ink = name+".log.deleted", draw.Mono, draw.Ink2
		if d.Width(font, name) > room-10 {
			_, name = Base(p.Seg.Base)
		}
	}
	used := d.Width(font, name)
	if used > room-8 {
		return
	}
	d.Text(p.X+5, y+13, name, font, ink, -1)
	size := Bytes(p.Seg.Size)
	if p.Seg.State != "renamed" && used+d.Width(draw.UI, size)+16 <= room {
		d.Text(p.X+room-5, y+13, size, draw.UI, draw.Ink2, 1)
	}
	for _, word := range []string{words.Said(p.Seg.Word), words.Said(p.Seg.Short)} {
		if word != "" && d.Width(draw.UI, word) <= room-8 {
			d.TextOn(p.X+5, y+53, word, draw.UI, st.word, st.halo, -1)
			return
		}
	}
}

func batchLabel(b *message.Batch) string {
	if b.BaseOffset == b.LastOffset {
		return words.F("selected batch: offset %1, %2 at position %3", Group(b.BaseOffset), Bytes(b.Size), Group(b.Position))
	}
	return words.F("selected batch: offsets %1, %2 at position %3", batchOffsets(b), Bytes(b.Size), Group(b.Position))
}

// batchOffsets are the offsets of a batch: "2 204 – 2 210", or the only one.
func batchOffsets(b *message.Batch) string {
	if b.BaseOffset == b.LastOffset {
		return Group(b.BaseOffset)
	}
	return Group(b.BaseOffset) + " – " + Group(b.LastOffset)
}
