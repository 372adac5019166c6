package codec

import (
	"hash/crc32"
	"testing"

	"pgregory.net/rapid"
)

// TestEveryLength holds the checksum against that of the standard library: all lengths up to several times what the fastest way takes at once, at
// all distances from a multiple of 64 bytes.
func TestEveryLength(t *testing.T) {
	table := crc32.MakeTable(crc32.Castagnoli)
	noise := make([]byte, 1500)
	for i := range noise {
		noise[i] = byte(i*i>>3 ^ i*167)
	}
	for at := range 64 {
		for end := at; end <= at+1400; end += 1 + at%2*6 {
			if got, want := CRC32C(noise[at:end]), crc32.Checksum(noise[at:end], table); got != want {
				t.Fatalf("bytes %d to %d: %x, want %x", at, end, got, want)
			}
		}
	}
}

// TestInParts is a checksum that is continued.
func TestInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := make([]byte, rapid.IntRange(0, 3*8192).Draw(t, "length"))
		for i, v := range rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t, "bytes") {
			for at := i; at < len(b); at += 53 {
				b[at] = v + byte(at>>6)
			}
		}
		at := rapid.IntRange(0, len(b)).Draw(t, "first part")
		if got, want := UpdateCRC32C(CRC32C(b[:at]), b[at:]), crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}

// TestSliced holds the tables, which do what nothing faster does, against the standard library's.
func TestSliced(t *testing.T) {
	table := crc32.MakeTable(crc32.Castagnoli)
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes")
		at := rapid.IntRange(0, len(b)).Draw(t, "first part")
		if got, want := ^sliced(sliced(^uint32(0), b[:at]), b[at:]), crc32.Checksum(b, table); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}

// TestMultiple divides what castagnoli adds to a message in a browser by the polynomial: nothing is left, nor of its powers.
func TestMultiple(t *testing.T) {
	for _, power := range []int{1, 32, 64} {
		left := uint64(0)
		for _, exponent := range []int{79, 75, 71, 58, 18, 12, 1, 0} {
			left ^= remainder(exponent * power)
		}
		if left != 0 {
			t.Errorf("the power of %d leaves %#x", power, left)
		}
	}
}

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
