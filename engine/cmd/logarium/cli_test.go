package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestCommandLine runs the scripts in testdata/cli in a folder of their own. `file NAME` writes a file, `logarium` runs the program, with
// its arguments a line below and its standard input below that; `flip FILE POSITION` damages a byte, `cut FILE LENGTH` the end of a file.
func TestCommandLine(t *testing.T) {
	scripts, err := filepath.Abs("testdata/cli")
	if err != nil {
		t.Fatal(err)
	}
	datadriven.Walk(t, scripts, func(t *testing.T, path string) {
		t.Chdir(t.TempDir())
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "file":
				return told(os.WriteFile(d.CmdArgs[0].Key, []byte(d.Input+"\n"), 0o644))
			case "flip":
				return told(damage(d, func(data []byte, at int) []byte { data[at] ^= 1; return data }))
			case "cut":
				return told(damage(d, func(data []byte, at int) []byte { return data[:at] }))
			}
			return ran(d.Input)
		})
	})
}

func told(err error) string {
	if err != nil {
		return err.Error() + "\n"
	}
	return ""
}

func damage(d *datadriven.TestData, change func([]byte, int) []byte) error {
	name := filepath.FromSlash(d.CmdArgs[0].Key)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	at, err := strconv.Atoi(d.CmdArgs[1].Key)
	if err != nil {
		return err
	}
	if at >= len(data) {
		return fmt.Errorf("the file has %d bytes", len(data))
	}
	return os.WriteFile(name, change(data, at), 0o644)
}

// ran is what a call prints: standard error behind `2>`, and the exit status if it is not 0.
func ran(input string) string {
	line, in, _ := strings.Cut(input, "\n")
	var out, errs, b strings.Builder
	exit := command(strings.Fields(line), strings.NewReader(in), &out, &errs)
	b.WriteString(shortened(out.String()))
	for l := range strings.Lines(shortened(errs.String())) {
		b.WriteString("2> " + l)
	}
	if exit != 0 {
		fmt.Fprintf(&b, "[exit %d]\n", exit)
	}
	return b.String()
}

var folders = regexp.MustCompile(`/[^ ]*/TestCommandLine[^/]*/\d+/`)

// shortened leaves out the test's own folder, and all but the first lines of a long text.
func shortened(s string) string {
	s = folders.ReplaceAllString(s, "")
	list := strings.SplitAfter(s, "\n")
	if most := 14; len(list) > most {
		return strings.Join(list[:most], "") + fmt.Sprintf("(%d more lines)\n", len(list)-most-1)
	}
	return s
}

// TestEveryCommandIsExplained looks for each command in what --help prints and in docs/cli.md.
func TestEveryCommandIsExplained(t *testing.T) {
	page, err := os.ReadFile("../../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range commands {
		if !regexp.MustCompile(`(?m)^  ` + name + `( |$)`).MatchString(usage) {
			t.Errorf("--help does not say what %s does", name)
		}
		if !regexp.MustCompile("(?m)^\\| `" + name + "[ `]").Match(page) {
			t.Errorf("docs/cli.md does not say what %s does", name)
		}
	}
}
