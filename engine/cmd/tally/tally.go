package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// counts of tests. A subtest counts beside its parent.
type counts struct{ passed, failed, skipped int }

func (c counts) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.passed, c.failed, c.skipped)
}

func (c counts) verdict() error {
	switch {
	case c.failed > 0:
		return fmt.Errorf("%d failed", c.failed)
	case c.passed == 0:
		return errors.New("nothing ran")
	}
	return nil
}

// parseAll adds lines as String prints them.
func parseAll(text string) (total counts, err error) {
	for line := range strings.Lines(text) {
		var c counts
		if _, err := fmt.Sscanf(line, "%d passed, %d failed, %d skipped", &c.passed, &c.failed, &c.skipped); err != nil {
			return total, fmt.Errorf("%q: %w", line, err)
		}
		total = counts{total.passed + c.passed, total.failed + c.failed, total.skipped + c.skipped}
	}
	return total, nil
}

// event is a line of go test -json (go doc test2json).
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// reader keeps the output of each test until it is known how the test ended.
type reader struct {
	out    io.Writer
	output map[string]*strings.Builder // by package and test
	failed map[string]bool             // packages with a test that failed
	counts counts
}

// read prints a line for each package, and all output of what failed.
func read(in io.Reader, out io.Writer) (counts, error) {
	r := reader{out: out, output: map[string]*strings.Builder{}, failed: map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(out, lines.Text()) // not from a test: say it as it is
			continue
		}
		r.take(e)
	}
	return r.counts, lines.Err()
}

func (r *reader) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		r.keep(e.ImportPath+key, e.Output)
	case "build-fail":
		fmt.Fprint(r.out, r.output[e.ImportPath+key])
	case "pass", "skip", "fail":
		r.end(key, e)
		delete(r.output, key)
	}
}

func (r *reader) keep(key, output string) {
	if r.output[key] == nil {
		r.output[key] = &strings.Builder{}
	}
	r.output[key].WriteString(output)
}

func (r *reader) end(key string, e event) {
	if e.Test == "" {
		r.endPackage(key, e)
		return
	}
	switch e.Action {
	case "pass":
		r.counts.passed++
	case "skip":
		r.counts.skipped++
		fmt.Fprintf(r.out, "skipped %s %s\n%s", e.Package, e.Test, r.text(key))
	case "fail":
		r.counts.failed++
		r.failed[e.Package] = true
		fmt.Fprintf(r.out, "FAILED %s %s\n%s", e.Package, e.Test, r.text(key))
	}
}

// endPackage counts a package that failed outside of any test, such as one that does not compile.
func (r *reader) endPackage(key string, e event) {
	if e.Action == "fail" {
		if !r.failed[e.Package] {
			r.counts.failed++
		}
		fmt.Fprintf(r.out, "FAILED %s\n%s", e.Package, r.text(key))
		return
	}
	if e.Action == "pass" {
		fmt.Fprintf(r.out, "ok %7.1f s  %s\n", e.Elapsed, e.Package)
	}
}

func (r *reader) text(key string) string {
	if r.output[key] == nil {
		return ""
	}
	return r.output[key].String()
}
