package codec

import (
	"math/bits"
	"testing"
)

// TestFactors checks the factors by what they are for: a 1 in the first or the last of 16 bytes must give the same remainder as its product that
// many bytes further on.
func TestFactors(t *testing.T) {
	for i, distance := range []int{256, 64, 16} {
		for half, factor := range folds[i] {
			message := make([]byte, 16+distance)
			message[8*half] = 1
			lower, upper := product(1, factor)
			moved := make([]byte, 16+distance)
			for n := range 8 {
				moved[distance+n], moved[distance+8+n] = byte(lower>>(8*n)), byte(upper>>(8*n))
			}
			if got, want := ^standard(^uint32(0), moved), ^standard(^uint32(0), message); got != want {
				t.Errorf("factor %d for %d bytes: remainder %x, want %x", half, distance, got, want)
			}
		}
	}
}

// product multiplies polynomials over bits, as the processor does.
func product(a, b uint64) (lower, upper uint64) {
	for ; a != 0; a &= a - 1 {
		n := bits.TrailingZeros64(a)
		lower ^= b << n
		upper ^= b >> (64 - n)
	}
	return lower, upper
}
