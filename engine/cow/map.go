// Package cow holds the ordered map in which a lab keeps everything that there are many of. A copy of
// it costs nothing; both copies may then be changed, and each change copies the few nodes on its way.
package cow

import (
	"cmp"
	"iter"

	"logarium/engine/store"
)

// Map is an ordered map from K to V: a tree of nodes with up to 64 items. The zero Map is empty and
// ready for use. Do not copy a Map by assignment: use Fork.
//
// Values are copied as Go copies them. A V that points to something mutable must be replaced by a
// clone before a change; the map does not know what it points to.
type Map[K cmp.Ordered, V any] struct {
	root  *node[K, V] // nil: empty
	own   *owner      // nil: no node is this map's own
	count int
	codec *codec[K, V] // how to read nodes that are not in memory; nil: all are
}

// owner is the identity of one side of a fork: a node with another owner may be shared.
type owner struct{ _ byte }

// Len is the number of keys.
func (m *Map[K, V]) Len() int { return m.count }

// Fork returns a copy. It takes constant time; the two are independent from then on.
func (m *Map[K, V]) Fork() Map[K, V] {
	m.own = nil
	return *m
}

// Get returns the value of a key.
func (m *Map[K, V]) Get(key K) (V, bool) {
	n := m.root
	for n != nil {
		n.ready(m.codec)
		if n.kids == nil {
			if i, found := n.find(key); found {
				return n.vals[i], true
			}
			break
		}
		n = n.kids[n.child(key)]
	}
	var none V
	return none, false
}

// Set gives a key a value.
func (m *Map[K, V]) Set(key K, value V) { *m.place(key) = value }

// Edit returns a pointer to the value of a key for changing it in place, nil if there is none. It is
// valid until the next change or fork of the map.
func (m *Map[K, V]) Edit(key K) *V {
	if _, ok := m.Get(key); !ok {
		return nil
	}
	return m.place(key)
}

// place finds or makes the slot of a key, with all nodes on the way owned by this map.
func (m *Map[K, V]) place(key K) *V {
	own := m.owner()
	if m.root == nil {
		m.root = &node[K, V]{own: own, loaded: true}
	}
	m.root = m.root.edit(m.codec, own)
	slot, right, added := m.root.place(m.codec, own, key)
	if right != nil {
		m.root = &node[K, V]{own: own, loaded: true, level: m.root.level + 1,
			keys: []K{m.root.keys[0], right.keys[0]}, kids: []*node[K, V]{m.root, right}}
	}
	if added {
		m.count++
	}
	return slot
}

// Delete removes a key and says whether it was there.
func (m *Map[K, V]) Delete(key K) bool {
	if _, ok := m.Get(key); !ok {
		return false
	}
	own := m.owner()
	m.root = m.root.edit(m.codec, own)
	m.root.remove(m.codec, own, key)
	m.count--
	for m.root != nil && len(m.root.kids) == 1 {
		m.root = m.root.kids[0]
		m.root.ready(m.codec)
	}
	if len(m.root.keys) == 0 {
		m.root = nil
	}
	return true
}

// Clear removes everything.
func (m *Map[K, V]) Clear() { m.root, m.count = nil, 0 }

func (m *Map[K, V]) owner() *owner {
	if m.own == nil {
		m.own = &owner{}
	}
	return m.own
}

// Min returns the smallest key.
func (m *Map[K, V]) Min() (K, V, bool) {
	for k, v := range m.walk(nil, false) {
		return k, v, true
	}
	return m.none()
}

// Max returns the largest key.
func (m *Map[K, V]) Max() (K, V, bool) {
	for k, v := range m.walk(nil, true) {
		return k, v, true
	}
	return m.none()
}

// Floor returns the largest key that is at most key.
func (m *Map[K, V]) Floor(key K) (K, V, bool) {
	for k, v := range m.walk(&key, true) {
		return k, v, true
	}
	return m.none()
}

// Ceiling returns the smallest key that is at least key.
func (m *Map[K, V]) Ceiling(key K) (K, V, bool) {
	for k, v := range m.walk(&key, false) {
		return k, v, true
	}
	return m.none()
}

func (m *Map[K, V]) none() (k K, v V, ok bool) { return }

// All goes over the keys in ascending order. The loop may change the map: it goes over the map as it
// was at the start. The same holds for Ascend and Descend.
func (m *Map[K, V]) All() iter.Seq2[K, V] { return m.loop(nil, false) }

// Ascend goes over the keys from the given one upwards.
func (m *Map[K, V]) Ascend(from K) iter.Seq2[K, V] { return m.loop(&from, false) }

// Descend goes over the keys from the given one downwards.
func (m *Map[K, V]) Descend(from K) iter.Seq2[K, V] { return m.loop(&from, true) }

// Backward goes over all keys in descending order.
func (m *Map[K, V]) Backward() iter.Seq2[K, V] { return m.loop(nil, true) }

// loop gives up ownership first, so that a change in the loop copies what the loop is going over.
func (m *Map[K, V]) loop(from *K, down bool) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		m.own = nil
		m.walk(from, down)(yield)
	}
}

func (m *Map[K, V]) walk(from *K, down bool) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if m.root != nil {
			m.root.walk(m.codec, from, down, yield)
		}
	}
}

// Code writes or reads the map. key and value code one item each, and are kept for nodes that are read
// later. Nodes that the store has already are written as their place only.
func (m *Map[K, V]) Code(c *store.Coder, key func(*store.Coder, *K), value func(*store.Coder, *V)) {
	codec := &codec[K, V]{key, value}
	c.Int(&m.count)
	there := m.root != nil
	c.Bool(&there)
	if c.Reading() {
		*m = Map[K, V]{count: m.count, codec: codec}
		if there {
			m.root = &node[K, V]{level: anyLevel}
		}
		if there != (m.count > 0) {
			c.Fail(errCount)
		}
	}
	if m.root != nil {
		c.Piece(&m.root.piece, func(c *store.Coder) { m.root.code(c, m.codec, codec) })
	}
}
