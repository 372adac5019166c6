package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"pgregory.net/rapid"
)

// TestParse runs the script testdata/parse: command lines and how they are split.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse", func(t *testing.T, d *datadriven.TestData) string {
		line, err := Parse(d.Input)
		if err != nil {
			return err.Error()
		}
		var b strings.Builder
		for _, s := range line.Stages {
			fmt.Fprintf(&b, "%q", s.Words)
			if s.IsDoc {
				fmt.Fprintf(&b, " document %q", s.Doc)
			}
			b.WriteByte('\n')
		}
		if line.Into != "" {
			fmt.Fprintf(&b, "into %q append=%t\n", line.Into, line.Append)
		}
		return b.String()
	})
}

// TestQuote: any words come back from Parse as they went into Join.
func TestQuote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "words")
		line, err := Parse(Join(words))
		if err != nil {
			t.Fatalf("%q: %v", Join(words), err)
		}
		if len(line.Stages) != 1 || !slices.Equal(line.Stages[0].Words, words) {
			t.Fatalf("%q became %+v", words, line.Stages)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ls -l", "a | b > c", "echo 'x", "cat <<E\na\nE", `echo $'\x41'`, "a |"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := Parse(text)
		if err != nil {
			return
		}
		for _, s := range line.Stages {
			if len(s.Words) == 0 {
				t.Fatalf("%q: a stage without words", text)
			}
		}
	})
}
