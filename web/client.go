// Package web is the screen: Vugu components, their state and the canvas islands. It holds no engine. It sends
// command lines and view requests to a Client, and draws what comes back.
package web

import (
	"encoding/json"

	"logarium/engine/message"
)

// Client reaches the machine. Each call returns at once; its callback runs later, exactly once, on any goroutine,
// and never before the call has returned. Callbacks must not block.
type Client interface {
	// Exec runs a command line. Merge marks an advance of play, which joins the journal line before it.
	// The number names the request in Cancel and in progress events. done gets an error when no answer can come
	// any more: the worker is broken.
	Exec(line string, merge bool, done func(message.Result, error)) int64

	// View asks for a view by its name (docs/api.md). params is marshalled to JSON; nil means none.
	View(name string, params any, into func(json.RawMessage, error))

	// Complete asks for the words that may stand at byte position at of the line.
	Complete(line string, done func(message.Completion, error))

	// Cancel stops a request after its current step.
	Cancel(request int64)

	// On hears every event from now on: ready, changed, saved, progress, log. An event that came
	// before is not repeated, except ready.
	On(func(message.Event))

	// Restart starts a new worker after the old one broke; a ready event follows.
	Restart()
}
