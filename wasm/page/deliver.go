package page

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"logarium/engine/message"
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
	var e struct {
		Name string `json:"event"`
	}
	if err := json.Unmarshal(next.data, &e); err != nil {
		fmt.Fprintln(os.Stderr, "a message of the worker makes no sense:", err)
		return
	}
	if e.Name == "" {
		c.receiveAnswer(next)
	} else {
		c.receiveEvent(next)
	}
}

func (c *Client) receiveAnswer(next delivery) {
	var answer message.Answer
	if err := json.Unmarshal(next.data, &answer); err != nil {
		answer.Error = err.Error()
	}
	c.mu.Lock()
	waiting, ok := c.pending[answer.ID]
	delete(c.pending, answer.ID)
	c.mu.Unlock()
	if ok {
		waiting.done(answer, nil)
	}
}

func (c *Client) receiveEvent(next delivery) {
	var event message.Event
	if err := json.Unmarshal(next.data, &event); err != nil {
		fmt.Fprintln(os.Stderr, "an event of the worker makes no sense:", err)
		return
	}
	for _, hear := range c.hearing(next, event) {
		hear(event)
	}
}

// hearing lists the subscribers in the order in which they came, and remembers a ready event. What a worker says that
// was detached meanwhile is for nobody.
func (c *Client) hearing(next delivery, event message.Event) (all []func(message.Event)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.port != next.port {
		return nil
	}
	if event.Name == "ready" {
		c.ready = &event
	}
	var ids []int64
	for id := range c.hearers {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		all = append(all, c.hearers[id])
	}
	return all
}
