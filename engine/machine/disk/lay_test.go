package disk

import (
	"bytes"
	"errors"
	"testing"

	"logarium/engine/store"
)

// A file that lies in a store is like one that was written and synced, for reading, changing, storing and forking.
func TestLaidFileIsLikeAWrittenOne(t *testing.T) {
	data := make([]byte, 70*PageSize+123) // more than a leaf
	for i := range data {
		data[i] = byte(i * 7919 >> 8)
	}
	laid := store.NewLaid(store.NewMemory())
	first := laid.Add(bytes.NewReader(data), int64(len(data)))
	s := must[*store.Store](t)(store.Open(laid))
	lay := func(n int64, p *store.Page) { s.Lay(p, first, n, int64(len(data))) }
	d, plain := New(Options{}), New(Options{})
	if err := d.Lay("/a", int64(len(data)), 77, lay); err != nil {
		t.Fatal(err)
	}
	if err := plain.WriteFile("/a", data); err != nil {
		t.Fatal(err)
	}
	same := func() {
		t.Helper()
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		got, want := must[[]byte](t)(d.ReadFile("/a")), must[[]byte](t)(plain.ReadFile("/a"))
		if !bytes.Equal(got, want) {
			t.Fatal("other bytes")
		}
		used, _ := d.Df()
		if other, _ := plain.Df(); used != other {
			t.Fatalf("%d bytes used, %d if written", used, other)
		}
	}
	same()
	if info := must[Info](t)(d.Stat("/a")); info.Mtime != 77 || info.Dirty != 0 {
		t.Errorf("%+v", info)
	}
	stored(t, s, d)
	if ids := must[[]uint64](t)(laid.Blocks.List()); len(ids) != 1 {
		t.Errorf("%d blocks for what lies there already", len(ids))
	}
	_, d = reopened(t, laid)
	same()
	before := d.Fork()
	for _, x := range []*Disk{d, plain} {
		h := must[Handle](t)(x.Open("/a"))
		must[int](t)(x.WriteAt(h, []byte("changed"), 5*PageSize-3))
		if err := x.Truncate(h, 69*PageSize+9); err != nil {
			t.Fatal(err)
		}
		_ = x.Close(h)
	}
	same()
	if !bytes.Equal(must[[]byte](t)(before.ReadFile("/a")), data) {
		t.Error("the fork has changed too")
	}
}

func TestLayIsRefused(t *testing.T) {
	d := New(Options{Capacity: 10 * PageSize})
	none := func(int64, *store.Page) {}
	if err := d.Lay("/big", 20*PageSize, 0, none); !errors.Is(err, ErrNoSpace) {
		t.Error(err)
	}
	if err := d.Lay("/nowhere/a", 1, 0, none); !errors.Is(err, ErrNotExist) {
		t.Error(err)
	}
	if err := d.WriteFile("/a", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := d.Lay("/a", 1, 0, none); !errors.Is(err, ErrExist) {
		t.Error(err)
	}
}
