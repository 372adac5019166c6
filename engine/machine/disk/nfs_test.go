package disk

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNFSNamesEverything: over NFS no block is without a name, whatever is opened, removed, replaced and closed, also through forks; and
// when nobody has a file open any more, no such name is left.
func TestNFSNamesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := New(Options{})
		d.SetNFS(true)
		if err := d.Mkdir("/d"); err != nil {
			t.Fatal(err)
		}
		var open []Handle
		name := func() string { return "/d/" + rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name") }
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1:
				h, err := d.Create(name())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := d.WriteAt(h, []byte{1}, int64(len(open))*PageSize); err != nil {
					t.Fatal(err)
				}
				open = append(open, h)
			case 2:
				_ = d.Remove(name()) // may not be there
			case 3:
				_ = d.Rename(name(), name())
			case 4:
				if len(open) > 0 {
					if err := d.Close(open[0]); err != nil {
						t.Fatal(err)
					}
					open = open[1:]
				}
			case 5:
				d = d.Fork()
			}
			used, _ := d.Df()
			if named, err := d.Du("/"); err != nil || named != used || d.Unnamed() != 0 {
				t.Fatalf("%d bytes are used, %d are named: %v", used, named, err)
			}
			if err := d.Check(); err != nil {
				t.Fatal(err)
			}
		}
		d.CloseAll(0)
		names, err := d.Names("/d")
		if err != nil || strings.Contains(strings.Join(names, " "), ".nfs") || len(d.silly) > 0 {
			t.Fatalf("left: %v, %v, %v", names, d.silly, err)
		}
	})
}
