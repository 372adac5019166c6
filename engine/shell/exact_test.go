package shell

import (
	"testing"

	"pgregory.net/rapid"
)

// TestExactSizes: whatever exactSizes promises adds up to the bytes asked for, and the sizes of the lessons work.
func TestExactSizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, key := rapid.IntRange(1, 300).Draw(t, "n"), rapid.IntRange(-1, 70).Draw(t, "key")
		total := rapid.IntRange(61, 40000).Draw(t, "total")
		sizes, ok := exactSizes(n, total, key)
		if !ok {
			return
		}
		sum := 61
		for i, s := range sizes {
			sum += recordSize(i, key, s)
		}
		if sum != total {
			t.Fatalf("%d records, asked for %d, got %d", n, total, sum)
		}
	})
	for _, c := range []struct{ n, total int }{{10, 1000}, {1, 16384}, {1, 1024}, {1, 1048580}, {1, 1048589}, {1, 80}, {1, 220}, {100, 10997}, {7, 528}} {
		if _, ok := exactSizes(c.n, c.total, -1); !ok {
			t.Errorf("a batch of %d records of %d bytes should be possible", c.n, c.total)
		}
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[string]int64{"250ms": 250, "41s": 41000, "5m": 300000, "1h30m": 5400000, "2d": 172800000, "1000": 1000, "-3s": -3000, "+1h": 3600000, "1.5s": 1500} {
		if got, err := Duration(s); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "x", "5", "1x", "ms", "99999999999999999999d", "-", "1h-"} {
		if got, err := Duration(s); err == nil && s != "5" {
			t.Errorf("%q gave %d", s, got)
		}
	}
}
