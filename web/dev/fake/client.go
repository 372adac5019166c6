package fake

import (
	"encoding/json"
	"strings"

	"logarium/engine/message"
)

// Client answers from a Lab in the same process. Its callbacks run when Later runs them, as a worker's would.
type Client struct {
	Lab   *Lab
	Later func(func())
	Ready message.Ready
	on    []func(message.Event)
	next  int64
}

// Exec implements web.Client.
func (c *Client) Exec(line string, _ bool, done func(message.Result, error)) int64 {
	c.next++
	c.Later(func() {
		r := c.Lab.Exec(line)
		done(r, nil)
		c.emit(message.Event{Name: "changed", Changed: []string{"lab", "clock", "schedule", "journal", "partition", "segments", "batches", "files", "verdicts", "serverLog", "events"}})
	})
	return c.next
}

// View implements web.Client.
func (c *Client) View(name string, p any, into func(json.RawMessage, error)) {
	raw, err := json.Marshal(p)
	c.Later(func() {
		if err != nil {
			into(nil, err)
			return
		}
		v, err := c.Lab.View(name, raw)
		if err != nil {
			into(nil, err)
			return
		}
		out, err := json.Marshal(v)
		into(out, err)
	})
}

// Complete implements web.Client.
func (c *Client) Complete(line string, done func(message.Completion, error)) {
	from := strings.LastIndexByte(line, ' ') + 1
	m := message.Completion{From: from}
	for _, w := range []string{"clock", "kafka-configs", "kafka-console-producer", "kafka-topics", "produce", "step", "undo", "redo", "--topic", "advance"} {
		if strings.HasPrefix(w, line[from:]) {
			m.Words = append(m.Words, w)
		}
	}
	c.Later(func() { done(m, nil) })
}

// Cancel implements web.Client.
func (c *Client) Cancel(int64) {}

// On implements web.Client.
func (c *Client) On(f func(message.Event)) {
	c.on = append(c.on, f)
	c.Restart()
}

// Restart implements web.Client.
func (c *Client) Restart() {
	c.Later(func() { c.emit(message.Event{Name: "ready", Ready: &c.Ready}) })
}

// Emit pushes an event.
func (c *Client) Emit(e message.Event) { c.emit(e) }

func (c *Client) emit(e message.Event) {
	for _, f := range c.on {
		f(e)
	}
}
