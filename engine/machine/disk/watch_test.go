package disk

import "testing"

// TestWatch proves that every kind of change is announced before it happens, once, and that forks are not watched.
func TestWatch(t *testing.T) {
	d := New(Options{})
	var before []uint64 // what had been written when a change was announced
	d.Watch(func() { before = append(before, d.Fork().writes) })
	h, _ := d.Create("/f")
	changes := []func() error{
		func() error { _, err := d.WriteAt(h, make([]byte, 100), 0); return err },
		func() error { d.PutUint32(h, 4, 7); return nil },
		func() error { return d.Truncate(h, 50) },
		func() error { return d.SetMtime("/f", 9) },
		func() error { return d.Sync(h) },
		func() error { return d.Mkdir("/dir") },
		func() error { return d.SyncDir("/dir") },
		func() error { return d.Rename("/f", "/g") },
		func() error { d.SyncAll(); d.Writeback(1); return nil },
		func() error { return d.Remove("/g") },
	}
	for i, change := range changes {
		had, writes := len(before), d.writes
		if err := change(); err != nil {
			t.Fatal(err)
		}
		want := 1
		if i == 8 {
			want = 2
		}
		if len(before)-had != want || before[had] != writes {
			t.Errorf("change %d was announced %d times, first after %d writes of %d", i, len(before)-had, before[had], writes)
		}
	}
	had := len(before)
	if err := d.Fork().Mkdir("/other"); err != nil || len(before) != had {
		t.Errorf("a fork is watched, error %v", err)
	}
}

// TestTrapping proves that a word that needs a page ends in a bus error on a full disk, and only while it is trapped.
func TestTrapping(t *testing.T) {
	d := New(Options{Capacity: 2 * PageSize})
	h, _ := d.Create("/index")
	d.Truncate(h, 10*PageSize)
	write := func(page int64) error {
		return d.Trapping(func() error { d.PutUint32(h, page*PageSize, 7); return nil })
	}
	for page, want := range []error{nil, nil, ErrBus} {
		if err := write(int64(page)); err != want {
			t.Errorf("page %d: %v, want %v", page, err, want)
		}
	}
	if err := write(1); err != nil {
		t.Errorf("a page that is there: %v", err)
	}
	d.SetCapacity(10 * PageSize)
	d.SetFault(Fault{Path: "/index", On: OnWrite, Full: true})
	if err := write(3); err != ErrBus {
		t.Errorf("a part of the disk that is full: %v", err)
	}
	d.PutUint32(h, 3*PageSize, 7)
	if used, _ := d.Df(); used != 3*PageSize {
		t.Errorf("%d bytes used", used)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
