package conform

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCases replays questions and bug reports from practice; what each is about stands in its case.md.
func TestCases(t *testing.T) {
	for _, dir := range folders(t, "cases") {
		t.Run(filepath.Base(dir), func(t *testing.T) { replayTrace(t, dir) })
	}
}

// TestFound replays what random comparison with real Kafka has found, made as small as it gets.
func TestFound(t *testing.T) {
	for _, dir := range folders(t, "found") {
		t.Run(filepath.Base(dir), func(t *testing.T) { replayTrace(t, dir) })
	}
}

// TestCaptures replays what real brokers have left behind, after clean and unclean stops, damaged and compacted: every file as the dump tool
// prints it, every partition loaded, read and appended to.
func TestCaptures(t *testing.T) {
	for _, file := range matches(t, "testdata/captures/*/ops.jsonl.gz") {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) { replayTrace(t, dir) })
	}
}

func folders(t *testing.T, kind string) []string {
	return matches(t, "testdata/"+kind+"/*")
}

func matches(t *testing.T, pattern string) []string {
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return found
}

// TestGolden replays every recorded trace of real Kafka and compares it line by line.
func TestGolden(t *testing.T) {
	for _, dir := range folders(t, "golden") {
		t.Run(filepath.Base(dir), func(t *testing.T) { replayTrace(t, dir) })
	}
}

func replayTrace(t *testing.T, dir string) {
	t.Helper()
	replayWith(t, dir, func(*Driver) {})
}

// replayWith performs the operations of a trace and compares after each; then is called in between.
func replayWith(t *testing.T, dir string, then func(*Driver)) {
	t.Helper()
	ops, want := readLines(t, filepath.Join(dir, "ops.jsonl")), readLines(t, filepath.Join(dir, "trace.jsonl"))
	if len(ops) != len(want) {
		t.Fatalf("%d operations, %d results", len(ops), len(want))
	}
	lenient := Compresses(bytes.Join(ops, nil))
	d := New()
	bad := 0
	var again Recompressing
	for i, op := range ops {
		got := d.Run(op)
		if diff := Compare(want[i], got, lenient || again.After(op)); len(diff) > 0 {
			bad++
			if bad <= 3 {
				t.Errorf("line %d: %.300s\n  %s", i+1, op, strings.Join(diff[:min(len(diff), 6)], "\n  "))
			}
		}
		then(d)
	}
	if bad > 3 {
		t.Errorf("%d of %d lines differ", bad, len(ops))
	}
}

// readLines reads a file line by line, or the compressed file that stands for it.
func readLines(t *testing.T, path string) [][]byte {
	t.Helper()
	r := open(t, path)
	defer r.Close()
	var lines [][]byte
	s := bufio.NewScanner(r)
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

func open(t *testing.T, path string) io.ReadCloser {
	t.Helper()
	f, err := os.Open(path)
	if err == nil {
		return f
	}
	packed, err := os.ReadFile(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	return r
}
