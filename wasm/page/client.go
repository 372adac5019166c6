// Package page is the page's end of the machine: requests with ids, subscriptions, playing time, and the public
// JavaScript API. It draws nothing and holds no engine.
package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"logarium/engine/message"
	"logarium/engine/share"
	"logarium/wasm/link"
	"logarium/wasm/wire"
)

// ErrBroken answers every request that can get no other answer: the worker has died.
var ErrBroken = errors.New("the machine has stopped")

// Client sends requests to a worker and hands out what comes back. Its methods return at once and may be called from
// any goroutine. Callbacks run one after another on one goroutine, never before the call has returned; they must not
// block.
type Client struct {
	mu      sync.Mutex
	port    link.Port // nil while there is no worker
	broken  bool      // the worker has died, and nobody has asked for another
	last    int64     // id of the latest request
	pending map[int64]sent
	hearers map[int64]func(message.Event)
	ready   *message.Event // the latest, repeated to who subscribes late
	restart func()
	give    func(key string, files any) // nil: there is no worker that could take files
	pick    func(folder bool)           // nil: this page cannot ask for files
	execs   int                         // commands that were sent

	incoming link.Queue[delivery]
}

// sent is a request that waits for its answer.
type sent struct {
	data []byte
	done func(message.Answer, error)
}

// delivery is something that the client's goroutine has to do: handle a message of a port, or call f.
type delivery struct {
	port link.Port
	data []byte
	f    func()
	end  bool
}

// NewClient returns a client without a worker: requests wait until Attach. Restart calls restart.
func NewClient(restart func()) *Client {
	c := &Client{pending: map[int64]sent{}, hearers: map[int64]func(message.Event){}, restart: restart}
	go c.deliver()
	return c
}

// Attach connects the client to a worker that has not said anything yet. Requests that wait are sent.
func (c *Client) Attach(port link.Port) {
	c.mu.Lock()
	c.port, c.broken = port, false
	for id := int64(1); id <= c.last; id++ {
		if waiting, ok := c.pending[id]; ok {
			port.Send(append([]byte(nil), waiting.data...))
		}
	}
	c.mu.Unlock()
	port.Listen(func(data []byte) { c.incoming.Push(delivery{port: port, data: data}) })
}

// Detach forgets a worker that has died. With fail, requests on their way are answered with ErrBroken, and so is every
// other until Attach, and subscribers hear an event "broken"; otherwise they wait for the next worker.
func (c *Client) Detach(fail bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.port, c.ready, c.broken = nil, nil, fail
	if !fail {
		return
	}
	c.incoming.Push(delivery{f: func() { c.tell(message.Event{Name: "broken"}) }})
	for id, waiting := range c.pending {
		delete(c.pending, id)
		c.incoming.Push(delivery{f: func() { waiting.done(message.Answer{ID: id}, ErrBroken) }})
	}
}

// Do sends any request; its ID is set here and returned.
func (c *Client) Do(request message.Request, done func(message.Answer, error)) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	request.ID = c.last
	if request.Op == "exec" {
		c.execs++
	}
	data, err := wire.Request(request)
	if err == nil && c.broken {
		err = ErrBroken
	}
	if err != nil {
		c.incoming.Push(delivery{f: func() { done(message.Answer{ID: request.ID}, err) }})
		return request.ID
	}
	c.pending[request.ID] = sent{data, done}
	if c.port != nil {
		c.port.Send(append([]byte(nil), data...)) // the port may give the bytes away
	}
	return request.ID
}

// Exec runs a command line. Merge marks an advance of play, which joins the journal line before it. The number names
// the request in Cancel and in progress events.
func (c *Client) Exec(line string, merge bool, done func(message.Result, error)) int64 {
	return c.Do(message.Request{Op: "exec", Line: line, Merge: merge}, func(a message.Answer, err error) {
		if err = failure(a, err); err != nil || a.Result == nil {
			done(message.Result{}, err)
			return
		}
		done(*a.Result, nil)
	})
}

// View asks for a view by its name; params is marshalled to JSON, nil means none. A json.RawMessage is taken as it is.
func (c *Client) View(name string, params any, into func(json.RawMessage, error)) {
	data, ready := params.(json.RawMessage)
	var err error
	if !ready {
		data, err = json.Marshal(params)
	}
	if err != nil {
		c.incoming.Push(delivery{f: func() { into(nil, err) }})
		return
	}
	c.Do(message.Request{Op: "view", View: name, Params: data}, func(a message.Answer, err error) {
		err = failure(a, err)
		if into(a.View, err); name == "check" && err == nil {
			c.checked(data, a.View)
		}
	})
}

// checked tells everybody what came of the assertions that somebody asked for.
func (c *Client) checked(params, answer json.RawMessage) {
	var check message.Check
	if json.Unmarshal(params, &check) == nil && json.Unmarshal(answer, &check) == nil {
		c.tell(message.Event{Name: "check", Check: &check})
	}
}

// Complete asks for the words that may stand at the end of the line.
func (c *Client) Complete(line string, done func(message.Completion, error)) {
	c.Do(message.Request{Op: "complete", Line: line}, func(a message.Answer, err error) {
		if err = failure(a, err); err != nil || a.Complete == nil {
			done(message.Completion{}, err)
			return
		}
		done(*a.Complete, nil)
	})
}

// Open leaves the present lab, committed, and takes the one of this name, or the one that a link with share.Mark in it
// describes. View is what the link says that the page shall show.
func (c *Client) Open(lab string, done func(view string, err error)) {
	request := message.Request{Op: "open", Line: lab}
	if strings.Contains(lab, share.Mark) {
		request = message.Request{Op: "open", Link: lab}
	}
	c.Do(request, func(a message.Answer, err error) {
		if err = failure(a, err); err != nil || a.Result == nil {
			done("", err)
			return
		}
		done(a.Result.Out, nil)
	})
}

// Cancel stops a request after its current step, or takes it back if it has not begun. 0 means the oldest command
// that has no answer yet.
func (c *Client) Cancel(request int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if request == 0 {
		request = c.oldestCommand()
	}
	data, _ := wire.Request(message.Request{ID: request, Op: "cancel"}) // always marshals
	if c.port != nil && request != 0 {
		c.port.Send(data)
	}
}

func (c *Client) oldestCommand() (oldest int64) {
	for id, waiting := range c.pending {
		request, err := wire.DecodeRequest(waiting.data)
		if err == nil && (request.Op == "exec" || request.Op == "import") && (oldest == 0 || id < oldest) {
			oldest = id
		}
	}
	return oldest
}

func failure(a message.Answer, err error) error {
	if err == nil && a.Error != "" {
		return errors.New(a.Error)
	}
	return err
}

// On hears every event from now on, and the last ready event if there was one.
func (c *Client) On(hear func(message.Event)) { c.Listen(hear) }

// Listen is On with a way back: the function it returns ends the subscription.
func (c *Client) Listen(hear func(message.Event)) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := c.last
	c.hearers[id] = hear
	if ready := c.ready; ready != nil {
		c.incoming.Push(delivery{f: func() { hear(*ready) }})
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.hearers, id)
	}
}

// Restart starts a new worker after the old one broke; a ready event follows.
func (c *Client) Restart() { c.restart() }

// Close ends the client's goroutine; nothing is delivered any more.
func (c *Client) Close() { c.incoming.Push(delivery{end: true}) }

// Pick asks the visitor for files, or for a folder. It must be called while the browser handles a click or a key.
func (c *Client) Pick(folder bool) {
	if c.pick != nil {
		c.pick(folder)
	}
}

// ErrNoDoor answers an import where nothing hands files to the worker.
var ErrNoDoor = errors.New("this page cannot take files")

// Import hands files to the worker: in a browser a JavaScript list of {path, file}. A lab file becomes a lab that is kept, and open then;
// of all else the machine shows what is in it. done gets the name of what is open now.
func (c *Client) Import(files any, done func(lab string, err error)) {
	c.mu.Lock()
	c.last++
	key, give := fmt.Sprint("files ", c.last), c.give
	if give == nil {
		c.incoming.Push(delivery{f: func() { done("", ErrNoDoor) }})
	}
	c.mu.Unlock()
	if give == nil {
		return
	}
	give(key, files)
	c.Do(message.Request{Op: "import", Line: key}, func(a message.Answer, err error) {
		if err = failure(a, err); err != nil || a.Result == nil {
			done("", err)
			return
		}
		done(a.Result.Out, nil)
	})
}

// Worked tells whether a command was sent.
func (c *Client) Worked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.execs > 0
}

// Ready tells whether a worker has opened its lab.
func (c *Client) Ready() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready != nil
}
