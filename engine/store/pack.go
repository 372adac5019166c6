package store

import (
	"encoding/binary"
	"fmt"
)

// stream is a block that is being filled.
type stream struct {
	id  uint64
	buf []byte // header and pieces; empty: no block begun
}

// put adds a piece, in a new block if it does not fit any more.
func (t *stream) put(s *Store, piece []byte) Ref {
	if len(t.buf) > 0 && len(t.buf)+len(piece) > BlockSize+blockHeader {
		t.seal(s)
	}
	if len(t.buf) == 0 {
		t.id, t.buf = s.next, make([]byte, blockHeader, blockHeader+max(4096, len(piece)))
		s.next++
	}
	ref := Ref{t.id, uint32(len(t.buf)), uint32(len(piece))}
	t.buf = append(t.buf, piece...)
	return ref
}

// seal closes the block; it goes with the next commit.
func (t *stream) seal(s *Store) {
	if len(t.buf) == 0 {
		return
	}
	binary.BigEndian.PutUint32(t.buf, checksum(t.buf[blockHeader:]))
	s.pending = append(s.pending, Block{t.id, t.buf})
	s.unsaved[t.id] = t.buf
	t.buf = nil
}

// putCoded stores what code writes. Pieces inside come first, so a reference always points back.
func (s *Store) putCoded(outer *Coder, code func(*Coder)) Ref {
	c := &Coder{store: s, depth: outer.depth + 1}
	if n := len(s.spare); n > 0 {
		c.buf, s.spare = s.spare[n-1][:0], s.spare[:n-1]
	}
	code(c)
	if c.err == nil && c.depth > maxDepth {
		c.err = errDepth
	}
	if c.err != nil {
		outer.err = c.err
		return Ref{}
	}
	ref := s.nodes.put(s, c.buf)
	s.spare = append(s.spare, c.buf)
	return ref
}

// readPiece decodes the bytes at ref by code, which must use up all of them.
func (s *Store) readPiece(ref Ref, m mode, marks *marks, depth int, code func(*Coder)) error {
	b, err := s.bytes(ref)
	if err != nil {
		return err
	}
	c := &Coder{store: s, mode: m, marks: marks, buf: b, block: ref.Block, base: int(ref.Off), depth: depth}
	if depth > maxDepth {
		c.Fail(errDepth)
		return c.err
	}
	code(c)
	if c.err == nil && c.at != len(b) {
		c.Fail(errTrail)
	}
	return c.err
}

// bytes returns the bytes at ref.
func (s *Store) bytes(ref Ref) ([]byte, error) {
	data, err := s.block(ref.Block)
	if err != nil {
		return nil, err
	}
	if end := uint64(ref.Off) + uint64(ref.Len); end > uint64(len(data)) {
		return nil, &Damaged{ref.Block, int(ref.Off), fmt.Errorf("%d bytes wanted, block has %d: %w", ref.Len, len(data), errRef)}
	}
	return data[ref.Off : ref.Off+ref.Len : ref.Off+ref.Len], nil
}

// block returns a block's bytes from memory or from Blocks.
func (s *Store) block(id uint64) ([]byte, error) {
	if data := s.local(id); data != nil {
		return data, nil
	}
	if err := s.fetch([]uint64{id}); err != nil {
		return nil, err
	}
	return s.kept.get(id), nil
}

// local finds a block that is not committed yet or was read lately.
func (s *Store) local(id uint64) []byte {
	for _, t := range []*stream{&s.nodes, &s.pages} {
		if len(t.buf) > 0 && t.id == id {
			return t.buf
		}
	}
	if data := s.unsaved[id]; data != nil {
		return data
	}
	return s.kept.get(id)
}

// fetch reads blocks that are not in memory, checks and keeps them.
func (s *Store) fetch(ids []uint64) error {
	var missing []uint64
	for _, id := range ids {
		if s.local(id) == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	data, err := s.blocks.Read(missing)
	if err != nil {
		return err
	}
	for i, id := range missing {
		if len(data[i]) < blockHeader || binary.BigEndian.Uint32(data[i]) != checksum(data[i][blockHeader:]) {
			return &Damaged{id, 0, errChecksum}
		}
		s.kept.add(id, data[i])
	}
	return nil
}

// keep holds blocks that were read. The states of a long history lie in many of them, most of which they share: whoever goes back and forth in
// it shall read each once.
type keep struct {
	ids   []uint64 // those that may go first come first
	data  map[uint64]*kept
	bytes int
}

type kept struct {
	data []byte
	used bool // since it was last considered to drop it
}

func (k *keep) get(id uint64) []byte {
	b := k.data[id]
	if b == nil {
		return nil
	}
	b.used = true
	return b.data
}

func (k *keep) add(id uint64, data []byte) {
	if k.data == nil {
		k.data = map[uint64]*kept{}
	}
	if k.data[id] != nil {
		return
	}
	k.ids = append(k.ids, id)
	k.data[id] = &kept{data: data}
	for k.bytes += len(data); k.bytes > keptBytes && len(k.ids) > 1; {
		k.dropOne(id)
	}
}

// dropOne takes the first block out unless it was used meanwhile, or is the one that has just come: that one goes to the end.
func (k *keep) dropOne(but uint64) {
	id := k.ids[0]
	k.ids = k.ids[1:]
	if b := k.data[id]; b.used || id == but {
		b.used = false
		k.ids = append(k.ids, id)
		return
	}
	k.bytes -= len(k.data[id].data)
	delete(k.data, id)
}
