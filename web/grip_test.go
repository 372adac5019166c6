package web

import (
	"strings"
	"testing"
)

func TestSizesAreChangedAndRemembered(t *testing.T) {
	b := open(t)
	if b.SizeStyle() != "" {
		t.Error(b.SizeStyle())
	}
	b.Resize("side", 400)
	b.gripKey("side", "ArrowLeft", 400) // the tools grow to the left
	b.gripKey("side", "ArrowLeft", 400) // the page is not drawn yet
	b.gripKey("side", "ArrowRight", 400)
	b.gripKey("tree", "End", 284)
	b.gripKey("drawer", "ArrowDown", 186)
	if got := b.SizeStyle(); got != "--tree-w:520px;--side-w:416px;--drawer-h:170px;" {
		t.Error(got)
	}
	if b.gripKey("side", "ArrowUp", 400) || b.gripKey("nothing", "Home", 1) {
		t.Error("a key across the line moves it")
	}
	if g := b.Grip("side"); g.Now != "416" || g.Orientation != "vertical" || g.Label == "" {
		t.Errorf("%+v", g)
	}
	b.Resize("side", 9999)
	b.gripKey("tree", "Enter", 520)
	kept := b.kept
	b = open(t)
	b.kept = kept
	b.restoreSizes()
	if got := b.SizeStyle(); got != "--side-w:640px;--drawer-h:170px;" {
		t.Error(got)
	}
	if html := b.html(); strings.Count(html, `role="separator"`) != 3 {
		t.Error("there are not three separators")
	}
}
