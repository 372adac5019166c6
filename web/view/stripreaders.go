package view

import (
	"sort"

	"logarium/web/draw"
	"logarium/web/words"
)

// readers draws where consumer groups stand: a pointer from below at the offset, and the group's name. Where more than four
// would stand in 40 px one pointer counts them.
func (s *Strip) readers(d *draw.List, l *Layout, r stripRows) {
	if !r.overview || len(s.Readers) == 0 {
		return
	}
	y := r.lane + 15
	var taken draw.Labels
	d.TextOn(stripLeft, y+4, words.T("Consumers"), draw.UI, draw.Ink2, draw.Surface, -1)
	taken.Take(stripLeft, stripLeft+d.Width(draw.UI, words.T("Consumers"))+6)
	marks := s.readerMarks(l)
	for i := 0; i < len(marks); {
		n := i + 1
		for n < len(marks) && marks[n].x-marks[i].x < 40 {
			n++
		}
		if n-i > 4 {
			reader(d, &taken, mark{marks[i].x, words.F("%1 consumers here", Group(int64(n-i))), draw.Ink2}, y, s.W)
			i = n
			continue
		}
		reader(d, &taken, marks[i], y, s.W)
		i++
	}
}

func (s *Strip) readerMarks(l *Layout) []mark {
	var out []mark
	for _, g := range s.Readers {
		m := mark{text: g.Group + " " + Group(g.Offset), color: draw.Ink2}
		x, ok := l.X(g.Offset)
		if g.Where != "within" && g.Where != "" {
			m.text, m.color = words.F("%1, out of range", m.text), draw.Bad
			if g.Where == "below" {
				x, ok = l.X(s.Part.LogStartOffset)
			}
		}
		if m.x = x; ok && x >= 0 && x <= s.W {
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].x < out[j].x })
	return out
}

// reader draws one pointer; its name only where there is room.
func reader(d *draw.List, taken *draw.Labels, m mark, y, width float64) {
	d.Polygon(m.color, true, 0, m.x-4, y+4, m.x, y-4, m.x+4, y+4)
	w := d.Width(draw.UI, m.text)
	switch {
	case m.x+8+w < width && taken.Take(m.x-4, m.x+10+w):
		d.TextOn(m.x+7, y+4, m.text, draw.UI, m.color, draw.Surface, -1)
	case m.x-8-w > 0 && taken.Take(m.x-10-w, m.x+4):
		d.TextOn(m.x-7, y+4, m.text, draw.UI, m.color, draw.Surface, 1)
	}
}
