package web

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestGoToATextInTheFile(t *testing.T) {
	b := open(t)
	b.Do("goto")
	b.Goto("/\"qty\":")
	b.settle()
	first := b.Sel.Bytes[0]
	if first < 0 || b.Sel.Bytes[1] != first+6 || b.UI.GotoErr != "" || !bytes.Contains(b.Hex.Bytes, []byte(`"qty":`)) {
		t.Fatalf("%+v %q", b.Sel, b.UI.GotoErr)
	}
	b.Goto("/\"qty\":")
	b.settle()
	if b.Sel.Bytes[0] <= first {
		t.Errorf("the next place is %d, the first was %d", b.Sel.Bytes[0], first)
	}
	b.Goto("//22 71 74 79")
	b.settle()
	if b.Sel.Bytes[1]-b.Sel.Bytes[0] != 4 {
		t.Errorf("%+v %q", b.Sel.Bytes, b.UI.GotoErr)
	}
	b.Goto("/nowhere at all")
	b.settle()
	if b.UI.GotoErr != "It is nowhere in this file." {
		t.Error(b.UI.GotoErr)
	}
	b.Goto("//0")
	if b.UI.GotoErr == "" {
		t.Error("half a byte is accepted")
	}
	b.Goto("25:00:00")
	if b.UI.GotoErr == "" {
		t.Error("25 o'clock is accepted")
	}
}

func TestCopies(t *testing.T) {
	b := open(t)
	row := b.FieldRows()[0]
	b.SelectBytes(row.Key)
	b.Do("copy:hex")
	b.settle()
	if len(b.clip) != 16 {
		t.Errorf("baseOffset in hex is %q", b.clip)
	}
	b.Do("copy:json")
	if b.clip != "2374" && strings.Trim(b.clip, "0123456789") != "" {
		t.Errorf("baseOffset is %q", b.clip)
	}
	b.Do("unselect")
	b.Do("copy:json")
	var v map[string]any
	if err := json.Unmarshal([]byte(b.clip), &v); err != nil || v["magic"] != 2.0 {
		t.Errorf("%v: %s", err, b.clip)
	}
	b.clip, b.Fields = "", message.Fields{} // they are on their way
	b.Do("copy:json")
	b.settle()
	if err := json.Unmarshal([]byte(b.clip), &v); err != nil || v["magic"] != 2.0 {
		t.Errorf("before the fields are there: %v: %s", err, b.clip)
	}
	b.Do("copy:table")
	b.settle()
	if !strings.HasPrefix(b.clip, "| field | value | bytes |\n| --- | --- | --- |\n") || !strings.Contains(b.clip, "| · magic | 2 |") {
		t.Error(b.clip)
	}
	b.Do("copy:text")
	b.settle()
	if !strings.Contains(b.clip, `"qty":`) {
		t.Errorf("%q", b.clip)
	}
}

func TestABatchLeadsToItsIndexEntry(t *testing.T) {
	b := open(t)
	indexed := b.selected().Indexed
	if h := b.BytesHead(); h.Entry != "index entry #0" || indexed != 0 {
		t.Fatalf("%q, %d", h.Entry, indexed)
	}
	b.Press(Key{Key: "Enter", Where: "hex"})
	b.settle()
	if b.Sel.Kind != "index" || b.Sel.From != 0 || b.Sel.To != 8 {
		t.Fatalf("%+v", b.Sel)
	}
	b.Press(Key{Key: "Enter", Where: "hex"})
	b.settle()
	if b.selected() == nil || b.selected().Indexed != indexed {
		t.Errorf("%+v", b.Sel)
	}
}

func TestWhatTheLastStepWroteIsMarked(t *testing.T) {
	b := open(t)
	b.SelectSegment(b.active().Base)
	b.settle()
	b.reveal(b.fileSize() - 1)
	b.settle()
	if b.BytesHead().News != "" {
		t.Error(b.BytesHead().News)
	}
	size := b.fileSize()
	b.Do("tool:produce")
	b.Do("send")
	b.settle()
	if n := b.HexScene(1, 1, 1, 1).News(); int64(n) != b.fileSize()-size || n == 0 {
		t.Errorf("%d bytes are new, the file has grown by %d", n, b.fileSize()-size)
	}
}

// TestShareCopiesALink: the link begins with the page's own address, so that it leads to the same tank.
func TestShareCopiesALink(t *testing.T) {
	b := open(t)
	b.Do("share")
	b.settle()
	if want := "https://example.org/tank/#s=AQ"; b.clip != want {
		t.Errorf("copied %q, want %q", b.clip, want)
	}
}
