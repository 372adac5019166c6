package web

import (
	"errors"
	"strconv"
	sjs "syscall/js"

	"logarium/wasm/promise"
)

// shelf is the browser's part of the lessons.
type shelf struct {
	screen  *screen
	root    string
	channel sjs.Value // to the speaker's window
}

// shelve opens the lesson of the address, and each that the address changes to.
func (s *screen) shelve() {
	h := &shelf{screen: s, root: s.boot()}
	if c := s.window.Get("BroadcastChannel"); c.Truthy() {
		h.channel = c.New("logarium-speaker")
		s.on(h.channel, "message", nil, func(e sjs.Value) {
			if word := e.Get("data"); word.Type() == sjs.TypeString {
				s.app.Heard(word.String())
			}
		})
	}
	s.on(s.window, "hashchange", nil, func(sjs.Value) { s.app.Followed(s.window.Get("location").Get("hash").String()) })
	place := s.window.Get("location")
	if !s.app.UI.Small {
		s.app.Shelved(h, place.Get("search").String()+place.Get("hash").String())
	}
}

// boot is the address of the program's folder.
func (s *screen) boot() string {
	if boot := s.window.Get("logariumBoot"); boot.Truthy() && boot.Get("root").Type() == sjs.TypeString {
		return boot.Get("root").String()
	}
	return ""
}

// Fetch reads a file as text; lessons are nothing else.
func (h *shelf) Fetch(path string, done func([]byte, error)) {
	go func() {
		text, err := h.read(h.root + path)
		done([]byte(text), err)
	}()
}

func (h *shelf) read(address string) (string, error) {
	response, err := promise.Await(h.screen.window.Call("fetch", address))
	if err != nil {
		return "", err
	}
	if !response.Get("ok").Bool() {
		return "", errors.New("status " + strconv.Itoa(response.Get("status").Int()))
	}
	text, err := promise.Await(response.Call("text"))
	if err != nil {
		return "", err
	}
	return text.String(), nil
}

// Place writes the address without a new entry in the browser's history.
func (h *shelf) Place(hash string) {
	place := h.screen.window.Get("location")
	address := place.Get("pathname").String()
	if hash != "" {
		address += "#" + hash
	}
	h.screen.window.Get("history").Call("replaceState", nil, "", address)
}

func (h *shelf) Speak() {
	h.screen.window.Call("open", h.root+"speaker.html", "logarium-speaker", "width=720,height=760")
}

func (h *shelf) Tell(data []byte) {
	if h.channel.Truthy() {
		h.channel.Call("postMessage", string(data))
	}
}
