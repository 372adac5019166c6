// Package store keeps the state of a lab in immutable blocks. It has three parts: Blocks, the contract
// of whatever holds the bytes (memory here, IndexedDB in a browser); Coder, the one way in which state
// is written and read; and Store, which packs shared pieces of state into blocks so that a commit costs
// as much as has changed.
package store

import "errors"

// Errors of a Blocks implementation.
var (
	ErrBlockExists = errors.New("block id is already used")
	ErrNoBlock     = errors.New("no such block")
	ErrFull        = errors.New("there is no more room") // of Commit: later, or elsewhere, it may succeed
)

// Block is a number of bytes under an id that is never used again for other bytes.
type Block struct {
	ID   uint64 // > 0
	Data []byte // not changed by anyone once handed over
}

// Blocks holds immutable blocks and one root. What must hold:
//
//   - Commit stores all the blocks and the root, or changes nothing and returns an error. A nil root leaves the root as it is.
//   - Commit refuses an id that it holds already (ErrBlockExists); ids of failed commits may come again.
//   - Read returns the data in the order of the ids, and ErrNoBlock (wrapped) if one is missing.
//   - What Commit has stored is there after closing and opening again.
//   - Sweep removes the given blocks and ignores ids that it does not hold; the root stays.
//
// What is not promised: that a commit survives a power failure of the real machine (only that it is
// there whole or not at all), or that an implementation notices an id which it has swept before. Calls
// come one at a time. Read may park the calling goroutine, so ask for many blocks at once.
type Blocks interface {
	Read(ids []uint64) ([][]byte, error)
	Commit(blocks []Block, root []byte) error
	Root() ([]byte, error)   // nil: nothing was ever committed
	List() ([]uint64, error) // ascending
	Sweep(ids []uint64) error
}
