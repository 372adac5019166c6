package view

import (
	"math"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Sweep is the panel of small labs with one setting varied: a chart for each thing that was measured.
type Sweep struct {
	Answer message.Sweep
	Plan   string // that the list has chosen
	At     string // the value that the slider is at, counted from 0
}

// Blocks is the panel's content.
func (p *Sweep) Blocks() []Block {
	v := &p.Answer
	list := Cell{Kind: "select", Class: "field-in", ID: "sweep-plan", In: "sweep-plan", Title: words.T("What to sweep")}
	head := Block{Columns: "--cols:minmax(0,1fr) auto"}
	for _, one := range v.Plans {
		if p.Plan == one.Name {
			head.Text = capital(words.Said(one.Title))
		}
		list.Options = append(list.Options, Option{Value: one.Name, Text: words.Said(one.Of)})
	}
	run := Button(words.T("Run"), "sweep-go:"+p.Plan, "sweep "+p.Plan)
	run.Class += " primary"
	head.Rows = []Row{{Class: "line bare", Cells: []Cell{list, run}}}
	if len(v.Rows) == 0 {
		return []Block{head, {Class: "label", Text: words.T("Each value gets a small lab of its own. The lab at hand stays as it is.")}}
	}
	at, _ := strconv.Atoi(p.At)
	at = max(0, min(at, len(v.Rows)-1))
	out := []Block{head}
	if len(v.Rows) > 1 {
		out = append(out, p.slider(at))
		for i := range v.Columns {
			out = append(out, p.chart(i, at))
		}
	} else {
		out = append(out, p.single())
	}
	ran := Block{Title: words.T("What ran in each lab"), Class: "sec", Columns: "--cols:minmax(0,1fr)"}
	for _, line := range v.Lines {
		ran.Rows = append(ran.Rows, Row{Class: "line", Cells: []Cell{Say("mono wrap", line)}})
	}
	return append(out, ran)
}

// capital begins a description as a sentence begins; Chinese has no small letters.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// single lists what one value has led to: one point makes no curve.
func (p *Sweep) single() Block {
	v := &p.Answer
	facts := []Fact{{words.Said(v.Of), measured(v.Rows[0].Value, v.Unit, 0), ""}}
	for i, c := range v.Columns {
		facts = append(facts, Fact{words.Said(c.Name), measured(v.Rows[0].Values[i], c.Unit, c.Decimals), ""})
	}
	b := Facts("", facts)
	b.Class = "sec"
	return b
}

// slider chooses one of the values.
func (p *Sweep) slider(at int) Block {
	v := &p.Answer
	value := measured(v.Rows[at].Value, v.Unit, 0)
	title := words.Said(v.Of)
	return Block{Class: "sec", Columns: "--cols:minmax(0,1fr) auto", Rows: []Row{
		{Class: "line bare", Cells: []Cell{Say("mono", title), Say("num", value)}},
		{Class: "line bare whole", Cells: []Cell{{Kind: "range", In: "sweep-at", Text: strconv.Itoa(len(v.Rows) - 1), Title: title, Act: value}}}}}
}

// measured is a number with its unit, of which the last digits may stand behind the point.
func measured(n int64, unit string, decimals int) string {
	switch {
	case decimals > 0:
		s := strconv.FormatFloat(float64(n)/math.Pow10(decimals), 'f', decimals, 64)
		return s + nb + unit
	case unit == "ms":
		return Period(n)
	}
	return amount(n, unit)
}

// chart draws one measure over the values, which stand at equal distances.
func (p *Sweep) chart(i, at int) Block {
	v := &p.Answer
	c := v.Columns[i]
	say := func(n int64) string { return measured(n, c.Unit, c.Decimals) }
	low, high := v.Rows[0].Values[i], v.Rows[0].Values[i]
	for _, r := range v.Rows {
		low, high = min(low, r.Values[i]), max(high, r.Values[i])
	}
	x := func(k int) float64 { return 8 + 304*float64(k)/float64(max(1, len(v.Rows)-1)) }
	var line, dots strings.Builder
	for k, r := range v.Rows {
		here := place(x(k)) + " " + place(height(r.Values[i], low, high))
		line.WriteString("ML"[min(k, 1):min(k, 1)+1] + here)
		dots.WriteString("M" + here + "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0")
	}
	name := words.Said(c.Name)
	now := say(v.Rows[at].Values[i])
	first, last := measured(v.Rows[0].Value, v.Unit, 0), measured(v.Rows[len(v.Rows)-1].Value, v.Unit, 0)
	cell := Cell{Kind: "chart", Title: words.F("%1: %2 at %3, %4 at %5", name, say(v.Rows[0].Values[i]), first, say(v.Rows[len(v.Rows)-1].Values[i]), last),
		Options: []Option{{Value: "ax", Text: "M8 68H312M8 16H312"}, {Value: "now", Text: "M" + place(x(at)) + " 16V68"}, {Value: "curve", Text: line.String()}, {Value: "dot", Text: dots.String()}},
		Labels:  []ChartText{{"8", "9", "start", say(high)}, {"312", "9", "end", scale(low, high)}, {"8", "79", "start", first}, {"312", "79", "end", last}}}
	return Block{Class: "sec", Columns: "--cols:minmax(0,1fr) auto", Rows: []Row{
		{Class: "line bare", Cells: []Cell{Say("", name), Say("num", now)}}, {Class: "line bare whole", Cells: []Cell{cell}}}}
}

func place(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

// From such a ratio on the chart is logarithmic: small values would all lie on the ground.
const wide = 50

func logarithmic(low, high int64) bool { return low >= 0 && high > wide*max(1, low) }

// scale says so.
func scale(low, high int64) string {
	if logarithmic(low, high) {
		return words.T("log scale")
	}
	return ""
}

// height is where a value lies, between 68 at 0 and 16 at the highest.
func height(n, low, high int64) float64 {
	f := float64(n) / float64(max(1, high))
	if logarithmic(low, high) {
		f = math.Log1p(float64(n)) / math.Log1p(float64(high))
	}
	return 68 - 52*f
}
