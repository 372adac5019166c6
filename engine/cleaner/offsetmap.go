package cleaner

import (
	"encoding/binary"
	"errors"
	"slices"

	"logarium/engine/kerr"
	"logarium/engine/store"
)

// entrySize is what Kafka reserves for a key: its MD5 and an offset, in bytes.
const entrySize = 24

// pageEntries is how many entries lie together in memory: pages are shared between forks and stored as wholes.
const pageEntries = store.PageSize / entrySize

// noOffset is what Get returns for a key that is not there.
const noOffset = -1

// OffsetMap says for each key of the dirty part of a log at which offset its newest record lies (KIP-58, spec of the
// cleaner). It counts as Kafka's SkimpyOffsetMap does, in slots of 24 bytes reserved at once, but takes memory as it
// fills. Two keys with the same MD5 are one key, there as here. The zero value has no slots.
type OffsetMap struct {
	slots  int   // Kafka's capacity
	size   int   // keys; invariant: size <= slots
	latest int64 // offset put or reported last

	// An open-addressed table of 2^bits entries, at most three quarters full, in pages. An entry is free if its digest
	// is zero, which no key is known to have.
	bits  uint8
	pages []*mapPage
	own   *token
}

// mapPage is a piece of the table with the fork of the map that may change it in place.
type mapPage struct {
	store.Page
	own *token
}

type token struct{ _ byte }

// NewOffsetMap makes a map for which Kafka would take memory bytes.
func NewOffsetMap(memory int64) OffsetMap {
	return OffsetMap{slots: int(memory / entrySize), latest: noOffset, own: new(token)}
}

// Fork returns a copy that shares its pages with the original until one of the two is changed.
func (m *OffsetMap) Fork() OffsetMap {
	c := *m
	c.pages = slices.Clone(m.pages)
	m.own, c.own = new(token), new(token)
	return c
}

// Code writes or reads the map. Pages that have not changed are written as references.
func (m *OffsetMap) Code(c *store.Coder) {
	c.Version(1)
	c.Int(&m.slots)
	c.Int(&m.size)
	c.Int64(&m.latest)
	store.Number(c, &m.bits)
	store.Slice(c, &m.pages, func(c *store.Coder, p **mapPage) {
		if c.Reading() {
			*p = new(mapPage)
		}
		c.Page(&(*p).Page)
	})
	if c.Reading() && (m.bits > 31 || len(m.pages) != pagesFor(m.table()) || m.size > m.table()) {
		c.Fail(errMap)
	}
	m.own = new(token)
}

var errMap = errors.New("an offset map whose size and pages do not agree")

func pagesFor(entries int) int { return (entries + pageEntries - 1) / pageEntries }

// Slots is the number of entries that fit.
func (m *OffsetMap) Slots() int { return m.slots }

// Size is the number of keys.
func (m *OffsetMap) Size() int { return m.size }

// Latest is the highest offset that the map speaks of, -1 if it is empty.
func (m *OffsetMap) Latest() int64 { return m.latest }

// SetLatest moves Latest past offsets that have no entry: records without key, gaps.
func (m *OffsetMap) SetLatest(offset int64) { m.latest = offset }

// Utilization is the share of slots that are taken.
func (m *OffsetMap) Utilization() float64 { return float64(m.size) / float64(m.slots) }

// Put notes that the newest record of key lies at offset. Error: kerr.ErrIllegalArgument if the map is full, also for
// a key that it has.
func (m *OffsetMap) Put(key []byte, offset int64) error {
	if m.size >= m.slots {
		return kerr.ErrIllegalArgument.With("Attempted to add a new entry to a full offset map, entries: %d, slots: %d", m.size, m.slots)
	}
	m.latest = offset
	d := md5(key)
	if 4*(m.size+1) > 3*m.table() {
		m.grow()
	}
	at, taken := m.find(&d)
	if !taken {
		m.size++
	}
	m.write(at, &d, offset)
	return nil
}

// Get returns the offset of a key's newest record, -1 if the key is not in the map.
func (m *OffsetMap) Get(key []byte) int64 {
	if m.size == 0 {
		return noOffset
	}
	d := md5(key)
	at, taken := m.find(&d)
	if !taken {
		return noOffset
	}
	return int64(binary.BigEndian.Uint64(m.entry(at)[len(d):]))
}

// table is the number of entries that there is memory for.
func (m *OffsetMap) table() int {
	if m.bits == 0 {
		return 0
	}
	return 1 << m.bits
}

// entry is the memory of an entry, not to be written.
func (m *OffsetMap) entry(at int) []byte {
	in := at % pageEntries * entrySize
	return m.pages[at/pageEntries].Bytes()[in : in+entrySize]
}

func (m *OffsetMap) write(at int, d *digest, offset int64) {
	in := at % pageEntries * entrySize
	p := m.pages[at/pageEntries]
	if p.own != m.own {
		p = m.newPage(p.Bytes()[:])
		m.pages[at/pageEntries] = p
	}
	e := p.Change()[in : in+entrySize]
	copy(e, d[:])
	binary.BigEndian.PutUint64(e[len(d):], uint64(offset))
}

// find returns where a digest stands, or the free entry where it belongs.
func (m *OffsetMap) find(d *digest) (at int, taken bool) {
	mask := m.table() - 1
	for at = int(binary.LittleEndian.Uint32(d[:])) & mask; ; at = (at + 1) & mask {
		have := digest(m.entry(at)[:len(d)])
		if have == *d {
			return at, true
		}
		if have == (digest{}) {
			return at, false
		}
	}
}

// grow doubles the table.
func (m *OffsetMap) grow() {
	old, n := *m, m.table()
	m.bits = max(m.bits+1, 8)
	m.pages = make([]*mapPage, pagesFor(m.table()))
	for i := range m.pages {
		m.pages[i] = m.newPage(nil)
	}
	for i := range n {
		e := old.entry(i)
		if d := digest(e[:len(digest{})]); d != (digest{}) {
			at, _ := m.find(&d)
			m.write(at, &d, int64(binary.BigEndian.Uint64(e[len(d):])))
		}
	}
}

func (m *OffsetMap) newPage(content []byte) *mapPage {
	p := &mapPage{own: m.own}
	p.New(content)
	return p
}
