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
		b := make([]byte, rapid.IntRange(0, 5000).Draw(t, "length"))
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
