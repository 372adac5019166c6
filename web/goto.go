package web

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Goto shows an offset of the partition ("2204"), a position of the open file ("@4118", "0x1016"), the first record of a moment
// ("10:04:00"), or the next place in the file with a text ("/eur") or bytes ("//0a ff").
func (a *App) Goto(text string) {
	if word, ok := strings.CutPrefix(text, "/"); ok {
		a.searchFor(word)
		return
	}
	if strings.Count(text, ":") == 2 {
		a.gotoTime(text)
		return
	}
	text = strings.ToLower(strings.NewReplacer(" ", "", view.Narrow, "").Replace(text))
	number, position := strings.CutPrefix(text, "@")
	base := 10
	if hex, ok := strings.CutPrefix(number, "0x"); ok {
		number, position, base = hex, true, 16
	}
	n, err := strconv.ParseInt(number, base, 64)
	a.UI.GotoErr = ""
	switch {
	case err != nil || n < 0:
		a.UI.GotoErr = words.T("An offset as 2204, a position as @4118 or 0x1016, a time as 10:04:00, or a text as /eur.")
	case position && n >= a.fileSize():
		a.UI.GotoErr = words.F("The file ends at %1.", view.Group(a.fileSize()))
	case position:
		a.itemAt(n)
		a.HexClick(n)
		a.reveal(n)
	default:
		a.gotoOffset(n)
	}
	if a.UI.GotoErr == "" {
		a.UI.Goto = false
	}
	a.host.Frame()
}

func (a *App) gotoOffset(offset int64) {
	for i := range a.Segments.Segments {
		s := &a.Segments.Segments[i]
		if offset < s.Base || offset >= s.Next {
			continue
		}
		a.remember()
		a.Sel.Base, a.Sel.Kind, a.Sel.Path, a.Sel.From = s.Base, "log", "", -1
		a.chooseFile()
		params := with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "base": s.Base, "offset": offset, "limit": 1}
		a.ViewInto("batches", params, &message.Batches{}, func(v any) {
			if b := v.(*message.Batches).Batches; len(b) > 0 {
				a.SelectBatch(s.Base, &b[0])
			}
		})
		return
	}
	none := words.F("No segment holds offset %1.", view.Group(offset))
	switch {
	case offset >= a.Part.LogEndOffset: // none of the segments elsewhere either
		a.UI.GotoErr = none
	case a.partial() && a.segments != offset:
		a.lookAround(offset, func() { a.gotoOffset(offset) })
	case a.UI.Goto:
		a.UI.GotoErr = none
	default:
		a.fail(none)
	}
}

// gotoTime shows the first record of a moment or later.
func (a *App) gotoTime(text string) {
	ms, err := view.ParseMoment(text, a.Clock.Now)
	if a.UI.GotoErr = err; err != "" {
		a.host.Frame()
		return
	}
	a.ViewInto("lookup", with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "time": ms}, &message.Lookup{}, func(v any) {
		l := v.(*message.Lookup)
		if !l.Found {
			a.UI.GotoErr = words.F("No record is as new as %1.", view.Moment(ms))
			return
		}
		a.UI.Goto = a.UI.Goto && a.UI.Text["goto"] != text // it may be open again for something else
		a.gotoOffset(l.Offset)
	})
}

// window of a search: what one question reads, and how much of the file is read before it gives up.
const (
	searchStep = 64 << 10
	searchMost = 64 << 20
)

// searchFor finds the next place of a text, or after a second slash of bytes, behind the selection; from the end it goes on at the start.
func (a *App) searchFor(word string) {
	pattern := []byte(word)
	if digits, ok := strings.CutPrefix(word, "/"); ok {
		var err error
		if pattern, err = hex.DecodeString(strings.ReplaceAll(digits, " ", "")); err != nil {
			pattern = nil
		}
	}
	if len(pattern) == 0 || len(pattern) > 1024 {
		a.UI.GotoErr = words.T("A text as /eur, or bytes as //0a ff.")
		return
	}
	from := max(a.Sel.Bytes[0], a.Sel.Cursor, a.Sel.From-1, -1) + 1
	a.search(pattern, a.Sel.Path, from, 0)
}

// search reads the file window by window; the windows overlap so that nothing is missed between them.
func (a *App) search(pattern []byte, path string, from, read int64) {
	if from >= a.fileSize() {
		from = 0
	}
	a.ViewInto("hex", with{"path": path, "broker": a.Sel.Broker, "offset": from, "length": searchStep}, &message.Hex{}, func(v any) {
		h := v.(*message.Hex)
		at := bytes.Index(h.Bytes, pattern)
		read += int64(len(h.Bytes))
		switch {
		case path != a.Sel.Path:
		case at >= 0:
			a.found(h.Offset+int64(at), int64(len(pattern)))
		case read > a.fileSize()+searchStep || read > searchMost || len(h.Bytes) == 0:
			a.UI.GotoErr = words.T("It is nowhere in this file.")
		case h.Offset+int64(len(h.Bytes)) >= a.fileSize():
			a.search(pattern, path, 0, read)
		default:
			a.search(pattern, path, h.Offset+int64(len(h.Bytes)-len(pattern)+1), read)
		}
	})
}

func (a *App) found(at, n int64) {
	a.itemAt(at)
	a.Sel.Bytes, a.Sel.Cursor = [2]int64{at, at + n}, at
	a.reveal(at)
	a.say(words.F("found at %1", strconv.FormatInt(at, 10)))
}

// toEntry goes from a batch to the index entry that points to it.
func (a *App) toEntry() bool {
	b := a.selected()
	if b == nil || b.Indexed < 0 {
		return false
	}
	f := a.file(a.Sel.Base, "index")
	if f == nil {
		return false
	}
	a.Follow(&message.Link{Path: f.Path, Offset: int64(b.Indexed) * 8, Length: 8, Text: "entry " + strconv.Itoa(b.Indexed)})
	return true
}
