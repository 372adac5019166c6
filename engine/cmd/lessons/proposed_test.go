package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"logarium/engine/lab"
	"logarium/engine/lesson"
)

// TestProposedCommandsRun runs what each line of a myth's proof and of "Try next" proposes, in the lab where the reader is then. What must fail is told
// by a "! " before it.
func TestProposedCommandsRun(t *testing.T) {
	lessons, err := readAll("../../../static/lessons/en")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lessons {
		r, err := lesson.NewRunner(l, lab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range l.Blocks() {
			for _, c := range b.Commands {
				r.Run(c)
			}
			if b.Kind != lesson.Myth && b.Kind != lesson.Vary {
				continue
			}
			for n, text := range strings.Split(b.Text, "\n") {
				if err := tryAll(r.Lab, runnable(markdown(text), "")); err != nil {
					t.Errorf("%s:%d: %v", l.File, b.Line+n, err)
				}
			}
		}
	}
}

var tried = regexp.MustCompile(`tale-try:([^"]*)"><code>(! )?`)

// tryAll runs the controls of a text, and takes back what they did.
func tryAll(l *lab.Lab, text string) (wrong error) {
	before := l.Position()
	for _, m := range tried.FindAllStringSubmatch(text, -1) {
		line := html.UnescapeString(m[1])
		if strings.HasPrefix(line, "lab load ") {
			continue // from a place where labs are kept, which a page has
		}
		if res := l.Exec(nil, line, false); wrong == nil && (res.Exit != 0) != (m[2] != "") {
			wrong = fmt.Errorf("%s%s: exit status %d: %s%s", m[2], line, res.Exit, res.Out, res.Err)
		}
	}
	for _, line := range []string{"break clear", fmt.Sprint("goto ", before)} {
		if res := l.Exec(nil, line, false); wrong == nil && res.Exit != 0 {
			wrong = fmt.Errorf("%s: %s", line, res.Err)
		}
	}
	return wrong
}
