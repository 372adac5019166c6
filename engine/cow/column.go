package cow

import "cmp"

// column is what a node holds of its items on one side: the keys or the values.
type column interface {
	size() int
	insert(i int)                 // an empty item
	remove(i int)                 // item i
	cut(from int)                 // all items from there on
	add(c column, from, room int) // the items of a column of the same type from there on; room: capacity of a new list
	set(i int, c column, at int)  // item i becomes item at of a column of the same type
}

// list is the column of one type.
type list[T any] struct{ items []T }

func (l *list[T]) size() int { return len(l.items) }

func (l *list[T]) insert(i int) {
	var none T
	l.items = append(l.items, none)
	copy(l.items[i+1:], l.items[i:])
	l.items[i] = none
}

func (l *list[T]) remove(i int) {
	copy(l.items[i:], l.items[i+1:])
	l.cut(len(l.items) - 1)
}

func (l *list[T]) cut(from int) {
	clear(l.items[from:])
	l.items = l.items[:from]
}

func (l *list[T]) add(c column, from, room int) {
	if l.items == nil {
		l.items = make([]T, 0, room)
	}
	l.items = append(l.items, c.(*list[T]).items[from:]...)
}

func (l *list[T]) set(i int, c column, at int) { l.items[i] = c.(*list[T]).items[at] }

// itemsOf returns the items of a column whose type the caller knows.
func itemsOf[T any](c column) []T { return c.(*list[T]).items }

// search returns the place of a key among ascending keys.
func search[K cmp.Ordered](keys []K, key K) (int, bool) {
	lo, hi := 0, len(keys)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if keys[mid] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(keys) && keys[lo] == key
}
