package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"testing"
)

// Workloads as the comparison with the JVM defines them: batches of N records with a V-byte value, no key, no
// headers, one timestamp a batch; values are SplitMix64 bytes, of which 64 are taken in turn.

func mix(seed, i uint64) uint64 {
	z := seed + (i+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func mixBytes(seed uint64, n int) []byte {
	var b []byte
	for i := uint64(0); len(b) < n; i++ {
		b = binary.LittleEndian.AppendUint64(b, mix(seed, i))
	}
	return b[:n]
}

type shape struct {
	name       string
	value, num int
}

var shapes = []shape{{"100Bx100", 100, 100}, {"1KBx16", 1024, 16}}

const benchT0 = 1700000000000

func (s shape) values() [][]byte {
	v := make([][]byte, 64)
	for i := range v {
		v[i] = mixBytes(uint64(1000+i), s.value)
	}
	return v
}

func (s shape) batch(b *Builder, buf []byte, values [][]byte, n int, base int64, step int) []byte {
	o := DefaultOptions()
	o.BaseOffset = base
	b.Reset(buf, o)
	for r := range s.num {
		_ = b.Append(base+int64(r), benchT0+int64(n*step), nil, values[(n*s.num+r)%64])
	}
	out, err := b.Build()
	if err != nil {
		panic(err)
	}
	return out
}

// TestBenchmarkInputs: the batches are those of the comparison, byte for byte.
func TestBenchmarkInputs(t *testing.T) {
	var b Builder
	for _, c := range []struct {
		shape
		size int
		sums [3]uint32 // of batches 0, 1 and 63
	}{
		{shape{"100Bx1", 100, 1}, 170, [3]uint32{0xfa529aec, 0x2a523ca5, 0xec3d7827}},
		{shape{"100Bx100", 100, 100}, 10997, [3]uint32{0x6b59d733, 0x9ab29178, 0x483e8d4d}},
		{shape{"1KBx1", 1024, 1}, 1094, [3]uint32{0x97391d70, 0x4ce5c35a, 0x92b70c68}},
		{shape{"1KBx16", 1024, 16}, 16589, [3]uint32{0x645d342d, 0x8b03aa62, 0xe1bc3c2d}},
		{shape{"1KBx100", 1024, 100}, 103397, [3]uint32{0x8568e565, 0xef692b1e, 0xb0e9f17d}},
	} {
		for i, n := range []int{0, 1, 63} {
			got := c.batch(&b, nil, c.values(), n, 0, 1)
			if sum := crc32.Checksum(got, crc32.MakeTable(crc32.Castagnoli)); len(got) != c.size || sum != c.sums[i] {
				t.Errorf("%s batch %d: %d bytes, %08x, want %d, %08x", c.name, n, len(got), sum, c.size, c.sums[i])
			}
		}
	}
}

// BenchmarkEncode: one op is one batch into a reused buffer, checksum included.
func BenchmarkEncode(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			var build Builder
			var buf []byte
			values := s.values()
			b.ReportAllocs()
			b.SetBytes(int64(s.value * s.num))
			start := threadTime()
			for n := 0; b.Loop(); n++ {
				buf = s.batch(&build, buf[:0], values, n, 0, 1)
			}
			reportCPU(b, start)
		})
	}
}

// BenchmarkDecode: one op is one batch, of which every record is visited.
func BenchmarkDecode(b *testing.B) {
	for _, how := range []string{"file", "mem", "memcrc"} {
		for _, s := range shapes {
			b.Run(fmt.Sprintf("%s/%s", how, s.name), func(b *testing.B) { benchDecode(b, how, s) })
		}
	}
}

func benchDecode(b *testing.B, how string, s shape) {
	segment := s.segment()
	var it Iterator
	sc := Scanner{Window: 256 << 10}
	sum, ops := int64(0), 0
	b.ReportAllocs()
	b.SetBytes(int64(s.value * s.num))
	rest := segment
	file := bytes.NewReader(segment)
	sc.Reset(file, 0, int64(len(segment)), "")
	start := threadTime()
	for b.Loop() {
		var batch Batch
		if how == "file" {
			if !sc.Next() {
				sc.Reset(file, 0, int64(len(segment)), "")
				sc.Next()
			}
			batch = sc.Batch()
		} else if batch, rest, _ = Next(rest); batch == nil {
			batch, rest, _ = Next(segment)
		}
		if how == "memcrc" && !batch.IsValid() {
			b.Fatal("checksum")
		}
		for it.Open(batch); it.Next(); {
			r := it.Record()
			sum += r.Offset + r.Timestamp + int64(r.KeySize()) + int64(r.ValueSize())
		}
		ops++
	}
	reportCPU(b, start)
	if it.Err() != nil || sum == 0 {
		b.Fatal(it.Err())
	}
}

// reportCPU adds the time of the working thread, which is steadier than the wall's on a busy machine.
func reportCPU(b *testing.B, start int64) {
	if now := threadTime(); now > start {
		b.ReportMetric(float64(now-start)/float64(b.N), "cpu-ns/op")
	}
}

// segment is 64 MiB of record bytes: 64 batches in turn, with the offsets of a log.
func (s shape) segment() []byte {
	var b Builder
	var ready [][]byte
	values := s.values()
	for n := range 64 {
		ready = append(ready, s.batch(&b, nil, values, n, 0, 1))
	}
	var out []byte
	for i, next := 0, int64(0); i < 64<<20/(s.value*s.num); i++ {
		at := len(out)
		out = append(out, ready[i%64]...)
		Batch(out[at:]).SetBaseOffset(next)
		next += int64(s.num)
	}
	return out
}
