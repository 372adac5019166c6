package cow

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store"
)

// model is a map in which nothing is clever.
type model map[int]int

// side is one fork with what it must contain.
type side struct {
	got  *Map[int, int]
	want model
}

// TestAgainstModel changes several forks at random, among them some that were stored and read back, and
// compares each with its model: no fork may see another's changes.
func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := []*side{{&Map[int, int]{}, model{}}}
		blocks, _ := store.Open(store.NewMemory())
		key := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 2000))
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			s := sides[rapid.IntRange(0, len(sides)-1).Draw(t, "side")]
			switch rapid.IntRange(0, 8).Draw(t, "what") {
			case 0:
				if len(sides) < 5 {
					f := s.got.Fork()
					sides = append(sides, &side{&f, maps.Clone(s.want)})
				}
			case 1:
				reload(t, blocks, s)
			case 2:
				from := key.Draw(t, "from")
				for i := range rapid.IntRange(1, 300).Draw(t, "run") {
					s.set(from+i, i)
				}
			case 3:
				from := key.Draw(t, "from")
				for i := range rapid.IntRange(1, 300).Draw(t, "run") {
					s.delete(t, from+i)
				}
			case 4:
				for k := range s.got.All() { // a loop may change what it goes over
					if k%3 == 0 {
						s.delete(t, k)
					}
				}
			case 5:
				k := key.Draw(t, "key")
				if p := s.got.Edit(k); p != nil {
					*p += 7
					s.want[k] += 7
				}
			case 6:
				if rapid.IntRange(0, 3).Draw(t, "clear") == 0 {
					s.got.Clear()
					clear(s.want)
				}
			default:
				k := key.Draw(t, "key")
				s.set(k, k*2)
				s.delete(t, key.Draw(t, "gone"))
			}
			probe := key.Draw(t, "probe")
			for _, s := range sides {
				s.compare(t, probe)
			}
		}
	})
}

func (s *side) set(k, v int) {
	s.got.Set(k, v)
	s.want[k] = v
}

func (s *side) delete(t *rapid.T, k int) {
	_, there := s.want[k]
	if s.got.Delete(k) != there {
		t.Fatalf("Delete(%d) did not say %t", k, there)
	}
	delete(s.want, k)
}

func reload(t *rapid.T, blocks *store.Store, s *side) {
	if err := blocks.Commit(func(c *store.Coder) { codeInts(c, s.got) }); err != nil {
		t.Fatal(err)
	}
	s.got = &Map[int, int]{}
	if err := blocks.Load(func(c *store.Coder) { codeInts(c, s.got) }); err != nil {
		t.Fatal(err)
	}
}

func codeInts(c *store.Coder, m *Map[int, int]) { m.Code(c, (*store.Coder).Int, (*store.Coder).Int) }

func (s *side) compare(t *rapid.T, probe int) {
	keys := slices.Sorted(maps.Keys(s.want))
	if s.got.Len() != len(keys) {
		t.Fatalf("Len is %d, want %d", s.got.Len(), len(keys))
	}
	i := 0
	for k, v := range s.got.All() {
		if k != keys[i] || v != s.want[k] {
			t.Fatalf("item %d is %d:%d, want %d:%d", i, k, v, keys[i], s.want[keys[i]])
		}
		i++
	}
	at, found := slices.BinarySearch(keys, probe)
	up, down := keys[at:], slices.Clone(keys[:at])
	if found {
		down = append(down, probe)
	}
	slices.Reverse(down)
	expect(t, "Ascend", collect(s.got.Ascend(probe)), up)
	expect(t, "Descend", collect(s.got.Descend(probe)), down)
	first := func(k, v int, ok bool) []int {
		if !ok || v != s.want[k] {
			return nil
		}
		return []int{k}
	}
	expect(t, "Ceiling", first(s.got.Ceiling(probe)), up[:min(1, len(up))])
	expect(t, "Floor", first(s.got.Floor(probe)), down[:min(1, len(down))])
	expect(t, "Min", first(s.got.Min()), keys[:min(1, len(keys))])
	expect(t, "Max", first(s.got.Max()), keys[max(0, len(keys)-1):])
	for k := probe - 2; k < probe+3; k++ { // the second is looked for where the first was found
		want, there := s.want[k]
		if v, ok := s.got.Get(k); ok != there || v != want {
			t.Fatalf("Get(%d) is %d, %t, want %d, %t", k, v, ok, want, there)
		}
	}
}

func collect(seq func(func(int, int) bool)) (keys []int) {
	for k := range seq {
		keys = append(keys, k)
	}
	return keys
}

func expect(t *rapid.T, what string, got, want []int) {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s gives %v, want %v", what, got, want)
	}
}

// TestAscendingKeysFillNodes keeps the tree of a log's segments dense.
func TestAscendingKeysFillNodes(t *testing.T) {
	var m Map[int, int]
	for i := range 64 * 64 {
		m.Set(i, i)
	}
	if n := len(m.root.kids); n != 64 || m.root.level != 1 {
		t.Errorf("%d leaves at level %d for 4096 ascending keys", n, m.root.level)
	}
}

// TestForkCopiesOnePath proves that a change after a fork allocates a few nodes, whatever the size.
func TestForkCopiesOnePath(t *testing.T) {
	var m Map[int, int]
	for i := range 100_000 {
		m.Set(i, i)
	}
	allocs := testing.AllocsPerRun(100, func() {
		f := m.Fork()
		f.Set(50_000, 1)
	})
	if allocs > 12 {
		t.Errorf("%v allocations for a change after a fork of 100,000 items", allocs)
	}
}

// TestCommitWritesOnePath proves that what is stored is not stored again.
func TestCommitWritesOnePath(t *testing.T) {
	memory := store.NewMemory()
	blocks, _ := store.Open(memory)
	var m Map[int, int]
	for i := range 100_000 {
		m.Set(i, i)
	}
	commit := func() int {
		if err := blocks.Commit(func(c *store.Coder) { codeInts(c, &m) }); err != nil {
			t.Fatal(err)
		}
		ids, _ := memory.List()
		sum := 0
		all, _ := memory.Read(ids)
		for _, b := range all {
			sum += len(b)
		}
		return sum
	}
	whole := commit()
	m.Set(77, 0)
	if part := commit() - whole; part > 2000 {
		t.Errorf("one change of %d bytes of map committed %d bytes", whole, part)
	}
	if again := commit(); again-commit() != 0 {
		t.Error("a commit without a change wrote blocks")
	}
}

func BenchmarkGet(b *testing.B) {
	var m Map[int, int]
	for i := range 10_000 {
		m.Set(i, i)
	}
	for i := 0; b.Loop(); i++ {
		m.Get(i * 7919 % 10_000)
	}
}

func BenchmarkSetAfterFork(b *testing.B) {
	var m Map[int, int]
	for i := range 10_000 {
		m.Set(i, i)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f := m.Fork()
		f.Set(i*7919%10_000, i)
	}
}
