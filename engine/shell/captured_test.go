package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notCompared are the marks in testdata/captures/commands of commands whose output no test here compares; docs/captures.md says why.
var notCompared = []string{"format", "input", "lab", "later", "log", "unix"}

// TestEveryCapturedCommand: each command of the captured sessions occurs in a file of captures as often as it was typed, or is marked as one that
// is not compared, and none is marked that could be: those of Kafka's tools are few and named in docs/captures.md.
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
		case mark == "later" && !strings.Contains(string(doc), "`"+command+"`"):
			t.Errorf("docs/captures.md does not name %s", command)
		}
	}
}
