package main

import "testing"

func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"":                                        "",
		"runtime.main":                            "runtime.main",
		"encoding/json.(*decodeState).object":     "json.(*decodeState).object",
		"logarium/engine/plog.Open.func1":         "plog.Open.func1",
		"github.com/a/b/v4.Reader.Read":           "v4.Reader.Read",
		"main.(*list[...]).add":                   "main.(*list[...]).add",
		"slices.Sort[go.shape.[]string]":          "slices.Sort[...]",
		"a/b.F[go.shape.struct { X c/d.T[int] }]": "b.F[...]",
		"a/b.Map[int,string].Get":                 "b.Map[...].Get",
		"type:.eq.a/b.T":                          "b.T",
		"a/b.F[broken":                            "b.F[...]",
	} {
		if got := shortName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
