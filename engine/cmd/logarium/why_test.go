package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// livedIn is a log directory that a lab has left on this computer, and the files in it.
func livedIn(t *testing.T) (dir string) {
	t.Helper()
	root := t.TempDir()
	script := filepath.Join(root, "script")
	lines := "lab new shop --seed 3 --clock 2026-03-02T10:00:00Z\nkafka-topics --create --topic t --config internal.segment.bytes=4096\n" +
		"produce t --count 100 --size 100 --records-per-batch 10\nbroker stop 1\n"
	if err := os.WriteFile(script, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	if exit, _, errs := called("run", "-files", root, script); exit != 0 {
		t.Fatal(errs)
	}
	return filepath.Join(root, "tmp", "kafka-logs")
}

func called(args ...string) (exit int, out, errs string) {
	var o, e strings.Builder
	exit = command(args, strings.NewReader(""), &o, &e)
	return exit, o.String(), e.String()
}

func TestWhy(t *testing.T) {
	dir := livedIn(t)
	for _, c := range []struct {
		what string
		args []string
		exit int
		out  string // part of what is printed
		errs string
	}{
		{"young", []string{"-now", "2026-03-02T10:00:05Z", dir}, 0, "t-0\n  0: Still here because its newest record is 5 s old and retention.ms is 7 d.", ""},
		{"old", []string{"-now", "2026-03-12T10:00:00Z", dir, "t-0"}, 0, "t-0\n  0: Goes because its newest record is 10 d 00:00 old and retention.ms is 7 d.", ""},
		{"with a setting", []string{"-now", "2026-03-02T10:00:05Z", "-config", "retention.bytes=1", dir}, 0, "retention.bytes", ""},
		{"of one topic", []string{"-now", "2026-03-02T10:01:00Z", "-config", "t:retention.ms=1000", dir}, 0, "0: Goes because its newest record is 60 s old and retention.ms is 1 s.", ""},
		{"of another topic", []string{"-now", "2026-03-02T10:01:00Z", "-config", "u:retention.ms=1000", dir}, 0, "0: Still here", ""},
		{"of the broker", []string{"-now", "2026-03-02T10:01:00Z", "-property", "log.retention.ms=1000", dir}, 0, "0: Goes", ""},
		{"a partition's directory", []string{"-now", "2026-03-12T10:00:00Z", filepath.Join(dir, "t-0")}, 0, "t-0\n  0: Goes", ""},
		{"JSON", []string{"-json", "-now", "2026-03-12T10:00:00Z", dir}, 0, `{"partition":"t-0"`, ""},
		{"no directory", []string{filepath.Join(dir, "nowhere")}, 1, "", "no such file"},
		{"an empty directory", []string{t.TempDir()}, 1, "", "no partition"},
		{"no such partition", []string{dir, "t-9"}, 1, "", "t-9"},
		{"a wrong value", []string{"-config", "retention.ms=soon", dir}, 1, "", "Invalid value soon for configuration retention.ms: Not a number of type LONG"},
		{"no value", []string{"-config", "retention.ms", dir}, 2, "", "NAME=VALUE"},
		{"no time", []string{"-now", "tea", dir}, 2, "", "is not a time"},
		{"nothing", nil, 2, "", "usage"},
	} {
		exit, out, errs := called(append([]string{"why"}, c.args...)...)
		out = strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(out) // numbers hold together
		if exit != c.exit || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: exit %d\n%s%s", c.what, exit, out[:min(len(out), 400)], errs)
		}
	}
}

// TestWhyChangesNothing: the files are as they were, though the machine's broker would have deleted some.
func TestWhyChangesNothing(t *testing.T) {
	dir := livedIn(t)
	before := contents(t, dir)
	if exit, _, errs := called("why", "-now", "2030-01-01T00:00:00Z", dir); exit != 0 {
		t.Fatal(errs)
	}
	if after := contents(t, dir); before != after {
		t.Error("the files have changed")
	}
}

func contents(t *testing.T, dir string) string {
	t.Helper()
	files, err := readLogDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		all.WriteString(f.Path + "\x00" + string(f.Data) + "\x00")
	}
	return all.String()
}
