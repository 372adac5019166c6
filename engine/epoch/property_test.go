package epoch

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// TestInvariants: entries ascend in both fields whatever is done, answers agree with a plain search,
// a copy is not touched, and the file holds the same.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := disk.New(disk.Options{})
		c, err := Open(d, event.Partition{}, "/f", event.Discard)
		if err != nil {
			t.Fatal(err)
		}
		small := rapid.Int64Range(-1, 40)
		t.Repeat(map[string]func(*rapid.T){
			"assign": func(t *rapid.T) {
				fork := c
				before := slices.Clone(fork.Entries())
				_, _ = c.Assign(d, int32(small.Draw(t, "epoch")), small.Draw(t, "start"), event.Discard)
				if !slices.Equal(fork.Entries(), before) {
					t.Fatal("a copy was changed")
				}
			},
			"cut end": func(t *rapid.T) {
				end := small.Draw(t, "end")
				c.TruncateFromEnd(end, event.Discard)
				if last, ok := c.Latest(); ok && end >= 0 && last.StartOffset >= end {
					t.Fatal(last)
				}
			},
			"cut start": func(t *rapid.T) {
				start := small.Draw(t, "start")
				before, known := c.EpochFor(start)
				c.TruncateFromStart(start, event.Discard)
				if after, _ := c.EpochFor(start); known && after != before {
					t.Fatalf("epoch of the first offset %d was %d, is %d", start, before, after)
				}
			},
			"": func(t *rapid.T) {
				check(t, &c)
				if err := c.Flush(d); err != nil {
					t.Fatal(err)
				}
				again, err := Open(d, event.Partition{}, "/f", event.Discard)
				if err != nil || !slices.Equal(again.Entries(), c.Entries()) {
					t.Fatal(again.Entries(), err)
				}
			},
		})
	})
}

func check(t *rapid.T, c *Cache) {
	list := c.Entries()
	for i := 1; i < len(list); i++ {
		if list[i].Epoch <= list[i-1].Epoch || list[i].StartOffset <= list[i-1].StartOffset {
			t.Fatal(list)
		}
	}
	for offset := int64(-1); offset < 45; offset++ {
		want, known := UndefinedEpoch, false
		for _, e := range list {
			if e.StartOffset <= offset {
				want, known = e.Epoch, true
			}
		}
		if got, ok := c.EpochFor(offset); got != want || ok != known {
			t.Fatalf("EpochFor(%d) = %d, want %d in %v", offset, got, want, list)
		}
	}
	for i, e := range list {
		end := int64(100)
		if i+1 < len(list) {
			end = list[i+1].StartOffset
		}
		if epoch, offset := c.EndOffsetFor(e.Epoch, 100); epoch != e.Epoch || offset != end {
			t.Fatalf("EndOffsetFor(%d) = %d, %d in %v", e.Epoch, epoch, offset, list)
		}
	}
}

// TestState: what is written is read back.
func TestState(t *testing.T) {
	d := disk.New(disk.Options{})
	c, err := Open(d, event.Partition{Topic: "orders", Number: 3, LogDir: "/"}, "/f", event.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int32(5) {
		if _, err := c.Assign(d, 2*i, int64(10*i), event.Discard); err != nil {
			t.Fatal(err)
		}
	}
	if e, ok := c.Previous(4); !ok || e.Epoch != 2 {
		t.Fatal(e)
	}
	if e, ok := c.Earliest(); !ok || e.Epoch != 0 {
		t.Fatal(e)
	}
	s, err := store.Open(store.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(c.Code); err != nil {
		t.Fatal(err)
	}
	var again Cache
	if err := s.Load(again.Code); err != nil || !slices.Equal(again.Entries(), c.Entries()) || again.partition != c.partition || again.Path() != "/f" {
		t.Fatal(again, err)
	}
	again.SetPath("/g")
	again.Clear()
	if !again.Empty() || c.Empty() {
		t.Fatal("not independent")
	}
}

// FuzzOpen opens any file.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("0\n2\n0 0\n3 1217\n"))
	f.Add([]byte("0\n2\n3 1217\n0 0\n"))
	f.Add([]byte("0\n1\n-1 x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := disk.New(disk.Options{})
		if err := d.WriteFile("/f", text); err != nil {
			t.Fatal(err)
		}
		c, err := Open(d, event.Partition{}, "/f", event.Discard)
		if err != nil {
			return
		}
		for i, e := range c.Entries() {
			if i > 0 && e.StartOffset <= c.Entries()[i-1].StartOffset {
				t.Fatal(c.Entries())
			}
		}
	})
}
