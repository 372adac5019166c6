package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
)

// Lookup is the panel that follows how a record is found.
type Lookup struct {
	ByTime bool
	Err    string // what is wrong with the field's text
	Asked  bool   // Answer is one to what was asked
	At     int    // the step that is lit, -1 none
	Answer message.Lookup
	Part   message.Partition
}

// Blocks is the panel's content.
func (l *Lookup) Blocks() []Block {
	out := []Block{l.form()}
	if !l.Asked {
		return append(out, Block{Text: "Each step lights the bytes it reads, in the strip and in the dump.", Class: "label"})
	}
	out = append(out, l.stepper())
	if !l.Answer.ByTime {
		out = append(out, Block{Title: "Inside the log?", Class: "step", Text: Group(l.Part.LogStartOffset) + " ≤ " + Group(l.Answer.Target) + " < " + Group(l.Part.HighWatermark) + " (high watermark)"})
	}
	out = append(out, l.groups()...)
	return append(out, l.result(), Facts("Cost", l.cost()))
}

func (l *Lookup) form() Block {
	place, by := "2233", "offset"
	if l.ByTime {
		place, by = "10:04:40.000", "time"
	}
	field := Field("lookup-input", "lookup", "What to look up", place)
	field.Bad = l.Err != ""
	b := Block{Columns: "--cols:auto minmax(0,1fr) auto", Rows: []Row{{Class: "line bare", Cells: []Cell{
		Toggle("Look up", "lookup-by:", by, Option{Value: "offset", Text: "by offset"}, Option{Value: "time", Text: "by timestamp"}),
		field, {Kind: "button", Class: "btn primary", Text: "Find", Act: "lookup-go", Title: "Find (Enter)"}}}}}
	if l.Err != "" {
		b.Text, b.Class = l.Err, "bad"
	}
	return b
}

func (l *Lookup) stepper() Block {
	word := "step " + strconv.Itoa(l.At+1) + " of " + strconv.Itoa(len(l.Answer.Steps))
	if l.At < 0 {
		word = Plural(int64(len(l.Answer.Steps)), "step", "steps")
	}
	back, on := Button("‹", "lookup-step:-1", "Previous step"), Button("›", "lookup-step:1", "Next step")
	back.Off, on.Off = l.At <= 0, l.At+1 >= len(l.Answer.Steps)
	return Block{Columns: "--cols:auto auto auto 1fr", Rows: []Row{{Class: "line bare", Cells: []Cell{back, Say("mono", word), on}}}}
}

// groups puts the steps of a kind, and of a file, below one heading.
func (l *Lookup) groups() []Block {
	var out []Block
	last := ""
	for i := range l.Answer.Steps {
		s := &l.Answer.Steps[i]
		if head := l.heading(s); head != last {
			last = head
			out = append(out, Block{Title: head, Class: "step", Label: head, Columns: "--cols:auto minmax(0,1fr) auto"})
		}
		b := &out[len(out)-1]
		b.Rows = append(b.Rows, l.row(i, s))
	}
	return out
}

func (l *Lookup) heading(s *message.Step) string {
	switch s.Kind {
	case "segment":
		if l.Answer.ByTime {
			return "Segment: first whose newest record is late enough"
		}
		return "Segment: greatest base ≤ " + Group(l.Answer.Target)
	case "probe", "entry":
		if strings.HasSuffix(s.Path, ".timeindex") {
			return "Time index: last entry ≤ the timestamp"
		}
		return "Offset index: last entry ≤ the offset"
	}
	return "Scan the batches from there"
}

// row is a step: what was looked at, what was found, what follows.
func (l *Lookup) row(i int, s *message.Step) Row {
	r := Row{Class: "line probe", Act: "lookup-at:" + strconv.Itoa(i), Step: i == l.At}
	if l.At >= 0 && i > l.At {
		r.Class += " todo"
	}
	name, rest, _ := strings.Cut(s.Text, ": ")
	turn := ""
	if at := strings.LastIndex(rest, ", "); s.Kind == "probe" && at >= 0 {
		rest, turn = rest[:at], rest[at+2:]
	}
	switch {
	case s.Kind == "scan" && l.behind(i):
		turn = "begins behind it"
	case s.Kind == "scan":
		turn = "ends before it"
	case s.Hit && s.Kind == "batch":
		turn = "contains it"
	case s.Hit:
		turn = "this one"
	}
	r.Cells = []Cell{Say("mono", Spaced(name)), Say("mono mid ell", Spaced(rest)), Say("mid", turn)}
	return r
}

// behind tells whether a batch was looked at after the one that was found.
func (l *Lookup) behind(i int) bool {
	for _, s := range l.Answer.Steps[:i] {
		if s.Kind == "batch" {
			return true
		}
	}
	return false
}

func (l *Lookup) result() Block {
	a := &l.Answer
	b := Block{Class: "step", Title: "Found"}
	switch {
	case a.Error != "":
		b.Title, b.Text, b.Class = "Refused", Spaced(a.Error), "step bad"
	case !a.Found && a.ByTime:
		b.Title, b.Text = "Not found", "No record is as new as that."
	case !a.Found:
		b.Title, b.Text = "Nothing to read yet", "The offset lies at or behind what a reader may see."
	case a.ByTime:
		b.Text = "The first record with this timestamp or a later one has offset " + Group(a.Offset) + ", in the batch at " + Group(a.Position) + "."
	default:
		b.Text = "Offset " + Group(a.Offset) + " is in the batch at " + Group(a.Position) + ". A fetch returns the whole batch; the client skips what lies before the record."
	}
	return b
}

// cost compares what was read with a scan of the log from its start.
func (l *Lookup) cost() []Fact {
	a := &l.Answer
	headers := 0
	for i := range a.Steps {
		if k := a.Steps[i].Kind; k == "scan" || k == "batch" {
			headers++
		}
	}
	out := []Fact{{"index entries read", Group(int64(a.Probes))}, {"batch headers read", Group(int64(headers))}, {"bytes read", Group(a.BytesRead)}, {"a scan from the log's start", Group(a.FullScan) + nb + "B"}}
	if a.BytesRead > 0 && a.FullScan > a.BytesRead {
		out = append(out, Fact{"saved", Group(a.FullScan/a.BytesRead) + " times"})
	}
	return out
}
