package main

import (
	"go/format"
	"os"
	"strings"
	"testing"
)

// TestShorten compares testdata/page.short with what becomes of testdata/page, a generated method that
// has each of the forms.
func TestShorten(t *testing.T) {
	long, err := os.ReadFile("testdata/page")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/page.short")
	if err != nil {
		t.Fatal(err)
	}
	got, err := format.Source([]byte(shorten(string(long))))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := shorten(string(got)); again != string(got) {
		t.Error("not stable when done twice")
	}
}

// TestTheRestStays proves that code of an unknown form is left alone.
func TestTheRestStays(t *testing.T) {
	for _, node := range []string{
		`Type: vugu.VGNodeType(4), Data: "a"`,
		`Type: vugu.VGNodeType(3), Namespace: "", Data: "p", Attr: []vugu.VGAttribute{{Namespace: "", Key: "title", Val: "a\nb"}}`,
	} {
		code := "\tvgn = &vugu.VGNode{" + node + "}\n\tvgparent.AppendChild(vgn)\n"
		if got := shorten(code); got != code {
			t.Errorf("became %s", strings.TrimSpace(got))
		}
	}
}
