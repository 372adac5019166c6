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
type Map[K cmp.Ordered, V any] struct{ tree }

// Len is the number of keys.
func (m *Map[K, V]) Len() int { return m.count }

// Fork returns a copy. It takes constant time; the two are independent from then on.
func (m *Map[K, V]) Fork() Map[K, V] {
	m.own = nil
	return *m
}

// Get returns the value of a key.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	leaf, i, ok := find(&m.tree, key)
	if ok {
		value = itemsOf[V](leaf.vals)[i]
	}
	return value, ok
}

// Set gives a key a value.
func (m *Map[K, V]) Set(key K, value V) { *m.place(key) = value }

// Edit returns a pointer to the value of a key for changing it in place, nil if there is none. It is
// valid until the next change or fork of the map.
func (m *Map[K, V]) Edit(key K) *V {
	var s spot
	if seek(&m.tree, key, &s); !s.found {
		return nil
	}
	leaf, i := m.tree.place(&s, nil) // it has its key
	return &itemsOf[V](leaf.vals)[i]
}

func (m *Map[K, V]) place(key K) *V {
	if m.root == nil {
		m.root = newNode[K, V]()
		m.root.loaded = true
	}
	leaf, i := place(&m.tree, key)
	return &itemsOf[V](leaf.vals)[i]
}

// Delete removes a key and says whether it was there.
func (m *Map[K, V]) Delete(key K) bool {
	var s spot
	seek(&m.tree, key, &s)
	if s.found {
		m.remove(&s)
	}
	return s.found
}

// Clear removes everything.
func (m *Map[K, V]) Clear() { m.root, m.last, m.count = nil, nil, 0 }

// Min returns the smallest key.
func (m *Map[K, V]) Min() (K, V, bool) { return m.first(nil, false) }

// Max returns the largest key.
func (m *Map[K, V]) Max() (K, V, bool) { return m.first(nil, true) }

// Floor returns the largest key that is at most key.
func (m *Map[K, V]) Floor(key K) (K, V, bool) { return m.near(key, true) }

// Ceiling returns the smallest key that is at least key.
func (m *Map[K, V]) Ceiling(key K) (K, V, bool) { return m.near(key, false) }

func (m *Map[K, V]) near(key K, down bool) (K, V, bool) {
	var s spot
	seek(&m.tree, key, &s)
	return m.first(&s, down)
}

func (m *Map[K, V]) first(s *spot, down bool) (key K, value V, ok bool) {
	leaf, i := m.tree.first(s, down)
	if leaf == nil {
		return key, value, false
	}
	return itemsOf[K](leaf.keys)[i], itemsOf[V](leaf.vals)[i], true
}

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
		if m.root == nil {
			return
		}
		var s *spot
		if from != nil {
			s = &spot{}
			seek(&m.tree, *from, s)
		}
		m.root.walk(m.codec, s, down, func(leaf *node, i int) bool { return pass(leaf, i, down, yield) })
	}
}

// pass yields the items of a leaf from i on.
func pass[K, V any](leaf *node, i int, down bool, yield func(K, V) bool) bool {
	keys, vals := itemsOf[K](leaf.keys), itemsOf[V](leaf.vals)
	step := 1
	if down {
		step = -1
	}
	for ; i >= 0 && i < len(keys); i += step {
		if !yield(keys[i], vals[i]) {
			return false
		}
	}
	return true
}

// Code writes or reads the map. key and value code one item each, and are kept for nodes that are read
// later. Nodes that the store has already are written as their place only.
func (m *Map[K, V]) Code(c *store.Coder, key func(*store.Coder, *K), value func(*store.Coder, *V)) {
	m.tree.code(c, &codec{keyCoder[K](key), valueCoder[V](value)}, (*typed[K, V])(nil))
}
