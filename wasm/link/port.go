// Package link carries whole messages between a page and the worker that owns its machine: through a
// MessagePort, or through memory when both live in the page. It does not know what a message says.
package link

import "sync"

// Port is one end of a channel for messages in both directions. Messages arrive whole, once, and in the order
// in which they were sent.
type Port interface {
	// Send hands a message over and returns at once. The bytes belong to the port from then on.
	Send(data []byte)
	// Listen names the receiver, once. What came earlier is kept for it. It is called from the sender or from a
	// JavaScript callback, so it must not block: it should only put the message into a Queue.
	Listen(receive func(data []byte))
	// Close ends the channel for both sides. Sending to a closed port does nothing.
	Close()
}

// Pipe returns the two ends of a channel in memory.
func Pipe() (Port, Port) {
	a, b := &end{}, &end{}
	a.peer, b.peer = b, a
	return a, b
}

// end is one side of a Pipe: what was sent to it waits in early until somebody listens.
type end struct {
	mu      sync.Mutex
	peer    *end
	receive func([]byte)
	early   [][]byte
	closed  bool
}

func (e *end) Send(data []byte) { e.peer.take(data) }

func (e *end) take(data []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
	case e.receive == nil:
		e.early = append(e.early, data)
	default:
		e.receive(data)
	}
}

func (e *end) Listen(receive func([]byte)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.receive = receive
	for _, data := range e.early {
		receive(data)
	}
	e.early = nil
}

func (e *end) Close() {
	for _, side := range []*end{e, e.peer} {
		side.mu.Lock()
		side.closed = true
		side.mu.Unlock()
	}
}
