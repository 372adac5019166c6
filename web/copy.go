package web

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// copyAs puts the selection on the clipboard: its bytes in hex, its fields as JSON or as a table, or its bytes as text.
func (a *App) copyAs(kind string) {
	from, to := a.Sel.Bytes[0], a.Sel.Bytes[1]
	if from < 0 {
		from, to = a.Sel.From, a.Sel.To
	}
	if from < 0 || a.Sel.Path == "" {
		a.fail(words.T("Nothing is selected."))
		return
	}
	if kind == "json" || kind == "table" {
		a.copyFields(kind, from, to)
		return
	}
	a.ViewInto("hex", with{"path": a.Sel.Path, "broker": a.Sel.Broker, "offset": from, "length": min(to-from, searchStep)}, &message.Hex{}, func(v any) {
		b := v.(*message.Hex).Bytes
		if kind == "text" {
			a.copied(string(b))
			return
		}
		a.copied(hex.EncodeToString(b))
	})
}

// copyFields asks for the fields where the screen does not have them yet.
func (a *App) copyFields(kind string, from, to int64) {
	if item := a.current(); len(item.Children) > 0 {
		a.copied(fieldsAs(kind, within(&item, from, to)))
		return
	}
	a.ViewInto("fields", a.fieldsParams(), &message.Fields{}, func(v any) {
		for _, item := range v.(*message.Fields).Items {
			if from >= item.Start && from < item.End {
				a.copied(fieldsAs(kind, within(&item, from, to)))
				return
			}
		}
		a.fail(words.T("Nothing is named here."))
	})
}

// share puts a link to this state on the clipboard.
func (a *App) share() {
	a.exec("share --view "+view.Quote(a.shownWords()), false, func(r message.Result) {
		if r.Exit != 0 {
			a.fail(strings.TrimSpace(r.Err))
			return
		}
		a.copied(a.host.Address() + strings.TrimSpace(r.Out))
	})
}

func (a *App) copied(text string) {
	a.host.Copy(text)
	a.say(words.F("copied, %1", view.Plural(int64(len(text)), "byte", "bytes")))
	a.UI.Toast, a.UI.ToastBad = words.F("Copied: %1", cutWords(text)), false
}

// cutWords is the beginning of a text on one line.
func cutWords(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return string(r)
}

// within finds the smallest field around some bytes.
func within(f *message.Field, from, to int64) *message.Field {
	for i := range f.Children {
		if c := &f.Children[i]; c.Start <= from && to <= c.End {
			return within(c, from, to)
		}
	}
	return f
}

func fieldsAs(kind string, f *message.Field) string {
	if kind == "json" {
		var b strings.Builder
		fieldJSON(&b, f, "")
		return b.String()
	}
	b := &strings.Builder{}
	b.WriteString("| field | value | bytes |\n| --- | --- | --- |\n")
	fieldTable(b, f, 0)
	return b.String()
}

// fieldJSON writes an object in the order of the bytes; repeated names, as of records, get their number.
func fieldJSON(b *strings.Builder, f *message.Field, indent string) {
	if len(f.Children) == 0 {
		text, err := json.Marshal(f.Value)
		if n, bad := strconv.ParseInt(f.Value, 10, 64); bad == nil && strconv.FormatInt(n, 10) == f.Value {
			text = []byte(f.Value)
		}
		if err == nil {
			b.Write(text)
		}
		return
	}
	b.WriteString("{")
	for i := range f.Children {
		c := &f.Children[i]
		name := c.Name
		if c.Number >= 0 && len(c.Children) > 0 {
			name += " " + strconv.Itoa(c.Number)
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n" + indent + "  " + strconv.Quote(name) + ": ")
		fieldJSON(b, c, indent+"  ")
	}
	b.WriteString("\n" + indent + "}")
}

func fieldTable(b *strings.Builder, f *message.Field, depth int) {
	b.WriteString("| " + strings.Repeat("· ", depth) + f.Name + " | " + strings.ReplaceAll(f.Value, "|", "\\|") + " | " + strconv.FormatInt(f.Start, 10) + "–" + strconv.FormatInt(f.End-1, 10) + " |\n")
	for i := range f.Children {
		fieldTable(b, &f.Children[i], depth+1)
	}
}
