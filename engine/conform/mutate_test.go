package conform

import (
	"bytes"
	"os"
	"runtime"
	"slices"
	"testing"
)

func trees(t testing.TB) []Tree {
	t.Helper()
	list, err := Trees(os.DirFS("testdata"))
	if err != nil || len(list) < 30 {
		t.Fatal(len(list), err)
	}
	return list
}

// reserved is how many bytes the program has reserved so far.
func reserved() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}

// TestMutants opens damaged directories: each opens, or is refused with an error that says where, and takes no more memory
// than its files account for. The command `conform mutate` does the same with any number.
func TestMutants(t *testing.T) {
	list := trees(t)
	var sum Outcome
	for seed := range uint64(400) {
		m := Mutate(seed, list, false)
		one, err := m.Run(reserved)
		if err != nil {
			t.Errorf("seed %d, %s: %v\n%q", seed, m.Tree, err, m.Damage)
		}
		sum.Add(one)
	}
	if sum.Opened < 100 || len(sum.Refused) < 5 {
		t.Errorf("the damage is not what it should be: %+v", sum)
	}
}

// TestMutantsAreRepeatable: the same seed is the same mutant, and mutants of all trees come.
func TestMutantsAreRepeatable(t *testing.T) {
	list := trees(t)
	seen := map[string]bool{}
	for seed := range uint64(600) {
		a, b := Mutate(seed, list, true), Mutate(seed, list, true)
		if !slices.EqualFunc(a.Ops, b.Ops, bytes.Equal) || len(a.Damage) == 0 && a.Files > 0 && seed < 50 {
			t.Fatalf("seed %d: %q, then %q", seed, a.Damage, b.Damage)
		}
		seen[a.Tree] = true
	}
	if len(seen) != len(list) {
		t.Errorf("%d of %d trees were damaged", len(seen), len(list))
	}
}

// TestNoOrderIsAsked: of names that are treated otherwise in another order of the directory one is left.
func TestNoOrderIsAsked(t *testing.T) {
	const one, two = "00000000000000000001", "00000000000000000002"
	m := mutator{files: map[string][]byte{}}
	for _, name := range []string{one + ".index.swap", one + ".index.swap.swap", two + ".log.swap.swap", two + ".swap", two + ".log",
		"a.cleaned", "b.cleaned", two + ".log.deleted", "c.swap", "d.swap"} {
		m.files[name] = nil
	}
	m.listInAnyOrder()
	want := []string{one + ".index.swap", two + ".log", two + ".log.swap.swap", two + ".swap", "a.cleaned", "c.swap"}
	if got := sortedKeys(m.files); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
