package cow

import (
	"cmp"
	"errors"

	"logarium/engine/store"
)

// Causes for which a stored map is refused.
var (
	errCount = errors.New("map length does not fit its content")
	errLevel = errors.New("tree level does not fit its parent")
	errItems = errors.New("impossible number of items in a tree node")
	errOrder = errors.New("keys out of order")
)

// maxLevel is far beyond any map that fits in memory.
const maxLevel = 16

// codec codes one key and one value.
type codec[K cmp.Ordered, V any] struct {
	key   func(*store.Coder, *K)
	value func(*store.Coder, *V)
}

// ready loads the node if it is only known by its place. Loading panics with *store.Lost if the store
// cannot give the node back.
func (n *node[K, V]) ready(codec *codec[K, V]) {
	if !n.loaded {
		n.piece.Load(func(c *store.Coder) { n.code(c, codec, codec) })
	}
}

// code writes or reads one node: level, then keys with values or with the places of the nodes below.
// A node from another store may have to be loaded (by from) before it is written (by to).
func (n *node[K, V]) code(c *store.Coder, from, to *codec[K, V]) {
	if !c.Reading() {
		n.ready(from)
	}
	level, items := n.level, len(n.keys)
	c.Int(&level)
	c.Int(&items)
	if c.Reading() {
		n.begin(c, level, items)
	}
	for i := 0; i < items && c.Err() == nil; i++ {
		if c.Reading() {
			n.extend()
		}
		to.key(c, &n.keys[i])
		if n.level > 0 {
			kid := n.kids[i]
			c.Piece(&kid.piece, func(c *store.Coder) { kid.code(c, from, to) })
		} else {
			to.value(c, &n.vals[i])
		}
		if c.Reading() && i > 0 && n.keys[i-1] >= n.keys[i] {
			c.Fail(errOrder)
		}
	}
	if c.Reading() {
		n.loaded = c.Err() == nil
	}
}

// begin checks the head of a node that is read.
func (n *node[K, V]) begin(c *store.Coder, level, items int) {
	if level < 0 || level > maxLevel || n.level != anyLevel && n.level != level {
		c.Fail(errLevel)
	}
	if items < 1 || items > maxItems {
		c.Fail(errItems)
	}
	n.level, n.keys, n.vals, n.kids = level, nil, nil, nil
}

// extend appends an empty item.
func (n *node[K, V]) extend() {
	var key K
	n.keys = append(n.keys, key)
	if n.level > 0 {
		n.kids = append(n.kids, &node[K, V]{level: n.level - 1})
		return
	}
	var value V
	n.vals = append(n.vals, value)
}
