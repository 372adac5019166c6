package web

import (
	"strconv"
	"strings"

	"logarium/web/view"
	"logarium/web/words"
)

// RailHead is the time rail in words.
type RailHead struct{ Value, Now, Max string }

// RailHead prepares the rail's slider.
func (a *App) RailHead() RailHead {
	r := RailHead{Now: strconv.Itoa(a.Journal.Position), Max: strconv.Itoa(max(a.Journal.Total, a.Journal.Position))}
	r.Value = a.Rail().Value()
	return r
}

// ClusterPane is the cluster tree with its window. Found counts the partitions that its filter leaves.
type ClusterPane struct {
	ByTopic bool
	Found   string
	Rows    []view.Node
	W       Window
}

// ClusterPane prepares the cluster tree.
func (a *App) ClusterPane() ClusterPane {
	rows, n, of := a.tree()
	p := ClusterPane{ByTopic: a.UI.ByTopic, Found: a.left("tree", n, of), W: window(len(rows), a.UI.TreeTop, a.UI.TreeRows, a.treeRow())}
	p.Rows = rows[p.W.From:p.W.To]
	return p
}

// FilesPane is the file list with its window.
type FilesPane struct {
	Name, Count string
	Label       string
	Rows        []view.FileRow
	W           Window
}

// FilesPane prepares the file list.
func (a *App) FilesPane() FilesPane {
	l := a.fileList()
	rows := l.Rows()
	p := FilesPane{Name: "ls -l " + l.Name, Count: l.Count(), Label: words.F("Files of %1", l.Name)}
	p.W = window(a.Files.All, a.UI.FilesTop, a.UI.FilesRows, a.row())
	from, to := max(p.W.From, a.Files.From), min(p.W.To, a.Files.From+len(rows))
	if from < to {
		p.Rows = rows[from-a.Files.From : to-a.Files.From]
	} else {
		to = from // the rest is on its way
	}
	p.W.Above, p.W.Below = px(float64(from)*a.row()), px(float64(max(0, a.Files.All-to))*a.row())
	return p
}

// TreePane is the field tree with its window.
type TreePane struct {
	Title string
	Raw   bool
	Rows  []view.FieldRow
	W     Window
	Empty string
}

// TreePane prepares the field tree.
func (a *App) TreePane() TreePane {
	rows := a.FieldRows()
	item := a.current()
	p := TreePane{Title: view.ItemTitle(&item), Raw: a.UI.Raw, W: window(len(rows), a.UI.FieldsTop, int(a.UI.HexRows)+6, a.row())}
	if p.Title == "" {
		p.Title = words.T("Fields")
	}
	p.Rows = rows[p.W.From:p.W.To]
	if len(rows) == 0 {
		p.Empty = words.T("Nothing is named here.")
	}
	return p
}

// GotoBox is the little form behind "Go to".
type GotoBox struct {
	Open bool
	Err  string
}

// DrawerHead is the drawer: its tabs and the open panel.
type DrawerHead struct {
	Open                         bool
	Panel                        string
	LogCount, EventCount, JCount string
	Level                        string
	Layers                       []string
	Full                         bool
	Console                      ConsoleView
	Rows                         RowsView
	Back                         Notice
}

// DrawerHead prepares the drawer.
func (a *App) DrawerHead() DrawerHead {
	d := DrawerHead{Open: a.UI.DrawerOpen || a.UI.Phone, Panel: a.UI.Drawer, Level: a.UI.Level, Layers: view.Layers(), Full: a.UI.FullLines,
		JCount: view.Group(int64(a.Journal.Position))}
	if a.Log.Total > 0 {
		d.LogCount = view.Group(a.Log.Total)
	}
	if a.Events.Total > 0 {
		d.EventCount = view.Group(a.Events.Total)
	}
	if n := a.unusual(); n.low(a) {
		d.Back = n
	}
	if d.Open && d.Panel == "console" {
		d.Console = a.ConsoleView()
	} else if d.Open {
		d.Rows = a.RowsView(d.Panel)
	}
	return d
}

// RowsView is the loaded part of a long list of lines.
type RowsView struct {
	ID, Label string
	Rows      []view.LogRow
	W         Window
	Empty     string
	Act       string // of a row: base selects, goto-command moves
}

// RowsView prepares server.log, the events or the journal.
func (a *App) RowsView(name string) RowsView {
	r := RowsView{ID: name + "-scroll", Act: "base"}
	from, total := 0, 0
	switch name {
	case "log":
		r.Label, r.Empty = "server.log", words.T("No line of this level and filter.")
		r.Rows = view.LogRows(a.Log.Lines, !a.UI.FullLines, a.since)
		from, total = int(a.Log.From), int(a.Log.Total)
	case "events":
		r.Label, r.Empty = words.T("events"), words.T("Nothing has happened yet.")
		r.Rows = view.EventRows(a.Events.Rows, a.since)
		from, total = int(a.Events.From), int(a.Events.Total)
	default:
		r.Label, r.Empty, r.Act = words.T("journal"), words.T("No command has changed this lab yet."), "goto-command"
		r.Rows = view.JournalRows(a.JournalAt)
		from, total = a.JournalAt.From, a.JournalAt.Total
	}
	if len(r.Rows) > 0 {
		r.Empty = ""
	}
	r.W.Above = px(float64(from) * a.row())
	r.W.Below = px(float64(max(0, total-from-len(r.Rows))) * a.row())
	return r
}

func px(n float64) string { return "height:" + strconv.FormatFloat(n, 'f', 0, 64) + "px" }

// Act is what a click on a row does.
func (r RowsView) ActOf(row view.LogRow) string {
	if r.Act == "goto-command" {
		return r.Act + ":" + strconv.Itoa(row.Pos)
	}
	if row.Base < 0 {
		return ""
	}
	return "base:" + row.Topic + "/" + strconv.FormatInt(row.Base, 10)
}

// ConsoleView is the console's text.
type ConsoleView struct {
	Prompt  string
	Entries []Entry
	Input   string
	Words   []ConsoleWord
	Busy    string
	Ghost   string
}

// ConsoleWord is a word that may follow.
type ConsoleWord struct {
	Text, Act string
	On        bool
}

// shownEntries and shownBytes bound the console's live elements.
const (
	shownEntries = 40
	shownBytes   = 12000
)

// ConsoleView prepares the console.
func (a *App) ConsoleView() ConsoleView {
	v := ConsoleView{Prompt: "broker" + strconv.Itoa(int(max(1, a.Sel.Broker))) + "$", Input: a.Console.Input, Busy: a.busy()}
	v.Entries = append(v.Entries, a.Console.Entries[max(0, len(a.Console.Entries)-shownEntries):]...)
	room := shownBytes
	for i := len(v.Entries) - 1; i >= 0; i-- {
		e := &v.Entries[i]
		e.Out, e.Err = shortened(e.Out, room), shortened(e.Err, room)
		room = max(200, room-len(e.Out)-len(e.Err))
	}
	for i, w := range a.Console.Words {
		v.Words = append(v.Words, ConsoleWord{w, "complete:" + strconv.Itoa(i), i == a.Console.Pick})
	}
	return v
}

// shortened keeps the end of a long output, and says how much of it.
func shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	_, end, whole := strings.Cut(strings.ToValidUTF8(s[len(s)-n:], ""), "\n")
	lines, kept := strings.Count(s, "\n"), strings.Count(end, "\n")
	if !whole || kept == 0 {
		return "… " + strings.ToValidUTF8(s[len(s)-n:], "")
	}
	return words.F("… the first %1 of %2 lines are not shown here; head, tail and grep choose others.", view.Group(int64(lines-kept)), view.Group(int64(lines))) + "\n" + end
}

// RowsScrolled takes the scroll position of a list of lines: at its end it follows what is added.
func (a *App) RowsScrolled(name string, top, height, full float64) {
	a.UI.RowsTop[name] = int(top / a.row())
	follow := top+height >= full-4
	if a.UI.RowsFollow[name] != follow || !follow {
		a.UI.RowsFollow[name] = follow
		a.host.Frame()
	}
}

// Scrolled takes the scroll position of any scrolled element.
func (a *App) Scrolled(id string, top, height, full float64) {
	switch id {
	case "hex-scroll":
		a.HexScrolled(top)
	case "tool-panel":
		if a.UI.Tool == "config" {
			a.scrolledTo(&a.UI.ToolTop, top/a.configRow())
		}
	case "tree-list":
		a.scrolledTo(&a.UI.TreeTop, top/a.treeRow())
	case "files-scroll":
		a.scrolledTo(&a.UI.FilesTop, top/a.row())
	case "fields-scroll":
		a.scrolledTo(&a.UI.FieldsTop, top/a.row())
	case "console-scroll", "log-scroll", "events-scroll", "journal-scroll":
		a.RowsScrolled(id[:len(id)-len("-scroll")], top, height, full)
	}
}

// scrolledTo takes the first row in view of a windowed list.
func (a *App) scrolledTo(first *int, row float64) {
	if n := int(row); n != *first {
		*first = n
		a.host.Frame()
	}
}

// Sizes are the sizes of the screen's parts in px.
type Sizes struct {
	Scale, StripW, StripH, RailW, HexW, HexH, TreeH, FilesH, PanelH, ToolH float64
	Ch                                                                     float64 // width of a character of the dump
	Phone, Narrow                                                          bool
}

// Resized takes new sizes.
func (a *App) Resized(z Sizes) {
	u, old, cols := &a.UI, a.UI, view.HexColumns(z.HexW, z.Ch)
	if z.Phone {
		cols = 8
	}
	u.Scale, u.Phone, u.Narrow = z.Scale, z.Phone || u.Small, z.Narrow
	u.StripW, u.StripH, u.RailW = z.StripW/z.Scale, z.StripH/z.Scale, z.RailW/z.Scale
	u.HexTop, u.HexCols = u.HexTop*int64(u.HexCols)/int64(cols), cols
	u.HexRows = int64(max(1, (z.HexH-20*z.Scale)/a.hexRow()))
	u.TreeRows = int(max(z.TreeH/a.treeRow(), 1))
	u.ToolRows = int(max(z.ToolH/a.configRow(), 1))
	u.FilesRows, u.PanelRows = int(z.FilesH/a.row()), int(z.PanelH/a.row())
	u.FilesMost = max(u.FilesMost, u.FilesRows)
	if u.StripW != old.StripW || u.StripH != old.StripH || u.RailW != old.RailW || u.HexRows != old.HexRows || u.HexCols != old.HexCols ||
		u.TreeRows != old.TreeRows || u.ToolRows != old.ToolRows || u.FilesRows != old.FilesRows || u.PanelRows != old.PanelRows || u.Phone != old.Phone {
		a.fitFirst()
		a.clampStrip()
		a.host.Frame()
	}
}

// treeRow is the height of a row of the cluster tree in px.
func (a *App) treeRow() float64 { return 20 * a.UI.Scale }

// row is the height of a list's row in px.
func (a *App) row() float64 { return 18 * a.UI.Scale }
