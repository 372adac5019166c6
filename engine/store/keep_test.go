package store_test

import (
	"encoding/binary"
	"testing"

	"logarium/engine/store"
)

// counter counts the blocks that are read.
type counter struct {
	*store.Memory
	n int
}

func (c *counter) Read(ids []uint64) ([][]byte, error) {
	c.n += len(ids)
	return c.Memory.Read(ids)
}

// TestBlocksAreReadOnce: many small blocks, as the commits of a long history leave them, stay in memory, of more than fit there those that
// are used.
func TestBlocksAreReadOnce(t *testing.T) {
	blocks := &counter{Memory: store.NewMemory()}
	s, _ := store.Open(blocks)
	write := func(n, size int) (pieces []*store.Piece) {
		for i := range n {
			p, text := new(store.Piece), make([]byte, size)
			binary.BigEndian.PutUint64(text, uint64(i))
			if err := s.Commit(func(c *store.Coder) { c.Piece(p, func(c *store.Coder) { c.Bytes(&text) }) }); err != nil {
				t.Fatal(err)
			}
			pieces = append(pieces, p)
		}
		return pieces
	}
	read := func(pieces []*store.Piece) (blocksRead int) {
		before := blocks.n
		for i, p := range pieces {
			var text []byte
			if p.Load(func(c *store.Coder) { c.Bytes(&text) }); binary.BigEndian.Uint64(text) != uint64(i) {
				t.Fatalf("piece %d begins with %x", i, text[:8])
			}
		}
		return blocks.n - before
	}
	small, large := write(500, 1000), write(100, 1<<20)
	if n := read(small) + read(small); n != len(small) {
		t.Errorf("%d blocks were read %d times", len(small), n)
	}
	for i := range large {
		read(large[:i/10+1])
		if n := read(small); n > 0 {
			t.Fatalf("%d small blocks were read again, though they are in use", n)
		}
	}
	if n := read(large) + read(large); n < len(large) {
		t.Errorf("100 MB are in memory: %d blocks were read", n)
	}
}
