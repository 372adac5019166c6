package archive

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"logarium/engine/store"
)

func sampleStore(t testing.TB) *store.Memory {
	t.Helper()
	m := store.NewMemory()
	var blocks []store.Block
	for id := uint64(1); id < 90; id++ {
		blocks = append(blocks, store.Block{ID: id * id, Data: bytes.Repeat([]byte{byte(id), 0, 7}, int(id)*15)})
	}
	if err := m.Commit(blocks, []byte("root")); err != nil {
		t.Fatal(err)
	}
	return m
}

func sampleInfo() Info { return Info{Name: "orders", Program: "1.2.3", Commands: 57} }

func sampleLab(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteLab(&out, sampleInfo(), strings.Repeat("clock advance 1s\n", 16_000), sampleStore(t)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// dump is all that a store holds.
func dump(t testing.TB, b store.Blocks) string {
	t.Helper()
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	ids, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Read(ids)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%q %v %x", root, ids, data)
}

func TestLabComesBack(t *testing.T) {
	into := store.NewMemory()
	info, err := ReadLab(bytes.NewReader(sampleLab(t)), into)
	if err != nil {
		t.Fatal(err)
	}
	if info != sampleInfo() {
		t.Errorf("%+v", info)
	}
	if dump(t, into) != dump(t, sampleStore(t)) {
		t.Error("the store has other blocks")
	}
}

// A lab of many blocks is committed in pieces, of which only the last has the root.
func TestLargeLabComesInPieces(t *testing.T) {
	m := store.NewMemory()
	random := rand.NewChaCha8([32]byte{1})
	for id := uint64(1); id <= 300; id++ {
		data := make([]byte, 32<<10)
		_, _ = random.Read(data)
		if err := m.Commit([]store.Block{{ID: id, Data: data}}, []byte("root")); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := WriteLab(&file, sampleInfo(), "", m); err != nil {
		t.Fatal(err)
	}
	into := &watched{Memory: store.NewMemory()}
	if _, err := ReadLab(bytes.NewReader(file.Bytes()), into); err != nil {
		t.Fatal(err)
	}
	if dump(t, into) != dump(t, m) || len(into.roots) < 3 {
		t.Errorf("%d commits", len(into.roots))
	}
	for i, root := range into.roots {
		if (root != nil) != (i == len(into.roots)-1) {
			t.Errorf("commit %d of %d has root %q", i+1, len(into.roots), root)
		}
	}
	cut := store.NewMemory()
	if _, err := ReadLab(bytes.NewReader(file.Bytes()[:file.Len()-1]), cut); !errors.Is(err, ErrEnd) {
		t.Error(err)
	}
	if root, _ := cut.Root(); root != nil {
		t.Errorf("half a lab has the root %q", root)
	}
}

type watched struct {
	*store.Memory
	roots [][]byte
	fail  error
}

func (w *watched) Commit(blocks []store.Block, root []byte) error {
	w.roots = append(w.roots, root)
	if w.fail != nil {
		return w.fail
	}
	return w.Memory.Commit(blocks, root)
}

func TestErrorsOfTheStoreAreNotTheFiles(t *testing.T) {
	full := errors.New("full")
	_, err := ReadLab(bytes.NewReader(sampleLab(t)), &watched{Memory: store.NewMemory(), fail: full})
	var where *Fault
	if !errors.Is(err, full) || errors.As(err, &where) {
		t.Error(err)
	}
}

func TestLabsThatAreRefused(t *testing.T) {
	good := sampleLab(t)
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"nothing", nil, ErrNoLab},
		{"a zip", pack(t, sample()), ErrNoLab},
		{"newer", append([]byte("LOGARIUM\x02"), good[9:]...), ErrNewerLab},
		{"version 0", append([]byte("LOGARIUM\x00"), good[9:]...), ErrMark},
		{"head only", good[:9], ErrEnd},
		{"cut", good[:len(good)/2], ErrEnd},
		{"more behind", append(bytes.Clone(good), 0), errTrail},
		{"twice", append(bytes.Clone(good), good...), errTrail},
		{"no blocks", without(t, good, 'b'), errTotal},
		{"no info", without(t, good, 'i'), errOrder},
		{"no root", without(t, good, 'r'), errOrder},
		{"no journal", without(t, good, 'j'), errTotal},
	} {
		into := store.NewMemory()
		if _, err := ReadLab(bytes.NewReader(c.data), into); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if root, _ := into.Root(); root != nil {
			t.Errorf("%s: the store has a root", c.name)
		}
	}
}

// without leaves all parts of a kind out.
func without(t *testing.T, file []byte, kind byte) []byte {
	t.Helper()
	out, rest := bytes.Clone(file[:9]), file[9:]
	for len(rest) > 0 {
		n := partHeader + int(rest[5])<<24 + int(rest[6])<<16 + int(rest[7])<<8 + int(rest[8])
		if rest[0] != kind {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return out
}

// Whatever happens to a lab file on its way is noticed, and leaves no lab behind.
func TestThousandDamagedFiles(t *testing.T) {
	lab, z := sampleLab(t), pack(t, sample())
	want, err := unpack(z)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 1000 {
		random := rand.New(rand.NewPCG(8, uint64(n)))
		into := store.NewMemory()
		if _, err := ReadLab(bytes.NewReader(damage(random, lab)), into); err == nil {
			t.Errorf("lab file %d is taken", n)
		}
		if root, _ := into.Root(); root != nil {
			t.Errorf("lab file %d leaves a root", n)
		}
		got, err := unpack(damage(random, z))
		var where *Fault
		switch {
		case err != nil && !errors.As(err, &where):
			t.Errorf("zip %d: %v does not say where", n, err)
		case err == nil && !sameBytes(got, want):
			t.Errorf("zip %d is taken, with other bytes", n)
		}
	}
}

// sameBytes compares what the checksums cover: a zip file's names and times have none.
func sameBytes(a, b []content) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].data != b[i].data {
			return false
		}
	}
	return true
}

// damage changes a file as ways of transport do: bits, ranges, lost and repeated pieces.
func damage(random *rand.Rand, file []byte) []byte {
	b := bytes.Clone(file)
	at := random.IntN(len(b))
	n := min(1+random.IntN(200), len(b)-at)
	switch random.IntN(5) {
	case 0:
		b[at] ^= 1 << random.IntN(8)
	case 1:
		b = b[:at]
	case 2:
		b = append(b[:at], b[at+n:]...)
	case 3:
		b = append(b[:at+n], file[at:]...)
	default:
		for i := range n {
			b[at+i] += 1 + byte(i)
		}
	}
	return b
}

func FuzzLab(f *testing.F) {
	small := store.NewMemory()
	if err := small.Commit([]store.Block{{ID: 1, Data: []byte("one")}, {ID: 5, Data: []byte("five")}}, []byte("root")); err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteLab(&file, sampleInfo(), "clock advance 1s\n", small); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		into := store.NewMemory()
		_, err := ReadLab(bytes.NewReader(data), into)
		if root, _ := into.Root(); (root != nil) != (err == nil) {
			t.Fatalf("root %q, error %v", root, err)
		}
	})
}
