package web

import (
	"strings"
	"testing"
)

// TestALinkShowsWhatWasShown: another screen that gets the words comes to the same panel, file and bytes.
func TestALinkShowsWhatWasShown(t *testing.T) {
	b := open(t)
	b.SelectSegment(b.Segments.Segments[len(b.Segments.Segments)-1].Base)
	b.settle()
	b.SelectFile(b.file(b.Sel.Base, "index").Path)
	b.settle()
	b.item(8, 16, 1)
	b.SelectBytes("8-12")
	b.setTool("config")
	b.panel("events")
	b.UI.Axis = "offsets"
	words := b.shownWords()

	other := open(t)
	other.Show(words)
	other.settle()
	if got := other.shownWords(); got != words {
		t.Errorf("shown is\n%s\nnot\n%s", got, words)
	}
	if other.toShow.on {
		t.Error("the wish is still open")
	}
}

// TestAWishThatCannotBeFulfilledIsForgotten: a person may go on.
func TestAWishThatCannotBeFulfilledIsForgotten(t *testing.T) {
	for _, words := range []string{"", "part=gone-0 broker=1", "tool=nonsense axis=sideways file=/nowhere.log item=x", "future=1", "part=orders-0 broker=9"} {
		b := open(t)
		before := b.Sel.Path
		b.Show(words)
		b.settle()
		b.Frame()
		b.all()
		b.settle()
		if b.toShow.on || b.Sel.Path != before || b.UI.Tool == "nonsense" {
			t.Errorf("%q: %+v %+v", words, b.toShow, b.Sel)
		}
	}
}

func TestShareCarriesTheView(t *testing.T) {
	b := open(t)
	b.Do("share")
	if last := b.Console.Entries[len(b.Console.Entries)-1].Line; !strings.HasPrefix(last, "share --view 'tool=why") {
		t.Error(last)
	}
}
