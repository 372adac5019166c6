package main

import (
	"fmt"
	"strings"
)

// table is the ratios in Markdown: median of the rounds, the smallest and the largest, their number.
func (r *results) table() string {
	var b strings.Builder
	b.WriteString("| benchmark | native, by CPU time | native, by the wall | rounds | WebAssembly, by the wall | rounds |\n|---|---|---|---|---|---|\n")
	for _, bench := range r.order {
		wall, browser := r.ratios(bench, native, false), r.ratios(bench, wasm, false)
		if len(wall) == 0 && len(browser) == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", strings.TrimPrefix(bench, "Benchmark"),
			spread(r.ratios(bench, native, true)), spread(wall), rounds(wall), spread(browser), rounds(browser))
	}
	return b.String()
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
