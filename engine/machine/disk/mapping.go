package disk

// mapping is the pages of one file as a slice, as long as nothing moves. It is kept with the handle and is
// never part of the state.
type mapping struct {
	pages   []*[PageSize]byte
	shape   uint64 // of the file's table
	comings uint64 // of pages, into the cache and into memory
	leaves  uint64 // of pages, out of the cache
}

// Mapping returns the pages of a file for reading, by page number: what a program has before it that maps
// the file. A nil page is a hole or has to be read first: View and Uint32 do that. As on a real machine,
// nobody notices the reading of pages that are in the cache: it counts nothing and makes no page look
// recently used. The slice and the pages are read-only, and valid until the next call on the disk.
// A handle that is not open has no pages.
func (d *Disk) Mapping(h Handle) []*[PageSize]byte {
	n := d.file(h)
	if n == nil {
		return nil
	}
	m := &d.memo[h%memoSlots].mapping
	if len(m.pages) != int(n.pageCount()) || m.shape != n.live.pages.shape || m.comings != d.cache.comings || m.leaves != d.cache.leaves {
		*m = mapping{d.mapPages(n, m.pages[:0]), n.live.pages.shape, d.cache.comings, d.cache.leaves}
	}
	return m.pages
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
