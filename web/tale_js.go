package web

import sjs "syscall/js"

// shelf is the browser's part of the lessons.
type shelf struct {
	screen  *screen
	channel sjs.Value // to the speaker's window
}

// shelve opens the lesson of the address, and each that the address changes to.
func (s *screen) shelve() {
	h := &shelf{screen: s}
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
	h.screen.window.Call("open", h.screen.boot()+"speaker.html", "logarium-speaker", "width=720,height=760")
}

func (h *shelf) Tell(data []byte) {
	if h.channel.Truthy() {
		h.channel.Call("postMessage", string(data))
	}
}
