package web

import (
	"strconv"
	sjs "syscall/js"

	"logarium/web/view"
)

// dragging is a pan of the strip with a pressed pointer.
type dragging struct {
	on    bool
	moved bool
	x     float64
}

func px0(n float64) string                    { return strconv.FormatFloat(n, 'f', 0, 64) + "px" }
func hoverKey(h [2]int64) string              { return view.Key(h[0], h[1]) }
func number(e sjs.Value, name string) float64 { return e.Get(name).Float() }

// unit is a coordinate of an event in the units of the scenes.
func (s *screen) unit(e sjs.Value, name string) float64 { return number(e, name) / s.paint.scale }

// stripUnit is the same in those of the strip.
func (s *screen) stripUnit(e sjs.Value, name string) float64 { return number(e, name) / s.paint.strip }

// on listens natively: Vugu's own listeners send each event's whole target as text, and cannot capture or be passive.
func (s *screen) on(target sjs.Value, event string, options map[string]any, f func(e sjs.Value)) {
	fn := sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
		f(args[0])
		return nil
	})
	s.keep = append(s.keep, fn)
	target.Call("addEventListener", event, fn, options)
}

// listen adds all listeners, once.
func (s *screen) listen() {
	d := s.document
	s.on(d, "click", nil, s.clicked)
	s.on(d, "beforeinput", map[string]any{"capture": true}, s.typing)
	s.on(d, "input", nil, s.typed)
	s.on(s.window, "keydown", nil, s.pressed)
	s.on(s.window, "keypress", map[string]any{"capture": true}, s.character)
	s.on(d, "scroll", map[string]any{"capture": true, "passive": true}, s.scrolled)
	s.on(d, "pointerover", map[string]any{"passive": true}, s.over)
	s.listenStrip()
	s.listenRail()
	s.listenHex()
	s.listenTips()
	s.listenGrips()
	s.listenSpot()
	s.on(s.window, "resize", nil, func(sjs.Value) { s.paint.theme(); s.measure(); s.Frame() })
	s.on(s.window.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", nil, func(sjs.Value) { s.paint.theme(); s.Canvas() })
	observer := sjs.FuncOf(func(sjs.Value, []sjs.Value) any { s.measure(); return nil })
	s.keep = append(s.keep, observer)
	ro := s.window.Get("ResizeObserver").New(observer)
	for _, id := range []string{"strip", "rail", "hex", "tree-list", "files-scroll", "drawer-panel", "tool-panel"} {
		ro.Call("observe", s.byID(id))
	}
}

// closest finds the element around the event's target that has an attribute, and its value.
func closest(e sjs.Value, attr string) (el sjs.Value, value string, ok bool) {
	t := e.Get("target")
	if t.IsNull() || t.Get("closest").IsUndefined() {
		return t, "", false
	}
	el = t.Call("closest", "["+attr+"]")
	if !el.Truthy() {
		return el, "", false
	}
	return el, el.Call("getAttribute", attr).String(), true
}

func (s *screen) clicked(e sjs.Value) {
	if _, act, ok := closest(e, "data-check"); ok {
		s.app.Do(act)
		return
	}
	el, act, ok := closest(e, "data-act")
	if !ok || act == "" || el.Get("disabled").Truthy() {
		return
	}
	if el.Get("tagName").String() == "A" {
		e.Call("preventDefault")
	}
	s.app.Do(act)
}

// typing brings a text that the screen has changed since the last frame into its field before more is typed there.
func (s *screen) typing(e sjs.Value) {
	if el, name, ok := closest(e, "data-in"); ok {
		s.field(el, name)
	}
}

func (s *screen) typed(e sjs.Value) {
	if el, name, ok := closest(e, "data-in"); ok {
		s.app.Input(name, el.Get("value").String())
	}
}

func (s *screen) scrolled(e sjs.Value) {
	el := e.Get("target")
	if id := el.Get("id"); id.Type() == sjs.TypeString && id.String() != "" {
		s.app.Scrolled(id.String(), number(el, "scrollTop"), number(el, "clientHeight"), number(el, "scrollHeight"))
	}
}

func (s *screen) over(e sjs.Value) {
	if _, key, ok := closest(e, "data-field"); ok {
		s.app.HoverKey(key)
	} else if _, _, inHex := closest(e, "data-scroll"); !inHex {
		s.app.HoverKey("")
	}
}

func (s *screen) listenStrip() {
	el := s.byID("strip")
	s.on(el, "pointerdown", nil, func(e sjs.Value) { s.drag = dragging{on: true, x: number(e, "clientX")} })
	s.on(el, "pointermove", map[string]any{"passive": true}, s.stripMove)
	s.on(el, "pointerup", nil, func(e sjs.Value) {
		if s.drag.on && !s.drag.moved {
			s.app.StripClick(s.stripUnit(e, "offsetX"), s.stripUnit(e, "offsetY"), s.paint.measure)
		}
		s.drag = dragging{}
	})
	s.on(el, "pointerleave", nil, func(sjs.Value) { s.drag = dragging{}; s.leaveTip() })
	s.on(el, "dblclick", nil, func(sjs.Value) { s.app.FitStrip() })
	s.on(el, "wheel", map[string]any{"passive": false}, func(e sjs.Value) {
		e.Call("preventDefault")
		dx, dy := number(e, "deltaX"), number(e, "deltaY")
		if e.Get("shiftKey").Bool() || e.Get("ctrlKey").Bool() {
			f := 1.25
			if dx+dy > 0 {
				f = .8
			}
			s.app.ZoomStrip(f, s.stripUnit(e, "offsetX"))
			return
		}
		s.app.PanStrip(dx + dy)
	})
}

func (s *screen) stripMove(e sjs.Value) {
	x := number(e, "clientX")
	if s.drag.on {
		if by := s.drag.x - x; s.drag.moved || by > 4 || by < -4 {
			s.drag.moved, s.drag.x = true, x
			s.app.PanStrip(by / s.paint.strip)
		}
		return
	}
	text, y := "", s.stripUnit(e, "offsetY")
	top, bottom := s.app.Strip().Band()
	if y > top && y < bottom {
		text = s.app.StripTip(s.stripUnit(e, "offsetX"))
	}
	edge, k := number(e, "clientY"), s.paint.strip // the tip stands below the band, so that it hides nothing of it
	s.tip(text, s.byID("strip"), x-8, edge+(top-y)*k, edge+(bottom-y)*k)
}

func (s *screen) listenRail() {
	el := s.byID("rail")
	down, moved := -1.0, false
	s.on(el, "pointerdown", nil, func(e sjs.Value) {
		moved = false
		if down = -1; s.app.Rail().Past(s.unit(e, "offsetX")) {
			down = number(e, "clientX")
			el.Call("setPointerCapture", e.Get("pointerId"))
		}
	})
	s.on(el, "pointerup", nil, func(sjs.Value) {
		if down = -1; moved {
			s.app.RailDrop()
		}
	})
	s.on(el, "click", nil, func(e sjs.Value) {
		if !moved {
			s.app.RailClick(s.unit(e, "offsetX"))
		}
	})
	s.on(el, "pointermove", map[string]any{"passive": true}, func(e sjs.Value) {
		if by := number(e, "clientX") - down; down >= 0 && (moved || by > 4 || by < -4) {
			moved = true
			s.app.RailDrag(s.unit(e, "offsetX"))
		}
		box := el.Call("getBoundingClientRect")
		s.tip(s.app.RailTip(s.unit(e, "offsetX")), el, number(e, "clientX")-8, number(box, "top"), number(box, "bottom")-4)
	})
	s.on(el, "pointerleave", nil, func(sjs.Value) { s.leaveTip() })
}

func (s *screen) listenHex() {
	el := s.byID("hex-scroll")
	at := func(e sjs.Value) (int64, string) {
		box := s.byID("hex").Call("getBoundingClientRect")
		k := s.paint.scale
		h := s.app.HexScene(number(box, "width")/k, number(box, "height")/k, s.app.hexRow()/k, s.paint.char())
		at := h.At((number(e, "clientX")-number(box, "left"))/k, (number(e, "clientY")-number(box, "top"))/k)
		return at, h.Tip(at)
	}
	s.on(el, "pointermove", map[string]any{"passive": true}, func(e sjs.Value) {
		b, tip := at(e)
		s.app.HexHover(b)
		s.tip(tip, el, number(e, "clientX")-8, number(e, "clientY")-12, number(e, "clientY")+12)
	})
	s.on(el, "pointerleave", nil, func(sjs.Value) {
		s.app.HoverKey("")
		s.leaveTip()
	})
	s.on(el, "click", nil, func(e sjs.Value) {
		b, _ := at(e)
		s.app.HexClick(b)
		s.byID("hex").Call("focus", map[string]any{"preventScroll": true})
	})
	s.on(el, "dblclick", nil, func(sjs.Value) { s.app.FollowHere() })
}
