package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A lab goes from a script to a file, from there on, and out as a log directory that can be asked why.
func TestLabFiles(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("script"), []byte("lab new shop --seed 3 --clock 2026-03-02T10:00:00Z\nkafka-topics --create --topic t\nproduce t --count 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	step := func(exit int, wantOut, wantErr string, args ...string) string {
		t.Helper()
		got, out, errs := called(append([]string{"lab"}, args...)...)
		if got != exit || !strings.Contains(out, wantOut) || !strings.Contains(errs, wantErr) {
			t.Errorf("%v: exit %d\n%s%s", args, got, out, errs)
		}
		return out
	}
	step(0, "", "", "make", "-o", at("a.logarium"), at("script"))
	step(0, "a.logarium: lab shop, written by native, command 3 of 3, 3 can be undone", "", "show", at("a.logarium"))
	step(0, "produce t --count 3\n", "", "script", at("a.logarium"))
	step(0, "t:0:3\n", "", "run", "-o", at("b.logarium"), at("a.logarium"), "kafka-get-offsets --topic t", "undo")
	step(0, "command 2 of 3", "", "show", at("b.logarium"))
	step(1, "", "exit status 1 of: undo 9", "run", at("a.logarium"), "undo 9")
	step(0, "", "", "zip", "-o", at("t.zip"), at("a.logarium"))
	z, err := zip.OpenReader(at("t.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	there := false
	for _, f := range z.File {
		there = there || f.Name == "t-0/00000000000000000000.log" && f.UncompressedSize64 > 0
	}
	if !there {
		t.Error("no log in the zip file")
	}
	step(1, "", "No such file", "zip", "-o", at("none.zip"), at("a.logarium"), "/nowhere")
	if _, err := os.Stat(at("none.zip")); err == nil {
		t.Error("a file that could not be finished stays")
	}
	step(1, "", "this is no lab file", "show", at("script"))
	step(1, "", "no such file", "show", at("nowhere"))
	step(2, "", "usage: logarium lab make", "dance")
	step(2, "", "usage: logarium lab make")
}
