package main

import (
	"fmt"
	"slices"
	"strings"
)

const head = `| benchmark | native, by CPU time | native, by the wall | rounds | WebAssembly, by the wall | rounds | of its checksums |
|---|---|---|---|---|---|---|
`

// A row is the cells of a benchmark: its name, three natively taken, and the rest taken in WebAssembly.
const (
	columns    = 7
	firstTaken = 1 // natively
	firstWasm  = 4
)

// rows are the ratios: median of the rounds, the smallest and the largest, their number. The last column is
// how much of the time in WebAssembly the checksums alone take.
func (r *results) rows() (rows [][]string) {
	for _, bench := range r.order {
		theirs, browsers := key{bench, jvm, wall}, key{bench, wasm, wall}
		ours, browser := r.ratios(theirs, key{bench, native, wall}), r.ratios(theirs, browsers)
		if len(ours) == 0 && len(browser) == 0 {
			continue
		}
		rows = append(rows, []string{
			strings.TrimPrefix(bench, "Benchmark"),
			spread(r.ratios(key{bench, jvm, cpu}, key{bench, native, cpu})), spread(ours), rounds(ours),
			spread(browser), rounds(browser), spread(r.ratios(key{bench, wasm, sums}, browsers)),
		})
	}
	return rows
}

// table is rows in Markdown.
func table(rows [][]string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	return b.String()
}

// parse reads rows out of a table. Columns that it has not yet are empty.
func parse(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| benchmark") {
			continue
		}
		row := strings.Split(strings.Trim(line, "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		rows = append(rows, append(row, make([]string, max(0, columns-len(row)))...))
	}
	return rows
}

// merge puts what was taken now into the rows of before; what was not taken now stays as it was.
func merge(before, now [][]string) [][]string {
	for _, row := range now {
		at := slices.IndexFunc(before, func(old []string) bool { return old[0] == row[0] })
		if at < 0 {
			before = append(before, row)
			continue
		}
		if row[firstTaken] != "" {
			copy(before[at][firstTaken:firstWasm], row[firstTaken:])
		}
		if row[firstWasm] != "" {
			copy(before[at][firstWasm:], row[firstWasm:])
		}
	}
	return before
}

func spread(list []float64) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return short(list[0])
	}
	return fmt.Sprintf("**%s** (%s .. %s)", short(median(list)), short(list[0]), short(list[len(list)-1]))
}

// short has two or three digits that mean something.
func short(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func rounds(list []float64) string {
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprint(len(list))
}
