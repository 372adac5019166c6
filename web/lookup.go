package web

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// look is the look-up that the panel follows.
type look struct {
	byTime bool
	life   bool  // not how it is found, but what happens to it
	target int64 // offset or ms
	asked  bool
	at     int  // step that is lit, -1 none
	first  bool // light the first step when the answer is there
	err    string
}

func (a *App) lookupParams() any {
	if !a.look.asked || a.look.life || a.Sel.Partition == "" {
		return nil
	}
	p := with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "offset": a.look.target}
	if a.look.byTime {
		delete(p, "offset")
		p["time"] = a.look.target
	}
	return p
}

// followParams asks for the life of the record.
func (a *App) followParams() any {
	if !a.look.asked || !a.look.life || a.Sel.Partition == "" {
		return nil
	}
	return with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "offset": a.look.target}
}

// LookupPanel prepares the panel.
func (a *App) LookupPanel() []view.Block {
	l := view.Lookup{ByTime: a.look.byTime, Life: a.look.life, Follow: a.Life, Now: a.Clock.Now, Err: a.look.err, At: a.look.at, Answer: a.Lookup, Part: a.Part}
	if a.look.life {
		l.Asked = a.look.asked && a.Life.Offset == a.look.target && len(a.Life.Stations) > 0
		return l.Blocks()
	}
	l.Asked = a.look.asked && len(a.Lookup.Steps) > 0 && a.Lookup.Target == a.look.target && a.Lookup.ByTime == a.look.byTime
	return l.Blocks()
}

func (a *App) doLookup(name, arg string) bool {
	switch name {
	case "lookup-by":
		before := a.look
		a.look = look{byTime: arg == "time", life: arg == "life", at: -1}
		if before.byTime || before.byTime != a.look.byTime {
			a.UI.Text["lookup"] = ""
		} else {
			a.find(a.UI.Text["lookup"])
		}
	case "lookup-go":
		a.find(a.UI.Text["lookup"])
	case "lookup-step":
		a.lookAt(a.look.at + by(arg))
	case "lookup-at":
		if n, err := strconv.Atoi(arg); err == nil {
			a.lookAt(n)
		}
	case "station":
		a.station(arg)
	case "lost":
		a.lost(arg)
	case "look":
		a.setTool("lookup")
		if b := a.selected(); b != nil {
			a.look = look{at: -1}
			a.UI.Text["lookup"] = strconv.FormatInt(b.LastOffset, 10)
			a.find(a.UI.Text["lookup"])
		}
	default:
		return false
	}
	return true
}

// find looks up an offset or a moment that was typed.
func (a *App) find(text string) {
	n, err := int64(0), ""
	if text = strings.TrimSpace(text); text == "" { // nothing is wrong yet: the panel says what may be asked
		a.look = look{byTime: a.look.byTime, life: a.look.life, at: -1}
		return
	}
	if a.look.byTime {
		n, err = view.ParseMoment(text, a.Clock.Now)
	} else {
		number, bad := strconv.ParseInt(strings.NewReplacer(" ", "", view.Narrow, "").Replace(text), 10, 64)
		if n = number; bad != nil || n < 0 {
			err = words.T("An offset as 2204.")
		}
	}
	a.look = look{byTime: a.look.byTime, life: a.look.life, target: n, asked: err == "", at: -1, first: true, err: err}
	if a.upToDate("lookup") {
		a.gotLookup()
	}
}

// gotLookup begins at the first step of an answer that somebody asked for.
func (a *App) gotLookup() {
	if a.look.first && a.look.asked && a.Lookup.Target == a.look.target {
		a.look.first = false
		a.remember()
		a.lookAt(0)
	}
	a.look.at = min(a.look.at, len(a.Lookup.Steps)-1)
}

// station shows what a station of the record's life is about: bytes, the command, or the segment.
func (a *App) station(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n >= len(a.Life.Stations) {
		return
	}
	switch s := &a.Life.Stations[n]; {
	case s.Path != "" && a.fileAt(s.Path) != nil:
		a.remember()
		a.show(&message.Link{Path: s.Path, Offset: s.Offset, Length: s.Length})
	case s.Kind == "produce", s.Kind == "cause":
		a.panel("journal")
	case a.segment(s.Base) != nil:
		a.SelectSegment(s.Base)
	}
}

// lookAt lights the bytes that a step of the look-up reads.
func (a *App) lookAt(n int) {
	if n < 0 || n >= len(a.Lookup.Steps) {
		return
	}
	a.look.at = n
	s := &a.Lookup.Steps[n]
	a.say(words.F("step %1, %2: %3", strconv.Itoa(n+1), words.Said(s.Kind), words.Said(s.Text)))
	f := a.fileNamed(s.Path)
	switch {
	case f == nil:
	case s.Length == 0 && s.Kind == "segment":
		a.SelectSegment(f.Base)
	default:
		a.show(&message.Link{Path: s.Path, Offset: s.Offset, Length: s.Length})
		if end := s.Offset + s.Length; s.Offset >= a.Sel.From && end <= a.Sel.To && s.Length < a.Sel.To-a.Sel.From { // a part of a batch
			a.Sel.Bytes, a.Sel.Cursor = [2]int64{s.Offset, end}, s.Offset
			a.reveal(s.Offset)
		}
	}
}

// lost leads from an offset that is out of range, as "orders-0/17", to its cause: the life of the record.
func (a *App) lost(arg string) {
	partition, offset, _ := cutLast(arg, "/")
	found := partition == a.Sel.Partition
	a.eachPartition(func(s Selection) {
		if !found && s.Partition == partition {
			found = true
			a.SelectPartition(s)
		}
	})
	a.setTool("lookup")
	a.look = look{life: true, at: -1}
	a.UI.Text["lookup"] = offset
	a.find(offset)
}
