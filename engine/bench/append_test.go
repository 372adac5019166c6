package bench

import "testing"

// BenchmarkAppendLeader appends ready batches to an empty log: checks, offsets, the write, both indexes. One op is one
// batch.
func BenchmarkAppendLeader(b *testing.B) {
	for _, s := range []shape{shape100Bx100, shape1KBx1, shape1KBx16, shape1KBx100} {
		var pool [][]byte
		for _, medium := range media() {
			b.Run(s.name+"/"+medium, func(b *testing.B) {
				if pool == nil {
					pool = s.pool(min(131072, 256*mib/s.payload()), 1)
				}
				benchAppend(b, s, pool, medium)
			})
		}
	}
}

func benchAppend(b *testing.B, s shape, pool [][]byte, medium string) {
	var m *machine
	var d drive
	size := int64(len(pool) * len(pool[0]))
	measure(b, pass{
		ops: len(pool), bytes: int64(len(pool) * s.payload()),
		setup: func() {
			for _, batch := range pool {
				rewind(batch)
			}
			m = newMachine(b)
			d = newDrive(m, medium)
		},
		run: func() {
			for _, batch := range pool {
				m.append(batch)
			}
			d.save()
		},
		check: func() {
			m.expect(m.log.LogEndOffset() == int64(len(pool)*s.count) && m.log.Size() == size && m.log.NumberOfSegments() == 1, "%v", m.log)
			d.close()
		},
		sums: sumOf(b, pool, len(pool)),
	})
}
