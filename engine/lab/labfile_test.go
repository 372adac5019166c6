package lab

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"logarium/engine/archive"
	"logarium/engine/store"
)

// versionOneScript made testdata/version1.logarium.
const versionOneScript = `lab new first --seed 7 --clock 2026-03-02T10:00:00Z
kafka-topics --create --topic orders --partitions 2 --config internal.segment.bytes=2048
produce orders --count 20 --size 300
checkpoint full
clock advance 2m
produce orders --key a --value last
`

// played is a lab after a script and one undo.
func played(t testing.TB, blocks store.Blocks, script string) *Lab {
	t.Helper()
	l, err := New(blocks, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res := l.Build(nil, script); res.Exit != 0 {
		t.Fatal(res.Err)
	}
	if res := l.Exec(nil, "undo", false); res.Exit != 0 {
		t.Fatal(res.Err)
	}
	return l
}

func file(t testing.TB, l *Lab) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := l.WriteFile(&out, "test"); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sameLab compares two labs at each of their commands.
func sameLab(t *testing.T, got, want *Lab) {
	t.Helper()
	if a, b := digestOf(t, got), digestOf(t, want); a != b || got.position != want.position || got.total() != want.total() || got.Script() != want.Script() {
		t.Fatalf("at %d of %d, want %d of %d", got.position, got.total(), want.position, want.total())
	}
	for n := range want.total() + 1 {
		for _, l := range []*Lab{got, want} {
			l.jump(n)
		}
		if digestOf(t, got) != digestOf(t, want) {
			t.Errorf("other state after command %d", n)
		}
	}
}

func TestLabFileComesBack(t *testing.T) {
	want := played(t, store.NewMemory(), versionOneScript)
	into := store.NewMemory()
	got, info, err := ReadFile(bytes.NewReader(file(t, want)), into, "")
	if err != nil {
		t.Fatal(err)
	}
	if (info != archive.Info{Name: "first", Program: "test", Commands: 4}) {
		t.Errorf("%+v", info)
	}
	sameLab(t, got, want)
	got.jump(5)
	for _, line := range []string{"goto full", "produce orders --count 3", "lab reset"} {
		if res := got.Exec(nil, line, false); res.Exit != 0 {
			t.Errorf("%s: %s", line, res.Err)
		}
	}
	if err := got.Commit(); err != nil {
		t.Error(err)
	}
}

// full is a block store that takes nothing any more.
type full struct{ *store.Memory }

var errFull = errors.New("full")

func (full) Commit([]store.Block, []byte) error { return errFull }

// When the storage is full, the file still has everything.
func TestLabFileOfAFullStore(t *testing.T) {
	want := played(t, full{store.NewMemory()}, versionOneScript)
	if want.Commit() == nil {
		t.Fatal("the store is not full")
	}
	got, _, err := ReadFile(bytes.NewReader(file(t, want)), store.NewMemory(), "")
	if err != nil {
		t.Fatal(err)
	}
	sameLab(t, got, want)
	if res := want.Exec(nil, "produce orders --count 1", false); res.Exit != 0 {
		t.Errorf("the lab cannot go on: %s", res.Err)
	}
}

// A lab file that the first version wrote is opened by this one, with all that can be undone.
func TestVersionOneLabFile(t *testing.T) {
	data, err := os.ReadFile("testdata/version1.logarium")
	if err != nil {
		t.Fatal(err)
	}
	l, info, err := ReadFile(bytes.NewReader(data), store.NewMemory(), "")
	if err != nil {
		t.Fatal(err)
	}
	if info.Name != "first" || l.position != 4 || l.total() != 5 {
		t.Errorf("%+v at %d of %d", info, l.position, l.total())
	}
	for _, step := range []struct{ line, ends string }{
		{"", "orders-0 0 0\norders-1 0 20\n"},
		{"redo", "orders-0 0 1\norders-1 0 20\n"},
		{"goto 2", "orders-0 0 0\norders-1 0 0\n"},
		{"goto full", "orders-0 0 0\norders-1 0 20\n"},
		{"produce orders --count 2 --size 10", "orders-0 0 0\norders-1 0 22\n"},
	} {
		if res := l.Exec(nil, step.line, false); res.Exit != 0 {
			t.Fatal(step.line, res.Err)
		}
		if got := ends(t, l); got != step.ends {
			t.Errorf("%s: got\n%swant\n%s", step.line, got, step.ends)
		}
	}
}

// A file whose checksums are right and whose blocks are not is refused with words, or is a lab that can be looked at.
func TestForgedLabFiles(t *testing.T) {
	m := store.NewMemory()
	l := played(t, m, versionOneScript)
	if err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	ids, _ := m.List()
	root, _ := m.Root()
	refused := 0
	for n := range 400 {
		random := rand.New(rand.NewPCG(9, uint64(n)))
		forged := store.NewMemory()
		for _, id := range ids {
			data, _ := m.Read([]uint64{id})
			b := bytes.Clone(data[0])
			if random.IntN(len(ids)) == 0 || id == ids[n%len(ids)] {
				forge(random, b)
			}
			_ = forged.Commit([]store.Block{{ID: id, Data: b}}, root)
		}
		var out bytes.Buffer
		if err := archive.WriteLab(&out, archive.Info{}, "", forged); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadFile(&out, store.NewMemory(), ""); err != nil {
			refused++
		}
	}
	if refused < 100 {
		t.Errorf("only %d of 400 were refused", refused)
	}
}

// forge changes bytes of a block and makes its checksum right.
func forge(random *rand.Rand, b []byte) {
	for range 1 + random.IntN(4) {
		b[4+random.IntN(len(b)-4)] = byte(random.Uint32())
	}
	binary.BigEndian.PutUint32(b, store.Checksum(b[4:]))
}
