package web

import sjs "syscall/js"

// listenSpot lets the light of present mode follow the pointer. No component is drawn again.
func (s *screen) listenSpot() {
	s.on(s.window, "pointermove", map[string]any{"passive": true}, func(e sjs.Value) {
		if !s.app.UI.Spot {
			return
		}
		style := s.document.Get("documentElement").Get("style")
		style.Call("setProperty", "--spot-x", px0(number(e, "clientX")))
		style.Call("setProperty", "--spot-y", px0(number(e, "clientY")))
	})
}
