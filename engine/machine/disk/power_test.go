package disk

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store/storetest"
)

// TestPowerLossBySeed proves what the modes with a seed promise: a byte is what it was before or after
// the writes that were not synced, or was never there; what was synced is untouched; and the same seed does the
// same.
func TestPowerLossBySeed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{New(Options{}), newModel()}
		for _, name := range []string{"/a", "/b"} {
			w.openAtPath(rt, name)
		}
		w.disk.SyncAll()
		w.model.syncAll()
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			w.fileStepOn(rt, rapid.SampledFrom([]Handle{1, 2}).Draw(rt, "handle"))
		}
		a, b := w.model.find("/a"), w.model.find("/b")
		mode := rapid.SampledFrom([]PowerMode{KeepSome, TearSome}).Draw(rt, "mode")
		seed := rapid.Uint64().Draw(rt, "seed")
		twin := w.disk.Fork()
		if w.disk.PowerLoss(mode, seed) != twin.PowerLoss(mode, seed) {
			rt.Fatal("the same seed lost something else")
		}
		if !bytes.Equal(storetest.Encoded(t, w.disk.Code), storetest.Encoded(t, twin.Code)) {
			rt.Fatal("the same seed left another disk")
		}
		if err := w.disk.Check(); err != nil {
			rt.Fatal(err)
		}
		for name, x := range map[string]*thing{"/a": a, "/b": b} {
			got, err := w.disk.ReadFile(name)
			if err != nil {
				rt.Fatal(err)
			}
			x.explains(rt, name, got)
		}
	})
}

// explains fails if a file cannot be what a power loss left.
func (x *thing) explains(t *rapid.T, name string, got []byte) {
	if bytes.Equal(x.live, x.safe) && !bytes.Equal(got, x.safe) {
		t.Fatalf("%s was durable: %s", name, difference(got, x.safe))
	}
	if len(got) > max(len(x.live), len(x.safe)) {
		t.Fatalf("%s has %d bytes, had %d or %d", name, len(got), len(x.live), len(x.safe))
	}
	for i, b := range got {
		if b != 0 && (i >= len(x.live) || b != x.live[i]) && (i >= len(x.safe) || b != x.safe[i]) {
			t.Fatalf("%s: byte %d is %d", name, i, b)
		}
	}
}

// TestTimesAndProcesses covers what the model does not know.
func TestTimesAndProcesses(t *testing.T) {
	d := New(Options{MapLimit: 1})
	d.SetTime(1000)
	d.SetProcess(7)
	h := must[Handle](t)(d.Create("/f"))
	d.SetProcess(8)
	m := must[Handle](t)(d.Map("/f"))
	if _, err := d.Map("/f"); err == nil {
		t.Error("more mappings than allowed")
	}
	d.SetTime(2000)
	d.WriteAt(h, make([]byte, 10), 0)
	if info := must[Info](t)(d.StatHandle(m)); info.Mtime != 2000 || info.Handles != 2 {
		t.Errorf("%+v", info)
	}
	d.SetMtime("/f", 5)
	if info := must[Info](t)(d.Stat("/f")); info.Mtime != 5 {
		t.Errorf("mtime %d after SetMtime", info.Mtime)
	}
	d.CloseAll(7)
	if _, err := d.WriteAt(h, []byte{1}, 0); err == nil {
		t.Error("write to a handle of a process that ended")
	}
	if path, deleted := d.Path(m); path != "/f" || deleted {
		t.Errorf("mapping is at %s, deleted %t", path, deleted)
	}
	d.PutUint64(m, 2, 0x0102030405060708)
	if got := d.Uint32(m, 4); got != 0x03040506 {
		t.Errorf("word %x", got)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}

// TestMappedReadsAreNotNoticed reads words of a mapping: the first read of a page counts, no other does.
func TestMappedReadsAreNotNoticed(t *testing.T) {
	d := New(Options{})
	d.WriteFile("/index", make([]byte, 40*PageSize))
	d.SyncAll()
	d.PowerLoss(LoseDirty, 0)
	m := must[Handle](t)(d.Map("/index"))
	if pages := d.Mapping(m).Pages; len(pages) != 40 || pages[5] != nil {
		t.Errorf("%d pages, page 5 is %p before it was read", len(pages), pages[5])
	}
	d.Uint32(m, 5*PageSize)
	once := d.Stats()
	d.Uint32(m, 5*PageSize+8)
	if pages := d.Mapping(m).Pages; pages[5] == nil || pages[6] != nil || d.Stats() != once || once.Misses != 1 {
		t.Errorf("after one read %+v, then %+v", once, d.Stats())
	}
	d.PutUint32(m, 5*PageSize, 7)
	if pages := d.Mapping(m).Pages; pages[5][3] != 7 {
		t.Error("the mapping does not show a write")
	}
}

// TestWordOutsideFilePanics is the one thing that a mapping cannot report.
func TestWordOutsideFilePanics(t *testing.T) {
	d := New(Options{})
	h := must[Handle](t)(d.Create("/f"))
	d.Truncate(h, 10)
	defer func() {
		if r := recover(); r != "mapped word of 4 bytes at 8 of handle 1, which has 10 bytes" {
			t.Errorf("panic with %v", r)
		}
	}()
	d.Uint32(h, 8)
}
