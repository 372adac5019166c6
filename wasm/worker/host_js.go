package worker

import (
	"errors"
	"fmt"
	"syscall/js"

	"logarium/engine/store"
	"logarium/wasm/idb"
	"logarium/wasm/promise"
)

// Place is what a page or worker knows of itself.
type Place struct {
	Labs   string // address of the folder of the labs' scripts
	Script string // name of the one with which a fresh lab begins
	Unkept bool   // nothing shall be stored
	Why    string // what is already known to be missing
}

// Browser completes a Host with what a browser offers: IndexedDB, Web Locks, fetch and the event loop.
func Browser(host Host, place Place) Host {
	b := &browser{why: place.Why, unkept: place.Unkept, locks: map[string]*lock{}, memories: map[string]*store.Memory{}, pulse: newPulse()}
	host.Shelf = &shelf{b, place.Labs}
	host.Open = b.open
	host.Breathe = b.pulse.breathe
	host.Memory = memory
	host.Alarm = func(text string) { js.Global().Get("console").Call("error", text) }
	host.Script = func() ([]byte, error) { return fetch(place.Labs + place.Script + ".txt") }
	return host
}

// memory is the size of the program's linear memory, which never shrinks.
func memory() int64 {
	if m := js.Global().Get("logariumBoot").Get("memory"); m.Truthy() {
		return int64(m.Get("buffer").Get("byteLength").Float())
	}
	return 0
}

type browser struct {
	why      string
	unkept   bool
	locks    map[string]*lock         // by lab: held, or asked for
	memories map[string]*store.Memory // labs that nothing keeps
	pulse    *pulse
	healed   bool
}

// lost is what a visitor is told whose browser has thrown away everything.
const lost = "The browser found its storage for this page damaged and deleted it: all labs that it kept are gone. Lab files that you have exported can be imported."

func (b *browser) open(lab string, owned func()) (Storage, error) {
	if b.unkept {
		return b.inMemory(lab, b.why), nil
	}
	d, err := idb.Open(lab)
	if errors.Is(err, idb.ErrNewer) || errors.Is(err, idb.ErrBlocked) {
		return Storage{}, err // there is a lab; a new one in memory in its place would only frighten
	}
	if err != nil {
		why := "Nothing is kept when this tab is closed: " + err.Error() + "."
		return b.inMemory(lab, join(b.why, why)), nil
	}
	storage := Storage{Blocks: d, Kind: "indexeddb", Why: b.why, Lost: d.Lost()}
	if storage.Lost {
		storage.Why = join(b.why, lost)
	}
	if !b.healed {
		b.healed = true
		go func() { _ = d.Heal() }() // that it fails is no worse than that there were no such thing
	}
	storage.Close = func() { _ = d.Close() }
	storage.Note = d.SetNote
	b.claim(lab, owned, &storage)
	return storage, nil
}

// claim decides whether the storage may be written.
func (b *browser) claim(lab string, owned func(), storage *Storage) {
	if b.locks[lab] == nil {
		l, held, err := claim(lab, owned)
		if err != nil {
			storage.Why = join(storage.Why, fmt.Sprintf("Do not open this lab in two tabs: the browser cannot tell (%v).", err))
			return
		}
		b.locks[lab] = l
		if !held {
			storage.ReadOnly = true
			storage.Why = join(storage.Why, "Another tab has this lab open, so it can only be read here.")
			closeDatabase := storage.Close
			storage.Forget = func() {
				closeDatabase()
				b.locks[lab].drop()
				delete(b.locks, lab)
			}
			return // the lock stays asked for when this storage is closed for the one that may be written
		}
	}
	closeDatabase := storage.Close
	storage.Close = func() {
		closeDatabase()
		b.locks[lab].drop()
		delete(b.locks, lab)
	}
}

func fetch(address string) ([]byte, error) {
	response, err := promise.Await(js.Global().Call("fetch", address))
	if err != nil {
		return nil, err
	}
	if !response.Get("ok").Bool() {
		return nil, fmt.Errorf("%s: status %d", address, response.Get("status").Int())
	}
	buffer, err := promise.Await(response.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	data := make([]byte, buffer.Get("byteLength").Int())
	js.CopyBytesToGo(data, js.Global().Get("Uint8Array").New(buffer))
	return data, nil
}

// pulse lets everything that waits in the browser's event loop come in. A message to oneself comes back at once, where
// a timer would take 4 ms.
type pulse struct {
	channel js.Value
	back    chan struct{}
}

func newPulse() *pulse {
	p := &pulse{channel: js.Global().Get("MessageChannel").New(), back: make(chan struct{}, 1)}
	p.channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		p.back <- struct{}{}
		return nil
	}))
	return p
}

func (p *pulse) breathe() {
	p.channel.Get("port2").Call("postMessage", 0)
	<-p.back
}
