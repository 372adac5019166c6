package page

import (
	"encoding/json"
	"errors"
	"syscall/js"

	"logarium/engine/message"
	"logarium/wasm/promise"
)

// Publish defines window.logarium as docs/api.md describes it, and serves the same verbs to the window that frames
// this one, if there is one. To that one it also offers what concerns the screen.
func Publish(c *Client, version string, screen Screen) {
	a := &api{client: c, version: version, screen: screen}
	object := js.Global().Get("Object").New()
	object.Set("version", version)
	object.Set("ready", a.ready())
	for verb, call := range a.verbs() {
		object.Set(verb, js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	}
	object.Set("on", js.FuncOf(func(_ js.Value, args []js.Value) any { return a.on(args) }))
	js.Global().Set("logarium", js.Global().Get("Object").Call("freeze", object))
	a.serveFrame()
}

// api is the public face of a client.
type api struct {
	client  *Client
	version string
	screen  Screen
}

// Screen is what the page around a frame may ask of the screen in it.
type Screen interface {
	// Themed switches the colours: light, dark, or empty for the system's.
	Themed(name string)
	// Paused stops time that plays.
	Paused()
}

// verbs are the calls that are answered by a promise.
func (a *api) verbs() map[string]func(args []js.Value) js.Value {
	return map[string]func(args []js.Value) js.Value{
		"exec": a.exec, "view": a.view, "complete": a.complete, "open": a.open, "cancel": a.cancel, "restart": a.restart, "import": a.bring,
	}
}

var errArgument = errors.New("the first argument must be a string")

// ready resolves with the first ready event.
func (a *api) ready() js.Value {
	return promise.New(func(resolve func(any), _ func(error)) {
		var stop func()
		stop = a.client.Listen(func(e message.Event) {
			if e.Name == "ready" {
				resolve(plain(e.Ready))
				go stop()
			}
		})
	})
}

func (a *api) exec(args []js.Value) js.Value {
	return promise.New(func(resolve func(any), reject func(error)) {
		line, ok := text(args, 0)
		if !ok {
			reject(errArgument)
			return
		}
		merge := len(args) > 1 && args[1].Type() == js.TypeObject && args[1].Get("merge").Truthy()
		a.client.Exec(line, merge, func(result message.Result, err error) { settle(resolve, reject, result, err) })
	})
}

func (a *api) view(args []js.Value) js.Value {
	return promise.New(func(resolve func(any), reject func(error)) {
		name, ok := text(args, 0)
		if !ok {
			reject(errArgument)
			return
		}
		var params any
		if len(args) > 1 && args[1].Type() == js.TypeObject {
			params = json.RawMessage(js.Global().Get("JSON").Call("stringify", args[1]).String())
		}
		a.client.View(name, params, func(view json.RawMessage, err error) { settle(resolve, reject, view, err) })
	})
}

func (a *api) complete(args []js.Value) js.Value {
	return promise.New(func(resolve func(any), reject func(error)) {
		line, ok := text(args, 0)
		if !ok {
			reject(errArgument)
			return
		}
		a.client.Complete(line, func(words message.Completion, err error) { settle(resolve, reject, words, err) })
	})
}

func (a *api) open(args []js.Value) js.Value {
	return promise.New(func(resolve func(any), reject func(error)) {
		name, ok := text(args, 0)
		if !ok || name == "" {
			reject(errArgument)
			return
		}
		a.client.Open(name, func(_ string, err error) { settle(resolve, reject, nil, err) })
	})
}

// bring takes a list of File objects, or of {path, file}.
func (a *api) bring(args []js.Value) js.Value {
	return promise.New(func(resolve func(any), reject func(error)) {
		if len(args) == 0 || !args[0].InstanceOf(js.Global().Get("Array")) {
			reject(errors.New("the first argument must be a list of files"))
			return
		}
		list := js.Global().Get("Array").New()
		for i := range args[0].Length() {
			f := args[0].Index(i)
			if f.InstanceOf(js.Global().Get("Blob")) {
				f = js.ValueOf(map[string]any{"path": f.Get("name"), "file": f})
			}
			list.Call("push", f)
		}
		a.client.Import(list, func(lab string, err error) { settle(resolve, reject, lab, err) })
	})
}

func (a *api) cancel([]js.Value) js.Value {
	a.client.Cancel(0)
	return promise.New(func(resolve func(any), _ func(error)) { resolve(nil) })
}

func (a *api) restart([]js.Value) js.Value {
	a.client.Restart()
	return promise.New(func(resolve func(any), _ func(error)) { resolve(nil) })
}

// on subscribes a function to the events of one name, and returns the function that ends it.
func (a *api) on(args []js.Value) any {
	name, ok := text(args, 0)
	if !ok || len(args) < 2 || args[1].Type() != js.TypeFunction {
		return js.Undefined()
	}
	stop := a.subscribe(name, func(event js.Value) { args[1].Invoke(event) })
	return js.FuncOf(func(js.Value, []js.Value) any { stop(); return nil })
}

// subscribe hands events of one name to a callback. What the callback throws is the subscriber's trouble.
func (a *api) subscribe(name string, hear func(js.Value)) (stop func()) {
	return a.client.Listen(func(e message.Event) {
		if e.Name != name {
			return
		}
		if _, err := promise.Try(func() js.Value { hear(plain(e)); return js.Undefined() }); err != nil {
			js.Global().Get("console").Call("warn", "logarium.on: "+err.Error())
		}
	})
}

func settle(resolve func(any), reject func(error), value any, err error) {
	if err != nil {
		reject(err)
		return
	}
	resolve(plain(value))
}

// plain turns a struct of message into plain JavaScript data.
func plain(value any) js.Value {
	if value == nil {
		return js.Undefined()
	}
	data, raw := value.(json.RawMessage)
	if !raw {
		var err error
		if data, err = json.Marshal(value); err != nil {
			panic(err) // the structs of message always marshal
		}
	}
	return js.Global().Get("JSON").Call("parse", string(data))
}

func text(args []js.Value, i int) (string, bool) {
	if i >= len(args) || args[i].Type() != js.TypeString {
		return "", false
	}
	return args[i].String(), true
}
