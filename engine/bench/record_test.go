package bench

import (
	"testing"

	"logarium/engine/record"
)

// BenchmarkEncode builds batches in one buffer, checksum included. One op is one batch.
func BenchmarkEncode(b *testing.B) {
	for _, s := range []shape{shape100Bx100, shape1KBx16} {
		b.Run(s.name, func(b *testing.B) {
			f := s.factory()
			count := 64 * mib / s.payload()
			buf := f.batch(nil, 0, 1)
			size := len(buf)
			total := 0
			measure(b, pass{
				ops: count, bytes: int64(count * s.payload()),
				setup: func() { total = 0 },
				run: func() {
					for n := range count {
						buf = f.batch(buf[:0], n, 1)
						total += len(buf)
					}
				},
				check: func() {
					if total != count*size {
						b.Fatalf("%d bytes, want %d", total, count*size)
					}
				},
				sums: func() { sumOf(b, [][]byte{buf}, count)() },
			})
		})
	}
}

// BenchmarkDecode visits every record of a segment: read batch by batch from its file, or lying in one buffer, or that
// with the checksums verified. One op is one batch.
func BenchmarkDecode(b *testing.B) {
	for _, how := range []string{"file", "mem", "memcrc"} {
		for _, s := range []shape{shape100Bx100, shape1KBx16} {
			var d *decoding
			b.Run(how+"/"+s.name, func(b *testing.B) {
				if d == nil {
					d = newDecoding(b, s)
				}
				d.m.tb = b
				d.measure(b, how)
			})
		}
	}
}

// decoding is a log of one segment of 64 MiB, and its bytes.
type decoding struct {
	m     *machine
	shape shape
	count int // batches
	raw   []byte
	buf   []byte // of a batch that is read
	it    record.Iterator
	sum   int64 // of what a consumer looks at
}

func newDecoding(b *testing.B, s shape) *decoding {
	d := &decoding{m: newMachine(b), shape: s}
	pool := s.pool(64, 1)
	d.count = 64 * mib / len(pool[0])
	for n := range d.count {
		d.m.append(rewind(pool[n%64]))
	}
	raw, err := d.m.active().ReadBytes(d.m.log.IO(d.m.env), 0, d.m.log.Size(), nil)
	d.m.must(err)
	d.raw = raw
	return d
}

func (d *decoding) measure(b *testing.B, how string) {
	var sums func()
	if how == "memcrc" {
		list := d.batches()
		sums = sumOf(b, list, len(list))
	}
	measure(b, pass{
		ops: d.count, bytes: int64(d.count * d.shape.payload()),
		setup: func() { d.sum = 0 },
		run: func() {
			if how == "file" {
				d.fromFile()
			} else {
				d.fromMemory(how == "memcrc")
			}
		},
		check: func() { d.m.expect(d.sum == d.expected(), "the sum is %d, want %d", d.sum, d.expected()) },
		sums:  sums,
	})
}

// batches are the batches of the segment where they lie.
func (d *decoding) batches() (list [][]byte) {
	for batch, err := range record.Batches(d.raw) {
		d.m.must(err)
		list = append(list, batch)
	}
	return list
}

// expected is what the fields of all records add up to: offset, timestamp, -1 for the key that is not there, value.
func (d *decoding) expected() (sum int64) {
	records := int64(d.count * d.shape.count)
	for n := range int64(d.count) {
		sum += (t0 + n%64) * int64(d.shape.count)
	}
	return sum + records*(records-1)/2 - records + records*int64(d.shape.size)
}

func (d *decoding) fromFile() {
	io, s := d.m.log.IO(d.m.env), d.m.active()
	scan := s.Scan(io, 0, s.Size())
	for scan.Next() {
		raw, err := s.ReadBatch(io, &scan.Batch, d.buf)
		d.m.must(err)
		d.buf = raw
		d.walk(raw)
	}
	d.m.must(scan.Err())
}

func (d *decoding) fromMemory(checksums bool) {
	for rest := d.raw; ; {
		batch, next, err := record.Next(rest)
		d.m.must(err)
		if batch == nil {
			return
		}
		if checksums {
			d.m.must(batch.EnsureValid())
		}
		d.walk(batch)
		rest = next
	}
}

func (d *decoding) walk(batch record.Batch) {
	sum := int64(0)
	for d.it.Open(batch); d.it.Next(); {
		r := d.it.Record()
		sum += r.Offset + r.Timestamp + int64(r.KeySize()) + int64(r.ValueSize())
	}
	d.m.must(d.it.Err())
	d.sum += sum
}
