package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// FieldRow is a line of the field tree.
type FieldRow struct {
	Kind       string // field | group | bits | note | more
	Key        string // "start-end", the same bytes as in the dump
	Depth      int
	Letter     string
	Class      string // swatch class of ui.css
	Name       string
	Of         string // name of the field in its format
	Value      string
	Title      string // in words, for the tree item
	Open       bool
	Selected   bool
	Bad        bool
	Link       *message.Link
	Start, End int64
	Bits       []Bit
}

// Bit is a cell of an opened bit field.
type Bit struct {
	On     bool
	Nibble bool // first of four
	Text   string
}

// FieldTree flattens an item to rows. open tells which groups are open, by key; sel is the selected range.
type FieldTree struct {
	Item  message.Field
	Open  map[string]bool
	Sel   [2]int64
	Raw   bool // show the bytes behind a varint
	Limit int  // records shown, then "more"
}

// Key names a byte range.
func Key(start, end int64) string {
	return strconv.FormatInt(start, 10) + "-" + strconv.FormatInt(end, 10)
}

// ParseKey is Key's inverse.
func ParseKey(s string) (start, end int64, ok bool) {
	a, b, found := strings.Cut(s, "-")
	start, err1 := strconv.ParseInt(a, 10, 64)
	end, err2 := strconv.ParseInt(b, 10, 64)
	return start, end, found && err1 == nil && err2 == nil
}

// Rows lists the visible lines.
func (t *FieldTree) Rows() []FieldRow {
	out := make([]FieldRow, 0, 32)
	groups := 0
	for i := range t.Item.Children {
		f := &t.Item.Children[i]
		if len(f.Children) > 0 {
			if groups++; groups > t.Limit {
				rest := len(t.Item.Children) - i + t.Item.More
				return append(out, FieldRow{Kind: "more", Key: "more", Name: words.F("%1 more records", strconv.Itoa(rest))})
			}
		}
		out = t.add(out, f, 0)
	}
	if t.Item.More > 0 {
		out = append(out, FieldRow{Kind: "more", Key: "more", Name: words.F("%1 more records", strconv.Itoa(t.Item.More))})
	}
	if len(t.Item.Children) == 0 && t.Item.Name != "" {
		out = t.add(out, &t.Item, 0)
	}
	return out
}

func (t *FieldTree) add(out []FieldRow, f *message.Field, depth int) []FieldRow {
	r := FieldRow{Kind: "field", Key: Key(f.Start, f.End), Depth: depth, Name: FieldName(f), Of: f.Name, Value: FieldValue(f, t.Raw), Bad: f.Bad,
		Link: f.Link, Start: f.Start, End: f.End, Selected: t.Sel == [2]int64{f.Start, f.End}}
	r.Letter, r.Class = f.Family, familyClass(f.Family)
	if f.Family == "v" {
		r.Letter = ""
	}
	if len(f.Children) > 0 {
		r.Kind, r.Open = "group", t.isOpen(r.Key, f)
	}
	r.Title = words.F("%1, %2, bytes %3 to %4", f.Name, saidValue(f), strconv.FormatInt(f.Start, 10), strconv.FormatInt(f.End-1, 10))
	out = append(out, r)
	if f.Name == "attributes" && depth == 0 && f.Note != "" {
		out = append(out, FieldRow{Kind: "bits", Key: r.Key + "b", Bits: bits(f.Value)})
		for i, line := range shortLines(words.Said(f.Note)) {
			out = append(out, FieldRow{Kind: "note", Key: r.Key + "n" + strconv.Itoa(i), Name: line})
		}
	}
	if f.Name == "relativeOffset" {
		note := words.T("the last offset of the batch at this position")
		if f.Link != nil { // of a time index
			note = words.T("the last offset of the batch that brought the timestamp")
		}
		out = append(out, FieldRow{Kind: "note", Key: r.Key + "n", Name: note})
	}
	if r.Selected {
		out = append(out, unfolded(f, r.Key)...)
	}
	if r.Open {
		for i := range f.Children {
			out = t.add(out, &f.Children[i], depth+1)
		}
	}
	return out
}

// shortLines breaks a note between its clauses: a row is never higher than one line, and the pane has room for 37 letters.
func shortLines(note string) (lines []string) {
	for rest := note; rest != ""; {
		at := strings.IndexAny(rest, ";；")
		clause := rest
		if at >= 0 {
			clause = rest[:at]
		}
		rest = strings.TrimLeft(rest[len(clause):], ";； ")
		if last := len(lines) - 1; last >= 0 && letters(lines[last]+clause) <= 35 {
			lines[last] += "; " + clause
		} else {
			lines = append(lines, clause)
		}
	}
	return lines
}

// letters is the width of a text in letters; a Chinese character takes two.
func letters(s string) (n int) {
	for _, r := range s {
		if n++; r > 0x2e80 {
			n++
		}
	}
	return n
}

// unfolded are the bits of a selected varint, two bytes a row, and how they become its number. The first bit of a byte says whether
// another follows; the low groups come first.
func unfolded(f *message.Field, key string) []FieldRow {
	digits, rest, ok := strings.Cut(f.Raw, ": ")
	if !ok || !strings.Contains(rest, ", zigzag ") {
		return nil
	}
	var out []FieldRow
	var cells []Bit
	for _, two := range strings.Fields(digits) {
		b, err := strconv.ParseUint(two, 16, 8)
		if err != nil {
			return nil
		}
		for i := 7; i >= 0; i-- {
			on := b>>i&1 == 1
			cells = append(cells, Bit{On: on, Nibble: i == 7 && len(cells) > 0 || i == 6, Text: map[bool]string{true: "1", false: "0"}[on]})
		}
		if len(cells) == 16 {
			out, cells = append(out, FieldRow{Kind: "bits", Key: key + "v" + two, Bits: cells}), nil
		}
	}
	if len(cells) > 0 {
		out = append(out, FieldRow{Kind: "bits", Key: key + "v", Bits: cells})
	}
	return append(out, FieldRow{Kind: "note", Key: key + "w", Name: words.Said(rest)})
}

// isOpen: the first record is open until it is closed.
func (t *FieldTree) isOpen(key string, f *message.Field) bool {
	open, said := t.Open[key]
	return open || !said && f.Number == 0
}

func familyClass(f string) string {
	switch f {
	case "o":
		return "fo"
	case "n":
		return "fl"
	case "t":
		return "ft"
	case "c":
		return "fc"
	case "p":
		return "fp"
	case "f":
		return "ff"
	case "k":
		return "fk"
	}
	return "fv"
}

// bits makes cells of a value written in binary digits.
func bits(value string) []Bit {
	out := make([]Bit, 0, 16)
	for i, r := range value {
		if r != '0' && r != '1' {
			return nil
		}
		out = append(out, Bit{On: r == '1', Nibble: i > 0 && i%4 == 0, Text: string(r)})
	}
	return out
}
