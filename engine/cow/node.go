package cow

import (
	"cmp"
	"slices"

	"logarium/engine/store"
)

const (
	maxItems = 64
	minItems = 16 // below this a node is merged with a neighbour if both fit in three quarters of a node
	anyLevel = -1 // of a root that is not loaded yet
)

// node is a leaf (keys and values) or, with kids, an inner node. A node that is not loaded has only its
// piece and its level. Shared nodes never change, except that they are loaded and stored.
type node[K cmp.Ordered, V any] struct {
	own    *owner
	piece  store.Piece
	loaded bool
	level  int // 0: leaf
	keys   []K // ascending. Inner: keys[i] <= every key below kids[i], > every key below kids[i-1]
	vals   []V
	kids   []*node[K, V]
}

// find returns the place of a key in a leaf.
func (n *node[K, V]) find(key K) (int, bool) {
	lo, hi := 0, len(n.keys)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.keys[mid] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(n.keys) && n.keys[lo] == key
}

// child returns which kid's range holds key.
func (n *node[K, V]) child(key K) int {
	i, found := n.find(key)
	if !found && i > 0 {
		i--
	}
	return i
}

// edit returns a node with the same content that own may change.
func (n *node[K, V]) edit(codec *codec[K, V], own *owner) *node[K, V] {
	n.ready(codec)
	if n.own == own {
		n.piece.Forget()
		return n
	}
	c := &node[K, V]{own: own, loaded: true, level: n.level, keys: grown(n.keys)}
	if n.kids != nil {
		c.kids = grown(n.kids)
	} else {
		c.vals = grown(n.vals)
	}
	return c
}

// grown clones with room for some more items, as what is copied for a change often grows.
func grown[T any](s []T) []T {
	return append(make([]T, 0, min(maxItems, len(s)+len(s)/4+1)), s...)
}

// place finds or makes the slot of key below an owned node. If the node overflows, its right part is
// returned as a new node.
func (n *node[K, V]) place(codec *codec[K, V], own *owner, key K) (slot *V, right *node[K, V], added bool) {
	if n.kids == nil {
		return n.placeInLeaf(own, key)
	}
	i := n.child(key)
	kid := n.kids[i].edit(codec, own)
	n.kids[i] = kid
	slot, split, added := kid.place(codec, own, key)
	n.keys[i] = min(n.keys[i], key)
	if split == nil {
		return slot, nil, added
	}
	at := i + 1
	n, right = n.room(own, &at)
	n.keys = slices.Insert(n.keys, at, split.keys[0])
	n.kids = slices.Insert(n.kids, at, split)
	return slot, right, added
}

func (n *node[K, V]) placeInLeaf(own *owner, key K) (slot *V, right *node[K, V], added bool) {
	i, found := n.find(key)
	if found {
		return &n.vals[i], nil, false
	}
	n, right = n.room(own, &i)
	n.keys = slices.Insert(n.keys, i, key)
	var none V
	n.vals = slices.Insert(n.vals, i, none)
	return &n.vals[i], right, true
}

// room makes room for one more item at position *at. A full node is split: right is the new right
// part, into is the half that takes the item, at *at there. At the end of a full node the right part
// starts empty, so that ascending keys fill nodes completely.
func (n *node[K, V]) room(own *owner, at *int) (into, right *node[K, V]) {
	if len(n.keys) < maxItems {
		return n, nil
	}
	half := len(n.keys) / 2
	if *at == len(n.keys) {
		half = *at
	}
	right = &node[K, V]{own: own, loaded: true, level: n.level, keys: slices.Clone(n.keys[half:])}
	if n.kids != nil {
		right.kids = append(make([]*node[K, V], 0, 1), n.kids[half:]...)
		clear(n.kids[half:])
		n.kids = n.kids[:half]
	} else {
		right.vals = slices.Clone(n.vals[half:])
		clear(n.vals[half:])
		n.vals = n.vals[:half]
	}
	n.keys = n.keys[:half]
	if *at < half {
		return n, right
	}
	*at -= half
	return right, right
}

// remove deletes a key that is there, below an owned node.
func (n *node[K, V]) remove(codec *codec[K, V], own *owner, key K) {
	if n.kids == nil {
		i, _ := n.find(key)
		n.keys = slices.Delete(n.keys, i, i+1)
		n.vals = slices.Delete(n.vals, i, i+1)
		return
	}
	i := n.child(key)
	kid := n.kids[i].edit(codec, own)
	n.kids[i] = kid
	kid.remove(codec, own, key)
	switch {
	case len(kid.keys) == 0:
		n.drop(i)
	case len(kid.keys) < minItems && i+1 < len(n.kids):
		n.merge(codec, own, i)
	case len(kid.keys) < minItems && i > 0:
		n.merge(codec, own, i-1)
	}
}

// merge joins kids i and i+1 if the result leaves room to grow.
func (n *node[K, V]) merge(codec *codec[K, V], own *owner, i int) {
	right := n.kids[i+1]
	right.ready(codec)
	n.kids[i].ready(codec)
	if len(n.kids[i].keys)+len(right.keys) > maxItems*3/4 {
		return
	}
	left := n.kids[i].edit(codec, own)
	n.kids[i] = left
	left.keys = append(left.keys, right.keys...)
	left.vals = append(left.vals, right.vals...)
	left.kids = append(left.kids, right.kids...)
	n.drop(i + 1)
}

func (n *node[K, V]) drop(i int) {
	n.keys = slices.Delete(n.keys, i, i+1)
	n.kids = slices.Delete(n.kids, i, i+1)
}

// walk yields the items from *from (nil: from the end) in one direction, and returns false when told to
// stop.
func (n *node[K, V]) walk(codec *codec[K, V], from *K, down bool, yield func(K, V) bool) bool {
	n.ready(codec)
	step, i := 1, 0
	if down {
		step, i = -1, len(n.keys)-1
	}
	if from != nil {
		i = n.start(*from, down)
	}
	for first := true; i >= 0 && i < len(n.keys); i += step {
		if n.kids == nil {
			if !yield(n.keys[i], n.vals[i]) {
				return false
			}
			continue
		}
		if !first {
			from = nil
		}
		if first = false; !n.kids[i].walk(codec, from, down, yield) {
			return false
		}
	}
	return true
}

// start is the first item to visit from a key on.
func (n *node[K, V]) start(from K, down bool) int {
	if n.kids != nil {
		return n.child(from)
	}
	i, found := n.find(from)
	if down && !found {
		i--
	}
	return i
}
