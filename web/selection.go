package web

import (
	"slices"

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

// marked tells whether what is shown was chosen, and is marked everywhere.
func (a *App) marked() bool { return !a.Sel.Auto || a.Sel.Cursor >= 0 }

// choosePartition picks the first partition that is not internal, when none is selected or it is gone.
func (a *App) choosePartition() {
	var first, internal *Selection
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				s := Selection{Partition: p.Name, Broker: b.ID, Dir: d.Path, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
				if p.Name == a.Sel.Partition && b.ID == a.Sel.Broker {
					a.Sel.Dir = d.Path
					return
				}
				if internal == nil {
					internal = &s
				}
				if first == nil && !(len(p.Name) > 2 && p.Name[:2] == "__") {
					first = &s
				}
			}
		}
	}
	if first == nil {
		first = internal
	}
	if first == nil {
		first = a.noPartition()
	}
	if first.Partition != "" || a.Sel.Partition != "" || a.Sel.Dir != first.Dir {
		a.SelectPartition(*first)
	}
}

// noPartition is the selection where there is no partition: the first log directory.
func (a *App) noPartition() *Selection {
	s := &Selection{Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			if s.Dir == "" {
				s.Broker, s.Dir = b.ID, d.Path
			}
		}
	}
	return s
}

// SelectPartition shows another partition.
func (a *App) SelectPartition(s Selection) {
	a.Sel, a.back = s, nil
	a.Sel.Auto = true
	a.segments, a.arrived = -1, nil
	a.Batches, a.batch = map[int64]message.Batches{}, map[int64]*source{}
	a.Segments, a.Files, a.Part, a.Fields, a.Hex, a.Index = message.Segments{}, message.Files{}, message.Partition{}, message.Fields{}, message.Hex{}, message.Fields{}
	a.UI.Zoom, a.UI.Scroll, a.UI.zoomed, a.UI.HexTop = 1, 0, false, 0
	for _, src := range a.sources {
		src.stale, src.latest = true, nil
	}
	a.host.Frame()
}

// chooseSegment keeps the selection on a segment that exists: at first the oldest that is kept.
func (a *App) chooseSegment() {
	a.prune()
	a.fitFirst()
	if then := a.arrived; then != nil {
		if !a.upToDate("segments") {
			return
		}
		a.arrived = nil
		then()
	}
	at := a.segment(a.Sel.Base)
	if at != nil && !a.follows(at) || a.Sel.Kind != "" && a.Sel.Base < 0 {
		return
	}
	if a.beyond(a.Sel.Base) && a.segments != a.Sel.Base {
		a.lookAround(a.Sel.Base, a.showInStrip)
		return
	}
	auto, pick := a.Sel.Auto, a.liveSegment()
	if pick >= 0 && (at == nil || pick != at.Base) {
		a.SelectSegment(pick)
		a.Sel.Auto, a.Sel.Free = auto, auto
	}
}

// follows tells whether another segment than the one on the screen may be shown, as long as nobody has chosen one: in a lesson what
// is shown depends on the moment alone and not on those that came before, elsewhere it stays until it is deleted.
func (a *App) follows(s *message.Segment) bool {
	return a.Sel.Auto && a.Sel.Free && (a.Tale.On || s.State == "renamed")
}

// liveSegment is the oldest segment that is kept and holds anything, or else the active one.
func (a *App) liveSegment() int64 {
	pick := int64(-1)
	for i := range a.Segments.Segments {
		s := &a.Segments.Segments[i]
		if pick < 0 || s.State == "active" {
			pick = s.Base
		}
		if s.State == "kept" && s.Size > 0 {
			pick = s.Base
			break
		}
	}
	return pick
}

// beyond reports whether a segment is there, but not among those that the screen knows.
func (a *App) beyond(base int64) bool {
	return base >= 0 && a.partial() && a.segment(base) == nil && slices.ContainsFunc(a.Files.Entries, func(f message.File) bool { return f.Base == base && f.Kind == "log" })
}

// fitFirst shows the last dozen segments in detail when there are many.
func (a *App) fitFirst() {
	if n := len(a.Segments.Segments); !a.UI.zoomed && n > 16 && a.UI.StripW > 0 {
		a.UI.zoomed = true
		a.UI.Zoom = float64(n) / 12
		a.UI.Scroll = 1e9
		a.clampStrip()
	}
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

// chooseFile finds the path of the selected file: names change when a segment is renamed.
func (a *App) chooseFile() {
	if a.Sel.Base < 0 {
		if a.Sel.Path != "" && a.fileAt(a.Sel.Path) == nil && a.upToDate("files") {
			a.Sel.Kind, a.Sel.Path = "", ""
			a.chooseSegment()
		}
		return
	}
	f := a.file(a.Sel.Base, a.Sel.Kind)
	if f == nil {
		f = a.file(a.Sel.Base, "log")
		if f != nil {
			a.Sel.Kind = "log"
		}
	}
	if f != nil {
		a.Sel.Path = f.Path
	}
}

// chooseBatch selects the first batch that an index entry points to, if no item of the segment is selected.
func (a *App) chooseBatch(base int64) {
	b := a.Batches[base].Batches
	if base != a.Sel.Base || a.Sel.From >= 0 || a.Sel.Kind != "log" || len(b) == 0 {
		return
	}
	pick := &b[0]
	for i := range b {
		if b[i].Indexed == 0 {
			pick = &b[i]
			break
		}
	}
	auto := a.Sel.Auto
	a.item(pick.Position, pick.Position+pick.Size, pick.N)
	a.Sel.Auto = auto
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
	if a.Sel.Kind != "log" {
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
	list := a.Segments.Segments
	for i := range list {
		if list[i].Base != a.Sel.Base {
			continue
		}
		switch next := i + by; {
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
	if f.Kind != "log" {
		a.UI.HexTop = 0
		a.host.Scroll("hex-scroll", 0)
	}
	a.host.Frame()
}

func (a *App) openFile(f *message.File) {
	base := f.Base
	switch {
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
