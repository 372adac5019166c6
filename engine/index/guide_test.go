package index

import (
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/codec"
	"logarium/engine/machine/disk"
)

// TestGuideChangesNothing: with a guide a look-up finds what the traced one finds, which takes Kafka's steps. There is a guide for a file that is in order,
// and none after it was cut, written or seen to be in disorder.
func TestGuideChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.IntRange(leastGuided, 2*leastGuided).Draw(t, "entries")
		disorder := rapid.SampledFrom([]int{0, 0, 1, entries / 2, entries - 1}).Draw(t, "in disorder at")
		seed := rapid.Uint64().Draw(t, "seed")
		far := int64(1) << rapid.IntRange(3, 17).Draw(t, "largest step")
		keys := make([]int64, entries)
		for i := 1; i < entries; i++ {
			keys[i] = keys[i-1] + 1 + int64(mix(seed, uint64(i)))&(far-1)
			if i%997 == 5 {
				keys[i] += far * 50
			}
		}
		if disorder > 0 {
			keys[disorder] = keys[disorder-1] + int64(rapid.SampledFrom([]int{0, -1, -1 << 30, 1 << 30}).Draw(t, "by"))
		}
		g := guided{d: disk.New(disk.Options{}), keys: keys, seed: seed}
		if rapid.Bool().Draw(t, "by time") {
			g.byTime(t)
		} else {
			g.byOffset(t)
		}
	})
}

// guided is an index with its keys.
type guided struct {
	d      *disk.Disk
	keys   []int64
	seed   uint64
	handle disk.Handle
	find   func(target int64, tr *Trace) (int64, error)
}

func (g *guided) byOffset(t *rapid.T) {
	b := make([]byte, 0, len(g.keys)*offsetEntrySize)
	for i, key := range g.keys {
		b = codec.AppendInt32(codec.AppendInt32(b, int32(key)), int32(i))
	}
	must(t, g.d.WriteFile("/a.index", b))
	x := NewOffsetIndex("/a.index", 1000, 8)
	for i := range g.keys {
		g.keys[i] = 1000 + int64(int32(g.keys[i]))
	}
	must(t, x.Open(g.d))
	g.handle = x.handle
	g.find = func(target int64, tr *Trace) (int64, error) {
		e, err := x.Lookup(g.d, target, tr)
		return e.Offset<<32 + int64(e.Position), err
	}
	g.check(t)
	if !rising(g.keys) {
		return
	}
	at := len(g.keys) * 3 / 4
	must(t, x.TruncateTo(g.d, g.keys[at]))
	g.keys = g.keys[:at]
	g.same(t)
	g.keys = append(g.keys, g.keys[at-1]+1)
	must(t, x.Append(g.d, g.keys[at], 7))
	if g.made() {
		t.Fatal("the guide is that of what was there before")
	}
	g.check(t)
}

func (g *guided) byTime(t *rapid.T) {
	b := make([]byte, 0, len(g.keys)*timeEntrySize)
	for i, key := range g.keys {
		b = codec.AppendInt32(codec.AppendInt64(b, key), int32(i))
	}
	must(t, g.d.WriteFile("/a.timeindex", b))
	x := NewTimeIndex("/a.timeindex", 0, 12)
	must(t, x.Open(g.d))
	g.handle = x.handle
	g.find = func(target int64, tr *Trace) (int64, error) {
		e, err := x.Lookup(g.d, target, tr)
		return e.Timestamp<<20 + e.Offset, err
	}
	g.check(t)
}

func rising(keys []int64) bool {
	for i := 1; i < len(keys); i++ {
		if keys[i] <= keys[i-1] {
			return false
		}
	}
	return true
}

func (g *guided) made() bool { return len(g.d.Mapping(g.handle).Notes.First) > 0 }

// check looks up until a guide is made, or would have been, and on.
func (g *guided) check(t *rapid.T) {
	for i := range len(g.keys)/perBucket + 1 {
		_, err := g.find(g.keys[int(mix(g.seed, uint64(i))%uint64(len(g.keys)*3/4))], nil)
		must(t, err)
	}
	want := rising(g.keys) && len(g.keys) >= leastGuided
	if g.made() != want {
		t.Fatalf("a guide: %t, want %t, of %d entries", g.made(), want, len(g.keys))
	}
	g.same(t)
}

func (g *guided) same(t *rapid.T) {
	for i := range 400 {
		target := g.keys[int(mix(g.seed, uint64(i))%uint64(len(g.keys)))] + int64(i%5-2)
		switch i {
		case 0:
			target = g.keys[0] - 1
		case 1:
			target = -1 << 63
		case 2:
			target = 1<<63 - 1
		}
		var tr Trace
		quick, err := g.find(target, nil)
		must(t, err)
		slow, err := g.find(target, &tr)
		must(t, err)
		if quick != slow {
			t.Fatalf("look-up of %d: %x, and traced %x", target, quick, slow)
		}
	}
}
