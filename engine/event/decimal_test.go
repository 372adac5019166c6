package event

import (
	"math"
	"testing"
)

// What java.lang.String.format makes of these numbers.
func TestFixed(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{0, 1, "0.0"}, {0.25, 1, "0.3"}, {0.35, 1, "0.4"}, {2.5, 0, "3"}, {-0.25, 1, "-0.3"}, {99.95, 1, "100.0"}, {9.99, 1, "10.0"},
		{0.000011, 6, "0.000011"}, {1.0 / 3, 9, "0.333333333"}, {1e21, 1, "1000000000000000000000.0"}, {12.25, 1, "12.3"},
		{math.NaN(), 1, "NaN"}, {math.Inf(1), 1, "Infinity"}, {math.Inf(-1), 1, "-Infinity"},
	} {
		if got := Fixed(c.x, c.digits); got != c.want {
			t.Errorf("%v: %s, want %s", c.x, got, c.want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if got := grouped(math.Inf(1)); got != "Infinity" {
		t.Error(got)
	}
}
