package view

import (
	"logarium/engine/message"
	"logarium/web/draw"
	"logarium/web/words"
)

// Hex is a hex dump of a window of a file: which bytes are loaded, how they are named, what is selected.
type Hex struct {
	Size, Used int64
	Offset     int64 // of Bytes in the file
	Bytes      []byte
	Spans      []Span // ordered, without overlap
	All        bool   // every item is lit, not the selected one only (index files)
	From, To   int64  // the selected item's bytes
	Sel        [2]int64
	Hover      [2]int64
	Cursor     int64 // -1: none
	Cols       int
	Top        int64 // first row
	W, H, Row  float64
	Ch         float64 // width of a character
	Narrow     bool
	Before     Old // the same file before the last step
}

// Old is what a window of the file held before the last step.
type Old struct {
	Known  bool
	Size   int64
	Offset int64
	Bytes  []byte
}

// differs tells whether a byte was another one, or not there.
func (o *Old) differs(at int64, b byte) bool {
	switch i := at - o.Offset; {
	case !o.Known:
		return false
	case at >= o.Size:
		return true
	case i < 0 || i >= int64(len(o.Bytes)):
		return false // it was not looked at
	default:
		return o.Bytes[i] != b
	}
}

// Span names bytes [Start, End) of a file.
type Span struct {
	Start, End int64
	Family     byte
	Name       string
}

// Leaves flattens fields to the spans of those without children.
func Leaves(fields []message.Field) []Span {
	var out []Span
	for i := range fields {
		f := &fields[i]
		if len(f.Children) > 0 {
			out = append(out, Leaves(f.Children)...)
			continue
		}
		family := byte('v')
		if f.Family != "" {
			family = f.Family[0]
		}
		out = append(out, Span{f.Start, f.End, family, f.Name})
	}
	return out
}

const hexRuler = 20.0 // height above the first row

func (h *Hex) left() float64 {
	if h.Narrow {
		return 10
	}
	return 26
}

func (h *Hex) addressChars() float64 {
	if h.Narrow {
		return 6
	}
	return 9
}

func (h *Hex) top() float64 {
	if h.Narrow {
		return 4
	}
	return hexRuler
}

// cellX is the left edge of a byte's cell, three characters wide; the second half stands one character off.
func (h *Hex) cellX(col int) float64 {
	x := h.left() + (h.addressChars()+3*float64(col))*h.Ch
	if h.Cols == 16 && col >= 8 {
		x += h.Ch
	}
	return x
}

func (h *Hex) asciiX(col int) float64 {
	return h.cellX(h.Cols-1) + 3.8*h.Ch + float64(col)*h.Ch
}

// Width is what a full row needs.
func (h *Hex) Width() float64 { return h.asciiX(h.Cols) + 8 }

// ascii reports whether there is room for the text column.
func (h *Hex) ascii() bool { return h.asciiX(h.Cols) <= h.W }

// HexColumns is how many bytes a row of a dump of that width can have: 16, or 8 where 16 do not fit.
func HexColumns(w, ch float64) int {
	h := Hex{Cols: 16, Ch: ch}
	if w > 0 && h.cellX(16) > w {
		return 8
	}
	return 16
}

// Visible is the number of rows that fit.
func (h *Hex) Visible() int64 { return max(1, int64((h.H-h.top())/max(1, h.Row))) }

// Rows is the number of rows of the file.
func (h *Hex) Rows() int64 { return (h.Size + int64(h.Cols) - 1) / int64(h.Cols) }

// At finds the byte under a point; -1 if there is none.
func (h *Hex) At(x, y float64) int64 {
	if y < h.top() || h.Row == 0 {
		return -1
	}
	row := h.Top + int64((y-h.top())/h.Row)
	for c := range h.Cols {
		cx, ax := h.cellX(c), h.asciiX(c)
		if x >= cx && x < cx+3*h.Ch || h.ascii() && x >= ax && x < ax+h.Ch {
			if at := row*int64(h.Cols) + int64(c); at < h.Size {
				return at
			}
		}
	}
	return -1
}

// SpanAt finds the named bytes around a position.
func (h *Hex) SpanAt(at int64) (Span, bool) {
	lo, hi := 0, len(h.Spans)
	for lo < hi {
		if mid := (lo + hi) / 2; h.Spans[mid].End <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(h.Spans) && h.Spans[lo].Start <= at {
		return h.Spans[lo], true
	}
	return Span{}, false
}

func (h *Hex) lit(at int64) bool { return h.All || at >= h.From && at < h.To }

// Scene draws the dump.
func (h *Hex) Scene(m draw.Measure) *draw.List {
	d := &draw.List{Measure: m}
	if h.Ch == 0 || h.Cols == 0 {
		return d
	}
	if !h.Narrow {
		for c := range h.Cols {
			d.Text(h.cellX(c)+1.5*h.Ch, 15, Hex16(c), draw.Micro, draw.Ink3, 0)
		}
	}
	for r := int64(0); r <= h.Visible(); r++ {
		row := h.Top + r
		if row >= h.Rows() {
			break
		}
		h.row(d, row, h.top()+float64(r)*h.Row)
	}
	return d
}

// Hex16 is one hex digit.
func Hex16(n int) string { return "0123456789abcdef"[n&15 : n&15+1] }

func (h *Hex) row(d *draw.List, row int64, y float64) {
	from := row * int64(h.Cols)
	base := y + h.Row*.5 + 4
	digits := 8
	if h.Narrow {
		digits = 5
	}
	address := HexDigits(from, digits)
	d.Text(h.left(), base, address[len(address)-digits:], draw.Bytes, draw.Ink3, -1)
	n := int(min(int64(h.Cols), h.Size-from))
	for c := 0; c < n; {
		c = h.tint(d, from, c, n, y)
	}
	h.news(d, from, n, y)
	h.mark(d, from, n, y, h.Sel)
	h.mark(d, from, n, y, h.Hover)
	for c := 0; c < n; {
		c = h.text(d, from, c, n, base)
	}
	if at := h.Cursor - from; at >= 0 && at < int64(n) {
		d.Frame(h.cellX(int(at))+.5, y+1, 3*h.Ch-1, h.Row-2, draw.Accent, 1.5, draw.Solid)
	}
}

// tint draws the background, underline and tick of the field at column c and returns the column after it.
func (h *Hex) tint(d *draw.List, from int64, c, n int, y float64) int {
	at := from + int64(c)
	s, ok := h.SpanAt(at)
	if !ok || !h.lit(at) {
		return c + 1
	}
	end := int(min(int64(n), s.End-from))
	line, bg := Family(s.Family)
	if line != draw.None {
		for _, half := range h.halves(c, end) {
			x, w := h.cellX(half[0]), float64(half[1]-half[0])*3*h.Ch
			d.Rect(x, y, w, h.Row, bg)
			underline(d, s.Family, x, y+h.Row, w, line)
		}
	}
	if s.Start == at && s.Family != 'v' || s.Start == at && c > 0 {
		d.Line(h.cellX(c), y+3, h.cellX(c), y+h.Row-1, draw.Ink3, 1, draw.Solid)
	}
	return end
}

// news marks the bytes that the last step has written: a bar of the accent colour above them.
func (h *Hex) news(d *draw.List, from int64, n int, y float64) {
	for c := 0; c < n; c++ {
		first := c
		for c < n && h.isNew(from+int64(c)) {
			c++
		}
		if c == first {
			continue
		}
		for _, half := range h.halves(first, c) {
			d.Rect(h.cellX(half[0]), y, float64(half[1]-half[0])*3*h.Ch, 2, draw.Accent)
		}
	}
}

// isNew: nobody has written the zeros of which an index consists behind its entries.
func (h *Hex) isNew(at int64) bool {
	unused := at >= h.Used && at >= h.Before.Size
	return h.loaded(at) && !unused && h.Before.differs(at, h.Bytes[at-h.Offset])
}

// Tip says what the bar above a byte means; nothing of a byte without one.
func (h *Hex) Tip(at int64) string {
	if !h.isNew(at) {
		return ""
	}
	return words.T("The bar above a byte: the last step has written it, or it differs from the moment that you compare with.")
}

// News counts the bytes in the window that the last step has written.
func (h *Hex) News() int {
	n := 0
	for i := range h.Bytes {
		if h.isNew(h.Offset + int64(i)) {
			n++
		}
	}
	return n
}

// halves splits columns [c, end) at the gap in the middle of a row.
func (h *Hex) halves(c, end int) [][2]int {
	if h.Cols == 16 && c < 8 && end > 8 {
		return [][2]int{{c, 8}, {8, end}}
	}
	return [][2]int{{c, end}}
}

// underline repeats the family's colour as a line style.
func underline(d *draw.List, family byte, x, bottom, w float64, c draw.Color) {
	switch family {
	case 'o':
		d.Rect(x, bottom-2, w, 2, c)
	case 'n':
		d.Line(x, bottom-1, x+w, bottom-1, c, 2, draw.Dotted)
	case 't':
		d.Line(x, bottom-1, x+w, bottom-1, c, 2, draw.Dashed)
	case 'c':
		d.Rect(x, bottom-3, w, 1, c)
		d.Rect(x, bottom-1, w, 1, c)
	case 'p':
		d.Line(x, bottom-1, x+w, bottom-1, c, 2, draw.Long)
	case 'f':
		d.Rect(x, bottom-1, w, 1, c)
	case 'k':
		d.Rect(x, bottom-3, w, 3, c)
	}
}

// Family gives a field family's line and background.
func Family(f byte) (line, bg draw.Color) {
	switch f {
	case 'o':
		return draw.FOff, draw.FOffBg
	case 'n':
		return draw.FLen, draw.FLenBg
	case 't':
		return draw.FTime, draw.FTimeBg
	case 'c':
		return draw.FCrc, draw.FCrcBg
	case 'p':
		return draw.FPid, draw.FPidBg
	case 'f':
		return draw.FFlag, draw.FFlagBg
	case 'k':
		return draw.FKey, draw.FKeyBg
	}
	return draw.None, draw.None
}

// mark lights a byte range in the dump and in the text column.
func (h *Hex) mark(d *draw.List, from int64, n int, y float64, r [2]int64) {
	a, b := max(r[0], from), min(r[1], from+int64(n))
	if a >= b {
		return
	}
	for _, half := range h.halves(int(a-from), int(b-from)) {
		x, w := h.cellX(half[0]), float64(half[1]-half[0])*3*h.Ch
		d.Rect(x, y, w, h.Row, draw.Sel)
		d.Rect(x, y, w, 1, draw.SelLine)
		d.Rect(x, y+h.Row-1, w, 1, draw.SelLine)
	}
	if h.ascii() {
		d.Rect(h.asciiX(int(a-from)), y, float64(b-a)*h.Ch, h.Row, draw.Sel)
	}
}

// text writes a run of bytes of one colour, and returns the column after it.
func (h *Hex) text(d *draw.List, from int64, c, n int, base float64) int {
	lit, loaded := h.lit(from+int64(c)), h.loaded(from+int64(c))
	end := c + 1
	for end < n && h.lit(from+int64(end)) == lit && h.loaded(from+int64(end)) == loaded && (h.Cols != 16 || end != 8) {
		end++
	}
	digits, text := make([]byte, 0, 48), make([]rune, 0, 16)
	for i := c; i < end; i++ {
		if i > c {
			digits = append(digits, ' ')
		}
		if !loaded {
			digits, text = append(digits, "··"...), append(text, ' ')
			continue
		}
		b := h.Bytes[from+int64(i)-h.Offset]
		digits = append(digits, "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
		text = append(text, Printable(b))
	}
	hexInk, textInk := draw.Ink, draw.Ink2
	if !lit {
		hexInk, textInk = draw.Ink3, draw.Ink3
	}
	d.Text(h.cellX(c)+h.Ch*.5, base, string(digits), draw.Bytes, hexInk, -1)
	if h.ascii() {
		d.Text(h.asciiX(c), base, string(text), draw.Bytes, textInk, -1)
	}
	return end
}

func (h *Hex) loaded(at int64) bool {
	return at >= h.Offset && at < h.Offset+int64(len(h.Bytes))
}

// Printable is a byte as the text column shows it.
func Printable(b byte) rune {
	if b < 0x20 || b > 0x7e {
		return '·'
	}
	return rune(b)
}
