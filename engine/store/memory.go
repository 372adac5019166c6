package store

import (
	"fmt"
	"maps"
	"slices"
)

// Memory is a Blocks that forgets everything with the program. It is what tests and the native program
// use, and a browser that refuses IndexedDB.
type Memory struct {
	blocks map[uint64][]byte
	root   []byte
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{blocks: map[uint64][]byte{}} }

// Read returns the blocks' own bytes, which must not be changed.
func (m *Memory) Read(ids []uint64) ([][]byte, error) {
	out := make([][]byte, len(ids))
	for i, id := range ids {
		data, ok := m.blocks[id]
		if !ok {
			return nil, fmt.Errorf("read block %d: %w", id, ErrNoBlock)
		}
		out[i] = data
	}
	return out, nil
}

// Commit keeps the given slices; the caller must not change them.
func (m *Memory) Commit(blocks []Block, root []byte) error {
	seen := make(map[uint64]bool, len(blocks))
	for _, b := range blocks {
		if _, held := m.blocks[b.ID]; held || seen[b.ID] {
			return fmt.Errorf("commit block %d: %w", b.ID, ErrBlockExists)
		}
		seen[b.ID] = true
	}
	for _, b := range blocks {
		m.blocks[b.ID] = b.Data
	}
	if root != nil {
		m.root = slices.Clone(root)
	}
	return nil
}

// Root returns a copy of the last committed root.
func (m *Memory) Root() ([]byte, error) { return slices.Clone(m.root), nil }

// List returns the ids of all blocks, ascending.
func (m *Memory) List() ([]uint64, error) { return slices.Sorted(maps.Keys(m.blocks)), nil }

// Sweep removes blocks.
func (m *Memory) Sweep(ids []uint64) error {
	for _, id := range ids {
		delete(m.blocks, id)
	}
	return nil
}
