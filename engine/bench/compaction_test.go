package bench

import (
	"fmt"
	"testing"

	"logarium/engine/cleaner"
	"logarium/engine/record"
)

const (
	compactRecords = 1_000_000
	compactKeys    = 100_000
)

// BenchmarkCompaction cleans a log of a million records with a hundred thousand keys. One op is one cleaning.
func BenchmarkCompaction(b *testing.B) {
	for _, medium := range media() {
		b.Run(medium, func(b *testing.B) {
			var m *machine
			var d drive
			var stats cleaner.Stats
			keys := distinctKeys()
			measure(b, pass{
				ops: 1, bytes: 100 * compactRecords,
				setup: func() {
					m = dirtyLog(b)
					d = newDrive(m, medium)
				},
				run: func() {
					stats = clean(m)
					d.save()
				},
				check: func() {
					m.expect(stats.MessagesRead == compactRecords && stats.MapMessagesRead == compactRecords && stats.MessagesWritten == keys,
						"%d of %d records stay, want %d", stats.MessagesWritten, stats.MessagesRead, keys)
					m.expect(m.log.NumberOfSegments() == 8, "%d segments", m.log.NumberOfSegments())
					d.close()
				},
			})
		})
	}
}

// clean is a pass with a broker's default means.
func clean(m *machine) cleaner.Stats {
	p := cleaner.NewPass(m.log, 0, m.log.ActiveBase(), m.env.Now, cleaner.Options{
		Memory: 128 * mib, LoadFactor: 0.9, Buffer: 256 << 10, MaxBuffer: mib + 12,
	})
	m.must(p.Run(m.env, m.log, nil))
	return p.Stats()
}

func dirtyLog(b *testing.B) *machine {
	m := newMachine(b, "cleanup.policy", "compact", "segment.bytes", fmt.Sprint(16*mib))
	values := values(90)
	var build record.Builder
	var buf, key []byte
	for n := range compactRecords / 100 {
		build.Reset(buf[:0], record.DefaultOptions())
		for r := range 100 {
			j := n*100 + r
			key = fmt.Appendf(key[:0], "k%09d", below(5, uint64(j), compactKeys))
			m.must(build.Append(int64(r), t0+int64(n), key, values[j%64]))
		}
		var err error
		buf, err = build.Build()
		m.must(err)
		m.append(buf)
	}
	m.roll()
	m.must(m.log.Flush(m.env, false))
	m.commitAll()
	m.expect(m.log.NumberOfSegments() == 8, "%d segments", m.log.NumberOfSegments())
	return m
}

func distinctKeys() (count int64) {
	seen := make([]bool, compactKeys)
	for j := range uint64(compactRecords) {
		if k := below(5, j, compactKeys); !seen[k] {
			seen[k] = true
			count++
		}
	}
	return count
}
