package disk

// Mapped is a file as it lies before a program that maps it. It is kept with the handle as long as nothing moves, and is never part of
// the state.
type Mapped struct {
	Pages []*[PageSize]byte // by number; nil: a hole, or it has to be read first, which View and Uint32 do
	Notes Notes

	shape   uint64 // of the file's table
	comings uint64 // of pages, into the cache and into memory
	leaves  uint64 // of pages, out of the cache
	version uint64 // of the file
}

// Notes is room for what the program has found out about numbers in the file that rise from entry to entry. They are gone as soon as the file is
// written, or pages come or go.
type Notes struct {
	Of    int      // entries that they are about
	Looks int      // how often somebody would have liked to have them
	Least uint64   // the first number
	Shift uint     // a bucket is for 1<<Shift numbers
	First []uint32 // the first entry of each bucket or behind it, and the end; nil: not made, empty: the numbers do not rise
}

// Mapping returns a file for reading. As on a real machine, nobody notices the reading of pages that are in the cache: it counts nothing and
// makes no page look recently used. The pages are read-only, and all is valid until the next call on the disk. A handle that is not
// open has no pages.
func (d *Disk) Mapping(h Handle) *Mapped {
	n := d.file(h)
	if n == nil {
		return &Mapped{}
	}
	m := &d.memo[h%memoSlots].mapping
	if len(m.Pages) != int(n.pageCount()) || m.shape != n.live.pages.shape || m.comings != d.cache.comings || m.leaves != d.cache.leaves {
		*m = Mapped{Pages: d.mapPages(n, m.Pages[:0]), shape: n.live.pages.shape, comings: d.cache.comings, leaves: d.cache.leaves}
	}
	if m.version != n.version {
		m.version, m.Notes = n.version, Notes{}
	}
	return m
}

// pageCount is the number of pages that a file has by its size.
func (n *inode) pageCount() int64 { return (n.live.size + PageSize - 1) / PageSize }

// mapPages lists the pages that are in the cache and in memory.
func (d *Disk) mapPages(n *inode, pages []*[PageSize]byte) []*[PageSize]byte {
	count := n.pageCount()
	for chunk := int64(0); chunk<<fanBits < count; chunk++ {
		leaf := n.live.pages.leaf(chunk)
		e, _ := d.cache.chunks.Get(cacheKey(n.ino, chunk))
		for i := range min(fanOut, count-chunk<<fanBits) {
			var page *[PageSize]byte
			if p := leaf.page(i); p != nil && e.resident&bit(i) != 0 && p.Resident() {
				page = p.Bytes()
			}
			pages = append(pages, page)
		}
	}
	return pages
}
