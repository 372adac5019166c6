package main

import (
	"strings"
	"testing"
)

const sample = `# round 1
{"impl":"jvm","go":"BenchmarkEncode/1KBx16","ops":1000,"repeats":[0.004,0.002,0.003],"cpu_seconds":0.002}
goos: linux
BenchmarkEncode/1KBx16-2         	       3	      1500 ns/op	14323.56 MB/s	      1000 cpu-ns/op
# impl wasm
BenchmarkEncode/1KBx16 	       3	      6000 ns/op	      4500 sum-ns/op
# round 2
BenchmarkEncode/1KBx16-2 	3	1000 ns/op	500 cpu-ns/op
BenchmarkAlone-2 	3	1000 ns/op
{"impl":"jvm","go":"BenchmarkEncode/1KBx16","ops":10,"repeats":[0.00004],"cpu_seconds":0.00002}
# round 3
BenchmarkEncode/1KBx16-2 	3	100 ns/op	100 cpu-ns/op
`

func TestRatiosAreTakenRoundByRound(t *testing.T) {
	r := results{samples: map[key]map[int][]float64{}}
	if err := r.read(strings.NewReader(sample)); err != nil {
		t.Fatal(err)
	}
	const want = head + "| Encode/1KBx16 | **3.00** (2.00 .. 4.00) | **3.00** (2.00 .. 4.00) | 2 | 0.50 | 1 | 0.75 |\n"
	if got := table(r.rows()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestBadLinesAreRefused(t *testing.T) {
	for _, line := range []string{"{", "# round x", "BenchmarkX 1 y ns/op"} {
		r := results{samples: map[key]map[int][]float64{}}
		if err := r.read(strings.NewReader(line)); err == nil {
			t.Errorf("%q was taken", line)
		}
	}
}

func TestInsert(t *testing.T) {
	row := func(cells string) []string { return strings.Split(cells, " ") }
	const page = "a\n<!-- ratios -->\n\n| benchmark | old |\n|---|---|\n| One | 1 | 2 | 5 | 3 | 1 |\n| Two | 4 | 5 | 5 |  |  |\n\n<!-- end -->\nb\n"
	got, err := insert(page, [][]string{row("Two    6 1 0.9"), row("One 7 8 2   "), row("New 1.5 1.6 5   ")})
	want := "a\n<!-- ratios -->\n\n" + head +
		"| One | 7 | 8 | 2 | 3 | 1 |  |\n| Two | 4 | 5 | 5 | 6 | 1 | 0.9 |\n| New | 1.5 | 1.6 | 5 |  |  |  |\n\n<!-- end -->\nb\n"
	if err != nil || got != want {
		t.Errorf("%v, got\n%swant\n%s", err, got, want)
	}
	if _, err := insert("no marks", nil); err == nil {
		t.Error("a page without marks was taken")
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0.504: "0.50", 12.34: "12.3", 1234.5: "1234"} {
		if got := short(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
