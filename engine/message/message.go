// Package message is the language between a page and the worker that owns the machine: requests, answers,
// events and views. Both ends, the tests, the native program and the public JavaScript API (docs/api.md) use these structs and
// no others. They travel as JSON bytes in a transferable buffer.
//
// Units: times are milliseconds of virtual time since the epoch, sizes and positions are bytes, offsets are
// absolute log offsets, unless a field's comment says otherwise.
package message

import "encoding/json"

// Request asks the worker for one thing. ID comes back in the answer.
type Request struct {
	ID     int64           `json:"id"`
	Op     string          `json:"op"` // exec | view | cancel | complete | open | import (the line is the key of files that the page has given)
	Line   string          `json:"line,omitempty"`
	Link   string          `json:"link,omitempty"`  // of open, instead of a lab's name: the text of a shared link
	Merge  bool            `json:"merge,omitempty"` // a clock advance of play: joins the journal line before it
	View   string          `json:"view,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Answer ends a request: either Error is set, or the part that belongs to the request's op.
type Answer struct {
	ID       int64           `json:"id"`
	Error    string          `json:"error,omitempty"`
	Result   *Result         `json:"result,omitempty"`
	View     json.RawMessage `json:"view,omitempty"`
	Complete *Completion     `json:"complete,omitempty"`
}

// Result is what a command printed, and how it ended: 0 is success.
type Result struct {
	Exit int    `json:"exit"`
	Out  string `json:"out"`
	Err  string `json:"err"`
}

// Completion lists what may stand at the end of a command line. From is the byte position in the line at
// which each word would be put.
type Completion struct {
	From  int      `json:"from"`
	Words []string `json:"words"`
}

// Event is pushed by the worker without being asked. Name is one of ready, changed, saved, progress, log; the page's own end adds
// broken when its worker has died, and check when somebody has asked the view of that name.
type Event struct {
	Name     string    `json:"event"`
	Changed  []string  `json:"changed,omitempty"`  // changed: names of the views that may differ now
	Position int       `json:"position,omitempty"` // saved: journal commands known to be committed
	Progress *Progress `json:"progress,omitempty"`
	Ready    *Ready    `json:"ready,omitempty"`
	Lines    []LogLine `json:"lines,omitempty"`
	Check    *Check    `json:"check,omitempty"`
	File     *Outgoing `json:"file,omitempty"` // file: a download
}

// Ready is the first thing that a worker says.
type Ready struct {
	Version  string `json:"version"`
	Store    string `json:"store"`           // indexeddb | memory
	ReadOnly bool   `json:"readOnly"`        // another tab owns this lab
	Why      string `json:"why,omitempty"`   // why memory or read-only, in words
	Fresh    bool   `json:"fresh,omitempty"` // nothing was stored before
	Lost     bool   `json:"lost,omitempty"`  // the browser has deleted what it kept of all labs, for it was damaged
	Full     bool   `json:"full,omitempty"`  // the browser has no room: what was done since is in memory only
	Own      bool   `json:"own,omitempty"`   // these are a visitor's own files
}

// Progress tells how far the running command is. Total is 0 when it cannot be known.
type Progress struct {
	Request int64  `json:"request"`
	Done    int64  `json:"done"`
	Total   int64  `json:"total"`
	Unit    string `json:"unit"` // "records", "ms", ...
}
