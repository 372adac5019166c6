package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// coverage counts what Kafka answered.
type coverage struct {
	total   int
	outcome map[string]map[string]int // operation -> "ok" or error class
	lines   map[string]int            // log lines without their numbers
	tasks   map[string]int
}

func newCoverage() *coverage {
	return &coverage{outcome: map[string]map[string]int{}, lines: map[string]int{}, tasks: map[string]int{}}
}

func (c *coverage) add(op string, answer []byte) {
	var r struct {
		Error   *struct{ Class string }
		Invalid *struct{ Class string }
		Log     [][]any
		Ran     [][]any
	}
	_ = json.Unmarshal(answer, &r)
	c.total++
	if c.outcome[op] == nil {
		c.outcome[op] = map[string]int{}
	}
	out := "ok"
	if r.Error != nil {
		out = r.Error.Class
	}
	c.outcome[op][out]++
	for _, l := range r.Log {
		c.lines[shape(fmt.Sprint(l[0], " ", l[2]))]++
	}
	for _, t := range r.Ran {
		c.tasks[shape(fmt.Sprint(t[0]))]++
	}
}

// shape is a text without its numbers, and no longer than what tells it apart.
func shape(text string) string {
	if _, rest, found := strings.Cut(text, "] "); found {
		text = rest
	}
	return firstWords(text)
}

func firstWords(text string) string {
	var b strings.Builder
	digits := false
	for _, r := range text {
		isDigit := r >= '0' && r <= '9'
		if !isDigit {
			b.WriteRune(r)
		} else if !digits {
			b.WriteByte('#')
		}
		digits = isDigit
		if b.Len() > 60 {
			break
		}
	}
	return b.String()
}

// print writes a table: by operation and outcome, then log lines and tasks.
func (c *coverage) print(w io.Writer, verbose bool) {
	fmt.Fprintf(w, "%d operations\n", c.total)
	for _, op := range keys(c.outcome) {
		var parts []string
		sum := 0
		for _, out := range keys(c.outcome[op]) {
			sum += c.outcome[op][out]
			parts = append(parts, fmt.Sprintf("%s %d", out, c.outcome[op][out]))
		}
		fmt.Fprintf(w, "  %-28s %7d  %s\n", op, sum, strings.Join(parts, ", "))
	}
	var tasks []string
	for _, t := range keys(c.tasks) {
		tasks = append(tasks, fmt.Sprintf("%s %d", t, c.tasks[t]))
	}
	fmt.Fprintf(w, "  tasks: %s\n", strings.Join(tasks, ", "))
	fmt.Fprintf(w, "  %d kinds of log lines\n", len(c.lines))
	if verbose {
		for _, l := range keys(c.lines) {
			fmt.Fprintf(w, "  %7d  %s\n", c.lines[l], l)
		}
	}
}

func keys[V any](m map[string]V) []string {
	all := make([]string, 0, len(m))
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
