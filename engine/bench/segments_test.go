package bench

import (
	"fmt"
	"strings"
	"testing"

	"logarium/engine/record"
)

// segments is a log of n segments with one record each; the first old ones are ten days old.
func segments(tb testing.TB, n, old int, overrides ...string) *machine {
	m := newMachine(tb, overrides...)
	var build record.Builder
	value := noise(7, 100)
	for i := range n {
		ts := int64(now)
		if i < old {
			ts -= 10 * day
		}
		build.Reset(nil, record.DefaultOptions())
		m.must(build.Append(0, ts, nil, value))
		batch, err := build.Build()
		m.must(err)
		m.append(batch)
		if i < n-1 {
			m.roll()
		}
	}
	m.tasks = nil
	m.commitAll()
	m.expect(m.log.NumberOfSegments() == n, "%d segments", m.log.NumberOfSegments())
	return m
}

// BenchmarkRetentionDelete deletes the older half of 10,000 segments, up to where their files are renamed. One op is
// one segment.
func BenchmarkRetentionDelete(b *testing.B) {
	const n = 10_000
	b.Run(fmt.Sprint(n), func(b *testing.B) {
		var m *machine
		deleted := 0
		measure(b, pass{
			ops:   n / 2,
			setup: func() { m = segments(b, n, n/2, "retention.ms", fmt.Sprint(7*day)) },
			run: func() {
				var err error
				deleted, err = m.log.DeleteOldSegments(m.env)
				m.must(err)
			},
			check: func() {
				renamed, all := renamedFiles(m)
				m.expect(deleted == n/2 && m.log.NumberOfSegments() == n/2 && m.log.LogStartOffset() == n/2 && renamed == n/2 && all == 4*n/2-1,
					"%d deleted, %d of %d renamed files are .log", deleted, renamed, all)
				m.runTasks()
				_, all = renamedFiles(m)
				m.expect(all == 0, "%d files left", all)
			},
		})
	})
}

func renamedFiles(m *machine) (logs, all int) {
	list, err := m.env.Disk.ReadDir(m.log.Dir())
	m.must(err)
	for _, f := range list {
		if strings.HasSuffix(f.Name, ".deleted") {
			all++
		}
		if strings.HasSuffix(f.Name, ".log.deleted") {
			logs++
		}
	}
	return logs, all
}

// BenchmarkRetentionIdle is a retention pass that finds nothing to delete. One op is one pass.
func BenchmarkRetentionIdle(b *testing.B) {
	for _, rule := range []string{"ms", "ms+bytes"} {
		for _, n := range []int{100, 1000, 10_000} {
			var m *machine
			b.Run(fmt.Sprintf("%s/%d", rule, n), func(b *testing.B) {
				if m == nil {
					m = segments(b, n, 0, retention(rule)...)
				}
				m.tb = b
				ops := 10_000_000 / n
				measure(b, pass{ops: ops, run: func() {
					for range ops {
						deleted, err := m.log.DeleteOldSegments(m.env)
						m.must(err)
						if deleted > 0 {
							m.expect(false, "%d segments deleted", deleted)
						}
					}
				}})
			})
		}
	}
}

func retention(rule string) []string {
	settings := []string{"retention.ms", fmt.Sprint(7 * day)}
	if rule == "ms+bytes" {
		settings = append(settings, "retention.bytes", fmt.Sprint(int64(1)<<40))
	}
	return settings
}

// BenchmarkRoll appends one small batch and rolls. One op is both. With flush the task that makes the old segment
// durable runs at once.
func BenchmarkRoll(b *testing.B) {
	for _, how := range []string{"noflush", "flush"} {
		for _, medium := range media() {
			b.Run(how+"/"+medium, func(b *testing.B) { benchRoll(b, how == "flush", medium) })
		}
	}
}

func benchRoll(b *testing.B, flush bool, medium string) {
	n := 2000
	if medium == onDisk {
		n = 200
	}
	batch := shape100Bx1.pool(1, 0)[0]
	var m *machine
	var d drive
	measure(b, pass{
		ops: n,
		setup: func() {
			m = newMachine(b)
			m.tasks = nil
			d = newDrive(m, medium)
		},
		run: func() {
			for range n {
				m.append(rewind(batch))
				m.roll()
				if flush {
					m.runTasks()
					d.save()
				}
			}
			d.save()
		},
		check: func() {
			m.expect(m.log.NumberOfSegments() == n+1, "%d segments", m.log.NumberOfSegments())
			d.close()
		},
	})
}
