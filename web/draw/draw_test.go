package draw

import "testing"

func TestEveryColourHasAToken(t *testing.T) {
	if got := len(Tokens()); got != int(colors) {
		t.Fatalf("%d tokens for %d colours", got, colors)
	}
}

func TestLabelsDropWhatOverlaps(t *testing.T) {
	var l Labels
	for _, c := range []struct {
		from, to float64
		want     bool
	}{{10, 20, true}, {20, 30, true}, {15, 18, false}, {5, 11, false}, {31, 40, true}} {
		if got := l.Take(c.from, c.to); got != c.want {
			t.Errorf("Take(%v, %v) = %v", c.from, c.to, got)
		}
	}
}

func TestEmptyRectanglesAreNotDrawn(t *testing.T) {
	var l List
	l.Rect(0, 0, 0, 5, Ink)
	l.Rect(0, 0, 5, -1, Ink)
	if len(l.Ops) != 0 {
		t.Fatal(l.Ops)
	}
}
