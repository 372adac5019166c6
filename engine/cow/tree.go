package cow

import "cmp"

// tree is a Map without its types.
type tree struct {
	root  *node  // nil: empty
	last  *node  // the leaf in which a key was looked up last; nil after a change
	own   *owner // nil: no node is this map's own
	count int
	codec *codec // how to read nodes that are not in memory; nil: all are
}

// owner is the identity of one side of a fork: a node with another owner may be shared.
type owner struct{ _ byte }

func (t *tree) owner() *owner {
	if t.own == nil {
		t.own = &owner{}
	}
	return t.own
}

// spot is the way from the root to the place of a key: an index for the node of each level.
type spot struct {
	at    [maxLevel + 1]int8
	found bool // else the key belongs before the item at at[0]
}

// seek finds the place of a key, and the leaf unless the tree is empty.
func seek[K cmp.Ordered](t *tree, key K, s *spot) *node {
	for n := t.root; n != nil; {
		n.ready(t.codec)
		i, found := search(itemsOf[K](n.keys), key)
		if n.level == 0 {
			s.at[0], s.found = int8(i), found
			return n
		}
		if !found && i > 0 {
			i--
		}
		s.at[n.level] = int8(i)
		n = n.kids[i]
	}
	return nil
}

// find looks a key up. Keys are often asked for in their order: the leaf of the last one is tried first.
func find[K cmp.Ordered](t *tree, key K) (leaf *node, i int, found bool) {
	if t.last != nil {
		if keys := itemsOf[K](t.last.keys); keys[0] <= key && key <= keys[len(keys)-1] {
			i, found = search(keys, key)
			return t.last, i, found
		}
	}
	var s spot
	t.last = seek(t, key, &s)
	return t.last, int(s.at[0]), s.found
}

// place finds or makes the slot of a key, with all nodes on the way owned by this tree. The tree has a
// root.
func place[K cmp.Ordered](t *tree, key K) (leaf *node, i int) {
	var s spot
	seek(t, key, &s)
	return t.place(&s, func(leaf *node, i int) { itemsOf[K](leaf.keys)[i] = key })
}

func (t *tree) place(s *spot, name func(leaf *node, i int)) (leaf *node, i int) {
	own := t.owner()
	t.last = nil
	t.root = t.root.edit(t.codec, own)
	leaf, i, right := t.root.place(t, s, name)
	if right != nil {
		left := t.root
		t.root = left.like(own)
		t.root.level++
		t.root.kids = make([]*node, 0, 2)
		t.root.insertKid(own, 0, left)
		t.root.insertKid(own, 1, right)
	}
	if !s.found {
		t.count++
	}
	return leaf, i
}

// place makes the slot below an owned node, and lets name give it its key. If the node overflows, its
// right part is returned as a new node.
func (n *node) place(t *tree, s *spot, name func(leaf *node, i int)) (leaf *node, i int, right *node) {
	i = int(s.at[n.level])
	if n.level == 0 {
		if s.found {
			return n, i, nil
		}
		leaf, i, right = n.insert(t.own, i)
		name(leaf, i)
		return leaf, i, right
	}
	kid := n.kids[i].edit(t.codec, t.own)
	n.kids[i] = kid
	leaf, slot, split := kid.place(t, s, name)
	if i == 0 {
		n.keys.set(0, kid.keys, 0) // the new key may be the smallest of all
	}
	if split != nil {
		right = n.insertKid(t.own, i+1, split)
	}
	return leaf, slot, right
}

func (n *node) insertKid(own *owner, i int, kid *node) (right *node) {
	into, i, right := n.insert(own, i)
	into.keys.set(i, kid.keys, 0)
	into.kids[i] = kid
	return right
}

// remove deletes the item at a spot.
func (t *tree) remove(s *spot) {
	t.last = nil
	t.root = t.root.edit(t.codec, t.owner())
	t.root.remove(t, s)
	t.count--
	for len(t.root.kids) == 1 {
		t.root = t.root.kids[0]
		t.root.ready(t.codec)
	}
	if t.count == 0 {
		t.root = nil
	}
}

func (n *node) remove(t *tree, s *spot) {
	i := int(s.at[n.level])
	if n.level == 0 {
		n.drop(i)
		return
	}
	kid := n.kids[i].edit(t.codec, t.own)
	n.kids[i] = kid
	kid.remove(t, s)
	switch items := kid.keys.size(); {
	case items == 0:
		n.drop(i)
	case items < minItems && i+1 < len(n.kids):
		n.merge(t, i)
	case items < minItems && i > 0:
		n.merge(t, i-1)
	}
}

// merge joins kids i and i+1 if the result leaves room to grow.
func (n *node) merge(t *tree, i int) {
	left, right := n.kids[i], n.kids[i+1]
	left.ready(t.codec)
	right.ready(t.codec)
	items := left.keys.size() + right.keys.size()
	if items > maxItems*3/4 {
		return
	}
	left = left.edit(t.codec, t.own)
	n.kids[i] = left
	left.keys.add(right.keys, 0, items)
	left.vals.add(right.vals, 0, items)
	left.kids = append(left.kids, right.kids...)
	n.drop(i + 1)
}

// walk shows each leaf and the index at which to begin there, which may be just outside, from a spot
// (nil: from the end) in one direction, until it is told to stop.
func (n *node) walk(codec *codec, s *spot, down bool, show func(leaf *node, i int) bool) bool {
	n.ready(codec)
	step, i := 1, 0
	if down {
		step, i = -1, n.keys.size()-1
	}
	if s != nil {
		i = int(s.at[n.level])
	}
	if n.level == 0 {
		if s != nil && down && !s.found {
			i--
		}
		return show(n, i)
	}
	for ; i >= 0 && i < len(n.kids); i += step {
		if !n.kids[i].walk(codec, s, down, show) {
			return false
		}
		s = nil
	}
	return true
}

// first returns where the first item of a walk lies, nil if there is none.
func (t *tree) first(s *spot, down bool) (leaf *node, i int) {
	if t.root == nil {
		return nil, 0
	}
	t.root.walk(t.codec, s, down, func(n *node, at int) bool {
		if at >= 0 && at < n.keys.size() {
			leaf, i = n, at
		}
		return leaf == nil
	})
	return leaf, i
}
