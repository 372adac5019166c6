package fuzz

import (
	"testing"

	"logarium/engine/conform"
)

// names counts the operations of some rounds.
func names(mix string) map[string]int {
	count := map[string]int{}
	for seed := range uint64(12) {
		d := conform.New()
		g := New(seed, mix, d, func(Op) string { return "" })
		for range 300 {
			o := g.Next()
			count[o.Name()]++
			g.Saw(d.Run(o.Line()))
		}
	}
	return count
}

// TestCompressedLogsKeepTheirPlaces: where the log compresses, batches have other lengths on the other side, and nothing is done to a place in
// a file; other damage is.
func TestCompressedLogsKeepTheirPlaces(t *testing.T) {
	compress, damage := names("compress"), names("damage")
	for _, name := range []string{"fsAppend", "fsTruncate", "fsFlip", "fsWrite"} {
		if compress[name] > 0 || damage[name] == 0 {
			t.Errorf("%s: %d times where the log compresses, %d times where it does not", name, compress[name], damage[name])
		}
	}
	if compress["fsDelete"] == 0 || compress["appendLeader"] < 500 {
		t.Errorf("%v", compress)
	}
}
