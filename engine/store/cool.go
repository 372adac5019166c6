package store

// Cool takes all pages that are stored from memory, whether they were used lately or not.
func (s *Store) Cool() {
	m := &s.memory
	for _, p := range m.pages[m.first:] {
		if p.queued = false; p.piece.in == s {
			p.used, p.data = false, nil
		}
	}
	m.pages, m.first = nil, 0
}
