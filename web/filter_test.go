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
