package web

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
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
}

// TopBar prepares the top bar.
func (a *App) TopBar() Top {
	t := Top{Title: a.Lab.Name, Date: view.Date(a.Clock.Now), Time: view.TimeOfDay(a.Clock.Now), Ms: view.Millis(a.Clock.Now), Rate: a.speed(),
		CanUndo: a.Lab.Undo > 0, CanRedo: a.Lab.Redo > 0, PlayWord: "Play", PlayIcon: "ic i-play", Speed: "paused", Partition: a.Sel.Partition}
	if n := len(a.Cluster.Brokers); n > 1 {
		t.Title += ", " + strconv.Itoa(n) + " brokers"
	}
	if a.play.on {
		t.PlayWord, t.PlayIcon, t.Speed = "Pause", "ic i-pause", "playing"
	}
	if a.Lab.Rulebook != "" && a.Lab.Rulebook != "kafka" {
		t.Rulebook = a.Lab.Rulebook
	}
	t.Segments = view.Plural(int64(a.Part.Segments), "segment", "segments")
	t.ThemeTitle = "Theme: " + map[string]string{"": "as the system", "light": "light", "dark": "dark"}[a.UI.Theme]
	t.Pauses = a.Pauses()
	t.Saved, t.SavedClass, t.SavedTitle = a.savedWords()
	t.Busy = a.busy()
	return t
}

func (a *App) savedWords() (word, class, title string) {
	switch {
	case a.Ready == nil:
		return "starting", "dim", "The machine is being opened."
	case a.Ready.ReadOnly:
		return "read only", "warn", a.Ready.Why
	case a.Ready.Store == "memory":
		return "memory only", "warn", a.Ready.Why
	case a.making():
		return "starting", "dim", "The first lab is being made."
	case a.Lab.Saved < a.Lab.Position:
		return "saving", "dim", view.Group(int64(a.Lab.Position-a.Lab.Saved)) + " commands are not yet on this computer's disk."
	}
	return "saved", "dim", "All commands are stored in this browser, and nowhere else."
}

func (a *App) busy() string {
	if len(a.running) == 0 {
		return ""
	}
	p := a.progress
	if p == nil {
		return "running"
	}
	s := view.Group(p.Done)
	if p.Total > 0 {
		s += " of " + view.Group(p.Total)
	}
	return s + " " + p.Unit
}

// Tree lists the rows of the cluster tree.
func (a *App) Tree() []view.Node {
	key := "p/" + view.Group(int64(a.Sel.Broker)) + "/" + a.Sel.Partition
	return view.Tree(a.Cluster, a.Clock.Now, a.UI.ByTopic, a.UI.Closed, key)
}

func (a *App) fileList() *view.FileList {
	return &view.FileList{Files: a.Files, Segments: a.Segments.Segments, Now: a.Clock.Now, Opened: a.UI.Opened, Selected: a.Sel.Path, Base: a.Sel.Base,
		Name: orElse(a.Sel.Partition, a.Sel.Dir)}
}

// FileRows lists all rows of the file list; Window cuts out what is visible.
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
}

// Twin is a segment in words: the strip's text equivalent.
type Twin struct{ Key, Text string }

// StripHead prepares the line above the strip and its text twin.
func (a *App) StripHead() StripHead {
	p := a.Part
	if p.Name == "" {
		return StripHead{Name: a.Sel.Partition, Summary: a.stripNote()}
	}
	offsets := p.LogEndOffset - p.LogStartOffset
	h := StripHead{Name: a.Sel.Partition, Segments: view.Group(int64(p.Segments)), SegmentWord: noun(int64(p.Segments), "segment"),
		Offsets: view.Group(offsets), OffsetWord: noun(offsets, "offset"), Size: view.Bytes(p.Size)}
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
		h.Gone = view.Group(int64(gone)) + " more renamed .deleted, " + view.Bytes(bytes)
	}
	h.Summary = p.Name + ": offsets " + strconv.FormatInt(p.LogStartOffset, 10) + " to " + strconv.FormatInt(p.LogEndOffset-1, 10) + " in " +
		view.Plural(int64(p.Segments), "segment", "segments") + ", " + h.Size
	if due > 0 {
		h.Summary += ". " + view.Plural(int64(due), "segment", "segments") + " past retention"
	}
	for i := max(0, at-3); i < min(len(a.Segments.Segments), at+4); i++ {
		s := &a.Segments.Segments[i]
		h.Twins = append(h.Twins, Twin{strconv.FormatInt(s.Base, 10), "Segment " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(a.Segments.Segments)) + ", base offset " +
			strconv.FormatInt(s.Base, 10) + ", " + strconv.FormatInt(s.Size, 10) + " bytes, " + strconv.Itoa(s.Batches) + " batches, " + s.Word})
	}
	return h
}

// noun is a noun after a number that stands on its own.
func noun(n int64, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
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
	Mean                   string
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
		h.Title = "no item"
	}
	a.itemWords(&h, &item)
	if f != nil {
		h.Cache = "on disk, in page cache"
		if f.Dirty > 0 {
			h.Cache = view.Plural(int64(f.Dirty), "page", "pages") + " only in page cache"
		}
	}
	if b := a.selected(); b != nil && b.Indexed >= 0 {
		h.Entry = "index entry #" + strconv.Itoa(b.Indexed)
	}
	if n := a.HexScene(1, 1, 1, 1).News(); n > 0 {
		h.News = view.Plural(int64(n), "byte is", "bytes are") + " new since the last step"
	}
	a.entries(&h)
	return h
}

// itemWords fills the line below the dump.
func (a *App) itemWords(h *BytesHead, item *message.Field) {
	noun := "entry"
	total := a.Fields.Total
	if seg := a.segment(a.Sel.Base); a.Sel.Kind == "log" {
		noun = "batch"
		if seg != nil && seg.Batches >= 0 {
			total = seg.Batches
		}
	}
	if a.Sel.N >= 0 && total > 0 {
		h.Where = noun + " " + view.Group(int64(a.Sel.N+1)) + " of " + view.Group(int64(total))
	} else if total > 0 && a.Sel.Kind != "" {
		h.Where = view.Group(int64(total)) + " " + map[string]string{"batch": "batches", "entry": "entries"}[noun]
	}
	if a.Sel.From >= 0 {
		h.Range = view.Group(a.Sel.From) + " – " + view.Group(a.Sel.To-1)
	} else {
		h.Range = view.Group(a.fileSize()) + " B"
	}
	h.Hint, h.HintBad = view.Spaced(orElse(item.Note, item.Value)), item.Bad
	for i := range item.Children {
		if c := &item.Children[i]; c.Name == "crc" {
			h.Hint, h.HintBad = view.Spaced(c.Note), c.Bad || item.Bad
		}
	}
	if s, ok := a.spanAt(a.Sel.Bytes[0]); ok && a.Sel.Bytes[0] >= 0 {
		h.Hint = s.Name + ": bytes " + view.Group(s.Start) + " – " + view.Group(s.End-1)
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
	h.EntryTitle = view.Plural(int64(a.indexEntries(a.segment(a.Sel.Base))), "entry", "entries") + ": 4 bytes relative offset, 4 bytes position"
	for i, f := range a.Index.Items {
		if f.Name != "entry" { // what is behind the entries
			continue
		}
		r := IndexRow{Arg: strconv.Itoa(i), N: "#" + strconv.Itoa(f.Number), Mean: view.EntryMeaning(&f)}
		r.Relative, r.Position = a.indexBytes(f.Start, 4), a.indexBytes(f.Start+4, 4)
		if l := findLink(&f, [2]int64{-1, -1}); l != nil {
			r.AtByte = l.Offset
			r.Selected = l.Offset == a.Sel.From
		}
		h.Entries = append(h.Entries, r)
	}
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
