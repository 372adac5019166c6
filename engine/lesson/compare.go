package lesson

import (
	"fmt"
	"slices"
	"strings"
)

// Compare lists where a translation does what its original does not: the commands, what they print, the questions' right answers
// and the checks must be the same, in the same steps.
func Compare(original, translation *Lesson) (differences []error) {
	add := func(line int, format string, args ...any) {
		differences = append(differences, &Error{translation.File, line, fmt.Sprintf(format, args...)})
	}
	if a, b := head(original), head(translation); a != b {
		add(1, "the front matter says %s, the original %s", b, a)
	}
	if a, b := len(original.Steps), len(translation.Steps); a != b {
		add(1, "%d steps, the original has %d", b, a)
		return differences
	}
	for i, s := range original.Steps {
		other := translation.Steps[i]
		if !slices.Equal(s.Stage.Panels, other.Stage.Panels) || s.Stage.File != other.Stage.File || s.Stage.Select != other.Stage.Select {
			add(other.Line, "another stage than the original's")
		}
		if a, b := essence(s.Blocks), essence(other.Blocks); !slices.Equal(a, b) {
			add(other.Line, "this step does not do what the original's does:\n%s", diff(a, b))
		}
	}
	return differences
}

func head(l *Lesson) string {
	return fmt.Sprintf("%s, %d minutes, %s, needs %s", l.ID, l.Minutes, l.Rulebook, strings.Join(l.Needs, " "))
}

// essence is what of some blocks does not depend on a language.
func essence(blocks []Block) (lines []string) {
	for _, b := range blocks {
		switch b.Kind {
		case Console, Check:
			lines = append(lines, string(b.Kind))
			lines = append(lines, strings.Split(b.Text, "\n")...)
		case Predict:
			for i, o := range b.Predict.Options {
				if o.Right {
					lines = append(lines, fmt.Sprintf("answer %d of %d", i+1, len(b.Predict.Options)))
				}
			}
		case Myth:
			lines = append(lines, "myth "+b.Name)
		case Answer:
			lines = append(lines, string(b.Kind))
		}
	}
	return lines
}
