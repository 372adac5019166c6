package lesson

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"logarium/engine/lab"
)

// TestParse: lessons and what is read from them, or what is wrong with them.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse", func(t *testing.T, d *datadriven.TestData) string {
		l, err := Parse("x.md", d.Input)
		if err != nil {
			return err.Error()
		}
		return show(l)
	})
}

func show(l *Lesson) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q %d min, needs %q, %s\n", l.ID, l.Title, l.Minutes, l.Needs, l.Rulebook)
	showBlocks(&b, l.Intro)
	for _, s := range l.Steps {
		fmt.Fprintf(&b, "%d: step %q %+v\n", s.Line, s.Title, s.Stage)
		showBlocks(&b, s.Blocks)
	}
	return b.String()
}

func showBlocks(b *strings.Builder, blocks []Block) {
	for _, x := range blocks {
		fmt.Fprintf(b, "%d: %s %s", x.Line, x.Kind, x.Name)
		switch x.Kind {
		case Predict:
			fmt.Fprintf(b, "%+v", *x.Predict)
		case Console:
			for _, c := range x.Commands {
				fmt.Fprintf(b, "\n  %d: %q fails %t, prints %q", c.Line, c.Text, c.Fails, c.Want)
			}
		case Check:
			fmt.Fprintf(b, "%+v", x.Checks)
		default:
			fmt.Fprintf(b, "%q", x.Text)
		}
		b.WriteString("\n")
	}
}

// TestVerify: what a run of a lesson finds wrong, and what a rewrite makes of the lesson.
func TestVerify(t *testing.T) {
	datadriven.RunTest(t, "testdata/verify", func(t *testing.T, d *datadriven.TestData) string {
		if d.Cmd == "rewrite" {
			text, err := Rewrite("x.md", d.Input, lab.Options{})
			if err != nil {
				return err.Error()
			}
			return text
		}
		l, err := Parse("x.md", d.Input)
		if err != nil {
			return err.Error()
		}
		wrong, err := Verify(l, lab.Options{})
		if err != nil {
			return err.Error()
		}
		var b strings.Builder
		for _, w := range wrong {
			b.WriteString(w.Error() + "\n")
		}
		return b.String()
	})
}

func TestMatchLine(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"abc", "abc", true}, {"abc", "abd", false}, {"…", "", true}, {"a…", "a", true}, {"a…c", "abbc", true}, {"a…c", "abb", false},
		{"…b…", "abc", true}, {"a…a", "a", false}, {"a…b…c", "axbybzc", true}, {"", "", true}, {"", "x", false}, {"é…é", "éxé", true},
	} {
		if got := matchLine(c.want, c.got); got != c.ok {
			t.Errorf("%q matches %q: %t", c.want, c.got, got)
		}
	}
}

func TestMatchLines(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"a|b", "a|b", true}, {"a|…", "a", true}, {"a|…", "a|b|c", true}, {"…|c", "a|b|c", true}, {"…|c|…|c", "c|b|c", true}, {"…", "", true},
		{"a|…|c", "a|b", false}, {"a", "a|b", false}, {"a…|b", "axy|b", true}, {"", "", true},
	} {
		split := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, "|")
		}
		if got := matches(split(c.want), split(c.got)); got != c.ok {
			t.Errorf("%q matches %q: %t", c.want, c.got, got)
		}
	}
}
