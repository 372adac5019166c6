package conform

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRun: whatever stands in a script, each line is answered; nothing panics.
func FuzzRun(f *testing.F) {
	for _, kind := range []string{"found", "cases", "golden"} {
		names, err := filepath.Glob("testdata/" + kind + "/*/ops.jsonl")
		if err != nil || len(names) == 0 {
			f.Fatal(names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			if lines := bytes.SplitAfter(b, []byte{'\n'}); len(b) < 20_000 {
				f.Add(bytes.Join(lines[:min(len(lines), 30)], nil))
			}
		}
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		d := New()
		d.filesMode = "none"
		for i, line := range bytes.Split(script, []byte{'\n'}) {
			if i == 40 || bounded(line) != nil {
				return
			}
			if got, err := parseNode(d.Run(line)); err != nil || got.has("ok") == got.has("error") {
				t.Fatalf("%s: %v, %v", line, got, err)
			}
		}
	})
}

// bounded says why a line would only take long: it lets years pass, or asks for megabytes.
func bounded(line []byte) error {
	op, err := parseNode(line)
	if err != nil {
		return err
	}
	return small(map[string]any(op))
}

func small(v any) error {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range sortedKeys(x) {
			big := k == "ms" || k == "now" || k == "n" || k == "times" || k == "size" || k == "cut" || k == "memory" || k == "slots" || k == "maxIndexSize"
			if n := number(x[k]); big && (n > 100_000 && k != "now" || n < -100_000 || n > T0+1_000_000) {
				return &badOperation{k}
			}
			if err := small(x[k]); err != nil {
				return err
			}
		}
	case []any:
		for _, y := range x {
			if err := small(y); err != nil {
				return err
			}
		}
	}
	return nil
}
