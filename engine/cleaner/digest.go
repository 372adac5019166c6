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

// mix takes one block of 64 bytes into the state: four rounds of sixteen steps, in which the words change places so that
// after four steps each is back in its own.
func mix(state *[4]uint32, block []byte) {
	var words [16]uint32
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	a, b, c, d := state[0], state[1], state[2], state[3]
	for i := 0; i < 16; i += 4 {
		a = b + bits.RotateLeft32(a+sines[i]+words[i]+(d^b&(c^d)), 7)
		d = a + bits.RotateLeft32(d+sines[i+1]+words[i+1]+(c^a&(b^c)), 12)
		c = d + bits.RotateLeft32(c+sines[i+2]+words[i+2]+(b^d&(a^b)), 17)
		b = c + bits.RotateLeft32(b+sines[i+3]+words[i+3]+(a^c&(d^a)), 22)
	}
	for i := 16; i < 32; i += 4 {
		a = b + bits.RotateLeft32(a+sines[i]+words[(5*i+1)&15]+(c^d&(b^c)), 5)
		d = a + bits.RotateLeft32(d+sines[i+1]+words[(5*i+6)&15]+(b^c&(a^b)), 9)
		c = d + bits.RotateLeft32(c+sines[i+2]+words[(5*i+11)&15]+(a^b&(d^a)), 14)
		b = c + bits.RotateLeft32(b+sines[i+3]+words[5*i&15]+(d^a&(c^d)), 20)
	}
	for i := 32; i < 48; i += 4 {
		a = b + bits.RotateLeft32(a+sines[i]+words[(3*i+5)&15]+(b^c^d), 4)
		d = a + bits.RotateLeft32(d+sines[i+1]+words[(3*i+8)&15]+(a^b^c), 11)
		c = d + bits.RotateLeft32(c+sines[i+2]+words[(3*i+11)&15]+(d^a^b), 16)
		b = c + bits.RotateLeft32(b+sines[i+3]+words[(3*i+14)&15]+(c^d^a), 23)
	}
	for i := 48; i < 64; i += 4 {
		a = b + bits.RotateLeft32(a+sines[i]+words[7*i&15]+(c^(b|^d)), 6)
		d = a + bits.RotateLeft32(d+sines[i+1]+words[(7*i+7)&15]+(b^(a|^c)), 10)
		c = d + bits.RotateLeft32(c+sines[i+2]+words[(7*i+14)&15]+(a^(d|^b)), 15)
		b = c + bits.RotateLeft32(b+sines[i+3]+words[(7*i+21)&15]+(d^(c|^a)), 21)
	}
	state[0] += a
	state[1] += b
	state[2] += c
	state[3] += d
}
