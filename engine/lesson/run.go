package lesson

import (
	"fmt"
	"strings"

	"logarium/engine/lab"
	"logarium/engine/lesson/check"
	"logarium/engine/message"
	"logarium/engine/store"
)

// Runner runs a lesson on a lab of its own.
type Runner struct {
	Lab    *lab.Lab
	lookup string // the last lookup command
}

// NewRunner makes the lab of a lesson. Error: it does not start.
func NewRunner(l *Lesson, o lab.Options) (*Runner, error) {
	if o.Name == "" {
		o.Name = strings.ToLower(l.ID)
	}
	machine, err := lab.New(store.NewMemory(), o)
	if err != nil {
		return nil, err
	}
	r := &Runner{Lab: machine}
	if l.Rulebook == "articles" {
		machine.Exec(nil, "rulebook articles", false)
	}
	return r, nil
}

// Output is what a command has done.
type Output struct {
	message.Result
	Lines []string
}

// Run runs one command.
func (r *Runner) Run(c Command) Output {
	res := r.Lab.Exec(nil, c.Text, false)
	if strings.HasPrefix(c.Text, "lookup ") {
		r.lookup = c.Text
	}
	return Output{res, outputLines(res.Out + res.Err)}
}

// Check holds an assertion against the lab as it is.
func (r *Runner) Check(a Assertion) message.CheckResult { return check.Eval(r.Lab, r.lookup, a.Text) }

// Differs says what is wrong with the output of a command, "" if nothing is.
func (c Command) Differs(got Output) string {
	if (got.Exit != 0) != c.Fails {
		must := map[bool]string{false: "succeed", true: "fail"}[c.Fails]
		return fmt.Sprintf("exit status %d of a command that must %s: %s\n%s", got.Exit, must, c.Text, diff(c.Want, got.Lines))
	}
	if !matches(c.Want, got.Lines) {
		return fmt.Sprintf("another output of: %s\n%s", c.Text, diff(c.Want, got.Lines))
	}
	return ""
}

// diff shows what was expected and what came: the common beginning and end once, - expected, + came.
func diff(want, got []string) string {
	n := 0
	for n < len(want) && n < len(got) && matchLine(strings.TrimRight(want[n], " \t"), got[n]) {
		n++
	}
	m := 0
	for m < len(want)-n && m < len(got)-n && matchLine(strings.TrimRight(want[len(want)-1-m], " \t"), got[len(got)-1-m]) {
		m++
	}
	var b strings.Builder
	part(&b, "  ", want[:n])
	part(&b, "- ", want[n:len(want)-m])
	part(&b, "+ ", got[n:len(got)-m])
	part(&b, "  ", want[len(want)-m:])
	return b.String()
}

func part(b *strings.Builder, mark string, lines []string) {
	const most = 60
	for i, l := range lines {
		if i == most {
			fmt.Fprintf(b, "%s(%d more)\n", mark, len(lines)-most)
			return
		}
		b.WriteString(mark + l + "\n")
	}
}

// Verify runs a whole lesson and lists what does not come out. Error: its lab does not start.
func Verify(l *Lesson, o lab.Options) (wrong []error, err error) {
	r, err := NewRunner(l, o)
	if err != nil {
		return nil, err
	}
	for _, b := range l.Blocks() {
		for _, c := range b.Commands {
			if d := c.Differs(r.Run(c)); d != "" {
				wrong = append(wrong, &Error{l.File, c.Line, d})
			}
		}
		for _, a := range b.Checks {
			if res := r.Check(a); !res.OK {
				wrong = append(wrong, &Error{l.File, a.Line, "does not hold: " + a.Text + "\n" + because(res)})
			}
		}
	}
	return wrong, nil
}

func because(res message.CheckResult) string {
	if res.Error != "" {
		return "  " + res.Error + "\n"
	}
	return "  " + res.Got + "\n"
}
