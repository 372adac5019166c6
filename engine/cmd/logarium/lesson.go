package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"logarium/engine/lab"
	"logarium/engine/lesson"
)

// lessonCommand runs a lesson in a terminal: it asks, runs the commands, and holds the checks against the machine.
func lessonCommand(args []string, in io.Reader, out, errs io.Writer) int {
	flags := options("lesson [-check] [-rewrite] FILE", errs)
	only := flags.Bool("check", false, "say only what does not come out as the lesson says")
	rewrite := flags.Bool("rewrite", false, "write what the commands print into the file")
	if !parsed(flags, args, 1, 1) {
		return exitUsage
	}
	file := flags.Arg(0)
	text, err := os.ReadFile(file)
	if err == nil && *rewrite {
		text, err = rewriteLesson(file, text)
	}
	wrong := 0
	if err == nil {
		var l *lesson.Lesson
		if l, err = lesson.Parse(file, string(text)); err == nil {
			wrong, err = runLesson(l, *only, in, out)
		}
	}
	switch {
	case err != nil:
		fmt.Fprintf(errs, "logarium: %v\n", err)
		return 1
	case wrong > 0:
		fmt.Fprintf(errs, "logarium: %s: %d things are not as the lesson says\n", file, wrong)
		return 1
	}
	return 0
}

func rewriteLesson(file string, text []byte) ([]byte, error) {
	changed, err := lesson.Rewrite(file, string(text), lab.Options{})
	if err == nil && changed != string(text) {
		err = os.WriteFile(file, []byte(changed), 0o644)
	}
	return []byte(changed), err
}

func runLesson(l *lesson.Lesson, only bool, in io.Reader, out io.Writer) (wrong int, err error) {
	if only {
		all, err := lesson.Verify(l, lab.Options{})
		for _, w := range all {
			fmt.Fprintln(out, w)
		}
		return len(all), err
	}
	r, err := lesson.NewRunner(l, lab.Options{})
	if err != nil {
		return 0, err
	}
	t := &teller{runner: r, in: bufio.NewReader(in), out: out}
	fmt.Fprintf(out, "%s. %s\n", l.ID, l.Title)
	t.tell(l.Intro)
	for i, s := range l.Steps {
		fmt.Fprintf(out, "\n%d. %s\n", i+1, s.Title)
		t.tell(s.Blocks)
	}
	t.explain()
	return t.wrong, nil
}

// teller goes through a lesson's blocks.
type teller struct {
	runner *lesson.Runner
	in     *bufio.Reader
	out    io.Writer
	why    string // explanation that waits for the run
	ran    bool   // something was run since the question
	wrong  int
}

func (t *teller) tell(blocks []lesson.Block) {
	for _, b := range blocks {
		if t.ran && b.Kind != lesson.Console && b.Kind != lesson.Check {
			t.explain()
		}
		switch b.Kind {
		case lesson.Prose, lesson.Vary, lesson.Myth:
			fmt.Fprintf(t.out, "\n%s\n", b.Text)
		case lesson.Answer:
			fmt.Fprint(t.out, "\nthe answer (Enter): ")
			_, _ = t.in.ReadString('\n')
			fmt.Fprintf(t.out, "\n%s\n", b.Text)
		case lesson.Predict:
			t.ask(b.Predict)
		case lesson.Console:
			t.console(b.Commands)
		case lesson.Check:
			t.check(b.Checks)
		}
	}
	if t.ran {
		t.explain()
	}
}

// ask waits for a letter. Whoever answers nothing, or is no person, goes on.
func (t *teller) ask(q *lesson.Question) {
	t.explain()
	fmt.Fprintf(t.out, "\n? %s\n", q.Text)
	right := ""
	for i, o := range q.Options {
		letter := string(rune('a' + i))
		fmt.Fprintf(t.out, "  %s) %s\n", letter, o.Text)
		if o.Right {
			right = letter
		}
	}
	fmt.Fprint(t.out, "your prediction: ")
	answer, _ := t.in.ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	fmt.Fprintln(t.out, answer)
	t.ran = false
	t.why = fmt.Sprintf("it is %s. %s", right, q.Why)
	if answer != "" {
		t.why = fmt.Sprintf("you said %s; %s", answer, t.why)
	}
}

func (t *teller) explain() {
	if t.why != "" {
		fmt.Fprintf(t.out, "\n%s\n", t.why)
	}
	t.why = ""
}

func (t *teller) console(commands []lesson.Command) {
	fmt.Fprintln(t.out)
	t.ran = true
	for _, c := range commands {
		got := t.runner.Run(c)
		fmt.Fprintf(t.out, "$ %s\n", c.Text)
		for _, line := range got.Lines {
			fmt.Fprintln(t.out, line)
		}
		if d := c.Differs(got); d != "" {
			t.wrong++
			fmt.Fprintf(t.out, "not as the lesson says: %s", d)
		}
	}
}

func (t *teller) check(checks []lesson.Assertion) {
	for _, a := range checks {
		res := t.runner.Check(a)
		mark := "ok  "
		if !res.OK {
			t.wrong++
			mark = "NOT "
		}
		fmt.Fprintf(t.out, "%s%s  (%s%s)\n", mark, a.Text, res.Got, res.Error)
	}
}
