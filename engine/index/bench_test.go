package index

import (
	"testing"

	"logarium/engine/machine/disk"
)

// mix is output i of SplitMix64.
func mix(seed, i uint64) uint64 {
	z := seed + (i+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// fullIndex is an offset index of 10 MiB with 1,310,720 entries.
func fullIndex(tb testing.TB) (*disk.Disk, *OffsetIndex) {
	d := disk.New(disk.Options{})
	x := NewOffsetIndex("/00000000000000000000.index", 0, 10<<20)
	if err := x.Open(d); err != nil {
		tb.Fatal(err)
	}
	for i := range int64(x.MaxEntries()) {
		if err := x.Append(d, 4*i+3, int32(800*i)); err != nil {
			tb.Fatal(err)
		}
	}
	return d, &x
}

// BenchmarkOffsetIndexAppend fills an index.
func BenchmarkOffsetIndexAppend(b *testing.B) {
	d := disk.New(disk.Options{})
	x := NewOffsetIndex("/00000000000000000000.index", 0, 10<<20)
	b.ReportAllocs()
	for i := range b.N {
		if x.Full() {
			if err := x.Truncate(d); err != nil {
				b.Fatal(err)
			}
		}
		if err := x.Append(d, int64(i%(1<<30)), int32(i)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTailing looks up at the tail after each page that is appended to a log, as a consumer
// does that keeps up: what the index knows of its pages must not have to be found out anew.
func BenchmarkTailing(b *testing.B) {
	d, x := fullIndex(b)
	h, err := d.Create("/00000000000000000000.log")
	if err != nil {
		b.Fatal(err)
	}
	page := make([]byte, 4096)
	b.ReportAllocs()
	defer cpuTime(b)()
	b.ResetTimer()
	for i := range b.N {
		if _, err := d.WriteAt(h, page, int64(i%(1<<14))*4096); err != nil {
			b.Fatal(err)
		}
		if _, err := x.Lookup(d, 5242882-int64(mix(2, uint64(i))%4000), nil); err != nil {
			b.Fatal(err)
		}
	}
}
