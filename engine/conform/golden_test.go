package conform

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// later lists the traces that belong to parts of Kafka that are not here yet, by the beginning of their name. A trace outside this
// list must replay equal.
var later = []string{"compact-", "fuzz-compact", "manager-", "replica-", "fuzz-replica", "legacy-formats", "offset-map"}

// TestGolden replays every recorded trace of real Kafka and compares it line by line.
func TestGolden(t *testing.T) {
	dirs, err := filepath.Glob("testdata/golden/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	for _, dir := range dirs {
		name := filepath.Base(dir)
		if !belongsLater(name) {
			t.Run(name, func(t *testing.T) { replayTrace(t, dir) })
		}
	}
}

func belongsLater(name string) bool {
	for _, l := range later {
		if strings.HasPrefix(name, l) {
			return true
		}
	}
	return false
}

func replayTrace(t *testing.T, dir string) {
	ops, want := readLines(t, filepath.Join(dir, "ops.jsonl")), readLines(t, filepath.Join(dir, "trace.jsonl"))
	if len(ops) != len(want) {
		t.Fatalf("%d operations, %d results", len(ops), len(want))
	}
	lenient := Compresses(bytes.Join(ops, nil))
	d := New()
	bad := 0
	for i, op := range ops {
		got := d.Run(op)
		if diff := Compare(want[i], got, lenient); len(diff) > 0 {
			bad++
			if bad <= 3 {
				t.Errorf("line %d: %.300s\n  %s", i+1, op, strings.Join(diff[:min(len(diff), 6)], "\n  "))
			}
		}
	}
	if bad > 3 {
		t.Errorf("%d of %d lines differ", bad, len(ops))
	}
}

func readLines(t *testing.T, path string) [][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines [][]byte
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		if line := bytes.TrimSpace(s.Bytes()); len(line) > 0 && line[0] != '#' {
			lines = append(lines, bytes.Clone(line))
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return lines
}
