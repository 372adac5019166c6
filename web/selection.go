package web

import (
	"logarium/engine/message"
	"logarium/web/words"
)

// Selection is the one yellow thing: segment > batch > record > field > bytes. A file outside the segments has Base -1.
type Selection struct {
	Partition string
	Broker    int32
	Dir       string // log directory of the partition
	Base      int64
	Kind      string // of the file: log, index, ...
	Path      string
	From, To  int64 // the item: a batch, an index entry; From -1: not known yet
	N         int   // number of the item, -1 unknown
	Bytes     [2]int64
	Cursor    int64
	Auto      bool // the screen shows an item that nobody has chosen
	Free      bool // and of a segment that nobody has chosen
}

// SelectPartition shows another partition.
func (a *App) SelectPartition(s Selection) {
	a.Sel, a.back = s, nil
	a.Sel.Auto = true
	a.era++
	a.segments, a.arrived = -1, nil
	a.Batches, a.headers = nil, message.Headers{}
	a.Segments, a.Files, a.Part, a.Fields, a.Hex, a.Index = message.Segments{}, message.Files{}, message.Partition{}, message.Fields{}, message.Hex{}, message.Fields{}
	a.UI.Zoom, a.UI.Scroll, a.UI.zoomed, a.UI.HexTop = 1, 0, false, 0
	for _, src := range a.sources {
		src.stale, src.latest = true, nil
	}
	a.host.Frame()
}

// SelectSegment selects a segment; its first indexed batch follows when the batches are known.
func (a *App) SelectSegment(base int64) {
	kind := a.Sel.Kind
	if kind == "" || a.Sel.Base < 0 {
		kind = "log"
	}
	a.Sel.Base, a.Sel.Kind, a.Sel.Path = base, kind, ""
	a.Sel.From, a.Sel.To, a.Sel.N, a.Sel.Bytes, a.Sel.Cursor, a.Sel.Auto, a.Sel.Free = -1, -1, -1, [2]int64{-1, -1}, -1, false, false
	a.UI.HexTop = 0
	a.chooseFile()
	a.chooseBatch(base)
	a.showInStrip()
	a.host.Frame()
}

// item selects a batch or an entry and brings it into view.
func (a *App) item(from, to int64, n int) {
	a.Sel.Auto = false
	a.Sel.From, a.Sel.To, a.Sel.N = from, to, n
	a.Sel.Bytes, a.Sel.Cursor = [2]int64{-1, -1}, -1
	a.UI.FieldsTop = 0
	a.host.Scroll("fields-scroll", 0)
	a.reveal(from)
}

// reveal scrolls the dump so that a position is in view, two rows from the top.
func (a *App) reveal(at int64) {
	row := at / int64(a.UI.HexCols)
	if row >= a.UI.HexTop && row < a.UI.HexTop+max(1, a.UI.HexRows-2) {
		return
	}
	a.UI.HexTop = max(0, row-1)
	a.host.Scroll("hex-scroll", a.hexScroll())
}

// SelectBatch selects a batch of a segment.
func (a *App) SelectBatch(base int64, b *message.Batch) {
	if base != a.Sel.Base || a.Sel.Kind != "log" {
		a.Sel.Base, a.Sel.Kind, a.Sel.Path = base, "log", ""
		a.chooseFile()
	}
	a.item(b.Position, b.Position+b.Size, b.N)
	a.showInStrip()
	a.host.Frame()
}

// selected is the selected batch, as far as its header is known.
func (a *App) selected() *message.Batch {
	if a.Sel.Kind != "log" || a.Sel.From < 0 {
		return nil
	}
	b := a.Batches[a.Sel.Base].Batches
	for i := range b {
		if b[i].Position == a.Sel.From {
			return &b[i]
		}
	}
	return nil
}

// StepBatch goes to the next or the previous batch, into the neighbouring segment at an end.
func (a *App) StepBatch(by int) {
	if a.Sel.Kind != "log" || a.Sel.Base < 0 {
		a.stepItem(by)
		return
	}
	list := a.Batches[a.Sel.Base].Batches
	at := -1
	for i := range list {
		if list[i].Position == a.Sel.From {
			at = i
		}
	}
	if at += by; at >= 0 && at < len(list) {
		a.SelectBatch(a.Sel.Base, &list[at])
		return
	}
	if by > 0 && len(list) > 0 && len(list) < a.Batches[a.Sel.Base].Total {
		a.itemAt(a.Sel.To)
		return
	}
	a.StepSegment(by)
}

// stepItem goes to the next or the previous entry of an index or another file.
func (a *App) stepItem(by int) {
	at := a.Sel.To
	switch {
	case a.Sel.From < 0:
		at = 0
	case by < 0:
		at = a.Sel.From - 1
	}
	if at >= 0 && at < a.fileSize() {
		a.itemAt(at)
		a.host.Frame()
	}
}

// StepSegment goes to the next or the previous segment.
func (a *App) StepSegment(by int) {
	list, at := a.Segments.Segments, a.segment(a.Sel.Base)
	for i := range list {
		if &list[i] != at {
			continue
		}
		next := i + by
		for next >= 0 && next < len(list) && a.segment(list[next].Base) != &list[next] { // another one bears its number now
			next += by
		}
		switch {
		case next >= 0 && next < len(list):
			a.SelectSegment(list[next].Base)
		case by < 0 && a.Segments.From > 0:
			a.lookAround(list[i].Base-1, func() { a.StepSegment(by) })
		case by > 0 && a.newer() > 0:
			a.lookAround(list[i].Next, func() { a.StepSegment(by) })
		}
		return
	}
}

// newer is how many segments there are behind those that the screen knows.
func (a *App) newer() int { return a.Segments.Total - a.Segments.From - len(a.Segments.Segments) }

// SelectEnd selects the oldest or the newest segment.
func (a *App) SelectEnd(newest bool) {
	list := a.Segments.Segments
	switch {
	case len(list) == 0:
	case newest && a.newer() > 0:
		a.lookAround(-1, func() { a.SelectEnd(true) })
	case newest:
		a.SelectSegment(list[len(list)-1].Base)
	case a.Segments.From > 0 && a.segments != 0:
		a.lookAround(0, func() { a.SelectEnd(false) })
	default:
		a.SelectSegment(list[0].Base)
	}
}

// SelectFile opens a file of the directory.
func (a *App) SelectFile(path string) {
	f := a.fileNamed(path)
	if f == nil || f.Dir {
		return
	}
	a.remember()
	a.openFile(f)
	a.chooseBatch(f.Base)
	if f.Kind != "log" || a.Sel.Base < 0 {
		a.UI.HexTop = 0
		a.host.Scroll("hex-scroll", 0)
	}
	a.host.Frame()
}

func (a *App) openFile(f *message.File) {
	base := f.Base
	switch {
	case a.superseded(f):
		base = -1
	case base < 0 || a.segment(base) != nil:
	case !a.logged(f):
		base = -1
	case a.partial():
		a.lookAround(base, a.showInStrip)
	}
	same := base == a.Sel.Base && f.Kind == a.Sel.Kind
	a.Sel.Base, a.Sel.Kind, a.Sel.Path, a.Sel.Free = base, f.Kind, f.Path, false
	if !same {
		a.Sel.From, a.Sel.To, a.Sel.N, a.Sel.Bytes, a.Sel.Cursor = -1, -1, -1, [2]int64{-1, -1}, -1
	}
}

// remember keeps the selection for Back.
func (a *App) remember() {
	a.back = append(a.back, a.Sel)
	if len(a.back) > 50 {
		a.back = a.back[1:]
	}
}

// Back returns to what was selected before a jump.
func (a *App) Back() {
	if len(a.back) == 0 {
		return
	}
	a.Sel, a.back = a.back[len(a.back)-1], a.back[:len(a.back)-1]
	if a.Sel.From >= 0 {
		a.UI.HexTop = -1
		a.reveal(a.Sel.From)
	}
	a.chooseFile()
	a.showInStrip()
	a.host.Frame()
}

// Follow jumps to where a field points.
func (a *App) Follow(l *message.Link) {
	if l == nil {
		return
	}
	a.remember()
	a.show(l)
	a.say(words.F("at %1", words.Said(l.Text)))
}

// show selects the bytes of a link.
func (a *App) show(l *message.Link) {
	if f := a.fileNamed(l.Path); f != nil {
		a.openFile(f)
	}
	a.Sel.Path = l.Path
	a.item(l.Offset, l.Offset+max(1, l.Length), -1)
	a.itemAt(l.Offset)
	a.showInStrip()
	a.host.Frame()
}

// itemAt selects the batch or entry that holds a byte of the open file.
func (a *App) itemAt(at int64) {
	if a.Sel.Kind == "log" {
		list := a.Batches[a.Sel.Base].Batches
		for i := range list {
			if at >= list[i].Position && at < list[i].Position+list[i].Size {
				a.item(list[i].Position, list[i].Position+list[i].Size, list[i].N)
				return
			}
		}
	}
	for _, f := range a.Fields.Items {
		if a.Fields.Path == a.Sel.Path && at >= f.Start && at < f.End {
			a.item(f.Start, f.End, f.Number)
			return
		}
	}
	a.Sel.From, a.Sel.To, a.Sel.N = at, at+1, -1
	a.reveal(at)
}

// gotFields completes an item of which only one byte was known.
func (a *App) gotFields() {
	if a.Fields.Path != a.Sel.Path || a.Sel.From < 0 {
		return
	}
	for _, f := range a.Fields.Items {
		if a.Sel.From >= f.Start && a.Sel.From < f.End {
			a.Sel.From, a.Sel.To, a.Sel.N = f.Start, f.End, f.Number
		}
	}
}

// current is the item whose fields the tree shows.
func (a *App) current() message.Field {
	if a.Fields.Path != a.Sel.Path {
		return message.Field{}
	}
	at := a.Sel.From
	if at < 0 {
		at = a.UI.HexTop * int64(a.UI.HexCols)
	}
	for _, f := range a.Fields.Items {
		if at >= f.Start && at < f.End {
			return f
		}
	}
	if len(a.Fields.Items) > 0 && a.Sel.From < 0 {
		return a.Fields.Items[0]
	}
	return message.Field{}
}
