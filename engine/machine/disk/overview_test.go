package disk

import "testing"

// TestOverview: the cheap sums agree with what the listings say.
func TestOverview(t *testing.T) {
	d := New(Options{})
	for _, dir := range []string{"/a", "/a/b"} {
		if err := d.Mkdir(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/a/1", "/a/2", "/a/3", "/a/b/4"} {
		if err := d.WriteFile(path, make([]byte, 5000)); err != nil {
			t.Fatal(err)
		}
	}
	h, err := d.Open("/a/2")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Remove("/a/2"); err != nil {
		t.Fatal(err)
	}
	used, _ := d.Df()
	du, _ := d.Du("/")
	if d.Unnamed() != 2*PageSize || used-du != d.Unnamed() {
		t.Errorf("unnamed %d, used %d, du %d", d.Unnamed(), used, du)
	}
	if n, err := d.Named("/a"); n != 15000 || err != nil {
		t.Errorf("named %d, %v", n, err)
	}
	list, total, err := d.ReadDirWindow("/a", 1, 5)
	if err != nil || total != 3 || len(list) != 2 || list[0].Name != "3" || list[1].Name != "b" {
		t.Errorf("window %v of %d, %v", list, total, err)
	}
	if _, _, err := d.ReadDirWindow("/a/1", 0, 1); err == nil {
		t.Error("a file was listed")
	}
	if open, mapped := d.OpenCount(); open != 1 || mapped != 0 {
		t.Errorf("%d open, %d mapped", open, mapped)
	}
	for handle, ino := range d.HandleInodes() {
		if info, _ := d.StatHandle(handle); handle != h || info.Ino != ino {
			t.Errorf("handle %d of inode %d", handle, ino)
		}
	}
}
