package shell

import (
	"slices"
	"strings"
	"testing"
)

// TestWithOption: the new value is the one that counts, wherever and however often the option stood.
func TestWithOption(t *testing.T) {
	for line, want := range map[string]string{
		"produce t":                                  "produce t --count 7",
		"produce t --count 9":                        "produce t --count 7",
		"produce --count=9 t":                        "produce --count 7 t",
		"produce --coun 9 t --count 5":               "produce --count 7 t",
		"produce t --key --count":                    "produce t --key --count 7",
		"produce t --ts -5 -- --count":               "produce t --ts -5 --count 7 -- --count",
		"produce t --count 9 -- x":                   "produce t --count 7 -- x",
		"produce t --record a:b c:--count --count=1": "produce t --record a:b c:--count --count 7",
	} {
		got := withOption(produceOptions, strings.Fields(line), "--count", "7")
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestParseOptions: values, abbreviations, numbers below zero, and what is wrong.
func TestParseOptions(t *testing.T) {
	table := []Option{{Name: "time", Arg: "T"}, {Name: "timeout-ms", Arg: "MS"}, {Name: "list"}}
	for _, c := range []struct{ line, time, rest, err string }{
		{"--time -1", "-1", "", ""},
		{"--time=-1 x", "-1", "x", ""},
		{"--time 1 --time 2", "2", "", ""},
		{"-time 5 -9 -", "5", "-9 -", ""},
		{"--li --time= y", "", "y", ""},
		{"--list=no -- --time", "", "--time", ""},
		{"--timeo 5", "", "", ""},
		{"--ti 5", "", "", "ti is not a recognized option"},
		{"--time", "", "", "Option time requires an argument"},
		{"--time --list", "", "", "Option time requires an argument"},
		{"--x", "", "", "x is not a recognized option"},
		{"---", "", "", " is not a recognized option"},
	} {
		o, err := ParseOptions(table, strings.Fields(c.line))
		switch {
		case err != nil && err.Error() != c.err, err == nil && c.err != "":
			t.Errorf("%s: %v, want %q", c.line, err, c.err)
		case err == nil && (o.Get("time", "") != c.time || !slices.Equal(o.Rest, strings.Fields(c.rest))):
			t.Errorf("%s: %q, %v", c.line, o.Get("time", ""), o.Rest)
		}
	}
}

// TestFold: lines break behind blanks and hyphens, and go on two blanks further in.
func TestFold(t *testing.T) {
	got := fold("--partition-size <Integer: maximum number of partitions in a two-part response>", 39)
	want := []string{"--partition-size <Integer: maximum", "  number of partitions in a two-part", "  response>"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := fold("aaaa bbbb-cccc", 10); !slices.Equal(got, []string{"aaaa bbbb-", "  cccc"}) {
		t.Errorf("%q", got)
	}
}
