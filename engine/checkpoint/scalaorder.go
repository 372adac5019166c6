package checkpoint

import (
	"cmp"
	"slices"
)

// replication-offset-checkpoint comes out of a scala.collection.mutable.AnyRefMap: open addressing, with a hash that is mixed
// once more.

// AnyRefOrder sorts items, given in the order in which they were put into an AnyRefMap that was made empty, as that map yields
// them. No two items have the same key.
func AnyRefOrder[T any](items []T, hash func(T) int32) {
	table := make([]int, 16) // 1 + index of the item, 0: free
	hashes := make([]uint32, len(items))
	for i := range items {
		hashes[i] = mixed(hash(items[i]))
		settle(table, hashes, i)
		if 2*(i+1) >= len(table) {
			table = regrown(table, hashes)
		}
	}
	before := append([]T(nil), items...)
	n := 0
	for _, at := range table {
		if at > 0 {
			items[n] = before[at-1]
			n++
		}
	}
}

// mixed is AnyRefMap's hash: the first steps of MurmurHash3's finalizer.
func mixed(hash int32) uint32 {
	h := uint32(hash)
	h = (h ^ h>>16) * 0x85EBCA6B
	if h = (h ^ h>>13) & 0x7FFFFFFF; h == 0 {
		return 0x41081989
	}
	return h
}

// settle finds a free place for an item.
func settle(table []int, hashes []uint32, item int) {
	mask := len(table) - 1
	at := int(hashes[item]) & mask
	for x := 1; table[at] != 0; x++ {
		at = (at + 2*(x+1)*x - 3) & mask
	}
	table[at] = item + 1
}

// regrown is a table of twice the size, filled in the order of the old one.
func regrown(old []int, hashes []uint32) []int {
	table := make([]int, 2*len(old))
	for _, at := range old {
		if at > 0 {
			settle(table, hashes, at-1)
		}
	}
	return table
}

// ScalaOrder sorts items as a scala.collection.mutable.HashMap or HashSet yields them: bucket by bucket, by hash within one.
func ScalaOrder[T any](items []T, hash func(T) int32) {
	buckets := 16
	for len(items) >= buckets/4*3 {
		buckets *= 2
	}
	improved := func(item T) int32 { h := uint32(hash(item)); return int32(h ^ h>>16) }
	slices.SortStableFunc(items, func(a, b T) int {
		x, y := improved(a), improved(b)
		return cmp.Or(cmp.Compare(int(x)&(buckets-1), int(y)&(buckets-1)), cmp.Compare(x, y))
	})
}

// TrieOrder is the order in which a scala.collection.immutable.HashMap or HashSet yields keys of these hashes, as places in the list; equal ones stay together, in
// the order of the list. A node has a place for each five bits of the hash: first come those with one key, then those with a node of the next five bits.
func TrieOrder(hashes []int32) []int {
	all := make([]int, len(hashes))
	for i := range all {
		all[i] = i
	}
	trieNode(hashes, all, 0)
	return all
}

const trieBits = 5

func trieNode(hashes []int32, list []int, shift uint) {
	if shift >= 32 {
		return
	}
	bits := func(i int) uint32 { return improved(hashes[i]) >> shift & (1<<trieBits - 1) }
	var first [1 << trieBits]int // the first of each place, from 1
	var shared [1 << trieBits]int
	for _, i := range list {
		switch at := &first[bits(i)]; {
		case *at == 0:
			*at = i + 1
		case hashes[*at-1] != hashes[i]:
			shared[bits(i)] = 1
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(shared[bits(a)], shared[bits(b)]), cmp.Compare(bits(a), bits(b)))
	})
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && bits(list[to]) == bits(list[from]) {
			to++
		}
		if shared[bits(list[from])] == 1 {
			trieNode(hashes, list[from:to], shift+trieBits)
		}
		from = to
	}
}

// improved is a hash as Scala's immutable maps mix it.
func improved(hash int32) uint32 {
	h := uint32(hash)
	h += ^(h << 9)
	h ^= h >> 14
	h += h << 4
	return h ^ h>>10
}
