package codec

import (
	"fmt"
	"hash/crc32"
	"testing"

	"pgregory.net/rapid"
)

var castagnoliTable = crc32.MakeTable(crc32.Castagnoli)

// remainder is what is left of x^n by the polynomial of CRC-32C.
func remainder(n int) uint64 {
	r := uint64(1)
	for range n {
		if r <<= 1; r>>32 != 0 {
			r ^= 0x11edc6f41
		}
	}
	return r
}

// TestMultiples divides what is added to a message by the polynomial: nothing is left, nor of its 64th power.
func TestMultiples(t *testing.T) {
	for _, exponents := range [][]int{{reach, 75, 71, 58, 18, 12, 1, 0}} {
		for _, power := range []int{1, 64} {
			left := uint64(0)
			for _, e := range exponents {
				left ^= remainder(e * power)
			}
			if left != 0 {
				t.Errorf("the terms %v, to the power of %d, leave %#x", exponents, power, left)
			}
		}
	}
}

// TestFolded holds both ways without an instruction against the standard library, in two parts of any length, up to several blocks.
func TestFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := make([]byte, rapid.IntRange(0, 8*(reach+4*block)).Draw(t, "length"))
		for i, v := range rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t, "bytes") {
			for at := i; at < len(b); at += 53 {
				b[at] = v + byte(at>>6)
			}
		}
		at, want := rapid.IntRange(0, len(b)).Draw(t, "first part"), crc32.Checksum(b, castagnoliTable)
		if got := folded(folded(0, b[:at]), b[at:]); got != want {
			t.Fatalf("folded: %x, want %x", got, want)
		}
		if got := ^sliced(sliced(0xffffffff, b[:at]), b[at:]); got != want {
			t.Fatalf("sliced: %x, want %x", got, want)
		}
	})
}

// TestFoldedAtItsBounds has all lengths around those at which another piece of the code takes over.
func TestFoldedAtItsBounds(t *testing.T) {
	noise := make([]byte, 8*(reach+2*block)+200)
	for i := range noise {
		noise[i] = byte(i*i>>3 ^ i*167)
	}
	for _, around := range []int{worthFold, 8 * (reach + block), 8 * (reach + 2*block)} {
		for n := around - 150; n < around+150; n++ {
			if got, want := folded(0, noise[:n]), crc32.Checksum(noise[:n], castagnoliTable); got != want {
				t.Errorf("%d bytes: %x, want %x", n, got, want)
			}
		}
	}
}

func BenchmarkWithoutInstruction(b *testing.B) {
	for _, n := range []int{1100, 2200, 11000, 16600, 65536} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i * i >> 3)
		}
		for name, f := range map[string]func(uint32, []byte) uint32{"sliced": sliced, "folded": folded} {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					f(0, data)
				}
			})
		}
	}
}
