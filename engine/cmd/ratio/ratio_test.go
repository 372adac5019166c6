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
	if got := r.table(); got != want {
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
	got, err := insert("a\n<!-- ratios -->\nold\n<!-- end -->\nb\n", "new\n")
	if want := "a\n<!-- ratios -->\n\nnew\n\n<!-- end -->\nb\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := insert("no marks", "new\n"); err == nil {
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
