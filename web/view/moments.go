package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Moments is the panel that compares the files of two positions of the journal.
type Moments struct {
	Err    string // what is wrong with the two fields
	Asked  bool   // Answer is one to what was asked
	Answer message.Diff
	At     int    // the present position
	Line   string // the command that prints the same
}

const shownDiffs = 20 // files in the panel: with all that lies over it the page keeps to its number of elements

// Blocks is the panel's content.
func (m *Moments) Blocks() []Block {
	out := []Block{m.form()}
	if !m.Asked {
		return append(out, Block{Text: words.T("Two numbers of commands in the journal. What was written between them is shown file by file, and lit in the dump."), Class: "label"})
	}
	out = append(out, m.ends())
	if m.Answer.Total == 0 {
		return append(out, Block{Class: "step", Title: words.T("No file differs.")})
	}
	return append(out, m.files()...)
}

func (m *Moments) form() Block {
	from, to := Field("moment-from", "moment-from", words.T("First moment: number of a command"), "0"), Field("moment-to", "moment-to", words.T("Second moment: number of a command"), strconv.Itoa(m.At))
	from.Bad, to.Bad = m.Err != "", m.Err != ""
	b := Block{Title: words.T("Two moments"), Columns: "--cols:minmax(0,1fr) auto minmax(0,1fr) auto", Rows: []Row{{Class: "line bare", Cells: []Cell{
		from, Say("label", words.T("to|moments")), to, {Kind: "button", Class: "btn primary", Text: words.T("Compare"), Act: "moments-go", Title: m.Line}}}}}
	if m.Err != "" {
		b.Text, b.Class = m.Err, "bad"
	}
	return b
}

// ends are the two moments with their last commands; each leads there.
func (m *Moments) ends() Block {
	b := Block{Class: "step", Label: words.T("Two moments"), Columns: "--cols:auto auto minmax(0,1fr)"}
	for _, x := range []message.Moment{m.Answer.From, m.Answer.To} {
		r := Row{Class: "line probe", Act: "goto-command:" + strconv.Itoa(x.Position), Step: x.Position == m.At}
		r.Cells = []Cell{Say("mono", strconv.Itoa(x.Position)), Say("mono", TimeOfDay(x.Now)), Say("mono mid ell", orDash(x.Line))}
		b.Rows = append(b.Rows, r)
	}
	if m.At != m.Answer.To.Position {
		b.Text = words.F("The dump shows the present moment. It lights what differs at command %1.", strconv.Itoa(m.Answer.To.Position))
	}
	return b
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// files puts what differs below the segments that it belongs to.
func (m *Moments) files() []Block {
	var out []Block
	for i := range m.Answer.Files {
		if i == shownDiffs {
			break
		}
		f := &m.Answer.Files[i]
		if i == 0 || f.Base != m.Answer.Files[i-1].Base {
			out = append(out, m.heading(f.Base))
		}
		b := &out[len(out)-1]
		b.Rows = append(b.Rows, m.file(f))
	}
	if left := m.Answer.Total - min(shownDiffs, len(m.Answer.Files)); left > 0 {
		out = append(out, Block{Class: "label", Text: words.F("and %1 more", Group(int64(left)))})
	}
	return out
}

// heading says what has happened to a segment, by its log.
func (m *Moments) heading(base int64) Block {
	b := Block{Class: "step", Columns: "--cols:minmax(0,1fr) auto"}
	if base < 0 {
		b.Title = words.T("Files of no segment")
		b.Label = b.Title
		return b
	}
	b.Title = words.F("Segment %1", strconv.FormatInt(base, 10))
	b.Label = b.Title
	for i := range m.Answer.Files {
		if f := &m.Answer.Files[i]; f.Base == base && f.Kind == "log" {
			b.Title += ": " + DiffWord(f.What)
		}
	}
	return b
}

// DiffWord is what has happened to a file.
func DiffWord(what string) string {
	return map[string]string{"new": words.T("new|file"), "gone": words.T("removed"), "renamed": words.T("renamed"), "changed": words.T("written to")}[what]
}

func (m *Moments) file(f *message.FileDiff) Row {
	_, name := Base(f.Base)
	if file := f.Path[strings.LastIndexByte(f.Path, '/')+1:]; f.Base >= 0 && len(file) > 20 {
		name += file[20:]
	} else {
		name = file
	}
	state := Say("num", "")
	switch {
	case f.What == "new":
		state.Class, state.Text = "num ok", words.F("new, %1 B", Group(f.SizeB))
	case f.What == "gone":
		state.Class, state.Text = "num bad", words.F("removed, %1 B", Group(f.SizeA))
	case f.Why != "":
		state.Class, state.Text, state.Title = "num warn", words.T("not compared"), words.Said(f.Why)
	case len(f.Diffs) == 0:
		state.Text = words.T("renamed")
	default:
		state.Text, state.Title = spans(f.Diffs), words.T("positions of bytes that differ")
	}
	r := Row{Class: "line", Cells: []Cell{Say("mono ell", name), state}}
	r.Cells[0].Title = f.Path
	if f.Was != f.Path && f.Was != "" {
		r.Cells[0].Title = f.Was + " → " + f.Path
	}
	if m.At == m.Answer.To.Position && f.What != "gone" {
		r.Class, r.Act = "line probe", "moments-file:"+f.Path
	}
	return r
}
