package index

import (
	"errors"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// TestOffsetIndexModel compares the index with a slice of entries on random operations.
func TestOffsetIndexModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := disk.New(disk.Options{})
		base := rapid.Int64Range(0, 1<<40).Draw(t, "base")
		x := NewOffsetIndex("/a.index", base, int32(rapid.IntRange(8, 40000).Draw(t, "size")))
		var model []OffsetPosition
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				for range rapid.IntRange(1, 900).Draw(t, "n") {
					e := OffsetPosition{Offset: base, Position: int32(len(model))}
					if len(model) > 0 {
						e = model[len(model)-1]
					}
					e.Offset += rapid.Int64Range(-1, 30).Draw(t, "step")
					e.Position += rapid.Int32Range(0, 5).Draw(t, "bytes")
					if x.Append(d, e.Offset, e.Position) == nil {
						model = append(model, e)
					}
				}
			},
			"truncate": func(t *rapid.T) {
				to := base + rapid.Int64Range(-2, 30000).Draw(t, "to")
				must(t, x.TruncateTo(d, to))
				model = model[:sort.Search(len(model), func(i int) bool { return model[i].Offset >= to })]
			},
			"trim and extend": func(t *rapid.T) {
				must(t, x.Trim(d))
				must(t, x.Extend(d))
			},
			"reopen": func(t *rapid.T) {
				must(t, x.Trim(d))
				must(t, x.Close(d))
			},
			"lookup": func(t *rapid.T) {
				target := base + rapid.Int64Range(-2, 30000).Draw(t, "target")
				got, err := x.Lookup(d, target, nil)
				must(t, err)
				want := OffsetPosition{Offset: base}
				if i := sort.Search(len(model), func(i int) bool { return model[i].Offset > target }); i > 0 {
					want = model[i-1]
				}
				if got != want {
					t.Fatalf("lookup %d: %+v, want %+v", target, got, want)
				}
			},
			"bound": func(t *rapid.T) {
				target := rapid.Int32Range(0, 20000).Draw(t, "target")
				got, ok, err := x.FetchUpperBound(d, OffsetPosition{Position: target}, 0, nil)
				must(t, err)
				if ok && got.Position < target {
					t.Fatalf("bound %d: %+v", target, got)
				}
				if ok != (len(model) > 0 && model[len(model)-1].Position >= target) && !(len(model) == 1 && !ok) {
					t.Fatalf("bound %d: %t", target, ok)
				}
			},
			"": func(t *rapid.T) {
				must(t, x.Open(d))
				if x.Entries() != len(model) || x.Entries() > x.MaxEntries() {
					t.Fatalf("%d entries, want %d of %d", x.Entries(), len(model), x.MaxEntries())
				}
				for i := max(0, len(model)-3); i < len(model); i++ {
					if e, err := x.Entry(d, i); err != nil || e != model[i] {
						t.Fatalf("entry %d: %+v %v, want %+v", i, e, err, model[i])
					}
				}
			},
		})
	})
}

func must(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTimeIndexLookup compares look-ups with the definition.
func TestTimeIndexLookup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := disk.New(disk.Options{})
		x := NewTimeIndex("/a.timeindex", 7, 30000)
		var model []TimestampOffset
		ts, offset := int64(1000), int64(7)
		for range rapid.IntRange(0, 2400).Draw(t, "n") {
			ts += rapid.Int64Range(0, 9).Draw(t, "ms")
			offset += rapid.Int64Range(0, 3).Draw(t, "records")
			added, err := x.MaybeAppend(d, ts, offset, false)
			must(t, err)
			if added {
				model = append(model, TimestampOffset{ts, offset})
			}
		}
		for range 20 {
			target := rapid.Int64Range(990, ts+10).Draw(t, "target")
			want := TimestampOffset{NoTimestamp, 7}
			if i := sort.Search(len(model), func(i int) bool { return model[i].Timestamp > target }); i > 0 {
				want = model[i-1]
			}
			if got, err := x.Lookup(d, target, nil); err != nil || got != want {
				t.Fatalf("lookup %d: %+v %v, want %+v", target, got, err, want)
			}
		}
	})
}

// TestTraceChangesNothing does each look-up with and without a trace.
func TestTraceChangesNothing(t *testing.T) {
	d := disk.New(disk.Options{})
	x := NewOffsetIndex("/a.index", 0, 40000)
	for i := range int64(5000) {
		if err := x.Append(d, 3*i+2, int32(10*i)); err != nil {
			t.Fatal(err)
		}
	}
	for target := int64(-1); target < 15010; target += 7 {
		var tr Trace
		a, _ := x.Lookup(d, target, nil)
		b, err := x.Lookup(d, target, &tr)
		if a != b || err != nil || len(tr.Searches) != 1 {
			t.Fatalf("%d: %+v and %+v, %v", target, a, b, err)
		}
		s := tr.Searches[0]
		if s.Slot >= 0 && (3*int64(s.Slot)+2 != a.Offset || len(s.Probes) > 16) {
			t.Fatalf("%d: slot %d, %d probes", target, s.Slot, len(s.Probes))
		}
	}
}

// TestDisorder: in a file whose entries are in no order, as zeros behind the last one after a crash,
// the way decides what is found. It is the same with and without a trace, and that of the trace.
func TestDisorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := disk.New(disk.Options{})
		b := make([]byte, 8*rapid.IntRange(1, 3000).Draw(t, "entries"))
		rising := rapid.IntRange(0, len(b)).Draw(t, "in order up to")
		seed := rapid.Uint64().Draw(t, "seed")
		for i := 0; i+8 <= len(b); i += 8 {
			v := uint32(i)
			if i > rising {
				v = uint32(mix(seed, uint64(i)) % 9000)
			}
			codec.PutUint32(b[i:], v)
		}
		must(t, d.WriteFile("/a.index", b))
		x := NewOffsetIndex("/a.index", 0, 8)
		for range 20 {
			var tr Trace
			target := rapid.Int64Range(-1, 9000).Draw(t, "target")
			got, err := x.Lookup(d, target, nil)
			must(t, err)
			traced, err := x.Lookup(d, target, &tr)
			must(t, err)
			if got != traced || walked(tr.Searches[0], x.Entries()) != tr.Searches[0].Slot {
				t.Fatalf("lookup %d: %+v and %+v, %+v", target, got, traced, tr.Searches[0])
			}
		}
	})
}

// walked follows the probes of a search to the slot they lead to.
func walked(s Search, entries int) int {
	low, high := 0, s.Hot
	for i, p := range s.Probes {
		switch {
		case p.Turn == Hit:
			return p.Entry
		case i == 0 && p.Turn == Right:
			low, high = p.Entry, entries-1
		case i == 1 && p.Entry == 0 && s.Probes[0].Turn == Left && p.Turn == Left:
			return -1
		case i > 1 || s.Probes[0].Turn == Right:
			if p.Entry != (low+high+1)/2 {
				return -2
			}
			if p.Turn == Left {
				high = p.Entry - 1
			} else {
				low = p.Entry
			}
		}
	}
	return low
}

// TestStateSurvives writes the state of open indexes and reads it back.
func TestStateSurvives(t *testing.T) {
	d := disk.New(disk.Options{})
	o, tm, tx := NewOffsetIndex("/a.index", 5, 80), NewTimeIndex("/a.timeindex", 5, 120), NewTxnIndex("/a.txnindex", 5)
	_ = o.Append(d, 9, 100)
	_, _ = tm.MaybeAppend(d, 1000, 9, false)
	_ = tx.Append(d, AbortedTxn{1, 5, 8, 9})
	s, err := store.Open(store.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(func(c *store.Coder) { o.Code(c); tm.Code(c); tx.Code(c) }); err != nil {
		t.Fatal(err)
	}
	var o2 OffsetIndex
	var tm2 TimeIndex
	var tx2 TxnIndex
	if err := s.Load(func(c *store.Coder) { o2.Code(c); tm2.Code(c); tx2.Code(c) }); err != nil {
		t.Fatal(err)
	}
	if o != o2 || tm != tm2 || tx != tx2 {
		t.Fatalf("\n%+v\n%+v\n%+v\n%+v\n%+v\n%+v", o, o2, tm, tm2, tx, tx2)
	}
}

// TestDiskErrors: a disk that fails gives its error, not a wrong answer, and the index goes on.
func TestDiskErrors(t *testing.T) {
	d := disk.New(disk.Options{})
	x := NewOffsetIndex("/missing/a.index", 0, 80)
	if err := x.Append(d, 1, 1); !errors.Is(err, disk.ErrNotExist) || x.Opened() {
		t.Fatal(err)
	}
	if _, err := x.Entry(d, 0); !errors.Is(err, disk.ErrNotExist) {
		t.Fatal(err)
	}
	if err := d.Mkdir("/missing"); err != nil {
		t.Fatal(err)
	}
	if err := x.Append(d, 1, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Entry(d, 1); !errors.Is(err, kerr.ErrIllegalArgument) {
		t.Fatal(err)
	}
	if err := x.Rename(d, "/missing/b.index"); err != nil || !d.Exists("/missing/b.index") {
		t.Fatal(err)
	}
	if existed, err := x.Delete(d); err != nil || !existed || x.Opened() {
		t.Fatal(existed, err)
	}
	if existed, err := x.Delete(d); err != nil || existed {
		t.Fatal(existed, err)
	}
}
