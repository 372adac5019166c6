package cow

import (
	"cmp"

	"logarium/engine/store"
)

const (
	maxItems = 64
	minItems = 16 // below this a node is merged with a neighbour if both fit in three quarters of a node
	anyLevel = -1 // of a root that is not loaded yet
)

// node is a leaf (keys and values) or, with kids, an inner node. A node that is not loaded has only its
// piece and its level. Shared nodes never change, except that they are loaded and stored.
//
// All that is done with nodes knows nothing of the types of keys and values, so that it exists once in
// the program and not once for each type of map; columns do the little that depends on a type.
type node struct {
	own    *owner
	piece  store.Piece
	loaded bool
	level  int    // 0: leaf
	keys   column // ascending. Inner: keys[i] <= every key below kids[i], > every key below kids[i-1]
	vals   column // leaf only
	kids   []*node
	whole  twin
}

// twin makes an empty node of the same types that is not loaded.
type twin interface{ twin() *node }

// typed is a node together with its columns, in one piece of memory.
type typed[K cmp.Ordered, V any] struct {
	node
	k list[K]
	v list[V]
}

func (t *typed[K, V]) twin() *node { return newNode[K, V]() }

func newNode[K cmp.Ordered, V any]() *node {
	t := &typed[K, V]{}
	t.keys, t.vals, t.whole = &t.k, &t.v, t
	return &t.node
}

// like returns an empty node of own for the level of n.
func (n *node) like(own *owner) *node {
	c := n.whole.twin()
	c.own, c.loaded, c.level = own, true, n.level
	return c
}

// edit returns a node with the same content that own may change.
func (n *node) edit(codec *codec, own *owner) *node {
	n.ready(codec)
	if n.own == own {
		n.piece.Forget()
		return n
	}
	c := n.like(own)
	items := n.keys.size()
	room := min(maxItems, items+items/4+1) // what is copied for a change often grows
	c.keys.add(n.keys, 0, room)
	if n.level > 0 {
		c.kids = append(make([]*node, 0, room), n.kids...)
	} else {
		c.vals.add(n.vals, 0, room)
	}
	return c
}

// insert makes an empty item in an owned node. If the node is full, it is split: right is its right
// part then, and into at i is where the item lies. At the end of a full node the right part starts
// empty, so that ascending keys fill nodes completely.
func (n *node) insert(own *owner, i int) (into *node, at int, right *node) {
	into, at = n, i
	if items := n.keys.size(); items == maxItems {
		half := items / 2
		if i == items {
			half = i
		}
		right = n.split(own, half)
		if i >= half {
			into, at = right, i-half
		}
	}
	into.keys.insert(at)
	if n.level == 0 {
		into.vals.insert(at)
	} else {
		into.kids = append(into.kids, nil)
		copy(into.kids[at+1:], into.kids[at:])
	}
	return into, at, right
}

// split moves the items from half on to a new node.
func (n *node) split(own *owner, half int) (right *node) {
	right = n.like(own)
	right.keys.add(n.keys, half, 1)
	n.keys.cut(half)
	if n.level == 0 {
		right.vals.add(n.vals, half, 1)
		n.vals.cut(half)
		return right
	}
	right.kids = append(make([]*node, 0, 1), n.kids[half:]...)
	clear(n.kids[half:])
	n.kids = n.kids[:half]
	return right
}

// drop removes one item of an owned node.
func (n *node) drop(i int) {
	n.keys.remove(i)
	if n.level == 0 {
		n.vals.remove(i)
		return
	}
	last := len(n.kids) - 1
	copy(n.kids[i:], n.kids[i+1:])
	n.kids[last] = nil
	n.kids = n.kids[:last]
}
