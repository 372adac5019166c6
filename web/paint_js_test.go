package web

import "testing"

// TestTheStripIsLargerInARoom: its texts grow with its height; elsewhere it has the page's scale.
func TestTheStripIsLargerInARoom(t *testing.T) {
	for _, c := range []struct{ scale, height, want float64 }{{1, 189, 1}, {1.12, 900, 1.12}, {1.6, 388, 2.3}, {1.6, 900, 2.3}, {1.6, 300, 2}, {1.6, 100, 1.6}} {
		p := &painter{scale: c.scale}
		p.enlarge(c.height)
		if p.by("strip-canvas") != c.want || p.by("rail-canvas") != c.scale {
			t.Errorf("%+v: %v", c, p.strip)
		}
	}
}
