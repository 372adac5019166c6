package web

import (
	sjs "syscall/js"

	"logarium/web/words"
)

// explaining is the term under the pointer or with the focus, and its tip.
type explaining struct {
	el    sjs.Value // whose tip is shown or waits
	timer sjs.Value
	shown bool
	late  sjs.Func
	gone  float64 // when the latest tip went, ms
}

// tipDelay is how long the pointer rests before a tip comes, in ms; within tipWarm of another one it comes at once.
const (
	tipDelay = 300
	tipWarm  = 400
)

// listenTerms shows what a term means: after a while below the pointer, at once with the focus. Escape hides it.
func (s *screen) listenTerms() {
	s.terms.late = sjs.FuncOf(func(sjs.Value, []sjs.Value) any { s.explain(); return nil })
	passive := map[string]any{"passive": true}
	s.on(s.document, "pointerover", passive, func(e sjs.Value) { s.term(e, tipDelay) })
	s.on(s.document, "focusin", nil, func(e sjs.Value) { s.term(e, 0) })
	s.on(s.document, "focusout", nil, func(sjs.Value) { s.explained() })
	s.on(s.document, "keydown", passive, func(e sjs.Value) {
		if e.Get("key").String() == "Escape" {
			s.explained()
		}
	})
}

func (s *screen) term(e sjs.Value, delay int) {
	el, _, ok := closest(e, "data-term")
	t := &s.terms
	switch {
	case !ok:
		s.explained()
	case t.el.Truthy() && t.el.Equal(el):
	default:
		s.explained()
		t.el = el
		if delay == 0 || s.Real()-t.gone < tipWarm {
			s.explain()
			return
		}
		t.timer = s.window.Call("setTimeout", t.late, delay)
	}
}

// explain shows the tip of the term below its left corner.
func (s *screen) explain() {
	t := &s.terms
	if !t.el.Truthy() || !t.el.Get("isConnected").Bool() {
		return
	}
	text := words.Explain(t.el.Get("dataset").Get("term").String())
	if text == "" {
		return
	}
	box := t.el.Call("getBoundingClientRect")
	s.tip(text, box.Get("left").Float()-12, box.Get("bottom").Float()-8)
	t.el.Call("setAttribute", "aria-describedby", "tip")
	t.shown = true
}

// explained hides the tip.
func (s *screen) explained() {
	t := &s.terms
	if t.timer.Truthy() {
		s.window.Call("clearTimeout", t.timer)
		t.timer = sjs.Undefined()
	}
	if t.shown {
		t.el.Call("removeAttribute", "aria-describedby")
		s.tip("", 0, 0)
		t.shown, t.gone = false, s.Real()
	}
	t.el = sjs.Undefined()
}
