package main

import (
	"path/filepath"
	"strings"
	"testing"
)

const sample = `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"noise\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestBad","Output":"    bad_test.go:7: want 1\n"}
{"Action":"fail","Package":"a","Test":"TestBad"}
{"Action":"output","Package":"a","Test":"TestLater","Output":"    not here\n"}
{"Action":"skip","Package":"a","Test":"TestLater"}
{"Action":"fail","Package":"a","Elapsed":0.2}
a word from a tool
{"ImportPath":"c [c.test]","Action":"build-output","Output":"c.go:1: undefined: x\n"}
{"ImportPath":"c [c.test]","Action":"build-fail"}
{"Action":"fail","Package":"c","FailedBuild":"c [c.test]"}
{"Action":"pass","Package":"b","Test":"TestB"}
{"Action":"pass","Package":"b","Elapsed":1.25}
{"Action":"skip","Package":"d"}
`

func TestReadPrintsFailuresAndCounts(t *testing.T) {
	var out strings.Builder
	c, err := read(strings.NewReader(sample), &out)
	if err != nil {
		t.Fatal(err)
	}
	if want := (counts{passed: 2, failed: 2, skipped: 1}); c != want {
		t.Errorf("counted %v, want %v", c, want)
	}
	want := `FAILED a TestBad
    bad_test.go:7: want 1
skipped a TestLater
    not here
FAILED a
a word from a tool
c.go:1: undefined: x
FAILED c
ok     1.2 s  b
`
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
	}
}

func TestNumbersOfRunsAreAdded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "counts")
	for _, c := range []counts{{1, 0, 2}, {40, 0, 0}} {
		if err := add(path, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("", path); err != nil {
		t.Error(err)
	}
	total, err := parseAll("1 passed, 0 failed, 2 skipped\n40 passed, 0 failed, 0 skipped\n")
	if err != nil || total.String() != "41 passed, 0 failed, 2 skipped" {
		t.Errorf("%v, %v", total, err)
	}
	if _, err := parseAll("some words\n"); err == nil {
		t.Error("no error for nonsense")
	}
}

func TestVerdict(t *testing.T) {
	for c, ok := range map[counts]bool{{1, 0, 0}: true, {1, 1, 0}: false, {0, 0, 0}: false, {0, 0, 5}: false} {
		if (c.verdict() == nil) != ok {
			t.Errorf("%v: %v", c, c.verdict())
		}
	}
}
