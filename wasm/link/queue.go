package link

import "sync"

// Queue is a list without a limit between those who must not block, such as JavaScript callbacks, and the one
// goroutine that does the work. The zero value is empty and ready.
type Queue[T any] struct {
	mu    sync.Mutex
	items []T
	wake  chan struct{} // holds a token while there may be something to take
}

// Push adds an item. It never blocks.
func (q *Queue[T]) Push(item T) {
	q.mu.Lock()
	q.items = append(q.items, item)
	q.mu.Unlock()
	select {
	case q.waker() <- struct{}{}:
	default:
	}
}

// Take removes the oldest item; ok is false if there is none.
func (q *Queue[T]) Take() (item T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return item, false
	}
	item = q.items[0]
	q.items = q.items[1:]
	return item, true
}

// Wait returns a channel that gives a token after a Push. A token may also come for what was taken already:
// look with Take.
func (q *Queue[T]) Wait() <-chan struct{} { return q.waker() }

// Next waits for an item and removes it.
func (q *Queue[T]) Next() T {
	for {
		if item, ok := q.Take(); ok {
			return item
		}
		<-q.waker()
	}
}

func (q *Queue[T]) waker() chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.wake == nil {
		q.wake = make(chan struct{}, 1)
	}
	return q.wake
}
