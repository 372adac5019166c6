// Package golden runs the recorded operations of a golden case (engine/conform/testdata/golden)
// against one package: it reads operations and expected results, does the operations on bare files,
// and compares answers, errors and every file after each operation. Tests use it.
package golden

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Root is where the files of a case lie.
const Root = "/logs"

// Op is an operation: its fields, as JSON.
type Op map[string]json.RawMessage

// Case is one golden case on a disk of its own.
type Case struct {
	T    *testing.T
	Disk *disk.Disk

	files map[string]string // expected: name to "size sha"
}

// Str is a text.
func (o Op) Str(name string) (s string) { o.read(name, &s); return }

// Int is a number.
func (o Op) Int(name string) (n int64) { o.read(name, &n); return }

// Bool is a truth value; def if it is missing.
func (o Op) Bool(name string, def bool) bool { o.read(name, &def); return def }

// Read decodes a field into v and reports whether it is there.
func (o Op) Read(name string, v any) bool { return o.read(name, v) }

func (o Op) read(name string, v any) bool {
	raw, ok := o[name]
	if ok {
		if err := json.Unmarshal(raw, v); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
	}
	return ok
}

// File is the path of the operation's file.
func (o Op) File() string { return Root + "/" + o.Str("file") }

// Result is what a handler answers: a value that becomes JSON, or an error.
type Result struct {
	Value any
	Err   error
	Log   []string // "LEVEL text"
}

// Trace is a line of trace.jsonl: what Kafka answered.
type Trace struct {
	Now   int64
	OK    json.RawMessage
	Error *Failure
	State json.RawMessage
	Files struct {
		Set [][3]any // name, size, hash
		Del []string
	}
	Log [][]json.RawMessage // level, logger, text
}

// Failure is an error in a Trace.
type Failure struct {
	Class, Message string
	Code           *string
	Cause          *struct{ Class, Message string }
}

// Line is an operation and its result.
type Line struct {
	Where string // for messages: case, line, operation
	Op    Op
	Trace Trace
}

// Load reads a case by its name, or one of the package's own by its path, testdata/....
func Load(t *testing.T, name string) []Line {
	dir := name
	if !strings.HasPrefix(name, "testdata/") {
		dir = "../conform/testdata/golden/" + name
	}
	ops, traces := readLines(t, dir+"/ops.jsonl"), readLines(t, dir+"/trace.jsonl")
	if len(ops) != len(traces) {
		t.Fatalf("%s: %d operations, %d results", name, len(ops), len(traces))
	}
	list := make([]Line, len(ops))
	for i := range ops {
		l := &list[i]
		l.Where = fmt.Sprintf("%s line %d, %s", name, i+1, strings.TrimSpace(string(ops[i])))
		if err := errors.Join(json.Unmarshal(ops[i], &l.Op), json.Unmarshal(traces[i], &l.Trace)); err != nil {
			t.Fatalf("%s: %v", l.Where, err)
		}
	}
	return list
}

// Run replays a case. handle gets the operations that the package under test knows and reports
// false for others, which must be file operations or meta. Log lines are compared if logs is set,
// without those of LogDirFailureChannel, which a caller writes.
func Run(t *testing.T, name string, logs bool, handle func(c *Case, op Op) (Result, bool)) {
	c := &Case{T: t, Disk: disk.New(disk.Options{}), files: map[string]string{}}
	c.must(c.Disk.MkdirAll(Root))
	for _, l := range Load(t, name) {
		got, known := handle(c, l.Op)
		if !known {
			got = c.file(l.Op)
		}
		c.compare(l.Where, got, l.Trace, logs)
		if t.Failed() {
			return
		}
	}
}

func readLines(t *testing.T, file string) (lines [][]byte) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		lines = append(lines, []byte(line))
	}
	return lines
}

func (c *Case) must(err error) {
	c.T.Helper()
	if err != nil {
		c.T.Fatal(err)
	}
}

func (c *Case) compare(where string, got Result, want Trace, logs bool) {
	c.T.Helper()
	switch {
	case want.Error != nil:
		c.compareError(where, got.Err, want)
	case got.Err != nil:
		c.T.Errorf("%s: %v", where, got.Err)
	case got.Value != nil:
		if g, w := canonical(c, got.Value), canonical(c, want.OK); g != w {
			c.T.Errorf("%s:\n got %s\nwant %s", where, g, w)
		}
	}
	if logs {
		if g, w := strings.Join(got.Log, "\n"), wantedLog(want); g != w {
			c.T.Errorf("%s: log\n got %s\nwant %s", where, g, w)
		}
	}
	c.compareFiles(where, want)
}

func (c *Case) compareError(where string, err error, want Trace) {
	c.T.Helper()
	if problem := want.Error.Differs(err); problem != "" {
		c.T.Errorf("%s: %s", where, problem)
	}
}

// Differs says how an error is not the recorded one; "" if it is.
func (f *Failure) Differs(err error) string {
	e := kerr.As(err)
	if e == nil {
		return fmt.Sprintf("error %v, want %s: %s", err, f.Class, f.Message)
	}
	if e.Class != f.Class || e.Message != f.Message || f.Code != nil && *f.Code != e.Code {
		return fmt.Sprintf("\n got %s %s: %s\nwant %s: %s", e.Class, e.Code, e.Message, f.Class, f.Message)
	}
	if cause := kerr.As(e.Cause); f.Cause != nil && (cause == nil || cause.Class != f.Cause.Class || cause.Message != f.Cause.Message) {
		return fmt.Sprintf("cause %v, want %+v", e.Cause, *f.Cause)
	}
	return ""
}

func canonical(c *Case, v any) string {
	b, err := json.Marshal(v)
	c.must(err)
	var plain any
	c.must(json.Unmarshal(b, &plain))
	b, err = json.Marshal(plain)
	c.must(err)
	return string(b)
}

func wantedLog(want Trace) string {
	var lines []string
	for _, l := range want.Log {
		var level, logger, text string
		if json.Unmarshal(l[0], &level) != nil || json.Unmarshal(l[1], &logger) != nil || json.Unmarshal(l[2], &text) != nil {
			continue
		}
		if !strings.HasSuffix(logger, "LogDirFailureChannel") {
			lines = append(lines, level+" "+text)
		}
	}
	return strings.Join(lines, "\n")
}

// compareFiles checks sizes and hashes of all files, also of those that must not have changed.
func (c *Case) compareFiles(where string, want Trace) {
	for _, f := range want.Files.Set {
		if name := f[0].(string); !strings.HasSuffix(name, "/") {
			c.files[name] = fmt.Sprintf("%v %v", f[1], f[2])
		}
	}
	for _, name := range want.Files.Del {
		delete(c.files, name)
	}
	got := map[string]string{}
	c.walk(Root, got)
	for name, w := range c.files {
		if got[name] != w {
			c.T.Errorf("%s: file %s: %q, want %q", where, name, got[name], w)
		}
		delete(got, name)
	}
	for name := range got {
		c.T.Errorf("%s: file %s should not be there", where, name)
	}
}

func (c *Case) walk(dir string, files map[string]string) {
	list, err := c.Disk.ReadDir(dir)
	c.must(err)
	for _, f := range list {
		name := dir + "/" + f.Name
		if f.Dir {
			c.walk(name, files)
			continue
		}
		data, err := c.Disk.ReadFile(name)
		c.must(err)
		sum := sha256.Sum256(data)
		files[strings.TrimPrefix(name, Root+"/")] = fmt.Sprintf("%d %s", len(data), hex.EncodeToString(sum[:8]))
	}
}

// Dir makes the directory of a file.
func (c *Case) Dir(file string) { c.must(c.Disk.MkdirAll(path.Dir(file))) }

var errUnknown = errors.New("unknown operation")
