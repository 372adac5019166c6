package page

import (
	"syscall/js"

	"logarium/wasm/promise"
)

// serveFrame answers the window that frames this page, and nobody else. A request is {logarium: verb, id, args}, its
// answer {logarium: "answer", id, value | error}, an event {logarium: "event", id, event} with the id of its "on".
func (a *api) serveFrame() {
	parent := js.Global().Get("parent")
	if parent.Equal(js.Global().Get("window")) {
		return
	}
	f := &frame{api: a, parent: parent, stops: map[string]func(){}}
	js.Global().Call("addEventListener", "message", js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.receive(args[0])
		return nil
	}))
}

type frame struct {
	api    *api
	parent js.Value
	stops  map[string]func() // subscriptions by the id of their "on"
}

func (f *frame) receive(event js.Value) {
	data := event.Get("data")
	if !event.Get("source").Equal(f.parent) || data.Type() != js.TypeObject || data.Get("logarium").Type() != js.TypeString {
		return
	}
	r := request{frame: f, origin: event.Get("origin").String(), id: data.Get("id")}
	if args := data.Get("args"); args.InstanceOf(js.Global().Get("Array")) {
		for i := range args.Length() {
			r.args = append(r.args, args.Index(i))
		}
	}
	r.serve(data.Get("logarium").String())
}

// request is one message of the parent window.
type request struct {
	frame  *frame
	origin string
	id     js.Value
	args   []js.Value
}

func (r request) serve(verb string) {
	a := r.frame.api
	switch call, ok := a.verbs()[verb]; {
	case ok:
		r.answerWith(call(r.args))
	case verb == "ready":
		r.answerWith(a.ready())
	case verb == "version":
		r.post(map[string]any{"logarium": "answer", "value": a.version})
	case verb == "on":
		r.on()
	case verb == "off":
		r.off()
	case verb == "theme":
		name, _ := text(r.args, 0)
		a.screen.Themed(name)
	case verb == "pause":
		a.screen.Paused()
	case verb == "still":
		r.still()
	default:
		r.post(map[string]any{"logarium": "answer", "error": "unknown verb: " + verb})
	}
}

// answerWith posts what a promise comes to.
func (r request) answerWith(pending js.Value) {
	go func() {
		value, err := promise.Await(pending)
		if err != nil {
			r.post(map[string]any{"logarium": "answer", "error": err.Error()})
			return
		}
		r.post(map[string]any{"logarium": "answer", "value": value})
	}()
}

func (r request) on() {
	name, ok := text(r.args, 0)
	if !ok {
		r.post(map[string]any{"logarium": "answer", "error": errArgument.Error()})
		return
	}
	r.off()
	r.frame.stops[r.key()] = r.frame.api.subscribe(name, func(event js.Value) {
		r.post(map[string]any{"logarium": "event", "event": event})
	})
}

func (r request) off() {
	if stop := r.frame.stops[r.key()]; stop != nil {
		stop()
		delete(r.frame.stops, r.key())
	}
}

// still answers with a picture of the strip as it is now: a data URL, or null where there is none.
func (r request) still() {
	picture := js.Null()
	if canvas := js.Global().Get("document").Call("querySelector", "#strip-canvas canvas"); canvas.Truthy() {
		picture = canvas.Call("toDataURL")
	}
	r.post(map[string]any{"logarium": "answer", "value": picture})
}

func (r request) key() string { return promise.Words(r.id) }

// post sends to the parent, and only while it is still the origin that asked. An opaque origin cannot be named.
func (r request) post(what map[string]any) {
	what["id"] = r.id
	target := r.origin
	if target == "null" {
		target = "*"
	}
	r.frame.parent.Call("postMessage", what, target)
}
