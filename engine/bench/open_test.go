package bench

import (
	"fmt"
	"testing"
)

// BenchmarkRecoveryUnclean opens a log of 256 MiB after an unclean stop: each batch is checked, each index rebuilt. One
// op is one opening.
func BenchmarkRecoveryUnclean(b *testing.B) {
	for _, s := range []shape{shape1KBx16, shape100Bx100, shape100Bx1} {
		var m *machine
		var pool [][]byte
		b.Run(s.name, func(b *testing.B) {
			if m == nil {
				m, pool = unclean(b, s)
			}
			m.tb = b
			end, size, segments := m.log.LogEndOffset(), m.log.Size(), m.log.NumberOfSegments()
			m.must(m.log.Close(m.env))
			measure(b, pass{
				ops: 1, bytes: end * int64(s.size),
				run: func() { m.open(false, 0) },
				check: func() {
					m.expect(m.log.LogEndOffset() == end && m.log.Size() == size && m.log.NumberOfSegments() == segments, "%v", m.log)
					m.must(m.log.Close(m.env))
				},
				sums: sumOf(b, pool, batchesOf(pool)),
			})
			m.open(true, end)
		})
	}
}

func unclean(b *testing.B, s shape) (*machine, [][]byte) {
	m := newMachine(b, "segment.bytes", fmt.Sprint(64*mib))
	pool := s.pool(min(65536, 16*mib/s.payload()), 1)
	for n := range batchesOf(pool) {
		m.append(rewind(pool[n%len(pool)]))
	}
	return m, pool
}

func batchesOf(pool [][]byte) int { return 256 * mib / len(pool[0]) }

// BenchmarkOpenClean opens a log of 1,000 segments after a clean stop. One op is one segment.
func BenchmarkOpenClean(b *testing.B) {
	const n = 1000
	var m *machine
	b.Run(fmt.Sprint(n), func(b *testing.B) {
		if m == nil {
			m = segments(b, n, 0)
		}
		m.tb = b
		end := m.log.LogEndOffset()
		m.must(m.log.Close(m.env))
		measure(b, pass{
			ops: n,
			run: func() { m.open(true, end) },
			check: func() {
				m.expect(m.log.LogEndOffset() == end && m.log.NumberOfSegments() == n, "%v", m.log)
				m.must(m.log.Close(m.env))
			},
		})
		m.open(true, end)
	})
}
