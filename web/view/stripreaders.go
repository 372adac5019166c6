package view

import (
	"sort"

	"logarium/web/draw"
	"logarium/web/words"
)

// readers draws where consumer groups stand: a pointer from below at the offset, and the group's name. Where more than four
// would stand in 40 px one pointer counts them.
func (s *Strip) readers(d *draw.List, l *Layout, r stripRows, b *board) {
	if !r.overview || len(s.Readers) == 0 {
		return
	}
	y := r.lane + 15
	marks := s.readerMarks(l)
	for _, m := range marks { // no name may stand upon a pointer
		b.texts = append(b.texts, area{m.x - 4, m.x + 4, y - 4, y + 4})
	}
	if head := (area{stripLeft, stripLeft + d.Width(draw.UI, words.T("Consumers")) + 6, y - 4, y + 4}); b.free(head) {
		d.TextOn(stripLeft, y+4, words.T("Consumers"), draw.UI, draw.Ink2, draw.Surface, -1)
		b.texts = append(b.texts, head)
	}
	for i := 0; i < len(marks); {
		n := i + 1
		for n < len(marks) && marks[n].x-marks[i].x < 40 {
			n++
		}
		if n-i > 4 {
			reader(d, b, mark{marks[i].x, words.F("%1 consumers here", Group(int64(n-i))), draw.Ink2}, y, s.W)
			i = n
			continue
		}
		reader(d, b, marks[i], y, s.W)
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

// reader draws one pointer; its name only where there is room, right of it or left.
func reader(d *draw.List, b *board, m mark, y, width float64) {
	d.Polygon(m.color, true, 0, m.x-4, y+4, m.x, y-4, m.x+4, y+4)
	w := d.Width(draw.UI, m.text)
	right, left := area{m.x + 5, m.x + 10 + w, y - 5, y + 7}, area{m.x - 10 - w, m.x - 5, y - 5, y + 7}
	switch {
	case right.right < width && b.free(right):
		b.texts = append(b.texts, right)
		d.TextOn(m.x+7, y+4, m.text, draw.UI, m.color, draw.Surface, -1)
	case left.left > 0 && b.free(left):
		b.texts = append(b.texts, left)
		d.TextOn(m.x-7, y+4, m.text, draw.UI, m.color, draw.Surface, 1)
	}
}
