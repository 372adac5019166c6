package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// How a field of the view "fields" is written on the screen: short, with the names and units of the panels around it.

// ItemTitle names an item: a batch by its format.
func ItemTitle(f *message.Field) string {
	if f.Name != "batch" {
		return f.Name
	}
	for i := range f.Children {
		if c := &f.Children[i]; c.Name == "magic" {
			if c.Value == "2" {
				return "RecordBatch v2"
			}
			return "Message v" + c.Value
		}
	}
	return f.Name
}

// FieldName names a field; a record by its number and offset.
func FieldName(f *message.Field) string {
	if f.Number < 0 || len(f.Children) == 0 {
		return f.Name
	}
	name := f.Name + " " + strconv.Itoa(f.Number)
	if offset, _, ok := strings.Cut(f.Value, ":"); ok && strings.HasPrefix(offset, "offset ") {
		name += " · " + Spaced(words.Said(offset))
	}
	return name
}

// FieldNote says what a field means, or what it holds.
func FieldNote(f *message.Field) string {
	if f.Note != "" {
		return words.Said(f.Note)
	}
	return saidValue(f)
}

// saidValue is a field's value in words; what a record holds are not words of the machine.
func saidValue(f *message.Field) string {
	if f.Family == "k" || f.Family == "v" {
		return f.Value
	}
	if head, text, ok := strings.Cut(f.Value, ": "); ok && f.Name == "record" {
		return words.Said(head) + ": " + text
	}
	return words.Said(f.Value)
}

// FieldValue writes a field's value. raw asks for what stands behind it: a varint's bytes, a timestamp's milliseconds.
func FieldValue(f *message.Field, raw bool) string {
	switch {
	case len(f.Children) > 0 && f.Number >= 0:
		return Group(f.End-f.Start) + nb + "B"
	case raw && f.Raw != "":
		return f.Raw
	case f.Name == "crc" && f.Raw != "":
		if f.Bad {
			return f.Raw + " ✗"
		}
		return f.Raw + " ✓"
	case f.Name == "attributes" && f.Raw != "":
		return hexOf(f.Raw, len(f.Value)/4)
	case f.Family == "t" && f.Raw != "" && !strings.HasSuffix(f.Name, "Delta"):
		if ms, err := strconv.ParseInt(f.Raw, 10, 64); err == nil && ms >= 0 {
			return Moment(ms)
		}
	}
	return number(f)
}

// hexOf writes a decimal number as 0x0000.
func hexOf(decimal string, digits int) string {
	n, err := strconv.ParseInt(decimal, 10, 64)
	if err != nil {
		return decimal
	}
	return "0x" + HexDigits(n&(1<<(4*digits)-1), digits)
}

// number groups the digits of a whole number and gives differences a sign.
func number(f *message.Field) string {
	n, err := strconv.ParseInt(f.Value, 10, 64)
	if err != nil || f.Family == "k" || f.Family == "v" {
		return f.Value
	}
	switch {
	case !strings.HasSuffix(f.Name, "Delta"):
		return Group(n)
	case n < 0:
		return Group(n)
	case f.Family == "t":
		return "+" + Group(n) + nb + "ms"
	}
	return "+" + Group(n)
}

// EntryMeaning says what an offset index entry means: how its offset comes about, "2 149 + 61 = ", and "offset 2 210, position
// 4 118"; and the batch that it leads to, of which that is the last offset.
func EntryMeaning(f *message.Field) (sum, mean, batch string) {
	var rel, pos string
	for i := range f.Children {
		switch c := &f.Children[i]; c.Name {
		case "relativeOffset":
			rel = c.Note
		case "position":
			pos = c.Value
			if c.Link != nil {
				batch = c.Link.Text
			}
		}
	}
	if rel == "" || pos == "" {
		return "", Spaced(words.Said(f.Value)), ""
	}
	if at := strings.Index(rel, "= "); at > 0 {
		sum, rel = Spaced(rel[:at+2]), rel[at+2:]
	}
	return sum, Spaced(words.F("%1, position %2", words.Said(rel), pos)), Spaced(words.Said(batch))
}

// Spaced groups the digits of the numbers within a sentence.
func Spaced(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if end == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		if n, err := strconv.ParseInt(s[i:end], 10, 64); err == nil && end-i >= 4 && s[i] != '0' && !joined(s, i, end) {
			b.WriteString(Group(n))
		} else {
			b.WriteString(s[i:end])
		}
		i = end
	}
	return b.String()
}

// joined reports whether digits are part of a date, a time or a name.
func joined(s string, from, to int) bool {
	before := from > 0 && strings.IndexByte("-:._/", s[from-1]) >= 0
	after := to < len(s)-1 && (strings.IndexByte("-:_/", s[to]) >= 0 || s[to] == '.' && s[to+1] != ' ')
	return before || after
}
