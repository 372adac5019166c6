package link

import (
	"encoding/binary"
	"syscall/js"
)

// JS wraps a MessagePort (or the worker's own scope). What is sent in one go, until the program has nothing to do and gives the thread
// back, travels as one ArrayBuffer, transferred and not copied: a message of the browser's takes longer than most of ours do to be read.
// Much of it goes ahead, so that the other side reads while this one writes on.
func JS(port js.Value) Port {
	p := &messagePort{port: port}
	p.flush = js.FuncOf(func(js.Value, []js.Value) any {
		p.post()
		if p.queued = false; p.closed {
			p.flush.Release()
		}
		return nil
	})
	return p
}

type messagePort struct {
	port    js.Value
	listen  js.Func
	flush   js.Func
	queued  bool // flush will be called
	closed  bool
	waiting []byte // messages that are not sent yet, each behind its length in four bytes
}

func (p *messagePort) Send(data []byte) {
	if p.closed {
		return
	}
	if !p.queued {
		p.queued = true
		js.Global().Call("queueMicrotask", p.flush)
	}
	p.waiting = append(binary.LittleEndian.AppendUint32(p.waiting, uint32(len(data))), data...)
	if len(p.waiting) >= much {
		p.post()
	}
}

// much is how many bytes do not wait for more.
const much = 24 << 10

func (p *messagePort) post() {
	if len(p.waiting) == 0 { // much was sent meanwhile, or all at the end
		return
	}
	buffer := js.Global().Get("Uint8Array").New(len(p.waiting))
	js.CopyBytesToJS(buffer, p.waiting)
	whole := buffer.Get("buffer")
	p.port.Call("postMessage", whole, []any{whole})
	if p.waiting = p.waiting[:0]; cap(p.waiting) > mostKept {
		p.waiting = nil
	}
}

// mostKept is how much memory a port keeps for the next messages, in bytes.
const mostKept = 1 << 18

func (p *messagePort) Listen(receive func([]byte)) {
	p.listen = js.FuncOf(func(_ js.Value, args []js.Value) any {
		view := js.Global().Get("Uint8Array").New(args[0].Get("data"))
		data := make([]byte, view.Get("byteLength").Int())
		js.CopyBytesToGo(data, view)
		for len(data) > 0 {
			n := 4 + int(binary.LittleEndian.Uint32(data))
			receive(data[4:n:n])
			data = data[n:]
		}
		return nil
	})
	p.port.Set("onmessage", p.listen) // setting it also starts the port
}

func (p *messagePort) Close() {
	p.post()
	p.port.Set("onmessage", js.Null())
	p.port.Call("close")
	if p.listen.Truthy() {
		p.listen.Release()
	}
	if p.closed = true; !p.queued {
		p.flush.Release()
	}
}
