package web

import (
	"strings"
	"testing"
)

// lines are n numbered lines.
func lines(n int) string { return strings.Repeat("offset: 12 position: 3456\n", n) }

// TestWhatIsCutIsSaid: of a long output whole lines are shown, and how many of how many.
func TestWhatIsCutIsSaid(t *testing.T) {
	if got := shortened(lines(3), 1000); got != lines(3) {
		t.Error(got)
	}
	got := shortened(lines(1024), 12000)
	first, rest, _ := strings.Cut(got, "\n")
	if first != "… the first 563 of 1\u202f024 lines are not shown here; head, tail and grep choose others." || rest != lines(461) {
		t.Errorf("%q, then %d lines", first, strings.Count(rest, "\n"))
	}
	if got := shortened(strings.Repeat("x", 100), 10); got != "… xxxxxxxxxx" {
		t.Error(got)
	}
	out := beginning(strings.TrimRight(lines(1024), "\n"))
	if !strings.HasPrefix(out, lines(115)+"… the first 115 of 1\u202f024 lines") {
		t.Error(out[len(out)-120:])
	}
	if got := beginning(strings.Repeat("y", 4000)); got != strings.Repeat("y", 3000)+"\n…" {
		t.Error(len(got))
	}
}
