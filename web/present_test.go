package web

import (
	"strings"
	"testing"
)

func TestPresentMode(t *testing.T) {
	b := open(t)
	b.Press(Key{Key: "p"})
	if !b.large || b.PresentState() != "both" || !strings.Contains(b.html(), "presentbar") {
		t.Fatalf("%v %s", b.large, b.PresentState())
	}
	// What a presenter's remote sends.
	position := b.Journal.Position
	b.Press(Key{Key: "PageDown"})
	b.settle()
	if b.last() != "step" || b.Journal.Position != position+1 {
		t.Errorf("PageDown sent %q", b.last())
	}
	b.Press(Key{Key: "PageUp"})
	b.settle()
	if b.last() != "undo" || b.Journal.Position != position {
		t.Errorf("PageUp sent %q", b.last())
	}
	n := len(b.Console.Entries)
	for _, k := range []string{".", "b"} {
		b.Press(Key{Key: k})
		if blank := strings.Contains(b.html(), `class="blank"`); blank != (k == ".") {
			t.Errorf("blank after %q: %v", k, blank)
		}
	}
	if len(b.Console.Entries) != n {
		t.Error("blanking sends a command")
	}
	b.Press(Key{Key: "x"})
	b.Press(Key{Key: "x"})
	if b.PresentState() != "side" {
		t.Error(b.PresentState())
	}
	b.Press(Key{Key: "Escape"})
	if b.large || b.PresentState() != "off" {
		t.Error("Escape does not leave")
	}
	if b.Press(Key{Key: "PageDown"}) {
		t.Error("PageDown is taken outside of present mode")
	}
}

func TestFramed(t *testing.T) {
	b := open(t)
	b.Framed(true, "https://example.org/tank/", asking(map[string]string{"theme": "dark"}))
	b.Resized(Sizes{Scale: 1, StripW: 700, StripH: 172, HexW: 700, HexH: 200, Ch: 7.2})
	if !b.UI.Phone || b.UI.HexCols != 16 || b.UI.Theme != "dark" || b.kept["theme"] != "" || !strings.Contains(b.html(), `data-small="on"`) {
		t.Errorf("%+v", b.UI)
	}
	b.Framed(false, "", asking(map[string]string{"theme": "pink"}))
	if b.UI.Theme != "dark" {
		t.Error("an unknown theme is taken")
	}
}
