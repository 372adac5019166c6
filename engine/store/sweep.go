package store

import "fmt"

// Sweeping finds the blocks that a committed state does not reach, and removes them, in small steps between which the
// state may be used, changed and committed. It reads the whole structure, but not the pages.
type Sweeping struct {
	store *Store
	marks marks
	ids   []uint64 // at the beginning; what comes later is not looked at
	found bool     // ids are those that nothing reaches
}

// Steps of a Sweeping.
const (
	sweptPieces = 64  // that one step looks into
	sweptBlocks = 256 // that one step removes
)

// BeginSweep begins to look for blocks that the last committed root does not reach. root decodes it into something that
// is thrown away. State that was forked off before and is not part of the root must not be used afterwards.
func (s *Store) BeginSweep(root func(*Coder)) (*Sweeping, error) {
	w := &Sweeping{store: s, marks: marks{blocks: map[uint64]bool{}, seen: map[Ref]bool{}}}
	if s.Empty() {
		w.found = true
		return w, nil
	}
	if err := s.decode(reaching, &w.marks, root); err != nil {
		return nil, err
	}
	ids, err := s.blocks.List()
	if err != nil {
		return nil, fmt.Errorf("list blocks: %w", err)
	}
	w.ids = ids
	return w, nil
}

// Step does a little, and says how many blocks it has removed and whether there is more to do. After an error there is
// not: what is garbage stays.
func (w *Sweeping) Step() (removed int, more bool, err error) {
	if !w.found {
		return 0, true, w.look()
	}
	n := min(len(w.ids), sweptBlocks)
	if n == 0 {
		return 0, false, nil
	}
	err = w.store.blocks.Sweep(w.ids[:n])
	w.ids = w.ids[n:]
	return n, len(w.ids) > 0, err
}

// look goes into some pieces. When none are left, all blocks are known that are needed.
func (w *Sweeping) look() error {
	m := &w.marks
	for i := 0; i < sweptPieces && len(m.waiting) > 0; i++ {
		next := m.waiting[len(m.waiting)-1]
		m.waiting = m.waiting[:len(m.waiting)-1]
		if err := w.store.readPiece(next.ref, reaching, m, next.depth, next.code); err != nil {
			w.found, w.ids = true, nil
			return err
		}
	}
	if len(m.waiting) > 0 {
		return nil
	}
	w.found = true
	dead := w.ids[:0]
	for _, id := range w.ids {
		if !m.blocks[id] {
			dead = append(dead, id)
		}
	}
	w.ids, w.marks = dead, marks{}
	return nil
}

// Sweep removes the blocks that the committed root does not reach, all at once, and says how many.
func (s *Store) Sweep(root func(*Coder)) (swept int, err error) {
	w, err := s.BeginSweep(root)
	for more := true; more && err == nil; {
		var n int
		n, more, err = w.Step()
		swept += n
	}
	return swept, err
}

// marks collects what a root reaches. Pieces are looked into one after the other, the latest first.
type marks struct {
	blocks  map[uint64]bool
	seen    map[Ref]bool
	waiting []reached
}

// reached is a piece that has not been looked into.
type reached struct {
	ref   Ref
	depth int
	code  func(*Coder)
}

func (m *marks) reach(ref Ref, depth int, code func(*Coder)) {
	m.blocks[ref.Block] = true
	if !m.seen[ref] {
		m.seen[ref] = true
		m.waiting = append(m.waiting, reached{ref, depth, code})
	}
}
