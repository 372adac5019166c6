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
type codec struct{ key, value itemCoder }

// itemCoder codes item i of a column.
type itemCoder interface {
	code(c *store.Coder, in column, i int)
}

type keyCoder[K cmp.Ordered] func(*store.Coder, *K)

func (f keyCoder[K]) code(c *store.Coder, in column, i int) {
	keys := itemsOf[K](in)
	f(c, &keys[i])
	if c.Reading() && i > 0 && keys[i-1] >= keys[i] {
		c.Fail(errOrder)
	}
}

type valueCoder[V any] func(*store.Coder, *V)

func (f valueCoder[V]) code(c *store.Coder, in column, i int) { f(c, &itemsOf[V](in)[i]) }

// code writes or reads the tree, whose nodes are made like blank.
func (t *tree) code(c *store.Coder, codec *codec, blank twin) {
	c.Int(&t.count)
	there := t.root != nil
	c.Bool(&there)
	if c.Reading() {
		*t = tree{count: t.count, codec: codec}
		if there {
			t.root = blank.twin()
			t.root.level = anyLevel
		}
		if there != (t.count > 0) {
			c.Fail(errCount)
		}
	}
	if t.root != nil {
		c.Piece(&t.root.piece, func(c *store.Coder) { t.root.code(c, t.codec, codec) })
	}
}

// ready loads the node if it is only known by its place. Loading panics with *store.Lost if the store
// cannot give the node back.
func (n *node) ready(codec *codec) {
	if !n.loaded {
		n.piece.Load(func(c *store.Coder) { n.code(c, codec, codec) })
	}
}

// code writes or reads one node: level, then keys with values or with the places of the nodes below.
// A node from another store may have to be loaded (by from) before it is written (by to).
func (n *node) code(c *store.Coder, from, to *codec) {
	if !c.Reading() {
		n.ready(from)
	}
	level, items := n.level, n.keys.size()
	c.Int(&level)
	c.Int(&items)
	if c.Reading() {
		n.begin(c, level, items)
	}
	for i := 0; i < items && c.Err() == nil; i++ {
		if c.Reading() {
			n.extend(i)
		}
		to.key.code(c, n.keys, i)
		if n.level > 0 {
			kid := n.kids[i]
			c.Piece(&kid.piece, func(c *store.Coder) { kid.code(c, from, to) })
		} else {
			to.value.code(c, n.vals, i)
		}
	}
	if c.Reading() {
		n.loaded = c.Err() == nil
	}
}

// begin checks the head of a node that is read.
func (n *node) begin(c *store.Coder, level, items int) {
	if level < 0 || level > maxLevel || n.level != anyLevel && n.level != level {
		c.Fail(errLevel)
	}
	if items < 1 || items > maxItems {
		c.Fail(errItems)
	}
	n.level, n.kids = level, nil
	n.keys.cut(0)
	n.vals.cut(0)
}

// extend appends an empty item.
func (n *node) extend(i int) {
	n.keys.insert(i)
	if n.level > 0 {
		kid := n.whole.twin()
		kid.level = n.level - 1
		n.kids = append(n.kids, kid)
		return
	}
	n.vals.insert(i)
}
