package disk

import (
	"bytes"
	"testing"
)

// TestPeek proves that a fork that peeks reads what is there, in the cache or not, and leaves no trace; and that the disk itself goes on counting.
func TestPeek(t *testing.T) {
	d := New(Options{CacheBytes: 4 * PageSize})
	want := bytes.Repeat([]byte("0123456789abcdef"), 8*PageSize/16)
	h, _ := d.Create("/f")
	if _, err := d.WriteAt(h, want, 0); err != nil {
		t.Fatal(err)
	}
	d.SyncAll()
	before := d.Stats()
	f := d.Fork()
	f.Peek()
	got := make([]byte, len(want))
	if _, err := f.ReadAt(h, got, 0); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a fork that peeks reads something else: %v", err)
	}
	page, err := f.View(h, 3*PageSize)
	if err != nil || !bytes.Equal(page, want[:PageSize]) {
		t.Errorf("a page is something else: %v", err)
	}
	if now := f.Stats(); now.Hits+now.Misses+now.ReadAhead != before.Hits+before.Misses+before.ReadAhead {
		t.Errorf("peeking is counted: %+v, before %+v", now, before)
	}
	if _, err := d.ReadAt(h, got, 0); err != nil || d.Stats().Hits+d.Stats().Misses == before.Hits+before.Misses {
		t.Errorf("reading is not counted any more: %+v, %v", d.Stats(), err)
	}
}
