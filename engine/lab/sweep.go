package lab

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// Limits of a sweep.
const (
	maxSwept    = 32 // values
	maxMeasures = 16
)

var sweepOptions = []shell.Option{
	{Name: "do", Arg: "LINE", Doc: "instead of a NAME: a line that runs in each small lab, {} stands for the value; may be repeated"},
	{Name: "measure", Arg: "M,...", Doc: "what to measure of t-0 there", Words: func(*shell.Env) []string { return measureNames() }},
}

// sweepNames completes what can be swept.
func sweepNames(*shell.Env) (names []string) {
	for _, p := range plans() {
		names = append(names, p.name)
	}
	return names
}

// sweep runs a small lab for each value and prints what was measured there. Nothing of it touches the machine at hand; the view "sweep"
// shows the latest one.
func (l *Lab) sweep(c *shell.Call) int {
	o, err := shell.ParseOptions(sweepOptions, c.Args)
	if err != nil {
		return c.Fail("%v", err)
	}
	p, values, err := planned(o)
	switch {
	case err != nil:
		return c.Fail("%v", err)
	case p.name == "":
		for _, p := range plans() {
			c.Printf("%-9s %s: %s\n", p.name, p.of, p.title)
		}
		return 0
	}
	v := message.Sweep{Name: p.name, Title: p.title, Of: p.of, Unit: p.unit, Lines: strings.Split(p.lines, "\n"), Rows: []message.SweepRow{}}
	for _, name := range strings.Split(p.measures, ",") {
		m, ok := measureNamed(name)
		if !ok {
			return c.Fail("%q is nothing that can be measured; known are %s", name, strings.Join(measureNames(), ", "))
		}
		v.Columns = append(v.Columns, m)
	}
	for i, value := range values {
		row, err := p.run(aside(c, int64(i), int64(len(values)), "labs"), v.Columns, value)
		if c.Control.Stopped() {
			break
		}
		if err != nil {
			return c.Fail("%s = %s: %v", p.of, value, err)
		}
		if v.Rows = append(v.Rows, row); c.Control.Step(int64(i+1), int64(len(values)), "labs") {
			break
		}
	}
	l.swept = v
	printSweep(c, &v)
	return 0
}

// planned reads what is to be swept; a plan without a name lists them all.
func planned(o *shell.Options) (p plan, values []string, err error) {
	values = o.Rest
	switch {
	case o.Has("do"):
		p = plan{name: "own", title: "lines of one's own", of: "{}", lines: strings.Join(o.All("do"), "\n"), measures: strings.Join(o.All("measure"), ",")}
	case len(values) == 0:
		return p, nil, nil
	default:
		var ok bool
		if p, ok = planNamed(values[0]); !ok {
			return p, nil, fmt.Errorf("there is no sweep %q; sweep lists them", values[0])
		}
		if values = values[1:]; len(values) == 0 {
			values = strings.Fields(p.values)
		}
		if o.Has("measure") {
			p.measures = strings.Join(o.All("measure"), ",")
		}
	}
	if len(values) == 0 || len(values) > maxSwept || strings.Count(p.measures, ",") >= maxMeasures {
		return p, nil, fmt.Errorf("expected 1 to %d values and up to %d measures", maxSwept, maxMeasures)
	}
	return p, values, nil
}

// run makes a lab, lets it do the lines with the value, and measures.
func (p *plan) run(control *cluster.Control, columns []message.SweepColumn, value string) (message.SweepRow, error) {
	row := message.SweepRow{}
	var err error
	if row.Value, err = strconv.ParseInt(value, 10, 64); err != nil {
		return row, fmt.Errorf("not a number")
	}
	small, err := New(store.NewMemory(), Options{Name: "sweep"})
	if err != nil {
		return row, err
	}
	if res := small.Run(control, p.script(value)); res.Exit != 0 {
		return row, fmt.Errorf("%s", strings.TrimSpace(res.Out+res.Err))
	}
	m, err := small.measuring()
	if err != nil {
		return row, err
	}
	for _, c := range columns {
		n, err := m.measure(c.Name)
		if err != nil {
			return row, err
		}
		row.Values = append(row.Values, n)
	}
	return row, nil
}

// printSweep prints a table with a line for each value.
func printSweep(c *shell.Call, v *message.Sweep) {
	c.Printf("%s", v.Of)
	for _, m := range v.Columns {
		c.Printf("\t%s", m.Name)
	}
	for _, r := range v.Rows {
		c.Printf("\n%d", r.Value)
		for i, n := range r.Values {
			c.Printf("\t%s", decimal(n, v.Columns[i].Decimals))
		}
	}
	c.Printf("\n")
}

// decimal writes a number of which the last digits stand behind the point.
func decimal(n int64, decimals int) string {
	s := fmt.Sprintf("%0*d", decimals+1, n)
	if decimals == 0 {
		return s
	}
	return s[:len(s)-decimals] + "." + s[len(s)-decimals:]
}

// sweepView is the latest sweep, and which there are.
func (k *look) sweepView() message.Sweep {
	v := k.lab.swept
	if v.Rows == nil {
		v.Columns, v.Rows, v.Lines = []message.SweepColumn{}, []message.SweepRow{}, []string{}
	}
	v.Plans = []message.SweepPlan{}
	for _, p := range plans() {
		v.Plans = append(v.Plans, message.SweepPlan{Name: p.name, Title: p.title, Of: p.of})
	}
	return v
}
