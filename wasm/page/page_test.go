package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"logarium/engine/message"
	"logarium/wasm/link"
	"logarium/wasm/wire"
)

// peer is a worker in a test: it keeps what it was asked, and says what the test wants.
type peer struct {
	port  link.Port
	asked []message.Request
}

func connect(c *Client) *peer {
	near, far := link.Pipe()
	p := &peer{port: far}
	far.Listen(func(data []byte) {
		var r message.Request
		if err := json.Unmarshal(data, &r); err != nil {
			panic(err)
		}
		p.asked = append(p.asked, r)
	})
	c.Attach(near)
	return p
}

func (p *peer) say(what any) {
	switch what := what.(type) {
	case message.Answer:
		p.port.Send(wire.Answer(what))
	case message.Event:
		p.port.Send(wire.Event(what))
	}
	synctest.Wait()
}

// inBubble runs a test with a client whose goroutine ends with the test.
func inBubble(t *testing.T, run func(t *testing.T, c *Client)) {
	synctest.Test(t, func(t *testing.T) {
		c := NewClient(func() {})
		defer c.Close()
		run(t, c)
	})
}

func TestRequestsWaitForTheWorkerAndAreAnsweredByID(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		var got []string
		note := func(r message.Result, err error) { got = append(got, fmt.Sprint(strings.TrimSpace(r.Out), err)) }
		first := c.Exec("ls", false, note)
		second := c.Exec("clock advance 16ms", true, note)
		p := connect(c)
		if len(p.asked) != 2 || p.asked[0].ID != first || p.asked[0].Line != "ls" || !p.asked[1].Merge {
			t.Fatalf("asked %+v", p.asked)
		}
		p.say(message.Answer{ID: second, Result: &message.Result{Out: "two\n"}})
		p.say(message.Answer{ID: first, Result: &message.Result{Out: "one\n"}})
		p.say(message.Answer{ID: first, Result: &message.Result{Out: "twice\n"}})
		p.say(message.Answer{ID: 77})
		if want := []string{"two<nil>", "one<nil>"}; !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestViewsCompletionsAndErrors(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		p := connect(c)
		var view, failed, words string
		c.View("hex", map[string]any{"offset": 4096}, func(v json.RawMessage, err error) { view = fmt.Sprint(string(v), err) })
		c.View("none", nil, func(_ json.RawMessage, err error) { failed = fmt.Sprint(err) })
		c.Complete("kafka-to", func(w message.Completion, err error) { words = fmt.Sprint(w.Words, err) })
		unmarshalable := ""
		c.View("x", func() {}, func(_ json.RawMessage, err error) { unmarshalable = fmt.Sprint(err) })
		if string(p.asked[0].Params) != `{"offset":4096}` || string(p.asked[1].Params) != "null" {
			t.Fatalf("asked %s and %s", p.asked[0].Params, p.asked[1].Params)
		}
		p.say(message.Answer{ID: p.asked[0].ID, View: json.RawMessage(`{"size":1}`)})
		p.say(message.Answer{ID: p.asked[1].ID, Error: "no view"})
		p.say(message.Answer{ID: p.asked[2].ID, Complete: &message.Completion{Words: []string{"kafka-topics.sh"}}})
		if view != `{"size":1}<nil>` || failed != "no view" || words != "[kafka-topics.sh] <nil>" || !strings.Contains(unmarshalable, "unsupported") {
			t.Fatalf("%q %q %q %q", view, failed, words, unmarshalable)
		}
	})
}

func TestEventsReachEverySubscriberAndReadyIsRepeated(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		var heard []string
		hear := func(who string) func(message.Event) {
			return func(e message.Event) { heard = append(heard, who+e.Name) }
		}
		p := connect(c)
		stop := c.Listen(hear("a:"))
		p.say(message.Event{Name: "ready", Ready: &message.Ready{}})
		p.say(message.Event{Name: "saved", Position: 3})
		c.On(hear("b:"))
		synctest.Wait()
		stop()
		p.say(message.Event{Name: "changed"})
		if want := []string{"a:ready", "a:saved", "b:ready", "b:changed"}; !slices.Equal(heard, want) {
			t.Fatalf("heard %q, want %q", heard, want)
		}
	})
}

func TestCancelNamesARequestOrTakesTheOldestCommand(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		p := connect(c)
		c.Cancel(0) // nothing runs: nothing is sent
		c.View("lab", nil, func(json.RawMessage, error) {})
		a := c.Exec("a", false, func(message.Result, error) {})
		b := c.Exec("b", false, func(message.Result, error) {})
		c.Cancel(b)
		c.Cancel(0)
		if len(p.asked) != 5 || p.asked[3].Op != "cancel" || p.asked[3].ID != b || p.asked[4].ID != a {
			t.Fatalf("asked %+v", p.asked)
		}
	})
}

// A worker that never ran is replaced at once, and nobody notices.
func TestRequestsSurviveAWorkerThatNeverRan(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		connect(c)
		c.Exec("ls", false, func(message.Result, error) {})
		c.Detach(false)
		if next := connect(c); len(next.asked) != 1 || next.asked[0].Line != "ls" {
			t.Fatalf("asked %+v", next.asked)
		}
	})
}

func TestDeadWorkerFailsItsRequestsAndTheNextOneServes(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		old := connect(c)
		old.say(message.Event{Name: "ready", Ready: &message.Ready{}})
		var got []error
		last := ""
		c.On(func(e message.Event) { last = e.Name })
		c.Exec("kill", false, func(_ message.Result, err error) { got = append(got, err) })
		c.Detach(true)
		synctest.Wait()
		c.Exec("too late", false, func(_ message.Result, err error) { got = append(got, err) })
		synctest.Wait()
		if len(got) != 2 || !errors.Is(got[0], ErrBroken) || !errors.Is(got[1], ErrBroken) || c.Ready() || last != "broken" {
			t.Fatalf("got %v, ready %v, last event %q", got, c.Ready(), last)
		}
		events := 0
		c.On(func(message.Event) { events++ })
		next := connect(c)
		c.Exec("ls", false, func(_ message.Result, err error) { got = append(got, err) })
		old.say(message.Event{Name: "changed"}) // a ghost
		if len(next.asked) != 1 || next.asked[0].Line != "ls" || events != 0 {
			t.Fatalf("asked %+v, %d events", next.asked, events)
		}
	})
}

// Whoever asks for a check, everybody hears what came of it.
func TestChecksAreToldToEverybody(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		var heard []string
		c.On(func(e message.Event) {
			if e.Check != nil {
				heard = append(heard, fmt.Sprint(e.Name, e.Check.Checks, e.Check.Results))
			}
		})
		p := connect(c)
		answers := 0
		ask := func(name string) {
			c.View(name, map[string]any{"checks": []string{"leo(a-0) == 3"}}, func(json.RawMessage, error) { answers++ })
			synctest.Wait()
		}
		ask("check")
		p.say(message.Answer{ID: p.asked[0].ID, View: json.RawMessage(`{"results":[{"ok":true,"got":"leo(a-0) is 3"}]}`)})
		ask("check")
		p.say(message.Answer{ID: p.asked[1].ID, Error: "no such partition"})
		ask("clock")
		p.say(message.Answer{ID: p.asked[2].ID, View: json.RawMessage(`{"results":[]}`)})
		if answers != 3 || !slices.Equal(heard, []string{"check[leo(a-0) == 3] [{true leo(a-0) is 3 }]"}) {
			t.Errorf("%d answers, heard %q", answers, heard)
		}
	})
}

// Files go to the worker by a way of their own; the request that names them says which.
func TestFilesAreHandedOver(t *testing.T) {
	inBubble(t, func(t *testing.T, c *Client) {
		var heard []string
		hear := func(lab string, err error) { heard = append(heard, fmt.Sprint(lab, " ", err)) }
		c.Import("nothing", hear)
		given := map[string]any{}
		c.give = func(key string, files any) { given[key] = files }
		p := connect(c)
		c.Import("files", hear)
		synctest.Wait()
		r := p.asked[0]
		if r.Op != "import" || given[r.Line] != "files" {
			t.Fatalf("asked %+v, given %v", r, given)
		}
		p.say(message.Answer{ID: r.ID, Result: &message.Result{Out: "mine"}})
		if c.Import("more", hear); c.Worked() {
			t.Error("an import is no command")
		}
		synctest.Wait()
		p.say(message.Answer{ID: p.asked[1].ID, Error: "at byte 7"})
		if want := []string{" " + ErrNoDoor.Error(), "mine <nil>", " at byte 7"}; !slices.Equal(heard, want) {
			t.Errorf("heard %q, want %q", heard, want)
		}
	})
}
