package cow

import "logarium/engine/store"

// Differ shows the items that lie in nodes which two maps do not share: first those of m, then those of other, each in order. All in
// which they differ is among them, and what lies beside it: an item that both have may be shown twice. For two forks of one map the
// cost is that of what was changed in them since. Show must change neither.
func (m *Map[K, V]) Differ(other *Map[K, V], show func(key K, value V, mine bool)) {
	mine, theirs := unshared(&m.tree, &other.tree)
	for i, leaves := range [][]*node{mine, theirs} {
		for _, leaf := range leaves {
			vals := itemsOf[V](leaf.vals)
			for at, key := range itemsOf[K](leaf.keys) {
				show(key, vals[at], i == 0)
			}
		}
	}
}

// unshared finds the leaves that only one of two trees has: level by level, without a look below what is the same.
func unshared(a, b *tree) (mine, theirs []*node) {
	mine, theirs = a.top(), b.top()
	for level := max(levelOf(mine), levelOf(theirs)); ; level-- {
		mine, theirs = apart(mine, theirs)
		if level <= 0 {
			break
		}
		mine, theirs = below(mine, level, a.codec), below(theirs, level, b.codec)
	}
	for _, n := range mine {
		n.ready(a.codec)
	}
	for _, n := range theirs {
		n.ready(b.codec)
	}
	return mine, theirs
}

func (t *tree) top() []*node {
	if t.root == nil {
		return nil
	}
	t.root.ready(t.codec)
	return []*node{t.root}
}

func levelOf(top []*node) int {
	if len(top) == 0 {
		return 0
	}
	return top[0].level
}

// below are the children of nodes at a level; nodes of a tree that is lower stay.
func below(list []*node, level int, codec *codec) (kids []*node) {
	if len(list) == 0 || list[0].level < level {
		return list
	}
	for _, n := range list {
		n.ready(codec)
		kids = append(kids, n.kids...)
	}
	return kids
}

// identity tells nodes with different content apart: two that are stored in the same place are the same, though each was read on its own.
type identity struct {
	n     *node // of one that is not stored
	piece store.Piece
}

func (n *node) identity() identity {
	if n.piece.Stored() {
		return identity{piece: n.piece}
	}
	return identity{n: n}
}

// apart takes the nodes out that are in both lists.
func apart(a, b []*node) (mine, theirs []*node) {
	in := make(map[identity]bool, len(b))
	for _, n := range b {
		in[n.identity()] = true
	}
	for _, n := range a {
		if id := n.identity(); in[id] {
			in[id] = false
		} else {
			mine = append(mine, n)
		}
	}
	for _, n := range b {
		if in[n.identity()] {
			theirs = append(theirs, n)
		}
	}
	return mine, theirs
}
