package codec

import (
	"hash/crc32"
	"testing"

	"pgregory.net/rapid"
)

// TestSliced holds the checksum for WebAssembly against that of the standard library, in two parts of any length.
func TestSliced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "bytes")
		at := rapid.IntRange(0, len(b)).Draw(t, "first part")
		if got, want := sliced(sliced(0, b[:at]), b[at:]), crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}
