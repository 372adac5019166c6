package page

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"logarium/engine/message"
	"logarium/wasm/wire"
)

// deliver is the client's goroutine: it hands out answers and events in the order in which they came.
func (c *Client) deliver() {
	for {
		next := c.incoming.Next()
		if next.end {
			return
		}
		if next.f != nil {
			next.f()
			continue
		}
		c.receive(next)
	}
}

func (c *Client) receive(next delivery) {
	answer, event, err := wire.Decode(next.data)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "a message of the worker makes no sense:", err)
	case event.Name == "":
		c.settle(answer)
	case c.accept(next, event):
		c.tell(event)
	}
}

func (c *Client) settle(answer message.Answer) {
	c.mu.Lock()
	waiting, ok := c.pending[answer.ID]
	delete(c.pending, answer.ID)
	c.mu.Unlock()
	if ok {
		waiting.done(answer, nil)
	}
}

// accept remembers a ready event. What a worker says that was detached meanwhile is for nobody.
func (c *Client) accept(next delivery, event message.Event) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.port != next.port {
		return false
	}
	if event.Name == "ready" {
		c.ready = &event
	}
	return true
}

// tell hands an event to the subscribers, in the order in which they came.
func (c *Client) tell(event message.Event) {
	for _, hear := range c.hearing() {
		hear(event)
	}
}

func (c *Client) hearing() (all []func(message.Event)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(c.hearers)) {
		all = append(all, c.hearers[id])
	}
	return all
}
