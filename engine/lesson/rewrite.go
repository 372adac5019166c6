package lesson

import (
	"strings"

	"logarium/engine/lab"
)

// Rewrite returns the text of a lesson with what its commands really print, where that is not what stands there. Everything else
// stays as it is; a command that fails gets "! ". Error: the text is no lesson, or its lab does not start.
func Rewrite(file, text string, o lab.Options) (string, error) {
	l, err := Parse(file, text)
	if err != nil {
		return "", err
	}
	r, err := NewRunner(l, o)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	var out []string
	next := 0 // index of the first line that is not yet in out
	for _, b := range l.Blocks() {
		for _, c := range b.Commands {
			got := r.Run(c)
			if c.Differs(got) == "" {
				continue
			}
			first, behind := c.Line-1, c.Line-1+c.lines
			out = append(out, lines[next:first]...)
			out = append(out, mark(got.Exit)+lines[first][2:])
			out = append(out, lines[first+1:behind]...)
			out = append(out, got.Lines...)
			next = behind + len(c.Want)
		}
	}
	return strings.Join(append(out, lines[next:]...), "\n"), nil
}

func mark(exit int) string {
	if exit != 0 {
		return "! "
	}
	return "$ "
}
