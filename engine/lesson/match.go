package lesson

import "strings"

// anything stands in expected output for any text within a line, and alone on a line for any lines.
const anything = "…"

// outputLines are the lines that a command printed, without blanks at their ends.
func outputLines(s string) []string {
	s = strings.TrimRight(s, " \t\n")
	if s == "" {
		return nil
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return lines
}

// matches tells whether output is what was expected.
func matches(want, got []string) bool {
	return cover(len(want), len(got), func(i int) bool { return strings.TrimSpace(want[i]) == anything }, func(i, j int) bool {
		return matchLine(strings.TrimRight(want[i], " \t\r"), got[j])
	})
}

func matchLine(want, got string) bool {
	if !strings.Contains(want, anything) {
		return want == got
	}
	w, g := []rune(want), []rune(got)
	return cover(len(w), len(g), func(i int) bool { return w[i] == '…' }, func(i, j int) bool { return w[i] == g[j] })
}

// cover tells whether a pattern of n parts covers m things, where some parts stand for any number of things. It goes back to the
// last such part where it has to, and so takes n times m steps at most.
func cover(n, m int, any func(int) bool, same func(i, j int) bool) bool {
	i, j, star, from := 0, 0, -1, 0
	for j < m {
		switch {
		case i < n && any(i):
			star, from = i, j
			i++
		case i < n && same(i, j):
			i, j = i+1, j+1
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < n && any(i) {
		i++
	}
	return i == n
}
