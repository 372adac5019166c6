package web

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// TestSlashGoesToTheFilterOfThePanel: that of the panel with the focus, server.log's where it has none.
func TestSlashGoesToTheFilterOfThePanel(t *testing.T) {
	for _, c := range []struct{ where, tool, drawer, want string }{
		{"side", "config", "log", "config-filter"}, {"tool-field", "metrics", "log", "metrics-filter"}, {"side", "why", "log", "filter-log"},
		{"tree", "config", "log", "filter-tree"}, {"files", "why", "events", "filter-files"},
		{"drawer", "config", "events", "filter-events"}, {"hex", "config", "log", "filter-log"}, {"drawer", "why", "console", "filter-log"},
	} {
		b := open(t)
		b.UI.Tool = c.tool
		b.panel(c.drawer)
		if used := b.Press(Key{Key: "/", Where: c.where}); !used || b.focus != c.want {
			t.Errorf("%+v: the focus is on %q", c, b.focus)
		}
	}
}

// TestAFilterNarrowsTreeAndFiles: by what is typed, with the count, and by the keyboard in and out.
func TestAFilterNarrowsTreeAndFiles(t *testing.T) {
	b := open(t)
	b.UI.FilesTop = 20
	b.Input("filter-files", " index ")
	b.settle()
	f := b.FilesPane()
	if b.UI.FilesTop != 0 || f.W.From != 0 || len(f.Rows) == 0 || !strings.Contains(f.Count, " of ") {
		t.Fatalf("%+v", f)
	}
	for _, r := range f.Rows {
		if !r.Group && !strings.Contains(r.Name, "index") {
			t.Errorf("%s is shown", r.Name)
		}
	}
	b.Input("filter-tree", "orders-0")
	rows := b.ClusterPane().Rows
	if p := b.ClusterPane(); len(rows) != 3 || p.Found != "1 of 3" || rows[2].Name != "orders-0" || rows[0].Twist != "" {
		t.Errorf("%+v", p)
	}
	b.Do("node:" + rows[0].Key)
	if len(b.UI.Closed) > 0 {
		t.Error("a row without a twist is closed")
	}
	for _, c := range []struct{ key, field, focus, left string }{
		{"ArrowDown", "filter-tree", "tree-list", "orders-0"}, {"Enter", "filter-files", "files-scroll", "orders-0"},
		{"Escape", "filter-tree", "", ""}, {"Escape", "filter-tree", "tree-list", ""}, {"Escape", "filter-log", "drawer-panel", ""},
	} {
		b.focus = ""
		used := b.Press(Key{Key: c.key, Field: c.field, Where: "tree", Text: true})
		if !used || b.focus != c.focus || b.UI.Text["filter-tree"] != c.left {
			t.Errorf("%+v: the focus is on %q, the filter %q", c, b.focus, b.UI.Text["filter-tree"])
		}
	}
}

// TestEveryKeyOfTheMapIsListed: the list has all that singleKey knows.
func TestEveryKeyOfTheMapIsListed(t *testing.T) {
	listed := " "
	for _, l := range KeyLines() {
		listed += strings.Join(l.Keys, " ") + " "
	}
	for _, k := range []string{".", "n", "s", "m", "Shift m", "Space", "[", "]", "{", "}", "+", "-", "0", "w", "l", "`", "/", "g", "?", "p", "Esc", "F6", "Enter", "Home", "End"} {
		if !strings.Contains(listed, " "+k+" ") {
			t.Errorf("%s is not listed in%s", k, listed)
		}
	}
}

func TestDotStepsOneEvent(t *testing.T) {
	b := open(t)
	b.Press(Key{Key: "."})
	if last := b.Console.Entries[len(b.Console.Entries)-1].Line; last != "step in" {
		t.Error(last)
	}
	b.Lab.Break = &message.Break{Line: "clock advance 1m", Event: 7, Kind: "roll", Text: "rolled"}
	if n := b.Notice(); !strings.Contains(n.Strong, "7") || !strings.Contains(n.Text, "clock advance 1m") || n.Act != "run:step over" {
		t.Errorf("%+v", n)
	}
}
