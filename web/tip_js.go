package web

import (
	sjs "syscall/js"

	"logarium/web/words"
)

// tips is the tip that is shown or waits. It stands below what it explains, or above where there is no room. It stays while the
// pointer is on either of them, and goes with a key, a click, the wheel, and with what it explains.
type tips struct {
	box     sjs.Value
	subject sjs.Value // what is explained: a term, or a canvas
	text    string
	at      [3]float64 // left, top and bottom of what is explained, px
	shown   bool
	muted   string // a text that a key has sent away: not again before the pointer was elsewhere
	timer   sjs.Value
	late    sjs.Func // shows
	gone    sjs.Func // hides
	since   float64  // when the latest tip went, ms
}

// tipDelay is how long the pointer rests before a tip comes, in ms; within tipWarm of another one it comes at once. tipGrace is
// the time to get from what is explained into the tip.
const (
	tipDelay = 300
	tipWarm  = 400
	tipGrace = 150
)

// listenTips shows what a term means, after a while below the pointer or with the keyboard's focus.
func (s *screen) listenTips() {
	t := &s.tips
	t.late = sjs.FuncOf(func(sjs.Value, []sjs.Value) any { s.showTip(); return nil })
	t.gone = sjs.FuncOf(func(sjs.Value, []sjs.Value) any { s.dropTip(); return nil })
	passive := map[string]any{"passive": true, "capture": true}
	s.on(s.document, "pointerover", passive, func(e sjs.Value) {
		if !s.inTip(e) {
			s.term(e)
		} else if t.shown {
			s.tipTimer(sjs.Func{}, 0)
		}
	})
	s.on(s.document.Get("documentElement"), "pointerleave", nil, func(sjs.Value) { s.leaveTip() })
	s.on(s.document, "focusin", nil, func(e sjs.Value) {
		if e.Get("target").Call("matches", ":focus-visible").Bool() {
			s.term(e)
		}
	})
	s.on(s.document, "focusout", nil, func(e sjs.Value) {
		if t.subject.Truthy() && t.subject.Call("contains", e.Get("target")).Bool() {
			s.dropTip()
		}
	})
	s.on(s.document, "keydown", passive, func(e sjs.Value) {
		switch e.Get("key").String() {
		case "Shift", "Control", "Alt", "Meta":
		default:
			s.hideTip()
		}
	})
	for _, event := range []string{"pointerdown", "wheel", "touchmove"} {
		s.on(s.document, event, passive, func(e sjs.Value) {
			if !s.inTip(e) || e.Get("pointerType").String() == "touch" {
				s.hideTip()
			}
		})
	}
}

func (s *screen) inTip(e sjs.Value) bool {
	return s.tips.box.Truthy() && s.tips.box.Call("contains", e.Get("target")).Bool()
}

// term explains the term that an event is about, or nothing any more.
func (s *screen) term(e sjs.Value) {
	el, name, ok := closest(e, "data-term")
	text := ""
	if ok {
		text = words.Explain(name)
	}
	if text == "" {
		s.leaveTip()
		return
	}
	box, row := el.Call("getBoundingClientRect"), el
	if r := el.Call("closest", "tr, .line, .frow"); r.Truthy() { // the whole line is what is explained
		row = r
	}
	row = row.Call("getBoundingClientRect")
	s.tip(text, el, box.Get("left").Float(), row.Get("top").Float(), row.Get("bottom").Float())
}

// tip shows a text about what stands between top and bottom, in px, now or soon. Without a text the tip may go.
func (s *screen) tip(text string, subject sjs.Value, left, top, bottom float64) {
	t := &s.tips
	if text == "" {
		s.leaveTip()
		return
	}
	at := [3]float64{left, top, bottom}
	switch {
	case text == t.muted:
	case text == t.text && t.shown:
		s.tipTimer(sjs.Func{}, 0)
		t.at = at
		s.placeTip()
	case text == t.text:
		t.at = at
	default:
		s.hideTip()
		t.text, t.subject, t.at, t.muted = text, subject, at, ""
		if s.Real()-t.since < tipWarm {
			s.showTip()
			return
		}
		s.tipTimer(t.late, tipDelay)
	}
}

// tipTimer replaces what waits.
func (s *screen) tipTimer(f sjs.Func, ms int) {
	if s.tips.timer.Truthy() {
		s.window.Call("clearTimeout", s.tips.timer)
	}
	s.tips.timer = sjs.Undefined()
	if ms > 0 {
		s.tips.timer = s.window.Call("setTimeout", f, ms)
	}
}

func (s *screen) showTip() {
	t := &s.tips
	if t.text == "" || !t.subject.Truthy() || !t.subject.Get("isConnected").Bool() {
		return
	}
	if !t.box.Truthy() {
		t.box = s.document.Call("createElement", "div")
		t.box.Set("id", "tip")
		t.box.Set("className", "tip")
		t.box.Call("setAttribute", "role", "tooltip")
		s.document.Get("body").Call("appendChild", t.box)
	}
	t.box.Set("hidden", false)
	t.box.Set("textContent", t.text)
	t.subject.Call("setAttribute", "aria-describedby", "tip")
	t.shown = true
	s.placeTip()
}

// placeTip puts the tip below what it explains, or above.
func (s *screen) placeTip() {
	t := &s.tips
	w, h := t.box.Get("offsetWidth").Float(), t.box.Get("offsetHeight").Float()
	x := max(8, min(t.at[0], s.window.Get("innerWidth").Float()-w-8))
	y := t.at[2] + 6
	if y+h+8 > s.window.Get("innerHeight").Float() && t.at[1]-h-6 >= 0 {
		y = t.at[1] - h - 6
	}
	st := t.box.Get("style")
	st.Set("left", px0(x))
	st.Set("top", px0(y))
}

// leaveTip: the pointer is elsewhere. It may be on its way into the tip.
func (s *screen) leaveTip() {
	t := &s.tips
	if t.muted = ""; t.shown {
		s.tipTimer(t.gone, tipGrace)
		return
	}
	s.dropTip()
}

// dropTip hides the tip; it may come again.
func (s *screen) dropTip() {
	s.hideTip()
	s.tips.muted = ""
}

// hideTip hides the tip at once, or keeps one from coming. It comes again when the pointer was elsewhere.
func (s *screen) hideTip() {
	t := &s.tips
	s.tipTimer(sjs.Func{}, 0)
	if t.shown {
		t.subject.Call("removeAttribute", "aria-describedby")
		t.box.Set("hidden", true)
		t.shown, t.since = false, s.Real()
	}
	t.text, t.muted = "", t.text
	t.subject = sjs.Undefined()
}

// looseTip hides a tip whose subject was taken away by a render.
func (s *screen) looseTip() {
	if t := &s.tips; t.shown && !t.subject.Get("isConnected").Bool() {
		s.dropTip()
	}
}
