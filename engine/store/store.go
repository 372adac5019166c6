package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"logarium/engine/codec"
)

const (
	// BlockSize is how many bytes of pieces a block holds unless a single piece is larger. Browsers
	// keep values from 64 KiB on as separate files, which costs more per block.
	BlockSize = 32 << 10

	blockHeader = 4        // CRC-32C of the rest
	keptBytes   = 16 << 20 // of blocks that are kept in memory after reading
)

var (
	rootMagic = [4]byte{'L', 'G', 'R', '1'}

	errChecksum = errors.New("checksum does not match")
	errMagic    = errors.New("not the root of a lab")
)

// Store binds the pieces of a state to the Blocks that hold them.
//
// A commit that fails changes nothing in Blocks; its pieces stay in memory and go with the next
// commit, so the state may be used on. A Store is used by one goroutine.
type Store struct {
	blocks  Blocks
	root    []byte            // the state's part of the root as found by Open or written last
	next    uint64            // next block id; Invariant: larger than any id in blocks
	nodes   stream            // structure
	pages   stream            // bulk
	pending []Block           // sealed, not committed
	unsaved map[uint64][]byte // the same by id
	copies  map[Piece]Ref     // pieces of other stores that were copied into this one
	kept    keep
	memory  memory
	spare   [][]byte // buffers for putCoded
}

// Open reads the root. The blocks are read when they are needed.
func Open(blocks Blocks) (*Store, error) {
	s := &Store{blocks: blocks, next: 1, unsaved: map[uint64][]byte{}, copies: map[Piece]Ref{}}
	data, err := blocks.Root()
	if err != nil {
		return nil, fmt.Errorf("read root: %w", err)
	}
	if data == nil {
		return s, nil
	}
	if len(data) < 8 || !bytes.Equal(data[:4], rootMagic[:]) {
		return nil, &Damaged{Cause: errMagic}
	}
	if binary.BigEndian.Uint32(data[4:]) != checksum(data[8:]) {
		return nil, &Damaged{At: 4, Cause: errChecksum}
	}
	c := Coder{mode: reading, buf: data[8:], base: 8}
	c.Uint64(&s.next)
	s.root = c.buf[c.at:]
	return s, c.err
}

// Empty says that nothing was ever committed.
func (s *Store) Empty() bool { return s.root == nil }

// Commit writes the state that root codes: the pieces that are new and the root, in one atomic step.
func (s *Store) Commit(root func(*Coder)) error {
	c := &Coder{store: s}
	root(c)
	s.nodes.seal(s)
	s.pages.seal(s)
	if c.err != nil {
		return c.err
	}
	data := binary.AppendUvarint(append(rootMagic[:], 0, 0, 0, 0), s.next)
	data = append(data, c.buf...)
	binary.BigEndian.PutUint32(data[4:], checksum(data[8:]))
	if err := s.blocks.Commit(s.pending, data); err != nil {
		return fmt.Errorf("commit %d blocks: %w", len(s.pending), err)
	}
	s.pending = nil
	clear(s.unsaved)
	s.root = append([]byte{}, c.buf...)
	return nil
}

// Load reads the state back: what root codes is set, pieces when they are touched.
func (s *Store) Load(root func(*Coder)) error {
	return s.decode(reading, nil, root)
}

// decode runs root over the last root. What it does not read is an error: it is of another kind.
func (s *Store) decode(m mode, marks *marks, root func(*Coder)) error {
	c := &Coder{store: s, mode: m, marks: marks, buf: s.root}
	root(c)
	if c.err == nil && c.at != len(c.buf) {
		c.Fail(errTrail)
	}
	return c.err
}

// Checksum is the CRC-32C that stands before a block's pieces, big-endian.
func Checksum(b []byte) uint32 { return checksum(b) }

func checksum(b []byte) uint32 { return codec.CRC32C(b) }
