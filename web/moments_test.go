package web

import (
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/web/view"
)

// compared is a screen that compares two moments; the machine's answer is made here.
func compared(t *testing.T) *bench {
	b := open(t)
	b.Do("tool:compare")
	path := b.Sel.Path
	b.Input("moment-from", "1")
	b.Press(Key{Key: "Enter", Where: "tool-field", Field: "moment-from", Text: true})
	at := b.Lab.Position
	if !b.moments.on || b.moments.from != 1 || b.moments.to != at || b.UI.Text["moment-to"] == "" {
		t.Fatalf("%+v", b.moments)
	}
	b.Diff = message.Diff{From: message.Moment{Position: 1}, To: message.Moment{Position: at}, Total: 3, Files: []message.FileDiff{
		{Path: path, Was: path, What: "changed", Kind: "log", Base: b.Sel.Base, SizeA: 4000, SizeB: b.fileSize(), Diffs: []message.Span{{Start: 16, End: 18}, {Start: 4000, End: b.fileSize()}}},
		{Path: "/x/00000000000000000007.log", What: "new", Kind: "log", Base: 7, SizeA: -1, SizeB: 12},
		{Path: "/x/gone", Was: "/x/gone", What: "gone", Base: -1, SizeA: 5, SizeB: -1},
	}}
	return b
}

func TestTwoMomentsAreCompared(t *testing.T) {
	b := compared(t)
	var all []string
	for _, block := range b.MomentsPanel() {
		all = append(all, block.Title, block.Text)
		for _, r := range block.Rows {
			all = append(all, r.Act)
			for _, c := range r.Cells {
				all = append(all, c.Text)
			}
		}
	}
	got := strings.Join(all, "|")
	for _, want := range []string{": written to", "16–17, 4\u202f000–", "Segment 7: new", "7.log|new, 12 B", "Files of no segment", "gone|removed, 5 B", "moments-file:" + b.Sel.Path, "goto-command:1"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "moments-file:/x/gone") {
		t.Error("a file that is gone can be opened")
	}
}

// TestTheDumpLightsWhatDiffers: the bytes that the first moment did not have or had otherwise, and those only.
func TestTheDumpLightsWhatDiffers(t *testing.T) {
	b := compared(t)
	b.Do("moments-file:" + b.Sel.Path)
	if b.Sel.From > 16 || b.Sel.To <= 16 {
		t.Fatalf("the first byte that differs is not selected: %+v", b.Sel)
	}
	if n := b.HexScene(1, 1, 1, 1).News(); n != 0 {
		t.Errorf("%d bytes differ from what is not known yet", n)
	}
	b.Then = message.Hex{Path: b.Sel.Path, Size: b.Hex.Size, Offset: b.Hex.Offset, Bytes: append([]byte(nil), b.Hex.Bytes...)}
	b.Then.Bytes[10] ^= 1
	b.Then.Bytes[11] ^= 1
	if h := b.BytesHead(); h.News != "2 bytes differ from command 1" {
		t.Errorf("%q", h.News)
	}
	if p := b.thenParams().(with); p["moment"] != 1 || p["path"] != b.Sel.Path {
		t.Errorf("%v", p)
	}
	b.Diff.Files[0].Was = ""
	if n := b.HexScene(1, 1, 1, 1).News(); n != len(b.Hex.Bytes) || b.thenParams() != nil {
		t.Errorf("%d of %d bytes of a new file differ", n, len(b.Hex.Bytes))
	}
	b.Do("tool:why")
	if b.comparing() {
		t.Error("the comparison outlives its panel")
	}
}

func TestALinkNamesTwoMoments(t *testing.T) {
	b := compared(t)
	words := b.shownWords()
	if !strings.Contains(words, "tool=compare") || !strings.Contains(words, "moments=1-") {
		t.Fatal(words)
	}
	other := open(t)
	other.Show(words)
	other.settle()
	if other.moments != b.moments || other.UI.Tool != "compare" {
		t.Errorf("%+v", other.moments)
	}
}

func TestOnlyPositionsOfTheJournalAreCompared(t *testing.T) {
	b := open(t)
	b.Do("tool:compare")
	for _, text := range []string{"-1", "x", "100000"} {
		b.Input("moment-from", text)
		b.Do("moments-go")
		if blocks := b.MomentsPanel(); b.moments.on || b.moments.err == "" || blocks[0].Class != "bad" {
			t.Errorf("%q is taken", text)
		}
	}
	if _, used := singleKey(Key{Key: ":"}); used {
		t.Error("the colon is no key of a tool")
	}
	if view.DiffWord("gone") != "removed" {
		t.Error(view.DiffWord("gone"))
	}
}
