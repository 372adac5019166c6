package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notCompared are the marks in testdata/captures/commands of commands whose output no test here compares; docs/captures.md says why.
var notCompared = []string{"broken", "format", "input", "lab", "log", "other", "unix"}

// TestEveryCapturedCommand: each command of the captured sessions occurs in a file of captures as often as it was typed, or is marked as one that
// is not compared. Only two of Kafka's tools are, each with its reason in docs/captures.md: one that never reached the tool, and one that is meant to
// be answered otherwise.
func TestEveryCapturedCommand(t *testing.T) {
	compared := map[string]int{}
	names, err := filepath.Glob("testdata/captures/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for _, one := range readCaptures(t, filepath.Base(name)) {
			if one.exit >= 0 {
				compared[strings.TrimSpace(one.command)]++
			}
		}
	}
	doc, err := os.ReadFile("../../docs/captures.md")
	if err != nil {
		t.Fatal(err)
	}
	commands, err := os.ReadFile("testdata/captures/commands")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(commands)) {
		mark, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case mark == "#":
		case mark == "=":
			if compared[command]--; compared[command] < 0 {
				t.Errorf("no test compares %s", command)
			}
		case !slices.Contains(notCompared, mark):
			t.Errorf("unknown mark: %s", line)
		case (mark == "broken" || mark == "other") && !strings.Contains(string(doc), "`"+command+"`"):
			t.Errorf("docs/captures.md does not name %s", command)
		}
	}
}
