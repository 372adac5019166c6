package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/store"
	"logarium/engine/store/storetest"
)

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// stored commits a disk.
func stored(t testing.TB, s *store.Store, d *Disk) {
	t.Helper()
	if err := s.Commit(d.Code); err != nil {
		t.Fatal(err)
	}
}

// reopened reads a disk through a store of its own.
func reopened(t testing.TB, blocks store.Blocks) (*store.Store, *Disk) {
	t.Helper()
	s := must[*store.Store](t)(store.Open(blocks))
	d := &Disk{}
	if err := s.Load(d.Code); err != nil {
		t.Fatal(err)
	}
	return s, d
}

// TestLargeDiskComesBack stores a disk with a file of 1 GiB that is sparse and one of 16 MiB that is not, with
// everything that a disk can hold besides.
func TestLargeDiskComesBack(t *testing.T) {
	d := New(Options{Device: HDD()})
	d.SetTime(77)
	d.MkdirAll("/data/t-0")
	h := must[Handle](t)(d.Create("/data/t-0/sparse"))
	d.Truncate(h, 1<<30)
	for i := int64(0); i < 1<<30; i += 10 << 20 {
		d.WriteAt(h, binary.BigEndian.AppendUint64(nil, uint64(i+1)), i)
	}
	dense := make([]byte, 16<<20)
	for i := range dense {
		dense[i] = byte(i * 7919 >> 8)
	}
	d.WriteFile("/dense", dense)
	d.SyncAll()
	d.PutUint32(h, 500<<20, 99)
	d.Remove("/data/t-0/sparse")
	d.Rename("/dense", "/data/dense")
	d.SetFault(Fault{Path: "/data", On: OnSync, Skip: 3, Torn: true})
	d.SetSlow(3)
	back := &Disk{}
	storetest.RoundTrip(t, d.Code, back.Code)
	if err := back.Check(); err != nil {
		t.Fatal(err)
	}
	if got := must[[]byte](t)(back.ReadFile("/data/dense")); !bytes.Equal(got, dense) {
		t.Error("the dense file differs")
	}
	for i := int64(0); i < 1<<30; i += 10 << 20 {
		want := uint64(i + 1)
		if i == 500<<20 {
			want = 99<<32 | want&(1<<32-1)
		}
		if got := back.Uint64(h, i); got != want {
			t.Errorf("word at %d is %d, want %d", i, got, want)
		}
	}
	back.PowerLoss(LoseDirty, 0)
	if info := must[Info](t)(back.Stat("/data/t-0/sparse")); info.Size != 1<<30 || info.Blocks != 103*PageSize {
		t.Errorf("after power loss: %+v", info)
	}
}

// TestMemoryStaysBounded writes and reads a file of 64 MiB with 1 MiB for stored pages. Read in order it
// comes 32 blocks at a time, at random one by one.
func TestMemoryStaysBounded(t *testing.T) {
	blocks := &counting{Memory: store.NewMemory()}
	s := must[*store.Store](t)(store.Open(blocks))
	s.SetMemory(1 << 20)
	d := New(Options{})
	h := must[Handle](t)(d.Create("/log"))
	p := make([]byte, 64<<10)
	for i := range 1024 {
		p[0] = byte(i)
		for j := range 16 {
			p[j*PageSize+PageSize-1] = byte(j + 1)
		}
		d.WriteAt(h, p, int64(i)<<16)
		if i%16 == 15 {
			stored(t, s, d)
		}
	}
	if n := s.ResidentPages(); n > 256 {
		t.Errorf("%d pages in memory after writing", n)
	}
	d = d.Fork()
	blocks.reads, blocks.blocks = 0, 0
	for i := range 1024 {
		d.ReadAt(h, p, int64(i)<<16)
		if p[0] != byte(i) || p[PageSize*3-1] != 3 {
			t.Fatalf("64 KiB number %d differ", i)
		}
	}
	if n := s.ResidentPages(); n > 256 {
		t.Errorf("%d pages in memory after reading", n)
	}
	if blocks.blocks > 2400 || blocks.reads > 100 {
		t.Errorf("%d blocks in %d reads for a file of 2048 blocks in order", blocks.blocks, blocks.reads)
	}
	blocks.reads, blocks.blocks = 0, 0
	for i := range 100 {
		d.View(h, int64(i*7919%1024)<<16)
	}
	if blocks.blocks > 110 {
		t.Errorf("%d blocks for 100 pages at random", blocks.blocks)
	}
}

// TestReopenReadsLittle opens a disk of 32 MiB in 2,000 files and reads one of them.
func TestReopenReadsLittle(t *testing.T) {
	blocks := &counting{Memory: store.NewMemory()}
	s := must[*store.Store](t)(store.Open(blocks))
	d := New(Options{})
	for i := range 2000 {
		d.WriteFile("/f"+itoa(i), bytes.Repeat([]byte{byte(i)}, 16<<10))
	}
	stored(t, s, d)
	blocks.blocks = 0
	_, back := reopened(t, blocks)
	if blocks.blocks != 0 {
		t.Errorf("opening read %d blocks", blocks.blocks)
	}
	if got := must[[]byte](t)(back.ReadFile("/f1234")); got[16000] != byte(1234%256) {
		t.Error("content differs")
	}
	if blocks.blocks > 20 {
		t.Errorf("reading one file read %d blocks", blocks.blocks)
	}
}

// TestSnapshotsShare stores 200 snapshots of a growing file together: they cost what changed.
func TestSnapshotsShare(t *testing.T) {
	blocks := &counting{Memory: store.NewMemory()}
	s := must[*store.Store](t)(store.Open(blocks))
	d := New(Options{})
	h := must[Handle](t)(d.Create("/log"))
	d.WriteAt(h, make([]byte, 4<<20), 0)
	var snapshots []*store.Part[Disk]
	code := func(c *store.Coder) {
		store.Slice(c, &snapshots, func(c *store.Coder, p **store.Part[Disk]) {
			store.Optional(c, p, func(c *store.Coder, p *store.Part[Disk]) { p.Code(c, (*Disk).Code) })
		})
	}
	for i := range 200 {
		d.WriteAt(h, bytes.Repeat([]byte{byte(i + 1)}, 100), d.Size(h))
		p := &store.Part[Disk]{}
		p.Set(d.Fork())
		snapshots = append(snapshots, p)
		if err := s.Commit(code); err != nil {
			t.Fatal(err)
		}
	}
	perSnapshot := (blocks.bytes - 4<<20) / 200
	if perSnapshot > 8000 {
		t.Errorf("a snapshot costs %d bytes", perSnapshot)
	}
	s = must[*store.Store](t)(store.Open(blocks))
	if err := s.Load(code); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 77, 199} {
		got := must[[]byte](t)(snapshots[i].Get((*Disk).Code).ReadFile("/log"))
		if len(got) != 4<<20+100*(i+1) || got[len(got)-1] != byte(i+1) {
			t.Errorf("snapshot %d has %d bytes that end in %d", i, len(got), got[len(got)-1])
		}
	}
	if _, err := s.Sweep(func(c *store.Coder) {
		var none []*store.Part[Disk]
		snapshots = none
		code(c)
	}); err != nil {
		t.Error(err)
	}
}

// TestLostBlocks proves that a store that fails shows as *store.Lost and never as a simulated error.
func TestLostBlocks(t *testing.T) {
	blocks := store.NewMemory()
	s := must[*store.Store](t)(store.Open(blocks))
	d := New(Options{})
	d.WriteFile("/f", []byte("x"))
	stored(t, s, d)
	_, back := reopened(t, blocks)
	ids, _ := blocks.List()
	blocks.Sweep(ids)
	err := func() (err error) {
		defer store.Catch(&err)
		_, err = back.ReadFile("/f")
		return err
	}()
	var lost *store.Lost
	if !errors.As(err, &lost) || !errors.Is(err, store.ErrNoBlock) {
		t.Errorf("a lost block gives %v", err)
	}
}

// FuzzCode reads a disk from arbitrary bytes behind correct checksums and uses it: errors or *store.Lost,
// never another panic.
func FuzzCode(f *testing.F) {
	root, data := smallDisk(f)
	f.Add(root, data[0], data[1])
	f.Fuzz(func(t *testing.T, root, nodes, pages []byte) {
		blocks := store.NewMemory()
		blocks.Commit([]store.Block{{ID: 1, Data: sealed("", nodes)}, {ID: 2, Data: sealed("", pages)}}, sealed("LGR1", root))
		if err := use(blocks); err != nil && err.Error() == "" {
			t.Error("error without text")
		}
	})
}

// smallDisk returns root and blocks, without checksums, of a disk with something of everything.
func smallDisk(t testing.TB) (root []byte, data [][]byte) {
	blocks := store.NewMemory()
	s, _ := store.Open(blocks)
	d := New(Options{})
	d.Mkdir("/d")
	d.WriteFile("/d/f", []byte("content"))
	h, _ := d.Create("/d/g")
	d.Truncate(h, 300_000)
	d.PutUint32(h, 290_000, 7)
	d.SyncAll()
	d.Remove("/d/g")
	d.WriteFile("/d/f", []byte("other"))
	stored(t, s, d)
	root, _ = blocks.Root()
	data, _ = blocks.Read([]uint64{1, 2})
	return root[8:], [][]byte{data[0][4:], data[1][4:]}
}

func sealed(head string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32([]byte(head), store.Checksum(body))
	return append(out, body...)
}

// use reads a disk and, if it is sound, does a bit of everything to it.
func use(blocks store.Blocks) (err error) {
	defer store.Catch(&err)
	s, err := store.Open(blocks)
	if err != nil {
		return err
	}
	d := &Disk{}
	if err := s.Load(d.Code); err != nil {
		return err
	}
	if err := d.Check(); err != nil {
		return err
	}
	for f := range d.OpenFiles() {
		d.WriteAt(f.Handle, []byte("more"), 100)
	}
	d.WriteFile("/d/f", []byte("other"))
	d.ReadDir("/d")
	d.SyncAll()
	d.RemoveAll("/d")
	d.PowerLoss(TearSome, 1)
	return d.Check()
}

// TestDamagedStateNeverPanics does what FuzzCode does with changes of few bytes, which get further.
func TestDamagedStateNeverPanics(t *testing.T) {
	root, data := smallDisk(t)
	reached := 0
	rapid.Check(t, func(t *rapid.T) {
		parts := [][]byte{bytes.Clone(root), bytes.Clone(data[0]), bytes.Clone(data[1])}
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			p := parts[rapid.SampledFrom([]int{0, 1, 1, 1}).Draw(t, "part")]
			p[rapid.IntRange(0, len(p)-1).Draw(t, "at")] = rapid.OneOf(rapid.Byte(), rapid.ByteMax(5)).Draw(t, "byte")
		}
		blocks := store.NewMemory()
		blocks.Commit([]store.Block{{ID: 1, Data: sealed("", parts[1])}, {ID: 2, Data: sealed("", parts[2])}}, sealed("LGR1", parts[0]))
		if use(blocks) == nil {
			reached++
		}
	})
	t.Logf("%d disks were sound", reached)
}
