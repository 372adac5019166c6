package lab

import (
	"bytes"
	standard "crypto/sha256"
	"testing"
)

// TestSHA256 compares with the standard library for lengths around the size of a block, in pieces.
func TestSHA256(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcde"), 20)
	for n := range len(data) {
		h := newSHA256()
		h.Write(data[:n/3])
		h.Write(data[n/3 : n])
		if want := standard.Sum256(data[:n]); !bytes.Equal(h.sum(), want[:]) {
			t.Fatalf("wrong for %d bytes", n)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	data := make([]byte, 64<<10)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		newSHA256().Write(data)
	}
}
