package store

// PageSize is the size of a Page in bytes.
const PageSize = 4096

// DefaultMemory is how many bytes of stored pages are kept in memory unless SetMemory says otherwise.
const DefaultMemory = 64 << 20

// Page is 4 KiB that is in memory, in a store, or both. The zero Page is in neither: New gives it
// memory. A page that is stored may lose its memory at any commit or load, and gets it back when its
// bytes are asked for.
type Page struct {
	piece  Piece
	data   *[PageSize]byte
	queued bool // among the store's pages that may be dropped
	used   bool // since the store last considered to drop it
}

// New gives the page the content src, at most PageSize bytes, followed by zeros.
func (p *Page) New(src []byte) {
	p.piece.Forget()
	if len(src) == PageSize { // as append does not clear what is overwritten at once
		p.data = (*[PageSize]byte)(append([]byte(nil), src...))
		return
	}
	p.data = new([PageSize]byte)
	copy(p.data[:], src)
}

// Take gives the page content that nobody else changes from then on.
func (p *Page) Take(content *[PageSize]byte) {
	p.piece.Forget()
	p.data = content
}

// Bytes returns the content, which must not be changed. It panics with *Lost if the store fails.
func (p *Page) Bytes() *[PageSize]byte {
	if !p.used { // asking first leaves what is only read as it is in the processor's caches
		p.used = true
	}
	if p.data == nil {
		return p.load()
	}
	return p.data
}

// Change returns the content for changing it in place: the page is not stored any more.
func (p *Page) Change() *[PageSize]byte {
	b := p.Bytes()
	p.piece.Forget()
	return b
}

// Resident says that Bytes does not have to wait.
func (p *Page) Resident() bool { return p.data != nil }

// Stored says that the content is in a store.
func (p *Page) Stored() bool { return p.piece.Stored() }

// Piece is where the page is stored.
func (p *Page) Piece() *Piece { return &p.piece }

func (p *Page) load() *[PageSize]byte {
	data := new([PageSize]byte)
	copy(data[:], p.piece.loadBytes())
	p.data = data
	p.piece.in.queue(p)
	return data
}

// Page codes a page. Pages lie in blocks of their own, those written together beside each other, so that
// reading the structure does not read the bulk. Zeros at the end are not stored.
func (c *Coder) Page(p *Page) {
	if c.mode == writing {
		c.writePiece(&p.piece, func() Ref { return c.store.pages.put(c.store, trimmed(p.Bytes()[:])) })
		if p.piece.in == c.store {
			c.store.queue(p)
		}
		return
	}
	*p = Page{}
	if c.readRef(&p.piece); c.mode == reaching && c.err == nil {
		c.marks.blocks[p.piece.ref.Block] = true
	}
	if p.piece.ref.Len > PageSize {
		c.Fail(errRef)
	}
}

func trimmed(b []byte) []byte {
	for len(b) >= 8 && [8]byte(b[len(b)-8:]) == [8]byte{} {
		b = b[:len(b)-8]
	}
	return b
}

// memory keeps the number of stored pages that are in memory within a budget. Which pages those are
// changes nothing but the time it takes to get at the others.
type memory struct {
	budget int     // pages; 0: DefaultMemory
	pages  []*Page // from first on: oldest first
	first  int
}

// SetMemory sets how many bytes of stored pages stay in memory. Pages that are not stored yet come on
// top, so a long command must commit from time to time.
func (s *Store) SetMemory(bytes int64) {
	s.memory.budget = max(1, int(bytes/PageSize))
	s.shrink()
}

// ResidentPages is how many stored pages are in memory.
func (s *Store) ResidentPages() int { return len(s.memory.pages) - s.memory.first }

// queue enters a page with memory among those that may be dropped.
func (s *Store) queue(p *Page) {
	if p.data == nil || p.queued {
		return
	}
	p.queued = true
	s.memory.pages = append(s.memory.pages, p)
	s.shrink()
}

// shrink drops pages, oldest first, giving those used in the meantime a second chance.
func (s *Store) shrink() {
	m := &s.memory
	if m.budget == 0 {
		m.budget = DefaultMemory / PageSize
	}
	for len(m.pages)-m.first > m.budget {
		p := m.pages[m.first]
		m.pages[m.first] = nil
		m.first++
		switch {
		case p.piece.in != s: // changed since: comes back with the next commit
			p.queued = false
		case p.used:
			p.used = false
			m.pages = append(m.pages, p)
		default:
			p.queued, p.data = false, nil
		}
	}
	if m.first > len(m.pages)/2 {
		all := m.pages
		m.pages = append(all[:0], all[m.first:]...)
		clear(all[len(m.pages):])
		m.first = 0
	}
}
