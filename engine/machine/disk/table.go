package disk

import "logarium/engine/store"

const (
	fanBits = 6
	fanOut  = 1 << fanBits // kids of a node, pages of a leaf
	maxTall = 5            // levels above the leaves that a file of maxFile needs
)

// page is 4 KiB of a file, shared between views and snapshots unless own says otherwise.
type page struct {
	own *owner
	store.Page
}

// table is the pages of a file by number: a radix tree in which holes are nil. Nodes and pages are
// shared between tables; an edit copies the few nodes on its way and one page.
type table struct {
	own   *owner // nil: nothing may be changed in place
	root  *node  // nil: no pages
	tall  int    // levels above the leaves
	count int64  // pages that are there
	shape uint64 // changes when the bytes of a page are in another place; not stored
	spare *spare // nil: none; not stored
}

// node is a leaf (tall 0) with pages, or has kids. Both slices are as long as needed.
type node struct {
	own    *owner
	piece  store.Piece
	loaded bool
	kids   []*node
	pages  []*page

	// What the cache of one disk knew when a leaf was last read through a mapping; not stored.
	by       *owner
	leaves   uint64
	resident uint64
}

// share returns a table with the same pages; from then on both copy what they change.
func (t *table) share() table {
	t.own = nil
	return *t
}

func (t *table) token() *owner {
	if t.own == nil {
		t.own = &owner{}
	}
	return t.own
}

// leaf returns the leaf with the pages 64*chunk and following, nil if there is none.
func (t *table) leaf(chunk int64) *node {
	if t.root == nil || chunk>>(fanBits*t.tall) != 0 {
		return nil
	}
	n := t.root
	for tall := t.tall; ; tall-- {
		n.ready(tall)
		if tall == 0 {
			return n
		}
		i := int(chunk>>(fanBits*(tall-1))) & (fanOut - 1)
		if i >= len(n.kids) || n.kids[i] == nil {
			return nil
		}
		n = n.kids[i]
	}
}

// page returns a page, nil for a hole.
func (t *table) page(number int64) *page {
	return t.leaf(number >> fanBits).page(number)
}

func (n *node) page(number int64) *page {
	if i := int(number & (fanOut - 1)); n != nil && i < len(n.pages) {
		return n.pages[i]
	}
	return nil
}

// editLeaf returns a leaf that may be changed, making it if needed.
func (t *table) editLeaf(chunk int64) *node {
	own := t.token()
	if t.root == nil {
		t.root, t.tall = &node{own: own, loaded: true}, 0
	}
	for chunk>>(fanBits*t.tall) != 0 {
		t.root = &node{own: own, loaded: true, kids: []*node{t.root}}
		t.tall++
	}
	t.root = t.root.edit(own, t.tall)
	n := t.root
	for tall := t.tall; tall > 0; tall-- {
		i := int(chunk>>(fanBits*(tall-1))) & (fanOut - 1)
		for len(n.kids) <= i {
			n.kids = append(n.kids, nil)
		}
		if n.kids[i] == nil {
			n.kids[i] = &node{own: own, loaded: true}
		}
		n.kids[i] = n.kids[i].edit(own, tall-1)
		n = n.kids[i]
	}
	return n
}

// edit returns a node with the same content that own may change.
func (n *node) edit(own *owner, tall int) *node {
	n.ready(tall)
	if n.own == own {
		n.piece.Forget()
		return n
	}
	return &node{own: own, loaded: true, kids: roomy(n.kids), pages: roomy(n.pages)}
}

// roomy clones with some room, as files grow at the end.
func roomy[T any](s []T) []T {
	if s == nil {
		return nil
	}
	return append(make([]T, 0, min(fanOut, len(s)+len(s)/4+1)), s...)
}

// spare is memory for the next pages of a file that grows at its end. Getting memory is most of what a large write costs, and in larger
// pieces it costs less; but a piece is kept as long as any of its pages. A file has half of it in use.
type spare struct {
	pages   []page
	content []byte
	size    int // of the last piece, pages
}

// sparePages is how many pages share one piece of memory, at most.
const sparePages = 8

// next returns a page with content, at most PageSize bytes and zeros behind them.
func (s *spare) next(content []byte) *page {
	if len(s.pages) == 0 {
		s.size = min(2*s.size, sparePages)
		s.pages, s.content = make([]page, s.size), make([]byte, s.size*PageSize)
	}
	p, b := &s.pages[0], (*[PageSize]byte)(s.content)
	s.pages, s.content = s.pages[1:], s.content[PageSize:]
	copy(b[:], content)
	p.Take(b)
	return p
}

// set puts a page of the table's own into an editable leaf.
func (t *table) set(leaf *node, number int64, content []byte) *page {
	i := int(number & (fanOut - 1))
	for len(leaf.pages) <= i {
		leaf.pages = append(leaf.pages, nil)
	}
	p := leaf.pages[i]
	switch {
	case p == nil && t.grows(leaf, i):
		p = t.spare.next(content)
	case p == nil || p.own != t.own:
		p = &page{}
		p.New(content)
	default:
		p.New(content)
	}
	if leaf.pages[i] == nil {
		t.count++
	}
	p.own = t.own
	leaf.pages[i] = p
	t.shape++
	return p
}

// grows says that the page before page i of a leaf was just written as well.
func (t *table) grows(leaf *node, i int) bool {
	if i == 0 || leaf.pages[i-1] == nil || leaf.pages[i-1].own != t.own {
		return false
	}
	if t.spare == nil {
		t.spare = &spare{size: 1}
	}
	return true
}

// change returns the bytes of a page that is there, for changing them.
func (t *table) change(leaf *node, number int64) *[PageSize]byte {
	p := leaf.page(number)
	if p.own == t.own {
		if !p.Resident() {
			t.shape++
		}
		return p.Change()
	}
	return t.set(leaf, number, p.Bytes()[:]).Change()
}

// cut drops all pages from a number on.
func (t *table) cut(from int64) {
	if t.root == nil {
		return
	}
	t.shape++
	if from <= 0 {
		*t = table{shape: t.shape}
		return
	}
	if from>>(fanBits*(t.tall+1)) != 0 {
		return
	}
	t.root = t.root.cut(t, t.tall, from)
}

func (n *node) cut(t *table, tall int, from int64) *node {
	n = n.edit(t.token(), tall)
	i := int(from>>(fanBits*tall)) & (fanOut - 1)
	if tall == 0 {
		for _, p := range n.pages[min(i, len(n.pages)):] {
			if p != nil {
				t.count--
			}
		}
		n.pages = n.pages[:min(i, len(n.pages)):min(i, len(n.pages))]
		return n
	}
	keep := min(i, len(n.kids))
	if rest := from & (1<<(fanBits*tall) - 1); rest != 0 && i < len(n.kids) && n.kids[i] != nil {
		n.kids[i] = n.kids[i].cut(t, tall-1, rest)
		keep++
	}
	for _, kid := range n.kids[keep:] {
		if kid != nil {
			t.count -= kid.tally(tall - 1)
		}
	}
	n.kids = n.kids[:keep:keep]
	return n
}

// tally counts the pages below a node.
func (n *node) tally(tall int) int64 {
	n.ready(tall)
	sum := int64(0)
	for _, p := range n.pages {
		if p != nil {
			sum++
		}
	}
	for _, kid := range n.kids {
		if kid != nil {
			sum += kid.tally(tall - 1)
		}
	}
	return sum
}
