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
