package disk

import (
	"errors"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store"
)

func itoa(i int) string { return strconv.Itoa(i) }

// world is a disk with its model.
type world struct {
	disk  *Disk
	model *model
}

// TestAgainstModel does everything that can be done to a disk, at random, on several forks at once, with
// power losses and reloads, and compares with the model after each step.
func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks, _ := store.Open(store.NewMemory())
		blocks.SetMemory(4 * PageSize)
		worlds := []*world{{New(Options{}), newModel()}}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			w := worlds[rapid.IntRange(0, len(worlds)-1).Draw(t, "world")]
			switch rapid.IntRange(0, 30).Draw(t, "special") {
			case 0:
				if len(worlds) < 4 {
					worlds = append(worlds, &world{w.disk.Fork(), w.model.clone()})
				}
			case 1:
				w.disk.PowerLoss(LoseDirty, 0)
				w.model.powerLoss()
			case 2:
				w.reload(t, blocks)
			default:
				w.step(t)
			}
			for _, w := range worlds {
				w.model.compare(t, w.disk)
			}
		}
	})
}

// TestSmallCache does the same with a page cache that is always too small, where write-back may make
// anything durable at any time: what is seen must be right all the same.
func TestSmallCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{New(Options{CacheBytes: int64(rapid.IntRange(1, 40).Draw(t, "cache")) * PageSize}), newModel()}
		for i := range rapid.IntRange(1, 80).Draw(t, "steps") {
			w.step(t)
			if c := w.disk.Cache(); c.Resident > max(c.Limit, c.Dirty) && w.disk.Stats().Throttled > 0 {
				t.Fatalf("%d pages in a cache of %d, %d dirty", c.Resident, c.Limit, c.Dirty)
			}
			w.model.compare(t, w.disk)
			w.disk.Writeback(int64(i) * 1000)
		}
	})
}

// TestSameNumbersWithoutShortcuts proves that what is remembered for speed changes no counter: a disk
// that forks before every step, and so remembers nothing, counts the same.
func TestSameNumbersWithoutShortcuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cache := int64(rapid.IntRange(20, 400).Draw(t, "cache")) * PageSize
		a, b := New(Options{CacheBytes: cache}), New(Options{CacheBytes: cache})
		ha, hb := [2]Handle{}, [2]Handle{}
		for i := range ha {
			ha[i], _ = a.Create("/" + itoa(i))
			hb[i], _ = b.Create("/" + itoa(i))
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			i := rapid.IntRange(0, 1).Draw(t, "file")
			off := rapid.Int64Range(0, 1<<20).Draw(t, "off")
			p := make([]byte, rapid.IntRange(1, 50_000).Draw(t, "len"))
			b = b.Fork()
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				a.Sync(ha[i])
				b.Sync(hb[i])
			case 1, 2:
				a.ReadAt(ha[i], p, off)
				b.ReadAt(hb[i], p, off)
			default:
				a.WriteAt(ha[i], p, off)
				b.WriteAt(hb[i], p, off)
			}
			if a.Stats() != b.Stats() || a.Cache() != b.Cache() {
				t.Fatalf("\n%+v\n%+v", a.Stats(), b.Stats())
			}
		}
	})
}

func (w *world) reload(t *rapid.T, blocks *store.Store) {
	if err := blocks.Commit(w.disk.Code); err != nil {
		t.Fatal(err)
	}
	w.disk = &Disk{}
	if err := blocks.Load(w.disk.Code); err != nil {
		t.Fatal(err)
	}
}

var somePath = rapid.OneOf(rapid.SampledFrom([]string{"/a", "/b", "/c"}), rapid.SampledFrom([]string{"/a/x", "/a/y", "/b/x", "/b/y", "/b/c", "/b/c/z", "/a/b"}))

// step does one thing to both.
func (w *world) step(t *rapid.T) {
	path := somePath.Draw(t, "path")
	d, m := w.disk, w.model
	switch rapid.IntRange(0, 12).Draw(t, "what") {
	case 0:
		agree(t, "mkdir", d.Mkdir(path), m.create(path, true) != nil)
	case 1, 2:
		w.openAtPath(t, path)
	case 3:
		to := somePath.Draw(t, "to")
		agree(t, "rename "+path+" "+to, d.Rename(path, to), m.rename(path, to))
	case 4:
		agree(t, "remove "+path, d.Remove(path), m.remove(path))
	case 5:
		w.syncDir(t, path)
	case 6:
		d.SyncAll()
		m.syncAll()
	default:
		w.fileStep(t)
	}
}

func (w *world) openAtPath(t *rapid.T, path string) {
	h, err := w.disk.Create(path)
	x := w.model.find(path)
	if x == nil {
		x = w.model.create(path, false)
	}
	agree(t, "create "+path, err, x != nil && !x.dir)
	if err == nil {
		w.model.open[h] = x
	}
}

func (w *world) syncDir(t *rapid.T, path string) {
	if rapid.Bool().Draw(t, "root") {
		path = "/"
	}
	x := w.model.find(path)
	ok := x != nil && x.dir
	agree(t, "fsync "+path, w.disk.SyncDir(path), ok)
	if ok {
		x.syncNames()
	}
}

// fileStep does something to an open file.
func (w *world) fileStep(t *rapid.T) {
	var open []Handle
	for f := range w.disk.OpenFiles() {
		open = append(open, f.Handle)
	}
	if len(open) == 0 {
		return
	}
	h := rapid.SampledFrom(open).Draw(t, "handle")
	if rapid.IntRange(0, 9).Draw(t, "close") == 0 {
		agree(t, "close", w.disk.Close(h), true)
		delete(w.model.open, h)
		return
	}
	w.fileStepOn(t, h)
}

// fileStepOn writes to, truncates or syncs a file.
func (w *world) fileStepOn(t *rapid.T, h Handle) {
	x := w.model.open[h]
	at := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(0, 20_000), rapid.IntRange(0, 600_000)).Draw(t, "at")
	switch rapid.IntRange(0, 9).Draw(t, "file") {
	case 0, 1:
		agree(t, "truncate", w.disk.Truncate(h, int64(at)), true)
		x.truncate(at)
	case 2, 3:
		agree(t, "fsync", w.disk.Sync(h), true)
		x.sync()
	case 4, 5:
		if at = at / 4 * 4; at+4 <= len(x.live) {
			w.disk.PutUint32(h, int64(at), 0x01020304)
			x.write([]byte{1, 2, 3, 4}, at)
		}
	default:
		if rapid.Bool().Draw(t, "append") {
			at = len(x.live)
		}
		p := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "bytes")
		for range rapid.IntRange(0, 12).Draw(t, "doubled") {
			p = append(p, p...)
		}
		n, err := w.disk.WriteAt(h, p, int64(at))
		agree(t, "write", err, n == len(p))
		x.write(p, at)
	}
}

func agree(t *rapid.T, what string, err error, ok bool) {
	if (err == nil) != ok {
		t.Fatalf("%s: %v, the model says %t", what, err, ok)
	}
	var located *PathError
	if err != nil && !errors.As(err, &located) {
		t.Fatalf("%s: %T is no PathError", what, err)
	}
}
