package cleaner

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// digest is the MD5 of a key (RFC 1321), by which the offset map knows it. The map wants no secrecy, and the standard
// library's package would bring the whole of its approved cryptography into the browser.
type digest [16]byte

// sines are the 64 constants of the algorithm: the integer part of 2^32 |sin(i+1)|.
var sines = func() (t [64]uint32) {
	for i := range t {
		t[i] = uint32(math.Floor(math.Abs(math.Sin(float64(i+1))) * (1 << 32)))
	}
	return t
}()

// turns are the rotations of each round of sixteen steps.
var turns = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}

const md5Block = 64 // bytes

// md5 computes the digest of b without allocating.
func md5(b []byte) (sum digest) {
	state := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	length := uint64(len(b)) * 8
	for ; len(b) >= md5Block; b = b[md5Block:] {
		mix(&state, b[:md5Block])
	}
	var tail [2 * md5Block]byte
	n := copy(tail[:], b)
	tail[n] = 0x80
	end := md5Block
	if n >= md5Block-8 {
		end = 2 * md5Block
	}
	binary.LittleEndian.PutUint64(tail[end-8:], length)
	for at := 0; at < end; at += md5Block {
		mix(&state, tail[at:at+md5Block])
	}
	for i, s := range state {
		binary.LittleEndian.PutUint32(sum[4*i:], s)
	}
	return sum
}

// mix takes one block of 64 bytes into the state.
func mix(state *[4]uint32, block []byte) {
	var words [16]uint32
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	a, b, c, d := state[0], state[1], state[2], state[3]
	for i := range 64 {
		var f uint32
		var word int
		switch i >> 4 {
		case 0:
			f, word = d^(b&(c^d)), i
		case 1:
			f, word = c^(d&(b^c)), 5*i+1
		case 2:
			f, word = b^c^d, 3*i+5
		default:
			f, word = c^(b|^d), 7*i
		}
		f += a + sines[i] + words[word&15]
		a, d, c = d, c, b
		b += bits.RotateLeft32(f, turns[i>>4][i&3])
	}
	state[0] += a
	state[1] += b
	state[2] += c
	state[3] += d
}
