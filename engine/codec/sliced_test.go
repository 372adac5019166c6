package codec

import (
	"hash/crc32"
	"testing"

	"pgregory.net/rapid"
)

// TestSliced holds the checksum for WebAssembly against that of the standard library, in two parts of any length, some
// longer than what is taken from two places at once.
func TestSliced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := make([]byte, rapid.IntRange(0, 5*lane).Draw(t, "length"))
		for i, v := range rapid.SliceOfN(rapid.Byte(), 1, 50).Draw(t, "bytes") {
			for at := i; at < len(b); at += 53 {
				b[at] = v + byte(at>>6)
			}
		}
		at := rapid.IntRange(0, len(b)).Draw(t, "first part")
		if got, want := sliced(sliced(0, b[:at]), b[at:]), crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}
