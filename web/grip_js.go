package web

import sjs "syscall/js"

// gripping is a drag of a separator.
type gripping struct {
	name  string
	sign  int
	wide  bool
	from  float64 // pointer, px
	start float64 // size of the part when the drag began
}

// listenGrips lets separators be dragged, moved by arrow keys, and put back by a double click.
func (s *screen) listenGrips() {
	s.on(s.document, "pointerdown", nil, func(e sjs.Value) {
		el, name, ok := closest(e, "data-grip")
		if !ok {
			return
		}
		for _, g := range grips() {
			if g.name == name {
				s.grip = gripping{name: name, sign: g.sign, wide: g.vertical, start: s.gripSize(el, g.vertical)}
				s.grip.from = s.gripPoint(e)
			}
		}
		e.Call("preventDefault")
		el.Call("focus")
	})
	s.on(s.window, "pointermove", map[string]any{"passive": true}, func(e sjs.Value) {
		if g := &s.grip; g.name != "" {
			s.app.Resize(g.name, int(g.start+(s.gripPoint(e)-g.from)*float64(g.sign)))
		}
	})
	s.on(s.window, "pointerup", map[string]any{"passive": true}, func(sjs.Value) { s.grip = gripping{} })
	s.on(s.document, "dblclick", nil, func(e sjs.Value) {
		if _, name, ok := closest(e, "data-grip"); ok {
			s.app.Resize(name, 0)
		}
	})
}

func (s *screen) gripPoint(e sjs.Value) float64 {
	if s.grip.wide {
		return number(e, "clientX")
	}
	return number(e, "clientY")
}

// gripSize is the present size of the part that a separator belongs to.
func (s *screen) gripSize(el sjs.Value, wide bool) float64 {
	box := el.Get("parentElement").Call("getBoundingClientRect")
	if wide {
		return box.Get("width").Float()
	}
	return box.Get("height").Float()
}

// gripKey moves the separator that has the focus.
func (s *screen) gripKey(k Key) bool {
	el := s.document.Get("activeElement")
	if !el.Truthy() || k.Ctrl || k.Alt || k.Shift {
		return false
	}
	name := el.Get("dataset").Get("grip")
	if name.Type() != sjs.TypeString {
		return false
	}
	wide := el.Call("getAttribute", "aria-orientation").String() == "vertical"
	return s.app.gripKey(name.String(), k.Key, int(s.gripSize(el, wide)))
}
