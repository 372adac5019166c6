package web

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Top is the model of the top bar and of the phone's controls.
type Top struct {
	Title, Date, Time, Ms, Speed, Rate string
	CanUndo, CanRedo                   bool
	PlayWord, PlayIcon                 string
	Saved, SavedTitle, SavedClass      string
	Busy                               string // progress of a running command
	ThemeTitle                         string
	Partition, Segments                string
	Rulebook                           string
	Pauses                             []Pause
	Open                               string // of a small page: address of a tab of its own
}

// TopBar prepares the top bar.
func (a *App) TopBar() Top {
	t := Top{Title: a.Lab.Name, Date: view.Date(a.Clock.Now), Time: view.TimeOfDay(a.Clock.Now), Ms: view.Millis(a.Clock.Now), Rate: a.speed(),
		CanUndo: a.Lab.Undo > 0, CanRedo: a.Lab.Redo > 0, PlayWord: words.T("Play"), PlayIcon: "ic i-play", Speed: words.T("paused"), Partition: a.Sel.Partition}
	if n := len(a.Cluster.Brokers); n > 1 {
		t.Title = words.F("%1, %2 brokers", t.Title, strconv.Itoa(n))
	}
	if a.play.on {
		t.PlayWord, t.PlayIcon, t.Speed = words.T("Pause"), "ic i-pause", words.T("playing")
	}
	if a.Lab.Rulebook != "" && a.Lab.Rulebook != "kafka" {
		t.Rulebook = a.Lab.Rulebook
	}
	t.Segments = view.Plural(int64(a.Part.Segments), "segment", "segments")
	t.ThemeTitle = words.F("Theme: %1", words.T(map[string]string{"": "as the system", "light": "light", "dark": "dark"}[a.UI.Theme]))
	t.Pauses = a.Pauses()
	if a.UI.Small {
		t.Open = a.OpenAddress()
	}
	t.Saved, t.SavedClass, t.SavedTitle = a.savedWords()
	t.Busy = a.busy()
	return t
}

func (a *App) savedWords() (word, class, title string) {
	switch {
	case a.Ready == nil:
		return words.T("starting"), "dim", words.T("The machine is being opened.")
	case a.UI.Small:
		return a.smallWords()
	case a.Ready.ReadOnly:
		return words.T("read only"), "warn", words.Said(a.Ready.Why)
	case a.Ready.Store == "memory":
		return words.T("memory only"), "warn", words.Said(a.Ready.Why)
	case a.making():
		return words.T("starting"), "dim", words.T("The first lab is being made.")
	case a.Lab.Dirty && a.Lab.Saved == a.Lab.Position:
		return words.T("saving"), "dim", words.T("What was undone or done again is not yet on this computer's disk.")
	case a.Lab.Saved < a.Lab.Position:
		return words.T("saving"), "dim", words.F("%1 commands are not yet on this computer's disk.", view.Group(int64(a.Lab.Position-a.Lab.Saved)))
	}
	return words.T("saved"), "dim", words.T("All commands are stored in this browser, and nowhere else.")
}

func (a *App) busy() string {
	if len(a.running) == 0 {
		return ""
	}
	p := a.progress
	if p == nil {
		return words.T("running")
	}
	if p.Total > 0 {
		return words.F("%1 of %2 %3", view.Group(p.Done), view.Group(p.Total), words.Said(p.Unit))
	}
	return view.Group(p.Done) + " " + words.Said(p.Unit)
}

// Tree lists the rows of the cluster tree; with a filter all that it finds.
func (a *App) Tree() []view.Node {
	rows, _, _ := a.tree()
	return rows
}

// tree counts the partitions that the filter leaves too, and all.
func (a *App) tree() (rows []view.Node, n, of int) {
	key, filter, closed := "p/"+view.Group(int64(a.Sel.Broker))+"/"+a.Sel.Partition, a.filter("tree"), a.UI.Closed
	if filter != "" {
		closed = nil
	}
	rows = view.Tree(a.Cluster, a.Clock.Now, a.UI.ByTopic, closed, key)
	_, of = view.Found(rows, "")
	rows, n = view.Found(rows, filter)
	return rows, n, of
}

func (a *App) fileList() *view.FileList {
	return &view.FileList{Files: a.Files, Now: a.Clock.Now, Selected: a.Sel.Path, Name: orElse(a.Sel.Partition, a.Sel.Dir), Filter: a.filter("files")}
}

// FileRows lists the rows of the file list that are here.
func (a *App) FileRows() []view.FileRow { return a.fileList().Rows() }

// FieldRows lists all rows of the field tree.
func (a *App) FieldRows() []view.FieldRow {
	t := view.FieldTree{Item: a.current(), Open: a.UI.OpenFields, Sel: a.Sel.Bytes, Raw: a.UI.Raw, Limit: 20}
	return t.Rows()
}

// Window is the visible part of a long list: how many rows are left out above and below.
type Window struct {
	From, To     int
	Above, Below string // style of the spacers
}

// window cuts rows [top-2, top+n+2) of total.
func window(total, top, n int, row float64) Window {
	w := Window{From: max(0, min(top-2, total-n))}
	w.To = min(total, w.From+n+4)
	w.Above = "height:" + strconv.FormatFloat(float64(w.From)*row, 'f', 0, 64) + "px"
	w.Below = "height:" + strconv.FormatFloat(float64(total-w.To)*row, 'f', 0, 64) + "px"
	return w
}

// StripHead is the line above the strip.
type StripHead struct {
	Name, Segments, SegmentWord, Offsets, OffsetWord, Size, Gone, Summary string
	Twins                                                                 []Twin
	Moves                                                                 [2][]view.Move
}

// Twin is a segment in words: the strip's text equivalent.
type Twin struct{ Key, Text string }

// StripHead prepares the line above the strip and its text twin.
func (a *App) StripHead() StripHead {
	p := a.Part
	if p.Name == "" {
		return StripHead{Name: a.Sel.Partition, Summary: orElse(a.stripNote(), words.T("The log is being read.")), Moves: a.Moves()}
	}
	offsets := p.LogEndOffset - p.LogStartOffset
	h := StripHead{Name: a.Sel.Partition, Segments: view.Group(int64(p.Segments)), SegmentWord: noun(int64(p.Segments), "segment", "segments"),
		Offsets: view.Group(offsets), OffsetWord: noun(offsets, "offset", "offsets"), Size: view.Bytes(p.Size), Moves: a.Moves()}
	gone, bytes, due, at := 0, int64(0), 0, 0
	for i, s := range a.Segments.Segments {
		switch s.State {
		case "renamed":
			gone++
			bytes += s.Size
		case "due":
			due++
		}
		if s.Base == a.Sel.Base {
			at = i
		}
	}
	if gone > 0 {
		h.Gone = words.F("%1 more renamed .deleted, %2", view.Group(int64(gone)), view.Bytes(bytes))
	}
	h.Summary = words.F("%1: offsets %2 to %3 in %4, %5", p.Name, strconv.FormatInt(p.LogStartOffset, 10), strconv.FormatInt(p.LogEndOffset-1, 10),
		view.Plural(int64(p.Segments), "segment", "segments"), h.Size)
	if due > 0 {
		h.Summary += words.F(". %1 past retention", view.Plural(int64(due), "segment", "segments"))
	}
	for i := max(0, at-3); i < min(len(a.Segments.Segments), at+4); i++ {
		s := &a.Segments.Segments[i]
		h.Twins = append(h.Twins, Twin{strconv.FormatInt(s.Base, 10), words.F("Segment %1 of %2, base offset %3, %4 bytes, %5 batches, %6", strconv.Itoa(i+1), strconv.Itoa(len(a.Segments.Segments)),
			strconv.FormatInt(s.Base, 10), strconv.FormatInt(s.Size, 10), strconv.Itoa(s.Batches), words.Said(s.Word))})
	}
	return h
}

// noun is a noun after a number that stands on its own.
func noun(n int64, one, many string) string {
	if n == 1 {
		return words.T(one)
	}
	return words.T(many)
}

// BytesHead is the frame around the dump.
type BytesHead struct {
	Zeros, Name        string
	Tabs               []FileTab
	Where              string // "batch 9 of 29"
	Range, Hint        string
	Cache, News, Entry string
	Title, Kind        string
	HintBad            bool
	CanBack            bool
	Height             string
	Entries            []IndexRow
	EntryTitle         string
	HasCompanion       bool
}

// FileTab is a file of the selected segment.
type FileTab struct {
	Kind, Label string
	Selected    bool
}

// IndexRow is an index entry below the dump.
type IndexRow struct {
	Arg, N                 string
	Relative, Position     string
	Sum, Mean, Title       string
	Selected               bool
	AbsoluteOffset, AtByte int64
}

// BytesHead prepares the frame around the dump.
func (a *App) BytesHead() BytesHead {
	h := BytesHead{CanBack: len(a.back) > 0, Height: "height:" + strconv.FormatFloat(a.hexHeight(), 'f', 0, 64) + "px"}
	f := a.fileAt(a.Sel.Path)
	if a.Sel.Base >= 0 {
		h.Zeros, h.Name = view.Base(a.Sel.Base)
		for _, k := range []string{"log", "index", "timeindex", "txnindex", "snapshot"} {
			if a.file(a.Sel.Base, k) != nil {
				h.Tabs = append(h.Tabs, FileTab{k, "." + k, k == a.Sel.Kind})
			}
		}
	} else if f != nil {
		h.Name = f.Name
	}
	item := a.current()
	h.Title = view.ItemTitle(&item)
	if h.Title == "" {
		h.Title = words.T("no item")
	}
	a.itemWords(&h, &item)
	if f != nil {
		h.Cache = words.T("on disk, in page cache")
		if f.Dirty > 0 {
			h.Cache = words.F("%1 only in page cache", view.Plural(int64(f.Dirty), "page", "pages"))
		}
	}
	if b := a.selected(); b != nil && b.Indexed >= 0 {
		h.Entry = words.F("index entry #%1", strconv.Itoa(b.Indexed))
	}
	if n := a.HexScene(1, 1, 1, 1).News(); n > 0 {
		h.News = words.N(int64(n), "%1 byte is new since the last step", "%1 bytes are new since the last step")
		if a.comparing() {
			h.News = words.N(int64(n), "%1 byte differs from command %2", "%1 bytes differ from command %2", strconv.Itoa(a.moments.from))
		}
	}
	a.entries(&h)
	return h
}

// itemWords fills the line below the dump.
func (a *App) itemWords(h *BytesHead, item *message.Field) {
	batches := false
	total := a.Fields.Total
	if seg := a.segment(a.Sel.Base); a.Sel.Kind == "log" {
		batches = true
		if seg != nil && seg.Batches >= 0 {
			total = seg.Batches
		}
	}
	at, of := view.Group(int64(a.Sel.N+1)), view.Group(int64(total))
	switch {
	case total <= 0:
	case a.Sel.N >= 0 && batches:
		h.Where = words.F("batch %1 of %2", at, of)
	case a.Sel.N >= 0:
		h.Where = words.F("entry %1 of %2", at, of)
	case a.Sel.Kind != "" && batches:
		h.Where = words.F("%1 batches", of)
	case a.Sel.Kind != "":
		h.Where = words.F("%1 entries", of)
	}
	if a.Sel.From >= 0 {
		h.Range = view.Group(a.Sel.From) + " – " + view.Group(a.Sel.To-1)
	} else {
		h.Range = view.Group(a.fileSize()) + " B"
	}
	h.Hint, h.HintBad = view.Spaced(view.FieldNote(item)), item.Bad
	for i := range item.Children {
		if c := &item.Children[i]; c.Name == "crc" {
			h.Hint, h.HintBad = view.Spaced(words.Said(c.Note)), c.Bad || item.Bad
		}
	}
	if s, ok := a.spanAt(a.Sel.Bytes[0]); ok && a.Sel.Bytes[0] >= 0 {
		if a.Sel.Bytes[1] > s.End { // more than one field
			s.Name, s.End = s.Name+" …", a.Sel.Bytes[1]
		}
		h.Hint = words.F("%1: bytes %2 – %3", s.Name, view.Group(s.Start), view.Group(s.End-1))
		h.HintBad = false
	}
}

// entries fills the index entries below the dump.
func (a *App) entries(h *BytesHead) {
	if a.Sel.Kind != "log" || a.UI.Phone || len(a.Index.Items) == 0 || a.segment(a.Sel.Base) == nil {
		return
	}
	if f := a.file(a.Sel.Base, "index"); f == nil || f.Path != a.Index.Path {
		return
	}
	h.HasCompanion = true
	h.EntryTitle = a.entriesTitle()
	for i, f := range a.Index.Items {
		if f.Name != "entry" { // what is behind the entries
			continue
		}
		r := IndexRow{Arg: strconv.Itoa(i), N: "#" + strconv.Itoa(f.Number)}
		var batch string
		r.Sum, r.Mean, batch = view.EntryMeaning(&f)
		r.Title = words.F("The last offset of a batch and where the batch lies. Go to the batch: %1 (Enter)", batch)
		r.Relative, r.Position = a.indexBytes(f.Start, 4), a.indexBytes(f.Start+4, 4)
		if l := findLink(&f, [2]int64{-1, -1}); l != nil {
			r.AtByte = l.Offset
			r.Selected = l.Offset == a.Sel.From && a.marked()
		}
		h.Entries = append(h.Entries, r)
	}
}

// entriesTitle says which of the entries are shown, and what their eight bytes are.
func (a *App) entriesTitle() string {
	seg := a.segment(a.Sel.Base)
	total, first := a.indexEntries(seg), a.nearEntry(seg)
	what := words.T("last offset of a batch, its position")
	if total > companions {
		return words.F("entries %1 – %2 of %3", view.Group(int64(first)), view.Group(int64(first+companions-1)), view.Group(int64(total))) + ": " + what
	}
	return view.Plural(int64(total), "entry", "entries") + ": " + what
}

func (a *App) indexBytes(at, n int64) string {
	var b strings.Builder
	for i := at; i < at+n; i++ {
		if i > at {
			b.WriteByte(' ')
		}
		if a.IndexHex.Path != a.Index.Path || i < a.IndexHex.Offset || i >= a.IndexHex.Offset+int64(len(a.IndexHex.Bytes)) {
			b.WriteString("··")
			continue
		}
		b.WriteString(view.HexDigits(int64(a.IndexHex.Bytes[i-a.IndexHex.Offset]), 2))
	}
	return b.String()
}

// WhyPanel prepares the panel for the selected segment.
func (a *App) WhyPanel() view.Why {
	w := view.NewWhy(a.Verdicts, a.Segments.Segments, a.Part, a.Sel.Base)
	if note := a.stripNote(); len(w.Sentence) == 0 && note != "" {
		w.Sentence = []view.Part{{Text: note}}
	}
	return w
}
