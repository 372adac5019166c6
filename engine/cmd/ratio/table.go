package main

import (
	"fmt"
	"strings"
)

const head = `| benchmark | native, by CPU time | native, by the wall | rounds | WebAssembly, by the wall | rounds | of its checksums |
|---|---|---|---|---|---|---|
`

// table is the ratios in Markdown: median of the rounds, the smallest and the largest, their number. The last column is
// how much of the time in WebAssembly the checksums alone take.
func (r *results) table() string {
	var b strings.Builder
	b.WriteString(head)
	for _, bench := range r.order {
		theirs, browsers := key{bench, jvm, wall}, key{bench, wasm, wall}
		ours, browser := r.ratios(theirs, key{bench, native, wall}), r.ratios(theirs, browsers)
		if len(ours) == 0 && len(browser) == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", strings.TrimPrefix(bench, "Benchmark"),
			spread(r.ratios(key{bench, jvm, cpu}, key{bench, native, cpu})), spread(ours), rounds(ours), spread(browser), rounds(browser),
			spread(r.ratios(key{bench, wasm, sums}, browsers)))
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
