package cow

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store"
)

// TestDifferAgainstModel: whoever takes away what one map has in its own nodes, and adds what the other has, gets the other.
func TestDifferAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &side{&Map[int, int]{}, model{}}
		blocks, _ := store.Open(store.NewMemory())
		for i := range rapid.IntRange(0, 9000).Draw(t, "items") {
			s.set(i*2, i)
		}
		if rapid.Bool().Draw(t, "stored") {
			reload(t, blocks, s)
		}
		old, was := s.got.Fork(), maps.Clone(s.want)
		for range rapid.IntRange(0, 8).Draw(t, "changes") {
			from, count := rapid.IntRange(0, 18_000).Draw(t, "from"), rapid.IntRange(1, 200).Draw(t, "count")
			for i := range count {
				if from%3 == 0 {
					s.delete(t, from+i)
				} else {
					s.set(from+i, -i)
				}
			}
		}
		old.Differ(s.got, func(k, v int, mine bool) {
			if !mine {
				was[k] = v
				return
			}
			if was[k] != v {
				t.Fatalf("%d was %d, not %d", k, was[k], v)
			}
			delete(was, k)
		})
		if !maps.Equal(was, s.want) {
			t.Fatal("what differs does not lead from one map to the other")
		}
	})
}

// TestDifferLooksAtWhatChanged: one change in many items shows a leaf on each side.
func TestDifferLooksAtWhatChanged(t *testing.T) {
	var m Map[int, int]
	for i := range 100_000 {
		m.Set(i, i)
	}
	for _, change := range []func(){func() {}, func() { m.Set(70_000, 1) }, func() { m.Delete(3) }, func() { m.Set(100_000, 0) }} {
		old, shown := m.Fork(), 0
		change()
		old.Differ(&m, func(int, int, bool) { shown++ })
		if shown > 3*maxItems {
			t.Errorf("%d items were shown for one change", shown)
		}
	}
	var none Map[int, int]
	shown := 0
	m.Differ(&none, func(int, int, bool) { shown++ })
	if shown != m.Len() {
		t.Errorf("%d items of %d differ from nothing", shown, m.Len())
	}
}

// TestDifferKnowsWhatIsStored: of two maps that were read from a store each on its own, only what differs is read.
func TestDifferKnowsWhatIsStored(t *testing.T) {
	var old Map[int, int]
	for i := range 100_000 {
		old.Set(i, i)
	}
	s, _ := store.Open(store.NewMemory())
	save := func(m *Map[int, int]) (read func() *Map[int, int]) {
		var piece store.Piece
		code := func(m *Map[int, int]) func(*store.Coder) {
			return func(c *store.Coder) { m.Code(c, (*store.Coder).Int, (*store.Coder).Int) }
		}
		if err := s.Commit(func(c *store.Coder) { c.Piece(&piece, code(m)) }); err != nil {
			t.Fatal(err)
		}
		return func() *Map[int, int] {
			var again Map[int, int]
			piece.Load(code(&again))
			return &again
		}
	}
	readOld := save(&old)
	now := old.Fork()
	now.Set(70_000, 1)
	readNow := save(&now)
	a, b, shown := readOld(), readNow(), 0
	a.Differ(b, func(int, int, bool) { shown++ })
	if shown == 0 || shown > 2*maxItems {
		t.Errorf("%d items were shown for one change", shown)
	}
	if n := loaded(a.root) + loaded(b.root); n > 2*4 {
		t.Errorf("%d nodes were read for one change", n)
	}
	if v, _ := b.Get(70_000); v != 1 {
		t.Errorf("70000 is %d", v)
	}
}

// loaded counts the nodes in memory.
func loaded(n *node) (count int) {
	if !n.loaded {
		return 0
	}
	for _, kid := range n.kids {
		count += loaded(kid)
	}
	return count + 1
}
