package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Who did the work.
const (
	jvm    = "jvm"
	native = "native"
	wasm   = "wasm"
)

// What is timed.
const (
	wall = "ns/op"
	cpu  = "cpu-ns/op" // of the working thread
	sums = "sum-ns/op" // checksums of the same bytes and nothing else, by the wall
)

// key is one figure of one benchmark.
type key struct{ bench, impl, what string }

// results are times per operation in ns, by figure and round. A round may have several.
type results struct {
	samples map[key]map[int][]float64
	order   []string // benchmarks as they came

	round int
	impl  string
}

func (r *results) readFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := r.read(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (r *results) read(in io.Reader) error {
	r.round, r.impl = 0, native
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := r.line(lines.Text()); err != nil {
			return fmt.Errorf("%q: %w", lines.Text(), err)
		}
	}
	return lines.Err()
}

func (r *results) line(line string) error {
	f := strings.Fields(line)
	switch {
	case len(f) == 3 && f[0] == "#" && f[1] == "round":
		n, err := strconv.Atoi(f[2])
		r.round, r.impl = n, native
		return err
	case len(f) == 3 && f[0] == "#" && f[1] == "impl":
		r.impl = f[2]
	case strings.HasPrefix(line, "{"):
		return r.jvmLine(line)
	case len(f) >= 4 && strings.HasPrefix(f[0], "Benchmark"):
		return r.goLine(f)
	}
	return nil
}

// jvmLine is a measurement of Kafka's: several passes of so many operations.
func (r *results) jvmLine(line string) error {
	var j struct {
		Go      string
		Ops     float64
		Repeats []float64 // s
		CPU     float64   `json:"cpu_seconds"`
	}
	if err := json.Unmarshal([]byte(line), &j); err != nil {
		return err
	}
	for _, s := range j.Repeats {
		r.add(key{j.Go, jvm, wall}, s*1e9/j.Ops)
	}
	r.add(key{j.Go, jvm, cpu}, j.CPU*1e9/j.Ops)
	return nil
}

// goLine is a line of go test -bench: a name, a count, then values with their units.
func (r *results) goLine(f []string) error {
	name := f[0]
	if at := strings.LastIndexByte(name, '-'); at >= 0 { // the number of processors
		if _, err := strconv.Atoi(name[at+1:]); err == nil {
			name = name[:at]
		}
	}
	for i := 2; i+1 < len(f); i += 2 {
		v, err := strconv.ParseFloat(f[i], 64)
		if err != nil {
			return err
		}
		if what := f[i+1]; what == wall || what == cpu || what == sums {
			r.add(key{name, r.impl, what}, v)
		}
	}
	return nil
}

func (r *results) add(k key, v float64) {
	if r.samples[k] == nil {
		r.samples[k] = map[int][]float64{}
	}
	r.samples[k][r.round] = append(r.samples[k][r.round], v)
	if !slices.Contains(r.order, k.bench) {
		r.order = append(r.order, k.bench)
	}
}

// ratios are how many times as long one figure of a benchmark is as another, in each round that has both, ascending.
func (r *results) ratios(long, short key) []float64 {
	theirs, ours := r.samples[long], r.samples[short]
	var list []float64
	for round, v := range theirs {
		if w := ours[round]; len(w) > 0 {
			list = append(list, median(v)/median(w))
		}
	}
	slices.Sort(list)
	return list
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}
