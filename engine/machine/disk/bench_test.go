package disk

import (
	"testing"

	"logarium/engine/store"
)

// BenchmarkAppend writes batches at the end of a file that starts again at 1 GiB.
func BenchmarkAppend(b *testing.B) {
	for _, c := range []struct {
		name string
		size int
	}{{"1KB", 1000}, {"16KB", 16_000}, {"100KB", 100_000}} {
		b.Run(c.name, func(b *testing.B) {
			d := New(Options{})
			h, _ := d.Create("/log")
			p := make([]byte, c.size)
			b.SetBytes(int64(c.size))
			b.ReportAllocs()
			for b.Loop() {
				if d.Size(h) > 1<<28 {
					d.Truncate(h, 0)
				}
				d.WriteAt(h, p, d.Size(h))
			}
		})
	}
}

// BenchmarkAppendAfterFork appends 1 KB to a file of 1 GiB, among 10,000 others, with a snapshot after
// every append.
func BenchmarkAppendAfterFork(b *testing.B) {
	d := New(Options{})
	for i := range 10_000 {
		d.WriteFile("/f"+itoa(i), []byte("x"))
	}
	h, _ := d.Create("/log")
	d.Truncate(h, 1<<30)
	p := make([]byte, 1000)
	b.ReportAllocs()
	for b.Loop() {
		d.Fork()
		d.WriteAt(h, p, d.Size(h))
	}
}

func BenchmarkFork(b *testing.B) {
	d := New(Options{})
	b.ReportAllocs()
	for b.Loop() {
		d.Fork()
	}
}

// BenchmarkRead reads 64 KiB pieces in order, by copy and by view.
func BenchmarkRead(b *testing.B) {
	d := New(Options{})
	h, _ := d.Create("/log")
	p := make([]byte, 64<<10)
	for range 1024 {
		d.WriteAt(h, p, d.Size(h))
	}
	b.Run("ReadAt", func(b *testing.B) {
		b.SetBytes(int64(len(p)))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.ReadAt(h, p, int64(i%1024)*int64(len(p)))
		}
	})
	b.Run("View", func(b *testing.B) {
		b.SetBytes(PageSize)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.View(h, int64(i%16384)*PageSize)
		}
	})
}

func BenchmarkWords(b *testing.B) {
	d := New(Options{})
	h, _ := d.Create("/index")
	d.Truncate(h, 10<<20)
	b.Run("PutUint32", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.PutUint32(h, int64(i%(1<<20))*4, 1)
		}
	})
	b.Run("Uint32", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.Uint32(h, int64(i%(1<<20))*4)
		}
	})
	b.Run("Uint32Random", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			d.Uint32(h, int64(i*7919%(1<<20))*4)
		}
	})
}

func BenchmarkMapping(b *testing.B) {
	d := New(Options{})
	h, _ := d.Create("/index")
	d.WriteAt(h, make([]byte, 10<<20), 0)
	sum := 0
	for i := 0; b.Loop(); i++ {
		at := i * 7919 % (1 << 20) * 4
		sum += int(d.Mapping(h).Pages[at/PageSize][at%PageSize])
	}
}

// BenchmarkCommit appends 1 KB and commits, with 10,000 files on the disk.
func BenchmarkCommit(b *testing.B) {
	d := New(Options{})
	for i := range 10_000 {
		d.WriteFile("/f"+itoa(i), []byte("x"))
	}
	h, _ := d.Create("/log")
	memory := &counting{Memory: store.NewMemory()}
	blocks, _ := store.Open(memory)
	blocks.Commit(d.Code)
	memory.bytes = 0
	p := make([]byte, 1000)
	n := 0
	for ; b.Loop(); n++ {
		d.WriteAt(h, p, d.Size(h))
		blocks.Commit(d.Code)
	}
	b.ReportMetric(float64(memory.bytes)/float64(n), "stored-B/op")
}

// counting counts what goes through a store.
type counting struct {
	*store.Memory
	bytes, reads, blocks int
}

func (c *counting) Commit(blocks []store.Block, root []byte) error {
	for _, b := range blocks {
		c.bytes += len(b.Data)
	}
	c.bytes += len(root)
	return c.Memory.Commit(blocks, root)
}

func (c *counting) Read(ids []uint64) ([][]byte, error) {
	c.reads++
	c.blocks += len(ids)
	return c.Memory.Read(ids)
}
