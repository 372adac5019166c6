package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	diff "github.com/google/go-cmp/cmp"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

// TestChecks: "run" runs commands, "check" holds assertions against the lab, "syntax" looks at assertions without one.
func TestChecks(t *testing.T) {
	var l *lab.Lab
	lookup := ""
	datadriven.RunTest(t, "testdata/check", func(t *testing.T, d *datadriven.TestData) string {
		var b strings.Builder
		if d.Cmd == "lab" {
			l = newLab(t)
		}
		for line := range lab.Lines(d.Input) {
			switch d.Cmd {
			case "lab", "run":
				if strings.HasPrefix(line, "lookup") {
					lookup = line
				}
				if res := l.Exec(nil, line, false); res.Exit != 0 {
					t.Fatalf("%s: %s", line, res.Err)
				}
			case "check":
				res := Eval(l, lookup, line)
				fmt.Fprintf(&b, "%t: %s\n", res.OK, cmp.Or(res.Error, res.Got))
			case "syntax":
				fmt.Fprintf(&b, "%v\n", Syntax(line))
			}
		}
		return b.String()
	})
}

func newLab(t *testing.T) *lab.Lab {
	l, err := lab.New(store.NewMemory(), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestView answers as the worker gives it, and leaves the journal alone.
func TestView(t *testing.T) {
	l := newLab(t)
	l.Exec(nil, "kafka-topics --create --topic a --partitions 1 --replication-factor 1", false)
	got, err := View(l, json.RawMessage(`{"checks":["leo(a-0) == 0","leo(a-0) > 0","offsets(a-0) == []","bases("]}`))
	want := message.Checked{Results: []message.CheckResult{
		{OK: true, Got: "leo(a-0) is 0"}, {Got: "leo(a-0) is 0"}, {OK: true, Got: "offsets(a-0) is []"}, {Error: "column 6: the bracket is not closed"},
	}}
	if d := diff.Diff(want, got); d != "" || err != nil {
		t.Fatalf("%v (-want +got)\n%s", err, d)
	}
	if n := l.Position(); n != 1 {
		t.Fatalf("%d commands in the journal", n)
	}
	if _, err := View(l, json.RawMessage(`[]`)); err == nil {
		t.Fatal("a list was taken for parameters")
	}
}

// TestFunctions: each of the list is known to the evaluator by its own name.
func TestFunctions(t *testing.T) {
	for _, f := range Functions() {
		call := f.Name + "(" + strings.Repeat(",x", f.min)[min(1, f.min):] + ")"
		if f.Name == "log" {
			call = `log ~ "x"`
		}
		if err := Syntax(call); err != nil {
			t.Errorf("%s: %v", call, err)
		}
		if f.Doc == "" {
			t.Errorf("%s has no description", f.Name)
		}
	}
}
