package codec

import (
	"fmt"
	"hash/crc32"
	"testing"
)

// TestVectors: engine/cmd/pack has been at work on this program (build.sh has it run the tests), so that what is tested is what runs in a browser.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Fatal("this program has no vectors: run it by pack -run")
	}
}

// TestCastagnoliAtItsBounds has all lengths around those at which another piece of the code takes over, at all alignments.
func TestCastagnoliAtItsBounds(t *testing.T) {
	table, noise := crc32.MakeTable(crc32.Castagnoli), make([]byte, 3*8192)
	for i := range noise {
		noise[i] = byte(i*i>>3 ^ i*167)
	}
	for _, around := range []int{leastFolded, least64, rest64 + 8192, rest64 + 2*8192} {
		for n := around - 150; n < around+150; n++ {
			b := noise[n%16:][:n]
			if got, want := castagnoli(0, b), crc32.Checksum(b, table); got != want {
				t.Errorf("%d bytes: %x, want %x", n, got, want)
			}
		}
	}
}

// TestOnAnyStack: the window has room, at both distances that a stack has from a multiple of 16, on one that has to grow for it and so moves.
func TestOnAnyStack(t *testing.T) {
	table, noise := crc32.MakeTable(crc32.Castagnoli), make([]byte, rest64+2*8192)
	for i := range noise {
		noise[i] = byte(i*i>>3 ^ i*167)
	}
	for _, n := range []int{leastFolded, least64 - step, least64 - 1, least64, rest64 + 8192 - step, rest64 + 8192, rest64 + 8192 + step, len(noise)} {
		right := func() bool { return CRC32C(noise[:n]) == crc32.Checksum(noise[:n], table) }
		for name, deep := range map[string]func() bool{
			"0": right,
			"1": func() bool { return one(right) },
			"2": func() bool { return two(right) },
			"3": func() bool { return one(func() bool { return two(right) }) },
		} {
			result := make(chan bool)
			go func() { result <- deep() }()
			if !<-result {
				t.Errorf("%d bytes behind %s", n, name)
			}
		}
	}
}

// one and two have frames of which one is 8 bytes larger: behind one of them the stack has the other distance.
//
//go:noinline
func one(f func() bool) bool {
	var room [1]uint64
	return f() && zero(room[:])
}

//go:noinline
func two(f func() bool) bool {
	var room [2]uint64
	return f() && zero(room[:])
}

//go:noinline
func zero(words []uint64) bool {
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	return true
}

func BenchmarkCastagnoli(b *testing.B) {
	for _, n := range []int{600, 800, 1100, 1900, 2100, 4000, 11000, 16600, 65536} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i * i >> 3)
		}
		for name, f := range map[string]func(uint32, []byte) uint32{"sliced": sliced, "castagnoli": castagnoli} {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					f(0, data)
				}
			})
		}
	}
}
