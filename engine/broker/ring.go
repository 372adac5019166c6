package broker

import (
	"iter"

	"logarium/engine/cow"
	"logarium/engine/store"
)

// ring keeps the latest items of a sequence, numbered from 1.
type ring[T any] struct {
	items cow.Map[int64, T]
	last  int64 // number of the latest item
}

// add numbers an item and drops the oldest one beyond limit.
func (r *ring[T]) add(item T, limit int64) int64 {
	r.last++
	r.items.Set(r.last, item)
	if old := r.last - limit; old > 0 {
		r.items.Delete(old)
	}
	return r.last
}

// from lists items by number, the first at or after n.
func (r *ring[T]) from(n int64) iter.Seq2[int64, T] { return r.items.Ascend(n) }

// before lists items by number downwards, the first at or below n.
func (r *ring[T]) before(n int64) iter.Seq2[int64, T] { return r.items.Descend(n) }

func (r *ring[T]) fork() ring[T] { return ring[T]{items: r.items.Fork(), last: r.last} }

func (r *ring[T]) code(c *store.Coder, item func(*store.Coder, *T)) {
	c.Int64(&r.last)
	r.items.Code(c, (*store.Coder).Int64, item)
}
