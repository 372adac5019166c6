package disk

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// TestSinceLeadsFromOneDiskToTheOther: take away what was, add what is, and it is as if all had been looked at.
func TestSinceLeadsFromOneDiskToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New(Options{})
		made := 0
		if err := d.Mkdir("/d"); err != nil {
			t.Fatal(err)
		}
		change := func(times int) {
			for range times {
				path := fmt.Sprintf("/d/%d", rapid.IntRange(0, 300).Draw(t, "file"))
				switch rapid.IntRange(0, 4).Draw(t, "what") {
				case 0:
					_ = d.Remove(path) // there may be none
				case 1:
					made++
					_ = d.Rename(path, fmt.Sprint("/d/r", made))
				case 2:
					if h, err := d.Open(path); err == nil && made%2 == 0 {
						_ = d.Close(h)
					}
				default:
					if err := d.WriteFile(path, make([]byte, rapid.IntRange(0, 9000).Draw(t, "size"))); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		change(300)
		old := d.Fork()
		inodes, handles := whole(old)
		was := maps.Clone(inodes)
		change(rapid.IntRange(0, 40).Draw(t, "changes"))
		d.Since(old, func(e Entry, gone bool) {
			if tally(inodes, e.Ino, e, gone); gone && was[e.Ino] != e {
				t.Fatalf("%+v was not there", e)
			}
		})
		d.HandlesSince(old, func(h Handle, ino uint64, was bool) { tally(handles, h, ino, was) })
		wantInodes, wantHandles := whole(d)
		if !maps.Equal(inodes, wantInodes) || !maps.Equal(handles, wantHandles) {
			t.Fatalf("%v %v\nwant %v %v", inodes, handles, wantInodes, wantHandles)
		}
	})
}

func whole(d *Disk) (map[uint64]Entry, map[Handle]uint64) {
	inodes, handles := map[uint64]Entry{}, map[Handle]uint64{}
	d.Since(&Disk{}, func(e Entry, was bool) { tally(inodes, e.Ino, e, was) })
	d.HandlesSince(&Disk{}, func(h Handle, ino uint64, was bool) { tally(handles, h, ino, was) })
	return inodes, handles
}

func tally[K, V comparable](m map[K]V, k K, v V, was bool) {
	if was {
		delete(m, k)
	} else {
		m[k] = v
	}
}

// TestEntriesSayWhatListingsSay holds the entries against Stat.
func TestEntriesSayWhatListingsSay(t *testing.T) {
	d := New(Options{})
	if err := d.MkdirAll("/a/b"); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteFile("/a/b/f", make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open("/a/b/f"); err != nil {
		t.Fatal(err)
	}
	dir, err := d.Inode("/a/b")
	if err != nil {
		t.Fatal(err)
	}
	inodes, handles := whole(d)
	info, _ := d.Stat("/a/b/f")
	if e := inodes[info.Ino]; e != (Entry{info.Ino, dir, "f", false, 5000, info.Blocks, 1}) || len(handles) != 1 {
		t.Errorf("%+v, %v", e, handles)
	}
	if _, err := d.Inode("/a/x"); err == nil {
		t.Error("what is not there has a number")
	}
}
