package web

import sjs "syscall/js"

// isFramed reports whether this page is the one for frames, or was asked to look like it.
func (s *screen) isFramed() bool {
	mark := s.document.Get("documentElement").Get("dataset").Get("embed")
	return s.asked("embed") == "1" || mark.Type() == sjs.TypeString && mark.String() == "1"
}

// folder is the address of the folder in which the program lies.
func (s *screen) folder() string {
	if root := s.window.Get("logariumBoot").Get("root"); root.Type() == sjs.TypeString {
		return root.String()
	}
	return ""
}

// tellParent posts to the window around this one. Nothing of it is a secret.
func (s *screen) tellParent(what map[string]any) {
	if parent := s.window.Get("parent"); s.framed && !parent.Equal(s.window) {
		parent.Call("postMessage", what, "*")
	}
}

// tellHeight tells how high the frame should be, when that has changed.
func (s *screen) tellHeight() {
	if h := s.app.FrameHeight(); s.framed && h != s.height {
		s.height = h
		s.tellParent(map[string]any{"logarium": "height", "value": h})
	}
}

// leave gives the keyboard back to the page around a frame.
func (s *screen) leave(k Key) bool {
	if !s.framed || k.Key != "Escape" || k.Text || s.app.UI.Keys {
		return false
	}
	s.document.Get("activeElement").Call("blur")
	s.tellParent(map[string]any{"logarium": "leave"})
	return true
}

// askedFrame is what the address asks of a small page; where it names no panels those that its lesson names.
func (s *screen) askedFrame(name string) string {
	v := s.asked(name)
	if panels := s.window.Get("logariumBoot").Get("panels"); v == "" && name == "panels" && panels.Type() == sjs.TypeString {
		v = panels.String()
	}
	return v
}
