package view

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Lookup is the panel that follows how a record is found.
type Lookup struct {
	ByTime bool
	Life   bool // Follow is the answer, not Answer
	Follow message.Follow
	Now    int64
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
		return append(out, Block{Text: l.hint(), Class: "label"})
	}
	if l.Life {
		return append(out, l.life())
	}
	out = append(out, l.stepper())
	if !l.Answer.ByTime {
		out = append(out, Block{Title: words.T("Inside the log?"), Class: "step", Text: words.F("%1 ≤ %2 < %3 (high watermark)", Group(l.Part.LogStartOffset), Group(l.Answer.Target), Group(l.Part.HighWatermark))})
	}
	out = append(out, l.groups()...)
	return append(out, l.result(), Facts(words.T("Cost"), l.cost()))
}

// hint says what an empty field is for.
func (l *Lookup) hint() string {
	if l.Life {
		return words.T("What happens to the record with this offset, from the producer to the deletion of its file.")
	}
	return words.T("Each step lights the bytes it reads, in the strip and in the dump.")
}

func (l *Lookup) form() Block {
	place, by := "2233", "offset"
	if l.ByTime {
		place, by = "10:04:40.000", "time"
	}
	if l.Life {
		by = "life"
	}
	field := Field("lookup-input", "lookup", words.T("What to look up"), place)
	field.Bad = l.Err != ""
	b := Block{Columns: "--cols:minmax(0,1fr) auto", Rows: []Row{{Class: "line bare whole", Cells: []Cell{
		Toggle(words.T("Look up"), "lookup-by:", by, Option{Value: "offset", Text: words.T("by offset")}, Option{Value: "time", Text: words.T("by timestamp")}, Option{Value: "life", Text: words.T("life")})}},
		{Class: "line bare", Cells: []Cell{field, {Kind: "button", Class: "btn primary", Text: words.T("Find"), Act: "lookup-go", Title: words.T("Find (Enter)")}}}}}
	if l.Err != "" {
		b.Text, b.Class = l.Err, "bad"
	}
	return b
}

func (l *Lookup) stepper() Block {
	word := words.F("step %1 of %2", strconv.Itoa(l.At+1), strconv.Itoa(len(l.Answer.Steps)))
	if l.At < 0 {
		word = Plural(int64(len(l.Answer.Steps)), "step", "steps")
	}
	back, on := Button("‹", "lookup-step:-1", words.T("Previous step")), Button("›", "lookup-step:1", words.T("Next step"))
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
			return words.T("Segment: first whose newest record is late enough")
		}
		return words.F("Segment: greatest base ≤ %1", Group(l.Answer.Target))
	case "probe", "entry":
		if strings.HasSuffix(s.Path, ".timeindex") {
			return words.T("Time index: last entry ≤ the timestamp")
		}
		return words.T("Offset index: last entry ≤ the offset")
	}
	if s.Kind == "unpack" || s.Kind == "record" {
		return words.T("The reader unpacks: header, then that many records")
	}
	return words.T("Scan the batches from there")
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
		turn = words.T("begins behind it")
	case s.Kind == "scan":
		turn = words.T("ends before it")
	case s.Kind == "record" && !s.Hit && l.hitBefore(i):
		turn = words.T("comes along")
	case s.Kind == "record" && !s.Hit:
		turn = words.T("passed over")
	case s.Hit && s.Kind == "batch":
		turn = words.T("contains it")
	case s.Hit:
		turn = words.T("this one")
	}
	r.Cells = []Cell{Say("mono", Spaced(words.Said(name))), Say("mono mid ell", Spaced(words.Said(rest))), Say("mid", words.Said(turn))}
	return r
}

// hitBefore tells whether the record was among those before.
func (l *Lookup) hitBefore(i int) bool {
	return slices.ContainsFunc(l.Answer.Steps[:i], func(s message.Step) bool { return s.Kind == "record" && s.Hit })
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
	b := Block{Class: "step", Title: words.T("Found")}
	switch {
	case a.Error != "":
		b.Title, b.Text, b.Class = words.T("Refused"), Spaced(words.Said(a.Error)), "step bad"
	case !a.Found && a.ByTime:
		b.Title, b.Text = words.T("Not found"), words.T("No record is as new as that.")
	case !a.Found:
		b.Title, b.Text = words.T("Nothing to read yet"), words.T("The offset lies at or behind what a reader may see.")
	case a.ByTime:
		b.Text = words.F("The first record with this timestamp or a later one has offset %1, in the batch at %2.", Group(a.Offset), Group(a.Position))
	default:
		b.Text = words.F("Offset %1 is in the batch at %2. A fetch returns the whole batch; the client skips what lies before the record.", Group(a.Offset), Group(a.Position))
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
	out := []Fact{{words.T("index entries read"), Group(int64(a.Probes)), "sparse index"}, {words.T("batch headers read"), Group(int64(headers)), "batch"}, {words.T("bytes read"), Group(a.BytesRead), ""}, {words.T("a scan from the log's start"), Group(a.FullScan) + nb + "B", ""}}
	if a.BytesRead > 0 && a.FullScan > a.BytesRead {
		out = append(out, Fact{words.T("saved"), words.F("%1 times", Group(a.FullScan/a.BytesRead)), ""})
	}
	return out
}
