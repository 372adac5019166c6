// Package worker owns a machine. One goroutine holds the lab and takes requests from a queue; everything else only
// puts messages into that queue. So nothing in the engine needs a lock, and a lab may wait for its block store.
//
// Between the atomic steps of a long command the lab calls Yield. There the worker lets the browser breathe, answers
// views, reports progress, commits, and hears of a cancel.
package worker

import (
	"encoding/json"

	"logarium/engine/message"
	"logarium/engine/store"
)

// Lab is what the worker needs of a machine with its journal. It is used by one goroutine only.
type Lab interface {
	// Exec runs a command line to its end, or until Yield answers false.
	Exec(line string, options Options) message.Result
	// Build runs the script with which a lab begins: command lines as a person types them, with comments and
	// here-documents. It stops at the first line that fails. When Yield answers false, the commands that are not done wait.
	Build(script string, options Options) message.Result
	// Waiting is how many commands of that script wait for `lab continue`.
	Waiting() int
	// View returns a view by its name in docs/api.md.
	View(name string, params json.RawMessage) (any, error)
	// Complete lists what may stand at the end of the line.
	Complete(line string) message.Completion
	// Dirty tells whether anything changed since the last commit.
	Dirty() bool
	// Commit writes all changes and the new root in one transaction. After an error the changes are still
	// uncommitted, and it may be called again.
	Commit() error
	// Tidy does a little of what can wait until nobody wants anything, and says whether there is more. It is called
	// when all is committed.
	Tidy() (more bool, err error)
	// Saved is the number of journal commands known to be committed.
	Saved() int
}

// Options of a command.
type Options struct {
	Merge bool // an advance of play: joins the journal line before it
	Yield func(done, total int64, unit string) bool
}

// Storage is where a lab lives.
type Storage struct {
	Blocks   store.Blocks
	Kind     string            // indexeddb | memory
	Note     func(note []byte) // what the next commit shall remember for the list of labs; nil: nothing
	ReadOnly bool              // somebody else writes to it
	Lost     bool              // the browser has deleted what it kept of all labs, for it was damaged
	Why      string            // why memory or read-only, in words
	Close    func()            // nil if there is nothing to close
	Forget   func()            // instead of Close if this tab does not wait for the lab any more; nil: Close does it
}

// Host is what the worker needs of the place where it runs: a browser's worker or page, or a test.
type Host struct {
	Version string
	// Name of the lab to open first.
	Name string
	// Open finds the storage of a lab. When it is read-only, owned is called (from any goroutine) as soon as the
	// lab is free to be written; the worker then opens it again.
	Open func(name string, owned func()) (Storage, error)
	// Lab builds the machine in its storage. Fresh tells that nothing was stored before.
	Lab func(name string, storage Storage) (lab Lab, fresh bool, err error)
	// Script returns the script with which a fresh lab begins if it is no shared one.
	Script func() ([]byte, error)
	// Shelf is where labs are kept; nil: nowhere that is known.
	Shelf Shelf
	Importer
	// Fixed: once a fresh lab is built nothing may change it any more.
	Fixed bool
	// Breathe lets events that wait in the browser come in. It may park the goroutine.
	Breathe func()
	// Memory is how many bytes of memory the program has taken from the browser, 0 if that is not known. May be nil.
	Memory func() int64
	// Alarm takes the stack of a broken invariant, for a developer to see.
	Alarm func(text string)
}
