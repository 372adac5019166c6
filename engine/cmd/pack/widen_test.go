package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	loadF64, storeF64, copysignF64, addF64 = 0x2b, 0x39, 0xa6, 0xa0
)

func mark() []instruction { return assemble(opConst64, wideMark, opDrop) }

// raw gives instructions the bytes that they have in a file.
func raw(body []instruction) []instruction {
	for n, i := range body {
		body[n].raw = i.append(nil)
	}
	return body
}

// TestWiden: what stands for vectors becomes what it stands for, in a function that says so.
func TestWiden(t *testing.T) {
	code := raw(assemble(opLocalGet, 2, opLocalGet, 3, loadF64, 3, 16, opLocalGet, 4, copysignF64, storeF64, 3, 200))
	f := function{params: 1, locals: []local{{1, kind32}, {3, kind64}, {2, kindF64}}, body: append(raw(mark()), code...)}
	if err := f.widen(); err != nil {
		t.Fatal(err)
	}
	want := []byte{opNop, opNop, opLocalGet, 2, opLocalGet, 3, 0xfd, 0, 3, 16, opLocalGet, 4, 0xfd, 0x51, 0xfd, 11, 3, 200, 1}
	var got []byte
	for _, i := range f.body {
		got = i.append(got)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]local{{1, kind32}, {3, kind64}, {2, kindVector}}, f.locals, cmp.AllowUnexported(local{})); diff != "" {
		t.Errorf("locals (-want +got):\n%s", diff)
	}
}

func TestWidenLeavesOthersAlone(t *testing.T) {
	code := assemble(opLocalGet, 3, loadF64, 3, 16, opLocalGet, 4, copysignF64, opDrop)
	f := function{params: 1, locals: []local{{2, kindF64}}, body: raw(code)}
	if err := f.widen(); err != nil || f.locals[0].kind != kindF64 || !cmp.Equal(f.body, raw(code), cmp.AllowUnexported(instruction{})) {
		t.Error(err, f)
	}
}

// TestWidenRefuses what has no meaning for vectors: a sum of numbers with a fraction, a constant of that kind.
func TestWidenRefuses(t *testing.T) {
	for _, op := range []int64{addF64, opConstF64} {
		f := function{body: append(mark(), raw(assemble(op))...)}
		if err := f.widen(); err == nil || !strings.Contains(err.Error(), "stands for none") {
			t.Errorf("operation %#x: %v", op, err)
		}
	}
}

// TestWidenRealProgram: the checksum's functions of a real program are found, are still there when it is packed, can be read again, and are not touched a second
// time.
func TestWidenRealProgram(t *testing.T) {
	program := buildChecksum(t)
	wide, err := widen(program)
	if err != nil || countWide(t, wide) != 2 {
		t.Fatalf("%d functions have variables of 16 bytes: %v", countWide(t, wide), err)
	}
	if again, err := widen(wide); err != nil || !bytes.Equal(again, wide) {
		t.Errorf("a second time something changed: %v", err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "some.wasm")
	if err := os.WriteFile(name, program, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := rewrite(dir); err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(name)
	if err != nil || countWide(t, packed) != 2 {
		t.Errorf("packed, %d functions have them: %v", countWide(t, packed), err)
	}
	if again, err := rewritten(bytes.Clone(packed)); err != nil || !bytes.Equal(again, packed) {
		t.Errorf("packed again, %d bytes are %d: %v", len(packed), len(again), err)
	}
}

// buildChecksum builds a program that has a checksum.
func buildChecksum(t *testing.T) []byte {
	t.Helper()
	return buildWasm(t, "test", "-c", "logarium/engine/codec")
}

// countWide counts the functions of a program that have variables of 16 bytes.
func countWide(t *testing.T, program []byte) (n int) {
	t.Helper()
	_, err := rewriteCode(program, func(_ int, f *function) error {
		if slices.ContainsFunc(f.locals, func(l local) bool { return l.kind == kindVector }) {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRunWide: the runner gets the program, under its name, and the arguments; its status comes back.
func TestRunWide(t *testing.T) {
	dir := t.TempDir()
	program, runner := filepath.Join(dir, "some.wasm"), filepath.Join(dir, "runner")
	script := "#!/bin/sh\ncase $1 in */some.wasm) test -s \"$1\" && exit $2 ;; esac\nexit 1\n"
	for name, data := range map[string]string{program: string(buildProgram(t)), runner: script} {
		if err := os.WriteFile(name, []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"0", "7"} {
		if status, err := runWide(runner, program, []string{want}); err != nil || status != int(want[0]-'0') {
			t.Errorf("status %d, want %s: %v", status, want, err)
		}
	}
	if _, err := runWide(runner, runner, nil); err == nil {
		t.Error("a shell script was taken for a program")
	}
}

// TestRunWideStops: who is told to stop, as go test does when a test takes too long, has the runner stop and takes the program away.
func TestRunWideStops(t *testing.T) {
	dir := t.TempDir()
	program, runner, begun := filepath.Join(dir, "some.wasm"), filepath.Join(dir, "runner"), filepath.Join(dir, "begun")
	script := "#!/bin/sh\ntrap 'echo stopped >>$2; exit 3' INT\necho \"$1\" >$2.new; mv $2.new $2\nwhile :; do sleep 0.02; done\n"
	for name, data := range map[string]string{program: string(buildProgram(t)), runner: script} {
		if err := os.WriteFile(name, []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	go func() {
		for range 1000 {
			if _, err := os.Stat(begun); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
	}()
	if status, err := runWide(runner, program, []string{begun}); err != nil || status != 3 {
		t.Errorf("status %d: %v", status, err)
	}
	told, err := os.ReadFile(begun)
	wide, rest, _ := strings.Cut(string(told), "\n")
	if err != nil || rest != "stopped\n" {
		t.Errorf("the runner was left alone: %q %v", told, err)
	}
	if _, err := os.Stat(filepath.Dir(wide)); !os.IsNotExist(err) {
		t.Errorf("%s is still there", wide)
	}
}
