package web

import (
	"strconv"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// maxScroll caps the height of a scrolled file, since browsers limit the height of an element.
const maxScroll = 8e6

// hexParams asks for the visible rows and some around them, in steps of 1 KiB.
func (a *App) hexParams() any {
	if a.Sel.Path == "" {
		return nil
	}
	from, n := a.hexWindow()
	return with{"path": a.Sel.Path, "broker": a.Sel.Broker, "offset": from, "length": n}
}

func (a *App) hexWindow() (from, length int64) {
	cols := int64(a.UI.HexCols)
	from = max(0, a.UI.HexTop*cols/1024*1024-1024)
	return from, (a.UI.HexRows*cols+1023)/1024*1024 + 3072
}

// fieldsParams asks for the selected batch of a .log, and for all that is visible of other files.
func (a *App) fieldsParams() any {
	if a.Sel.Path == "" {
		return nil
	}
	from, n := a.hexWindow()
	if a.Sel.Kind == "log" {
		from, n = max(0, a.Sel.From), max(1, a.Sel.To-a.Sel.From)
	}
	return with{"path": a.Sel.Path, "broker": a.Sel.Broker, "offset": from, "length": n, "first": 0, "records": 20}
}

const companions = 4

// indexParams asks for the offset index entries near the visible part of a .log.
func (a *App) indexParams(string) any {
	if a.Sel.Kind != "log" || a.Sel.Base < 0 {
		return nil
	}
	f, seg := a.file(a.Sel.Base, "index"), a.segment(a.Sel.Base)
	if f == nil || seg == nil || a.indexEntries(seg) == 0 {
		return nil
	}
	first := int64(a.nearEntry(seg))
	return with{"path": f.Path, "broker": a.Sel.Broker, "offset": first * 8, "length": min(companions, int64(a.indexEntries(seg))-first) * 8}
}

// indexEntries is the number of offset index entries of a segment. Of a renamed one only the file tells: it was trimmed when the
// segment was closed.
func (a *App) indexEntries(seg *message.Segment) int {
	if f := a.file(seg.Base, "index"); seg.IndexEntries < 0 && f != nil {
		return int(f.Size / 8)
	}
	return max(0, seg.IndexEntries)
}

// nearEntry is the number of the first of the entries that stand below the dump.
func (a *App) nearEntry(seg *message.Segment) int {
	at := max(a.UI.HexTop*int64(a.UI.HexCols), 0)
	n, entries := 0, a.indexEntries(seg)
	if len(seg.IndexPos) == entries {
		for n < len(seg.IndexPos) && seg.IndexPos[n] < at {
			n++
		}
	} else if seg.Size > 0 {
		n = int(int64(entries) * at / seg.Size)
	}
	return max(0, min(n, entries-companions))
}

// HexScene is the model of the dump.
func (a *App) HexScene(w, h, row, ch float64) *view.Hex {
	m := &view.Hex{Size: a.fileSize(), Used: a.Hex.Used, Cols: a.UI.HexCols, Top: a.UI.HexTop, W: w, H: h, Row: row, Ch: ch,
		Narrow: a.UI.Phone, Sel: a.Sel.Bytes, Hover: a.UI.Hover, Cursor: a.Sel.Cursor, From: a.Sel.From, To: a.Sel.To}
	if a.Hex.Path == a.Sel.Path {
		m.Offset, m.Bytes = a.Hex.Offset, a.Hex.Bytes
	}
	switch {
	case a.comparing():
		m.Before = a.then()
	case a.before.Path == a.Sel.Path && a.before.Path != "":
		m.Before = view.Old{Known: true, Size: a.before.Size, Offset: a.before.Offset, Bytes: a.before.Bytes}
		if a.Sel.Kind != "log" {
			m.Before.Size = a.before.Used // an index is as long before it is filled
		}
	}
	if a.Fields.Path != a.Sel.Path {
		return m
	}
	m.Spans = a.spans()
	if a.Sel.Kind != "log" {
		m.All = true
		if m.Sel[0] < 0 && a.Sel.From >= 0 {
			m.Sel = [2]int64{a.Sel.From, a.Sel.To}
		}
	}
	return m
}

func (a *App) fileSize() int64 {
	if f := a.fileAt(a.Sel.Path); f != nil {
		return f.Size
	}
	if a.Hex.Path == a.Sel.Path {
		return a.Hex.Size
	}
	return 0
}

// hexHeight is the height of the scrolled content, hexScroll the position that shows HexTop first.
func (a *App) hexHeight() float64 {
	return min(maxScroll, float64(a.hexRows())*a.hexRow()+40)
}

func (a *App) hexRows() int64 {
	return (a.fileSize() + int64(a.UI.HexCols) - 1) / int64(a.UI.HexCols)
}

// hexRow is the height of a row of the dump in px.
func (a *App) hexRow() float64 {
	if a.UI.Phone {
		return 22
	}
	return a.row()
}

func (a *App) hexScroll() float64 {
	if full := float64(a.hexRows()) * a.hexRow(); full > maxScroll {
		return float64(a.UI.HexTop) / float64(a.hexRows()) * maxScroll
	}
	return float64(a.UI.HexTop) * a.hexRow()
}

// HexScrolled takes the scroll position of the dump.
func (a *App) HexScrolled(top float64) {
	row := int64(top / a.hexRow())
	if full := float64(a.hexRows()) * a.hexRow(); full > maxScroll {
		row = int64(top / maxScroll * float64(a.hexRows()))
	}
	if row = max(0, row); row != a.UI.HexTop {
		a.UI.HexTop = row
		a.host.Canvas()
		a.host.Frame()
	}
}

// HexClick selects the field under a byte; a byte of another batch selects that batch first.
func (a *App) HexClick(at int64) {
	if at < 0 {
		return
	}
	if at < a.Sel.From || at >= a.Sel.To {
		top := a.UI.HexTop
		a.itemAt(at)
		a.UI.HexTop = top
		a.host.Scroll("hex-scroll", a.hexScroll())
	}
	a.Sel.Cursor = at
	a.Sel.Bytes = [2]int64{at, at + 1}
	if s, ok := a.spanAt(at); ok {
		a.Sel.Bytes = [2]int64{s.Start, s.End}
		a.say(byteWords(s, at))
	}
	a.host.Frame()
}

// SelectBytes selects a field by its key.
func (a *App) SelectBytes(key string) {
	from, to, ok := view.ParseKey(key)
	if !ok {
		return
	}
	a.Sel.Bytes, a.Sel.Cursor = [2]int64{from, to}, from
	a.reveal(from)
	a.say(words.F("bytes %1 to %2", strconv.FormatInt(from, 10), strconv.FormatInt(to-1, 10)))
	a.host.Frame()
}

func byteWords(s view.Span, at int64) string {
	return words.F("byte %1 of %2, at %3", strconv.FormatInt(at-s.Start, 10), s.Name, strconv.FormatInt(at, 10))
}

func (a *App) spanAt(at int64) (view.Span, bool) {
	if a.Fields.Path != a.Sel.Path {
		return view.Span{}, false
	}
	h := view.Hex{Spans: a.spans()}
	return h.SpanAt(at)
}

// spans are the names of the bytes, made once for each answer.
func (a *App) spans() []view.Span {
	if len(a.Fields.Items) == 0 {
		return nil
	}
	if first := &a.Fields.Items[0]; a.leavesOf != first {
		a.leavesOf, a.leaves = first, view.Leaves(a.Fields.Items)
	}
	return a.leaves
}

// HexMove moves the byte cursor.
func (a *App) HexMove(by int64) {
	at := a.Sel.Cursor
	if at < 0 {
		at, by = max(0, a.Sel.From), 0
	}
	at = max(0, min(at+by, a.fileSize()-1))
	a.HexClick(at)
	a.reveal(at)
}

// HexHover lights the field under the pointer, -1 none. No component is drawn again.
func (a *App) HexHover(at int64) {
	h := [2]int64{-1, -1}
	if s, ok := a.spanAt(at); ok && at >= 0 {
		h = [2]int64{s.Start, s.End}
	}
	a.hover(h)
}

func (a *App) hover(h [2]int64) {
	if h != a.UI.Hover {
		a.UI.Hover = h
		a.host.Canvas()
	}
}

// HoverKey lights the bytes of a field row.
func (a *App) HoverKey(key string) {
	from, to, ok := view.ParseKey(key)
	if !ok {
		from, to = -1, -1
	}
	a.hover([2]int64{from, to})
}

// FollowHere follows the link of the selected field, item or byte.
func (a *App) FollowHere() {
	item := a.current()
	if l := findLink(&item, a.Sel.Bytes); l != nil {
		a.Follow(l)
		return
	}
	a.toEntry()
}

func findLink(f *message.Field, bytes [2]int64) *message.Link {
	for i := range f.Children {
		c := &f.Children[i]
		if c.Start <= bytes[0] && bytes[1] <= c.End {
			if l := findLink(c, bytes); l != nil {
				return l
			}
		}
	}
	return f.Link
}
