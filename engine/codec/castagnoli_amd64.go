package codec

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// castagnoli multiplies where the processor does that with 64 bytes at a time, twice as fast as by its instruction for CRC-32C.
func castagnoli(crc uint32, b []byte) uint32 {
	if len(b) < leastFolded || !cpu.X86.HasAVX512VPCLMULQDQ {
		return standard(crc, b)
	}
	return ^fold(^crc, b, folds)
}

// leastFolded is what fold takes in at first, bytes.
const leastFolded = 256

// fold continues the register of a CRC-32C, without the inversions at both ends, over at least leastFolded bytes.
//
// The register is the message, read as a polynomial over bits and times x^32, modulo P = x^32 + 0x1EDC6F41. So a piece of the message that
// is followed by d more bits may be replaced by anything that is congruent to piece · x^d, written onto the bits d further on. A piece of 128
// bits is a·x^64 + b, its first and its last 8 bytes; a·(x^(d+64) mod P) + b·(x^d mod P) has less than 97 bits and is congruent. In this way 256
// bytes are added to the next 256 until less are left, these to 64, and these to 16, which the instruction for CRC-32C reduces to the register.
//
//go:noescape
func fold(crc uint32, b []byte, by *[3]factors) uint32

// factors are what the first and the last 8 bytes of 16 are multiplied with.
type factors [2]uint64

// folds are the factors for 256, 64 and 16 bytes further on. Never changed.
var folds = &[3]factors{forward(256), forward(64), forward(16)}

// forward makes the factors for a number of bytes. CRC-32C takes the bits of a byte from the lowest on, so that in all words here bit 63 stands
// for x^0. The product of two such words has bit 126 for x^0 where 128 bits read in the same way have it in bit 127: it comes out times x, which the factors
// make good.
func forward(bytes int) factors {
	return factors{power(8*bytes + 64 - 1), power(8*bytes - 1)}
}

// power is x^n modulo P.
func power(n int) uint64 {
	p := uint32(1) // bit 0 stands for x^0
	for range n {
		p = p<<1 ^ -(p>>31)&0x1EDC6F41
	}
	return uint64(bits.Reverse32(p)) << 32
}
