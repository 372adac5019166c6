package bench

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"testing"

	"logarium/engine/record"
)

const (
	mib = 1 << 20
	t0  = 1700000000000 // ms, the time of the first batch
)

// mix is output i of SplitMix64.
func mix(seed, i uint64) uint64 {
	z := seed + (i+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func below(seed, i, n uint64) int64 { return int64(mix(seed, i) % n) }

// wanted are count numbers below n.
func wanted(seed uint64, count int, n int64) []int64 {
	list := make([]int64, count)
	for i := range list {
		list[i] = below(seed, uint64(i), uint64(n))
	}
	return list
}

// noise is n bytes that do not compress.
func noise(seed uint64, n int) []byte {
	b := make([]byte, 0, n+8)
	for i := uint64(0); len(b) < n; i++ {
		b = binary.LittleEndian.AppendUint64(b, mix(seed, i))
	}
	return b[:n]
}

// values are the 64 values that records take in turn.
func values(size int) [][]byte {
	v := make([][]byte, 64)
	for i := range v {
		v[i] = noise(uint64(1000+i), size)
	}
	return v
}

// shape is batches of count records with values of size bytes and nothing else.
type shape struct {
	name        string
	size, count int
}

var (
	shape100Bx1   = shape{"100Bx1", 100, 1}
	shape100Bx100 = shape{"100Bx100", 100, 100}
	shape1KBx1    = shape{"1KBx1", 1024, 1}
	shape1KBx16   = shape{"1KBx16", 1024, 16}
	shape1KBx100  = shape{"1KBx100", 1024, 100}
)

// payload is the record bytes of a batch.
func (s shape) payload() int { return s.size * s.count }

// factory makes batches of a shape.
type factory struct {
	shape
	values [][]byte
	build  record.Builder
}

func (s shape) factory() *factory { return &factory{shape: s, values: values(s.size)} }

// batch puts batch number n into a buffer, as a client sends it: one timestamp, base offset 0.
func (f *factory) batch(buf []byte, n int, step int64) []byte {
	f.build.Reset(buf, record.DefaultOptions())
	for r := range f.count {
		_ = f.build.Append(int64(r), t0+int64(n)*step, nil, f.values[(n*f.count+r)%64]) // Build returns the error
	}
	out, err := f.build.Build()
	if err != nil {
		panic(err)
	}
	return out
}

// pool is count batches, each with its own memory in one piece. A log overwrites their base offsets: see rewind.
func (s shape) pool(count int, step int64) [][]byte {
	f := s.factory()
	size := len(f.batch(nil, 0, step))
	all := make([]byte, 0, size*count)
	list := make([][]byte, count)
	for n := range list {
		all = f.batch(all, n, step)
		list[n] = all[n*size : (n+1)*size : (n+1)*size]
	}
	return list
}

// rewind gives a batch the base offset that a client's batch must have.
func rewind(batch []byte) []byte {
	record.Batch(batch).SetBaseOffset(0)
	return batch
}

// TestInputs: sizes and checksums of whole batches, as Kafka's builder makes them.
func TestInputs(t *testing.T) {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	for _, c := range []struct {
		shape
		want string
	}{
		{shape100Bx1, "170 fa529aec 2a523ca5 ec3d7827"},
		{shape100Bx100, "10997 6b59d733 9ab29178 483e8d4d"},
		{shape1KBx1, "1094 97391d70 4ce5c35a 92b70c68"},
		{shape1KBx16, "16589 645d342d 8b03aa62 e1bc3c2d"},
		{shape1KBx100, "103397 8568e565 ef692b1e b0e9f17d"},
	} {
		pool := c.pool(64, 1)
		got := fmt.Sprint(len(pool[0]))
		for _, n := range []int{0, 1, 63} {
			got += fmt.Sprintf(" %08x", crc32.Checksum(pool[n], castagnoli))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
