package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/web/draw"
)

func dump() *Hex {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(i)
	}
	return &Hex{Size: 64, Bytes: b, Cols: 16, W: 600, H: 100, Row: 18, Ch: 7, From: 8, To: 40, Sel: [2]int64{-1, -1}, Hover: [2]int64{-1, -1}, Cursor: -1,
		Spans: []Span{{8, 16, 'o', "baseOffset"}, {16, 20, 'n', "batchLength"}, {20, 40, 'v', "value"}}}
}

func TestHexWritesBytesOfOneColourAsOneText(t *testing.T) {
	got := texts(dump().Scene(nil))
	for _, want := range []string{"00000000", "00 01 02 03 04 05 06 07", "08 09 0a 0b 0c 0d 0e 0f", "00000030"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestHexFindsTheByteUnderThePointer(t *testing.T) {
	h := dump()
	for _, at := range []int64{0, 7, 8, 31, 63} {
		x := h.cellX(int(at%16)) + 5
		y := h.top() + float64(at/16)*h.Row + 3
		if got := h.At(x, y); got != at {
			t.Errorf("byte %d at (%v, %v) is found as %d", at, x, y, got)
		}
		if got := h.At(h.asciiX(int(at%16))+2, y); got != at {
			t.Errorf("character %d is found as %d", at, got)
		}
	}
	if h.At(0, 0) != -1 || h.At(h.cellX(0)+1, h.top()+5*h.Row) != -1 {
		t.Error("a byte where there is none")
	}
}

func TestHexShowsFamiliesByLineToo(t *testing.T) {
	lines := map[draw.Color]int{}
	for _, o := range dump().Scene(nil).Ops {
		lines[o.Color]++
	}
	if lines[draw.FOff] == 0 || lines[draw.FLen] == 0 || lines[draw.FOffBg] == 0 {
		t.Error(lines)
	}
}

func TestSpanAt(t *testing.T) {
	h := dump()
	for at, want := range map[int64]string{7: "", 8: "baseOffset", 15: "baseOffset", 16: "batchLength", 39: "value", 40: ""} {
		if s, _ := h.SpanAt(at); s.Name != want {
			t.Errorf("%d is %q, want %q", at, s.Name, want)
		}
	}
}

func TestFieldTree(t *testing.T) {
	rec := func(n int, at int64) message.Field {
		return message.Field{Name: "record", Value: "offset " + HexDigits(int64(7+n), 1) + ": k → v", Start: at, End: at + 5, Number: n, Children: []message.Field{{Name: "length", Start: at, End: at + 1, Family: "n", Value: "4", Raw: "08", Number: -1}, {Name: "value", Start: at + 1, End: at + 5, Family: "v", Value: "abcd", Number: -1}}}
	}
	item := message.Field{Name: "RecordBatch v2", Children: []message.Field{
		{Name: "attributes", Start: 0, End: 2, Family: "f", Value: "0000000000010000", Raw: "16", Note: "bits 0–2: none; bit 3: CreateTime; bit 4: not transactional; bit 5: data", Number: -1}, rec(0, 2), rec(1, 7), rec(2, 12)}}
	tree := FieldTree{Item: item, Open: map[string]bool{}, Limit: 2, Sel: [2]int64{2, 3}}
	var names []string
	for _, r := range tree.Rows() {
		names = append(names, r.Kind+" "+r.Name)
	}
	want := "field attributes|bits |note bits 0–2: none; bit 3: CreateTime|note bit 4: not transactional; bit 5: data|group record 0 · offset 7|field length|field value|group record 1 · offset 8|more 1 more records"
	if got := strings.Join(names, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	tree.Raw, tree.Open = true, map[string]bool{"2-7": true}
	rows := tree.Rows()
	if rows[5].Value != "08" || !rows[5].Selected || !rows[1].Bits[11].On {
		t.Errorf("%+v", rows[5])
	}
}

func TestHexLeavesOutWhatDoesNotFit(t *testing.T) {
	h := dump()
	h.W = h.asciiX(2) // two characters of the text column
	if got := texts(h.Scene(nil)); strings.Contains(got, "·") || h.At(h.asciiX(0)+2, h.top()+3) != -1 {
		t.Error("a cut text column is drawn, or found")
	}
	for w, want := range map[float64]int{600: 16, 440: 16, 430: 8, 0: 16} {
		if got := HexColumns(w, 7); got != want {
			t.Errorf("%v px have %d columns", w, got)
		}
	}
}

func TestUnfoldedVarint(t *testing.T) {
	f := message.Field{Name: "valueLength", Start: 5, End: 7, Family: "n", Value: "300", Raw: "d8 04: 0000100·1011000 = 600, zigzag 300", Number: -1}
	tree := FieldTree{Item: message.Field{Name: "batch", Children: []message.Field{f}}, Sel: [2]int64{5, 7}, Limit: 20}
	rows := tree.Rows()
	if len(rows) != 3 || rows[1].Kind != "bits" || len(rows[1].Bits) != 16 || rows[2].Name != "0000100·1011000 = 600, zigzag 300" {
		t.Fatalf("%+v", rows)
	}
	got := ""
	for _, b := range rows[1].Bits {
		if b.Nibble {
			got += " "
		}
		got += b.Text
	}
	if got != "1 1011000 0 0000100" {
		t.Error(got)
	}
	tree.Sel = [2]int64{-1, -1}
	if len(tree.Rows()) != 1 {
		t.Error("a varint that is not selected is unfolded")
	}
}

func TestWhatDiffersFromBefore(t *testing.T) {
	o := Old{Known: true, Size: 6, Offset: 2, Bytes: []byte{1, 2, 3, 4}}
	for at, want := range map[int64]bool{0: false, 2: false, 3: true, 6: true, 100: true} {
		if got := o.differs(at, 1); got != want {
			t.Errorf("byte %d differs: %v", at, got)
		}
	}
	h := Hex{Used: 7, Offset: 2, Bytes: []byte{1, 2, 3, 9, 7}, Before: o}
	if h.News() != 2 {
		t.Error(h.News())
	}
}

// TestNewBytes: what the last step has written is marked and explained. The zeros behind the entries of an index were never written.
func TestNewBytes(t *testing.T) {
	h := dump()
	h.Used = 24
	h.Before = Old{Known: true, Size: 16, Bytes: append([]byte(nil), h.Bytes[:16]...)}
	h.Before.Bytes[3]++
	if n := h.News(); n != 1+8 {
		t.Errorf("%d bytes are new", n)
	}
	for at, want := range map[int64]bool{3: true, 4: false, 16: true, 23: true, 24: false, 63: false, 64: false, -1: false} {
		if (h.Tip(at) != "") != want {
			t.Errorf("byte %d: %q", at, h.Tip(at))
		}
	}
	h.Used = 8 // shorter than before: what was cut off is another byte now
	h.Before.Bytes[12]++
	if n := h.News(); n != 2 {
		t.Errorf("%d bytes differ", n)
	}
}
