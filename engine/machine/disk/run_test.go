package disk

import (
	"bytes"
	"errors"
	"testing"
)

// TestPagesThatShareMemory writes pages in runs: around one that is there, into a fork, and onto a disk that has no room for all.
func TestPagesThatShareMemory(t *testing.T) {
	d := New(Options{Capacity: 12 * PageSize})
	h := must[Handle](t)(d.Create("/f"))
	model := make([]byte, 14*PageSize)
	write := func(d *Disk, page, pages int, fill byte) error {
		b := bytes.Repeat([]byte{fill}, pages*PageSize)
		n, err := d.WriteAt(h, b, int64(page)*PageSize)
		copy(model[page*PageSize:], b[:n])
		return err
	}
	same := func(d *Disk, pages int) {
		t.Helper()
		b := make([]byte, pages*PageSize)
		if n, err := d.ReadAt(h, b, 0); n != len(b) || err != nil || !bytes.Equal(b, model[:n]) {
			t.Fatalf("%d bytes, %v, as written: %v", n, err, bytes.Equal(b, model[:n]))
		}
	}
	if err := errors.Join(write(d, 3, 1, 'a'), write(d, 0, 9, 'b')); err != nil {
		t.Fatal(err)
	}
	same(d, 9)
	before := bytes.Clone(model)
	fork := d.Fork()
	if err := errors.Join(write(d, 2, 1, 'c'), write(d, 4, 3, 'd')); err != nil {
		t.Fatal(err)
	}
	same(d, 9)
	if err := write(d, 9, 5, 'e'); !errors.Is(err, ErrNoSpace) {
		t.Fatalf("a write beyond the capacity: %v", err)
	}
	same(d, 12)
	if size := d.Size(h); size != 12*PageSize {
		t.Errorf("%d bytes", size)
	}
	model = before
	same(fork, 9)
}
