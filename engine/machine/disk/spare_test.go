package disk

import (
	"bytes"
	"testing"
)

// TestForksShareNoSpareMemory: what is left of a piece of memory belongs to one side of a fork, also when that side's file was made durable or cut.
func TestForksShareNoSpareMemory(t *testing.T) {
	content := func(d *Disk, h Handle) []byte {
		b := make([]byte, d.Size(h))
		if _, err := d.ReadAt(h, b, 0); err != nil {
			t.Fatal(err)
		}
		return b
	}
	page := func(with byte) []byte { return bytes.Repeat([]byte{with}, PageSize) }
	grow := func(d *Disk, h Handle, with byte, pages int) {
		for range pages {
			if _, err := d.WriteAt(h, page(with), d.Size(h)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for pages := 1; pages <= 2*sparePages; pages++ {
		d := New(Options{})
		h, err := d.Create("/a")
		if err != nil {
			t.Fatal(err)
		}
		grow(d, h, 1, pages)
		if pages%3 == 0 {
			if err := d.Sync(h); err != nil {
				t.Fatal(err)
			}
		}
		f := d.Fork()
		grow(d, h, 2, 3)
		grow(f, h, 3, 3)
		if err := d.Truncate(h, int64(pages+1)*PageSize); err != nil {
			t.Fatal(err)
		}
		grow(d, h, 4, 1)
		first := bytes.Repeat(page(1), pages)
		if got, want := content(d, h), append(append(bytes.Clone(first), page(2)...), page(4)...); !bytes.Equal(got, want) {
			t.Fatalf("after %d pages the first side reads otherwise than it wrote", pages)
		}
		if got, want := content(f, h), append(bytes.Clone(first), bytes.Repeat(page(3), 3)...); !bytes.Equal(got, want) {
			t.Fatalf("after %d pages the other side reads otherwise than it wrote", pages)
		}
	}
}

// TestSpareMemoryIsNoMoreThanWhatIsUsed: pieces grow with the file.
func TestSpareMemoryIsNoMoreThanWhatIsUsed(t *testing.T) {
	d := New(Options{})
	h, err := d.Create("/a")
	if err != nil {
		t.Fatal(err)
	}
	for used := 1; used <= 3*fanOut; used++ {
		if _, err := d.WriteAt(h, []byte{1}, int64(used-1)*PageSize); err != nil {
			t.Fatal(err)
		}
		if s := d.file(h).live.pages.spare; s != nil && (len(s.pages) > used || len(s.pages) >= sparePages) {
			t.Fatalf("%d pages are spare where %d are used", len(s.pages), used)
		}
	}
}
