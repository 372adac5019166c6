package plog

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

const (
	benchStart = 1700000000000
	benchSeven = 7 * 24 * 3600 * 1000
)

// mix is output i of SplitMix64.
func mix(seed, i uint64) uint64 {
	z := seed + (i+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func below(seed, i, n uint64) uint64 { return mix(seed, i) % n }

func noise(seed uint64, n int) []byte {
	b := make([]byte, 0, n+8)
	for i := uint64(0); len(b) < n; i++ {
		b = binary.LittleEndian.AppendUint64(b, mix(seed, i))
	}
	return b[:n]
}

// shape is batches of count records with values of size bytes.
type shape struct {
	name        string
	size, count int
}

var benchShapes = []shape{{"100Bx100", 100, 100}, {"1KBx1", 1024, 1}, {"1KBx16", 1024, 16}, {"1KBx100", 1024, 100}}

// batch is batch number n of a shape, as a client sends it; one timestamp for all its records.
func (s shape) batch(n int, step int64) []byte {
	var b record.Builder
	b.Reset(nil, record.DefaultOptions())
	for r := range s.count {
		_ = b.Append(int64(r), benchStart+int64(n)*step, nil, noise(1000+uint64(n*s.count+r)%64, s.size)) // Build returns the error
	}
	out, err := b.Build()
	if err != nil {
		panic(err)
	}
	return out
}

type benchMachine struct {
	env *Env
	log *Log
}

func benchLog(b *testing.B, overrides ...string) *benchMachine {
	b.Helper()
	settings := config.PropertiesOf(append([]string{"segment.bytes", "1073741824", "segment.ms", fmt.Sprint(int64(math.MaxInt64)), "retention.ms", "-1"}, overrides...)...)
	m := &benchMachine{env: &Env{
		Now: benchStart, Disk: disk.New(disk.Options{CacheBytes: 8 << 30}), Emit: event.Discard, Schedule: func(clock.Task) uint64 { return 1 }, Cancel: func(uint64) {}, Codecs: &record.Codecs{},
	}}
	m.open(b, settings, true, 0)
	return m
}

func (m *benchMachine) open(b *testing.B, settings config.Properties, clean bool, recoveryPoint int64) {
	b.Helper()
	l, err := Open(m.env, Options{
		Partition: event.Partition{Topic: "bench", LogDir: "/data"}, Config: config.Broker{}.Log(settings), CleanShutdown: clean, RecoveryPoint: recoveryPoint,
	})
	if err != nil {
		b.Fatal(err)
	}
	m.log = l
}

func (m *benchMachine) append(b *testing.B, batch []byte) {
	record.Batch(batch).SetBaseOffset(0)
	if _, err := m.log.AppendLeader(m.env, batch, 0, AppendOptions{}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkAppendLeader(b *testing.B) {
	for _, s := range benchShapes {
		b.Run(s.name, func(b *testing.B) {
			batches := make([][]byte, 64)
			for n := range batches {
				batches[n] = s.batch(n, 1)
			}
			m := benchLog(b)
			limit := int64(256 << 20)
			b.SetBytes(int64(s.size * s.count))
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if m.log.Size() > limit {
					b.StopTimer()
					m = benchLog(b)
					b.StartTimer()
				}
				m.append(b, batches[n%len(batches)])
			}
		})
	}
}

// filled is a log of many batches, flushed, all of it committed.
func filled(b *testing.B, s shape, batches int, step int64, overrides ...string) *benchMachine {
	b.Helper()
	m := benchLog(b, overrides...)
	for n := range batches {
		m.append(b, s.batch(n, step))
	}
	if _, err := m.log.UpdateHighWatermark(m.env, m.log.LogEndOffset()); err != nil {
		b.Fatal(err)
	}
	return m
}

func BenchmarkReadSlice(b *testing.B) {
	const batches = 16384
	m := filled(b, shape{"1KBx16", 1024, 16}, batches, 10)
	b.ReportAllocs()
	for i := uint64(0); b.Loop(); i++ {
		f, err := m.log.Read(m.env, int64(below(3, i, batches*16)), 1, LogEnd, true, nil)
		if err != nil || f.Size == 0 {
			b.Fatal(f, err)
		}
	}
}

func BenchmarkTimestampLookup(b *testing.B) {
	const batches = 16384
	m := filled(b, shape{"1KBx16", 1024, 16}, batches, 10)
	b.ReportAllocs()
	for i := uint64(0); b.Loop(); i++ {
		t := int64(below(4, i, 10*batches-9))
		f, err := m.log.OffsetForTimestamp(m.env, benchStart+t, nil)
		if want := (t + 9) / 10 * 16; err != nil || f.Offset != want {
			b.Fatal(f, want, err)
		}
	}
}

func BenchmarkRetentionIdle(b *testing.B) {
	for _, rule := range []string{"ms", "ms+bytes"} {
		for _, n := range []int{100, 1000, 10000} {
			b.Run(fmt.Sprintf("%s/%d", rule, n), func(b *testing.B) {
				overrides := []string{"retention.ms", fmt.Sprint(benchSeven)}
				if rule != "ms" {
					overrides = append(overrides, "retention.bytes", "1099511627776")
				}
				m := benchLog(b, overrides...)
				batch := shape{"100Bx1", 100, 1}.batch(0, 1)
				for range n {
					m.append(b, batch)
					if err := m.log.Roll(m.env, -1); err != nil {
						b.Fatal(err)
					}
				}
				if _, err := m.log.UpdateHighWatermark(m.env, m.log.LogEndOffset()); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if deleted, err := m.log.DeleteOldSegments(m.env); err != nil || deleted > 0 {
						b.Fatal(deleted, err)
					}
				}
			})
		}
	}
}

func BenchmarkRecoveryUnclean(b *testing.B) {
	for _, s := range []shape{{"1KBx16", 1024, 16}, {"100Bx100", 100, 100}, {"100Bx1", 100, 1}} {
		b.Run(s.name, func(b *testing.B) {
			count := min(65536, (16<<20)/(s.size*s.count))
			m := benchLog(b, "segment.bytes", "67108864")
			batches := make([][]byte, 64)
			for n := range batches {
				batches[n] = s.batch(n, 1)
			}
			for n := range count {
				m.append(b, batches[n%64])
			}
			b.SetBytes(m.log.Size())
			for b.Loop() {
				m.open(b, config.PropertiesOf("segment.bytes", "67108864"), false, 0)
			}
		})
	}
}
