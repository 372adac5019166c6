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

// TestOptionTables: the tools have every option of the real ones and no other.
func TestOptionTables(t *testing.T) {
	w := newWorld(t)
	for _, one := range readCaptures(t, "options") {
		got := w.shell.Run(&Env{Cluster: w.cluster}, one.command)
		all, want := tableNames(lines(got.Err)), tableNames(one.want)
		if !slices.Equal(all, want) || got.Exit != 1 {
			t.Errorf("%s: %s\nexit %d\nonly here %v\nonly there %v", one.line, one.command, got.Exit, without(all, want), without(want, all))
		}
	}
}

func tableNames(table []string) (names []string) {
	for _, l := range table {
		if strings.HasPrefix(l, "--") && !strings.HasPrefix(l, "---") {
			names = append(names, strings.Fields(l)[0])
		}
	}
	return names
}

// TestIdleOptions: an option that has no effect here says so in one line, and takes its argument.
func TestIdleOptions(t *testing.T) {
	w, n := newWorld(t), 0
	for _, name := range w.shell.names {
		for _, o := range w.shell.table[name].Options {
			if !o.Idle {
				continue
			}
			n++
			line := name + " --" + o.Name
			if o.Arg != "" {
				line += " 7"
			}
			got := w.shell.Run(&Env{Cluster: w.cluster}, line)
			if strings.Count(got.Err, "--"+o.Name+" has no effect here.\n") != 1 || strings.Contains(got.Err, "recognized") || strings.Contains(got.Err, "requires") {
				t.Errorf("%s: %s", line, got.Err)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d", n)
	}
}
