package bench

import (
	"testing"

	"logarium/engine/plog"
)

// TestAppendAllocatesNothingPerRecord: two logs take the same number of bytes in the same number of batches, one of them
// in ten times as many records.
func TestAppendAllocatesNothingPerRecord(t *testing.T) {
	const batches = 64
	allocations := func(s shape) float64 {
		pool := s.pool(batches, 0)
		m := newMachine(t)
		return testing.AllocsPerRun(5, func() {
			for _, batch := range pool {
				m.append(rewind(batch))
			}
		})
	}
	few, many := allocations(shape{"", 1080, 10}), allocations(shape{"", 100, 100})
	if many > few+batches/2 {
		t.Errorf("%v allocations for %d records, %v for %d", few, 10*batches, many, 100*batches)
	}
}

// TestReadingAllocatesNothing: walking over all records of a segment, from its file or in memory, and looking up and
// reading a batch.
func TestReadingAllocatesNothing(t *testing.T) {
	m := newMachine(t)
	for _, batch := range shape100Bx100.pool(20, 10) {
		m.append(batch)
	}
	m.commitAll()
	io, s := m.log.IO(m.env), m.active()
	raw, err := s.ReadBytes(io, 0, s.Size(), nil)
	m.must(err)
	d := decoding{m: m, raw: raw, buf: make([]byte, len(raw))}
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"scan of the file", d.fromFile},
		{"scan of the bytes", func() { d.fromMemory(true) }},
		{"read", func() {
			f, err := m.log.Read(m.env, 1234, 1, plog.LogEnd, true, nil)
			m.must(err)
			_, err = m.log.Bytes(m.env, &f, d.buf)
			m.must(err)
		}},
		{"look-up by time", func() {
			f, err := m.log.OffsetForTimestamp(m.env, t0+55, nil)
			m.must(err)
			if f.Offset != 600 {
				t.Fatalf("offset %d", f.Offset)
			}
		}},
	} {
		if n := testing.AllocsPerRun(20, c.run); n > 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
