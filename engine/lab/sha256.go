package lab

import (
	"encoding/binary"
	"math/bits"
)

// hasher computes SHA-256 (FIPS 180-4). That of the standard library brings its whole cryptographic module along, which would make the
// page a fiftieth larger.
type hasher struct {
	state   [8]uint32
	words   [64]uint32 // constants
	pending []byte
	length  uint64 // bytes
}

func newSHA256() *hasher {
	h := &hasher{}
	primes := 0
	for n := uint64(2); primes < len(h.words); n++ {
		if !prime(n) {
			continue
		}
		h.words[primes] = rootBits(n, 3)
		if primes < len(h.state) {
			h.state[primes] = rootBits(n, 2)
		}
		primes++
	}
	return h
}

func prime(n uint64) bool {
	for d := uint64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// rootBits returns the first 32 bits behind the point of the square or cube root of a small n.
func rootBits(n uint64, power int) uint32 {
	root := uint64(0) // times 2^32
	for bit := uint64(1) << 36; bit > 0; bit >>= 1 {
		if atMost(root+bit, power, n) {
			root += bit
		}
	}
	return uint32(root)
}

// atMost says whether root^power <= n, where root is times 2^32.
func atMost(root uint64, power int, n uint64) bool {
	hi, lo := bits.Mul64(root, root) // times 2^64
	if power == 2 {
		return hi < n || hi == n && lo == 0
	}
	top, mid := bits.Mul64(hi, root) // times 2^32, its upper part
	carry, _ := bits.Mul64(lo, root)
	mid, c := bits.Add64(mid, carry, 0)
	return top+c == 0 && mid>>32 < n
}

// Write adds bytes. It never fails.
func (h *hasher) Write(b []byte) (int, error) {
	h.length += uint64(len(b))
	h.pending = append(h.pending, b...)
	rest := h.pending
	for ; len(rest) >= 64; rest = rest[64:] {
		h.block(rest)
	}
	h.pending = append(h.pending[:0], rest...)
	return len(b), nil
}

// sum ends the message and returns its digest.
func (h *hasher) sum() (out []byte) {
	length := h.length * 8
	end := append([]byte{0x80}, make([]byte, (119-h.length%64)%64)...)
	h.Write(binary.BigEndian.AppendUint64(end, length))
	for _, s := range h.state {
		out = binary.BigEndian.AppendUint32(out, s)
	}
	return out
}

func (h *hasher) block(b []byte) {
	var w [64]uint32
	for i := range w {
		if i < 16 {
			w[i] = binary.BigEndian.Uint32(b[4*i:])
			continue
		}
		x, y := w[i-15], w[i-2]
		w[i] = w[i-16] + (turn(x, 7) ^ turn(x, 18) ^ x>>3) + w[i-7] + (turn(y, 17) ^ turn(y, 19) ^ y>>10)
	}
	s := h.state
	for i := range w {
		a, e := s[0], s[4]
		t := s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e&s[5] ^ ^e&s[6]) + h.words[i] + w[i]
		u := (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
		s = [8]uint32{t + u, a, s[1], s[2], s[3] + t, e, s[5], s[6]}
	}
	for i := range s {
		h.state[i] += s[i]
	}
}

func turn(x uint32, right int) uint32 { return bits.RotateLeft32(x, -right) }
