package bench

import (
	"fmt"
	"testing"

	"logarium/engine/index"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/record"
)

const (
	indexLookups = 1 << 20
	logLookups   = 1 << 17
)

// BenchmarkOffsetIndexLookup searches a full index of 10 MiB, anywhere or in its last thousand entries. One op is one
// look-up.
func BenchmarkOffsetIndexLookup(b *testing.B) {
	const entries = 10 * mib / 8
	d, x := fullIndex(b, entries)
	top := int64(4*entries + 3)
	random, tail := wanted(1, indexLookups, top), wanted(2, indexLookups, 4000)
	for i := range tail {
		tail[i] = top - 1 - tail[i]
	}
	run := func(b *testing.B, offsets []int64) {
		sum := int64(0)
		measure(b, pass{
			ops:   len(offsets),
			setup: func() { sum = 0 },
			run: func() {
				for _, offset := range offsets {
					e, err := x.Lookup(d, offset, nil)
					if err != nil {
						b.Fatal(err)
					}
					sum += int64(e.Position)
				}
			},
			check: func() { checkPositions(b, offsets, sum) },
		})
	}
	b.Run("random", func(b *testing.B) { run(b, random) })
	b.Run("tail", func(b *testing.B) { run(b, tail) })
}

// fullIndex has the entries (4i+3, 800i).
func fullIndex(b *testing.B, entries int) (*disk.Disk, *index.OffsetIndex) {
	d := disk.New(disk.Options{})
	x := index.NewOffsetIndex("/00000000000000000000.index", 0, int32(entries*8))
	for i := range entries {
		if err := x.Append(d, int64(4*i+3), int32(800*i)); err != nil {
			b.Fatal(err)
		}
	}
	if !x.Full() {
		b.Fatal("the index is not full")
	}
	return d, &x
}

func checkPositions(b *testing.B, offsets []int64, sum int64) {
	for _, o := range offsets {
		sum -= max(0, (o-3)/4*800)
	}
	if sum != 0 {
		b.Fatalf("the positions add up to %d too many", sum)
	}
}

// reading is a log of one segment in which batches of one record are looked up.
type reading struct {
	m       *machine
	offsets []int64
	buf     []byte
}

func newReading(b *testing.B, s shape, batches, interval int) *reading {
	r := &reading{m: newMachine(b, "index.interval.bytes", fmt.Sprint(interval))}
	pool := s.pool(64, 0)
	for n := range batches {
		r.m.append(rewind(pool[n%64]))
	}
	entries := r.m.active().IndexEntries()
	r.m.expect(r.m.log.NumberOfSegments() == 1 && (interval > 1 || entries == batches-1), "%d entries", entries)
	r.offsets = wanted(3, logLookups, r.m.log.LogEndOffset())
	return r
}

// logs are those that are read: with an entry for each batch, and with Kafka's usual distance.
func readBenchmark(b *testing.B, one func(r *reading, offset int64)) {
	for _, c := range []struct {
		name string
		shape
		interval, batches int
	}{
		{"full", shape100Bx1, 1, 10 * mib / 8}, {"usual", shape1KBx1, 4096, 256 << 10},
	} {
		var r *reading
		b.Run(c.name, func(b *testing.B) {
			if r == nil {
				r = newReading(b, c.shape, c.batches, c.interval)
			}
			r.m.tb = b
			measure(b, pass{ops: len(r.offsets), run: func() {
				for _, offset := range r.offsets {
					one(r, offset)
				}
			}})
		})
	}
}

// BenchmarkTranslateOffset finds the batch of an offset in a segment.
func BenchmarkTranslateOffset(b *testing.B) {
	readBenchmark(b, func(r *reading, offset int64) {
		found, ok, err := r.m.active().Translate(r.m.log.IO(r.m.env), offset, nil)
		r.m.must(err)
		if !ok || found.BaseOffset != offset {
			r.m.expect(false, "offset %d found at %d", offset, found.BaseOffset)
		}
	})
}

// BenchmarkReadSlice reads one batch as a fetch does, up to where its bytes would be sent.
func BenchmarkReadSlice(b *testing.B) {
	readBenchmark(b, func(r *reading, offset int64) { r.slice(offset) })
}

func (r *reading) slice(offset int64) plog.FetchInfo {
	f, err := r.m.log.Read(r.m.env, offset, 1, plog.LogEnd, true, nil)
	r.m.must(err)
	if f.Size == 0 || f.Meta.Offset != offset {
		r.m.expect(false, "offset %d read as %+v", offset, f)
	}
	return f
}

// BenchmarkReadBytes reads one batch and copies its bytes.
func BenchmarkReadBytes(b *testing.B) {
	readBenchmark(b, func(r *reading, offset int64) {
		f := r.slice(offset)
		raw, err := r.m.log.Bytes(r.m.env, &f, r.buf)
		r.m.must(err)
		r.buf = raw
		if record.Batch(raw).BaseOffset() != offset {
			r.m.expect(false, "the bytes of another batch")
		}
	})
}

// BenchmarkTimestampLookup finds the first record at or after a time.
func BenchmarkTimestampLookup(b *testing.B) {
	for _, c := range []struct {
		name string
		shape
		interval, batches int
	}{
		{"full", shape100Bx1, 1, 873_812}, {"usual", shape1KBx16, 4096, 16_384},
	} {
		var m *machine
		times := wanted(4, logLookups, int64(10*c.batches-9))
		b.Run(c.name, func(b *testing.B) {
			if m == nil {
				m = timedLog(b, c.shape, c.batches, c.interval)
			}
			m.tb = b
			measure(b, pass{ops: len(times), run: func() {
				for _, t := range times {
					f, err := m.log.OffsetForTimestamp(m.env, t0+t, nil)
					m.must(err)
					if f.Offset != (t+9)/10*int64(c.count) {
						m.expect(false, "time %d found at %d", t, f.Offset)
					}
				}
			}})
		})
	}
}

// timedLog has a batch for every 10 ms.
func timedLog(b *testing.B, s shape, batches, interval int) *machine {
	m := newMachine(b, "index.interval.bytes", fmt.Sprint(interval))
	f := s.factory()
	var buf []byte
	for n := range batches {
		buf = f.batch(buf[:0], n, 10)
		m.append(buf)
	}
	m.commitAll()
	entries := m.active().TimeIndexEntries()
	m.expect(m.log.NumberOfSegments() == 1 && entries >= batches-2, "%d entries", entries)
	return m
}
