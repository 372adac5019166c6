package link

import "syscall/js"

// JS wraps a MessagePort (or the worker's own scope). Each message is one ArrayBuffer, transferred and not copied.
func JS(port js.Value) Port { return &messagePort{port: port} }

type messagePort struct {
	port   js.Value
	listen js.Func
}

func (p *messagePort) Send(data []byte) {
	buffer := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(buffer, data)
	whole := buffer.Get("buffer")
	p.port.Call("postMessage", whole, []any{whole})
}

func (p *messagePort) Listen(receive func([]byte)) {
	p.listen = js.FuncOf(func(_ js.Value, args []js.Value) any {
		view := js.Global().Get("Uint8Array").New(args[0].Get("data"))
		data := make([]byte, view.Get("byteLength").Int())
		js.CopyBytesToGo(data, view)
		receive(data)
		return nil
	})
	p.port.Set("onmessage", p.listen) // setting it also starts the port
}

func (p *messagePort) Close() {
	p.port.Set("onmessage", js.Null())
	p.port.Call("close")
	if p.listen.Truthy() {
		p.listen.Release()
	}
}
