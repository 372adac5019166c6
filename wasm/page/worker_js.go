package page

import (
	"syscall/js"

	"logarium/wasm/link"
	"logarium/wasm/promise"
)

// Starter keeps a worker behind a client: it starts the first one, notices when it dies, and starts another on demand.
// Where the browser refuses workers, the machine runs in the page.
type Starter struct {
	client *Client
	boot   js.Value // what loader.js left: see static/loader.js
	inPage func(port link.Port, why string) (stop func())

	stop   func()   // ends the present worker
	worker js.Value // the present one; undefined: the machine runs in the page
	number int      // of the present worker: word of an older one does not count
}

// NewClientInBrowser returns a client and starts its worker. inPage serves a port inside the page.
func NewClientInBrowser(boot js.Value, inPage func(port link.Port, why string) (stop func())) *Client {
	s := &Starter{boot: boot, inPage: inPage}
	s.client = NewClient(func() { go s.start() })
	s.client.give = s.give
	s.start()
	s.sleepWithThePage()
	return s.client
}

// sleepWithThePage ends the worker when the page is left, and starts another when a person comes back to it: a browser may
// keep a page that was left, frozen, and its worker would keep the lab from every other tab.
func (s *Starter) sleepWithThePage() {
	js.Global().Call("addEventListener", "pagehide", js.FuncOf(func(js.Value, []js.Value) any {
		s.number++
		s.stop()
		return nil
	}))
	js.Global().Call("addEventListener", "pageshow", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].Get("persisted").Truthy() {
			go s.start()
		}
		return nil
	}))
}

// start replaces the present worker, if any, by a new one.
func (s *Starter) start() {
	if s.stop != nil {
		s.stop()
		s.client.Detach(true)
	}
	s.number++
	started, err := promise.Try(func() js.Value { return s.boot.Call("startWorker") })
	if err != nil {
		s.startInPage(err.Error())
		return
	}
	go s.watch(started.Get("ended"), s.number)
	s.worker = started.Get("worker")
	s.stop = func() { started.Get("worker").Call("terminate") }
	s.client.Attach(link.JS(started.Get("port")))
}

func (s *Starter) startInPage(why string) {
	s.worker = js.Undefined()
	near, far := link.Pipe()
	s.stop = s.inPage(far, "This browser refuses to run the machine beside the page, so long commands slow the page down ("+why+").")
	s.client.Attach(near)
}

// watch hears when a worker cannot start or has ended.
func (s *Starter) watch(ended js.Value, number int) {
	why, err := promise.Await(ended)
	if err == nil {
		s.ended(number, why.String())
	}
}

// ended falls back to the page if the worker never ran; a worker that has run and died leaves its client broken until
// Restart.
func (s *Starter) ended(number int, why string) {
	if number != s.number {
		return
	}
	s.number++
	s.stop()
	s.stop = nil
	broken := s.client.Ready()
	s.client.Detach(broken)
	if !broken {
		s.startInPage(why)
	}
}
