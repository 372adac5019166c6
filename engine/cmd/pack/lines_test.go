package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program is a small program with generics, inlining, deferred calls and garbage, whose traces nobody reads.
const program = `package main

type list[T any] struct{ items []T }

//go:noinline
func (l *list[T]) add(v T) { l.items = append(l.items, v) }

func main() {
	defer func() { println("recovered", recover() != nil) }()
	var l list[string]
	for i := range 1000 {
		l.add(string(rune('a' + i%26)))
	}
	println(l.items[2000])
}
`

func buildProgram(t *testing.T) []byte {
	t.Helper()
	source := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(source, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	return buildWasm(t, "build", source)
}

// buildWasm has Go make a program for the browser.
func buildWasm(t *testing.T, command string, arguments ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "main.wasm")
	build := exec.Command("go", append([]string{command, "-o", out}, arguments...)...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestDropLines blanks the tables of a real program: the file keeps its length, compresses better, and blanking it again changes
// nothing. That such a program still runs is what every browser test shows.
func TestDropLines(t *testing.T) {
	before := buildProgram(t)
	after := bytes.Clone(before)
	if err := dropLines(after); err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) {
		t.Fatalf("%d bytes became %d", len(before), len(after))
	}
	if a, b := bytes.Count(before, []byte{0}), bytes.Count(after, []byte{0}); b < a+100_000 {
		t.Errorf("only %d bytes were blanked", b-a)
	}
	if !bytes.Contains(after, []byte("main.(*list[...]).add\x00")) {
		t.Error("a function's name is gone")
	}
	again := bytes.Clone(after)
	if err := dropLines(again); err != nil || !bytes.Equal(again, after) {
		t.Errorf("a second time: changed %t, %v", !bytes.Equal(again, after), err)
	}
}

func TestDropLinesRefusesOtherFiles(t *testing.T) {
	for _, file := range []string{"", "text", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0b\x05\x01\x00\x41\x00\x0b"} {
		if err := dropLines([]byte(file)); err == nil {
			t.Errorf("%q was taken", file)
		}
	}
}

// The address of the function tables occurs by chance too, and before the real one.
func TestFindDataIsNotMisled(t *testing.T) {
	const base, names, data = 0x1c17a0, 0x1c17e8, 0x407798
	b := make([]byte, 4096+data)
	m := &tables{image: &image{b: b}, names: names}
	for _, at := range []int{13, 160, 1000} {
		binary.LittleEndian.PutUint64(b[at:], base)
		binary.LittleEndian.PutUint64(b[at+gofuncField:], 77)
	}
	if found, err := m.findData(base); err == nil {
		t.Errorf("%#x was found where nothing is", found)
	}
	binary.LittleEndian.PutUint64(b[2048:], base)
	binary.LittleEndian.PutUint64(b[2056:], names)
	binary.LittleEndian.PutUint64(b[2048+gofuncField:], data)
	if found, err := m.findData(base); found != data || err != nil {
		t.Errorf("%#x (%v) and not %#x", found, err, data)
	}
}
