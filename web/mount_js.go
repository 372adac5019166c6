package web

import (
	"errors"
	"strings"
	sjs "syscall/js"
)

// Options of the screen.
type Options struct {
	Mount string // selector of the element that the screen replaces; empty: #app
}

// screen is the running page: one goroutine draws, callbacks of the browser run while it waits for a frame. Go's wasm
// scheduler switches goroutines only where one blocks, and nothing here blocks while it changes state.
type screen struct {
	app      *App
	queue    []func()
	wake     chan struct{}
	frames   chan struct{}
	onFrame  sjs.Func
	dom      bool // components must be drawn
	canvas   bool // canvases must be drawn
	timed    bool // a timer wakes the screen
	awaits   bool // a frame of the browser's was asked for
	news     bool // something has changed since the machine was asked last
	busy     bool // the page's root says that the screen is behind
	focus    string
	scrolls  map[string]float64
	stands   *standing // the page as it was built last
	mount    sjs.Value
	builds   builds
	paint    *painter
	window   sjs.Value
	document sjs.Value
	inputs   []input
	renders  int64
	arrow    [3]int64 // of what the arrow was drawn
	hot      string   // key of the field row that is lit
	tips     tips
	grip     gripping
	drag     dragging
	row      string // data-act of the row that has the focus
	paged    paging
	taken    bool // the key that is down is the screen's
	keep     []sjs.Func
	pause    float64 // ms
	lastDOM  float64
	dirty    float64 // since when a render waits, ms; 0: none does
	framed   bool    // this page is shown within another
	height   int     // px, that the other was told last
}

// Mount starts the screen and returns; it runs as long as the page does.
func Mount(client Client, o Options) (*App, error) {
	if o.Mount == "" {
		o.Mount = "#app"
	}
	s := &screen{wake: make(chan struct{}, 1), frames: make(chan struct{}, 1), scrolls: map[string]float64{}, window: sjs.Global(), document: sjs.Global().Get("document")}
	if s.mount = s.document.Call("querySelector", o.Mount); !s.mount.Truthy() {
		return nil, errors.New("the page has no " + o.Mount)
	}
	s.onFrame = sjs.FuncOf(func(sjs.Value, []sjs.Value) any {
		select {
		case s.frames <- struct{}{}:
		default:
		}
		return nil
	})
	s.framed = s.isFramed()
	s.app = New(client, s)
	s.app.Framed(s.framed, s.folder(), s.askedFrame)
	s.app.speak(s.asked("lang"), s.browserLanguages()...)
	s.learn(learnWithin)
	if s.window.Get("location").Get("hash").String() == "#own" { // the start page's way to own files
		s.app.Do("labs")
	}
	s.Theme(s.app.UI.Theme)
	s.shelve()
	s.Frame()
	go s.loop()
	return s.app, nil
}

// param is a parameter of the page's address, empty if it is not there.
func param(query sjs.Value, name string) string {
	if v := query.Call("get", name); v.Type() == sjs.TypeString {
		return v.String()
	}
	return ""
}

func (s *screen) render(first bool) {
	built := s.builds.build(&AppShell{A: s.app})
	s.unlight()
	s.show(built)
	s.renders++
	if first {
		s.listen()
		s.paint = newPainter(s.document)
		s.measure()
	}
	s.after()
}

// after does what needs the new elements.
func (s *screen) after() {
	s.fields()
	if name := s.app.UI.Drawer; s.app.UI.RowsFollow[name] {
		s.scrolls[name+"-scroll"] = 1e9
	}
	for id, top := range s.scrolls {
		if el := s.byID(id); el.Truthy() {
			if most := el.Get("scrollHeight").Float() - el.Get("clientHeight").Float(); top > most {
				top = most
			}
			if d := el.Get("scrollTop").Float() - top; d > .5 || d < -.5 {
				el.Set("scrollTop", top)
			}
		}
		delete(s.scrolls, id)
	}
	if s.focus != "" {
		if el := s.byID(s.focus); el.Truthy() {
			el.Call("focus")
		}
		s.focus = ""
	}
	s.followRow()
	s.tellHeight()
}

// fields brings the texts to their fields where the screen has changed them. What stands in a field is the truth while
// somebody types: a render does not write it, since more may have been typed than it was built from.
func (s *screen) fields() {
	for _, in := range s.inputs {
		s.field(in.el, in.name)
	}
}

// input is a field of the page.
type input struct {
	el   sjs.Value
	name string
}

// findInputs looks for the fields again after some came or went.
func (s *screen) findInputs() {
	all := s.document.Call("querySelectorAll", "[data-in]")
	s.inputs = make([]input, all.Length())
	for i := range s.inputs {
		el := all.Index(i)
		s.inputs[i] = input{el, el.Get("dataset").Get("in").String()}
	}
}

func (s *screen) field(el sjs.Value, name string) {
	if v := s.app.Value(name); el.Get("value").String() != v {
		el.Set("value", v)
	}
}

func (s *screen) byID(id string) sjs.Value { return s.document.Call("getElementById", id) }

// Post, Frame, ... make the screen a Host.

func (s *screen) Post(f func()) {
	s.queue = append(s.queue, f)
	s.news = true
	s.signal()
}

func (s *screen) Frame() {
	s.dom, s.news = true, true
	s.signal()
}

func (s *screen) Canvas() {
	s.canvas, s.news = true, true
	s.signal()
}

func (s *screen) Focus(id string)               { s.focus = id }
func (s *screen) Scroll(id string, top float64) { s.scrolls[id] = top }
func (s *screen) Real() float64                 { return s.window.Get("performance").Call("now").Float() }

func (s *screen) Theme(name string) {
	root := s.document.Get("documentElement")
	if name == "" {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", name)
	}
	if s.paint != nil {
		s.paint.theme()
	}
	s.Canvas()
}

// Present switches the mode by which the tokens choose their sizes.
func (s *screen) Present(on bool) {
	root := s.document.Get("documentElement")
	if on {
		root.Call("setAttribute", "data-mode", "present")
	} else {
		root.Call("removeAttribute", "data-mode")
	}
	s.paint.theme()
	s.measure()
	s.Frame()
}

// Keep and Kept use localStorage where the browser allows it. A page within another begins as that one says.
func (s *screen) Keep(key, value string) {
	if s.framed {
		return
	}
	defer func() { _ = recover() }() // storage may be refused: then the setting lasts as long as the page
	s.storage().Call("setItem", "logarium."+key, value)
}

// storage panics where the browser refuses it, in a way from which one can recover: a Get that throws ends the program.
func (s *screen) storage() sjs.Value {
	return s.window.Get("Reflect").Call("get", s.window, "localStorage")
}

func (s *screen) Kept(key string) (value string) {
	if s.framed {
		return ""
	}
	defer func() { _ = recover() }()
	if v := s.storage().Call("getItem", "logarium."+key); v.Type() == sjs.TypeString {
		value = v.String()
	}
	return value
}

func (s *screen) Address() string {
	if s.framed {
		return s.folder() + "explore.html"
	}
	address, _, _ := strings.Cut(s.window.Get("location").Get("href").String(), "#")
	return address
}

func (s *screen) Save(name, text string) {
	blob := s.window.Get("Blob").New([]any{text}, map[string]any{"type": "text/plain"})
	a := s.document.Call("createElement", "a")
	a.Set("href", s.window.Get("URL").Call("createObjectURL", blob))
	a.Set("download", name)
	a.Call("click")
}

func (s *screen) Agent() string { return s.window.Get("navigator").Get("userAgent").String() }

func (s *screen) Copy(text string) {
	if c := s.window.Get("navigator").Get("clipboard"); c.Truthy() {
		c.Call("writeText", text)
	}
}
