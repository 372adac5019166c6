package zstd

import "encoding/binary"

// backward reads a bit stream from its end, as FSE and Huffman streams are read. The highest 1 bit of
// the last byte marks the end. Beyond the beginning it reads zeros, and left gets negative. The bytes
// are passed to fill, which keeps the rest in registers.
type backward struct {
	bits  uint64 // the lowest n bits come next, highest first
	n     int
	bytes int // not yet in bits
}

func newBackward(b []byte) (r backward, ok bool) {
	if len(b) == 0 || b[len(b)-1] == 0 {
		return r, false
	}
	last := b[len(b)-1]
	return backward{bits: uint64(last), n: bitLen(int(last)) - 1, bytes: len(b) - 1}, true
}

// fill makes 32 bits ready, or all that are left.
func (r *backward) fill(b []byte) {
	if r.n > 32 {
		return
	}
	if at := r.bytes - 4; at >= 0 {
		r.bits = r.bits<<32 | uint64(binary.LittleEndian.Uint32(b[at:]))
		r.bytes, r.n = at, r.n+32
		return
	}
	for ; r.bytes > 0; r.bytes-- {
		r.bits, r.n = r.bits<<8|uint64(b[r.bytes-1]), r.n+8
	}
}

// peek returns the next k <= 32 bits without taking them.
func (r *backward) peek(k int) int {
	if r.n >= k {
		return int(r.bits >> uint(r.n-k) & (1<<uint(k) - 1))
	}
	return int(r.bits & (1<<uint(max(r.n, 0)) - 1) << uint(k-max(r.n, 0)))
}

func (r *backward) read(k int) int {
	v := r.peek(k)
	r.n -= k
	return v
}

// left is how many bits there are, negative if more than all were taken.
func (r *backward) left() int { return r.n + 8*r.bytes }

// forward reads bits from the lowest bit of the first byte on.
type forward struct {
	b  []byte
	at int // bit
}

// peek returns the next k <= 16 bits, zeros beyond the end.
func (r *forward) peek(k int) int {
	v := uint32(0)
	for i := range 3 {
		if at := r.at/8 + i; at < len(r.b) {
			v |= uint32(r.b[at]) << (8 * i)
		}
	}
	return int(v >> (r.at & 7) & (1<<k - 1))
}

// bitWriter appends bits from the lowest bit of the first byte on: what backward reads, in the reverse order.
type bitWriter struct {
	out  []byte
	bits uint64
	n    int
}

// add appends the lowest k <= 32 bits of v.
func (w *bitWriter) add(v, k int) {
	w.bits |= uint64(v) & (1<<uint(k) - 1) << uint(w.n)
	w.n += k
	if w.n >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.bits))
		w.bits >>= 32
		w.n -= 32
	}
}

// flush fills the last byte with zeros.
func (w *bitWriter) flush() []byte {
	for ; w.n > 0; w.n -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
	w.n = 0
	return w.out
}

// end closes a stream for a backward reader.
func (w *bitWriter) end() []byte {
	w.add(1, 1)
	return w.flush()
}
