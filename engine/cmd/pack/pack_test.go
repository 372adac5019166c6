package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestPackWritesBothAndSkipsWhatDoesNotShrink(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("offset position ", 1000)
	for name, data := range map[string]string{"a.js": text, "tiny.txt": "x", "old.js.gz": "left over"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := pack(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || files[0].name != "a.js" || files[1] != (sizes{"tiny.txt", 1, 1, 1}) {
		t.Fatalf("packed %+v", files)
	}
	if _, err := os.Stat(filepath.Join(dir, "tiny.txt.gz")); err == nil {
		t.Error("a file of one byte was compressed")
	}
	readBack(t, filepath.Join(dir, "a.js.gz"), text, func(r io.Reader) io.Reader {
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		return z
	})
	readBack(t, filepath.Join(dir, "a.js.br"), text, func(r io.Reader) io.Reader { return brotli.NewReader(r) })
	total := report(io.Discard, files)[programPart]
	if total.raw != int64(len(text))+1 || total.brotli != files[0].brotli+1 {
		t.Errorf("in all %+v", total)
	}
}

// TestPackTakesAwayWhatIsOld: a compressed form that is not made again is of a file that was there before.
func TestPackTakesAwayWhatIsOld(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"tiny.txt": "x", "tiny.txt.gz": "old", "tiny.txt.br": "old", "a.js": strings.Repeat("offset ", 100), "a.js.br": "old"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pack(dir, false); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	for n := range left {
		left[n] = filepath.Base(left[n])
	}
	if got := strings.Join(left, " "); err != nil || got != "a.js a.js.gz tiny.txt" {
		t.Errorf("%s: %v", got, err)
	}
}

func readBack(t *testing.T, path, want string, open func(io.Reader) io.Reader) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(open(bytes.NewReader(data)))
	if err != nil || string(got) != want {
		t.Errorf("%s: %d bytes, %v", path, len(got), err)
	}
}

func TestBudgetIsKept(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"a": 10, "lessons/en/b": 20, "posters/c": 5, "docs/d": 1000} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("0123456789abcdefghijklmnopqrstuvwxyz"[:min(size, 36)]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		limits limits
		want   string
	}{
		{limits{137, 25}, ""},
		{limits{136, 25}, "program: 137 bytes are over the budget of 136"},
		{limits{137, 24}, "lessons and posters: 25 bytes are over the budget of 24"},
		{limits{}, ""},
	} {
		switch err := run(dir, true, c.limits); {
		case err == nil && c.want != "":
			t.Errorf("%+v is kept", c.limits)
		case err != nil && err.Error() != c.want:
			t.Errorf("error %v", err)
		}
	}
}

func TestPartOf(t *testing.T) {
	for name, want := range map[string]string{"explore.html": programPart, "labs/orders.txt": programPart, "lessons/zh/L1.json": lessonsPart, "words/zh.txt": lessonsPart, "docs/api.html": documentsPart} {
		if part := partOf(name); part != want {
			t.Errorf("%s belongs to %s, not %s", name, want, part)
		}
	}
}
