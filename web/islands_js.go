package web

import "logarium/web/draw"

// measure takes the sizes of the canvases from the page.
func (s *screen) measure() {
	size := func(id string) (w, h float64) {
		el := s.byID(id)
		if !el.Truthy() {
			return 0, 0
		}
		return el.Get("clientWidth").Float(), el.Get("clientHeight").Float()
	}
	narrower := func(px string) bool {
		return s.window.Call("matchMedia", "(max-width: "+px+"px)").Get("matches").Bool()
	}
	z := Sizes{Scale: s.paint.scale, Phone: narrower("560"), Narrow: narrower("899")}
	z.StripW, z.StripH = size("strip-canvas")
	s.paint.enlarge(z.StripH)
	larger := s.paint.strip / z.Scale // its units; all else counts in the page's
	z.StripW, z.StripH = z.StripW/larger, z.StripH/larger
	z.RailW, _ = size("rail-canvas")
	z.HexW, z.HexH = size("hex")
	z.Ch = s.paint.char() * s.paint.scale
	_, z.TreeH = size("tree-list")
	_, z.FilesH = size("files-scroll")
	_, z.PanelH = size("drawer-panel")
	_, z.ToolH = size("tool-panel")
	s.arrow[0] = -1
	s.app.Resized(z)
	s.Canvas()
}

// draw paints all canvases from the state.
func (s *screen) draw() {
	p := s.paint
	if p == nil {
		return
	}
	if s.app.UI.StripW > 0 {
		p.draw("strip-canvas", s.app.Strip())
	}
	if s.app.UI.RailW > 0 {
		p.draw("rail-canvas", s.app.Rail())
	}
	s.drawHex()
	s.light()
	s.looseTip()
}

func (s *screen) drawHex() {
	p := s.paint
	sur := p.surface("hex-canvas")
	if sur == nil {
		return
	}
	h := s.app.HexScene(sur.w, sur.h, s.app.hexRow()/p.scale, p.char())
	p.draw("hex-canvas", h)
	if at := [3]int64{s.renders, s.app.UI.HexTop, s.app.Sel.From}; at != s.arrow {
		s.arrow = at
		s.drawArrow()
	}
}

// drawArrow points from the index entry that is selected to its batch in the dump.
func (s *screen) drawArrow() {
	d := &draw.List{}
	entry := s.document.Call("querySelector", ".companion li.hl")
	sur := s.paint.surface("arrow-canvas")
	if sur == nil {
		return
	}
	if entry.Truthy() && s.app.Sel.From >= 0 {
		k := s.paint.scale
		top := sur.el.Call("getBoundingClientRect").Get("top").Float()
		box := entry.Call("getBoundingClientRect")
		y0 := (box.Get("top").Float() - top + box.Get("height").Float()/2) / k
		island := (s.byID("hex").Call("getBoundingClientRect").Get("top").Float() - top) / k
		row := s.app.Sel.From/int64(s.app.UI.HexCols) - s.app.UI.HexTop
		y1 := island + 20 + (float64(row)+.5)*s.app.hexRow()/k
		if row >= 0 && y1 < y0 {
			d.Line(24, y0, 11, y0, draw.FOff, 1.5, draw.Solid)
			d.Line(11, y0, 11, y1, draw.FOff, 1.5, draw.Solid)
			d.Line(11, y1, 20, y1, draw.FOff, 1.5, draw.Solid)
			d.Polygon(draw.FOff, true, 0, 19, y1-4, 25, y1, 19, y1+4)
		}
	}
	s.paint.list("arrow-canvas", d)
}

// unlight takes the mark off before a render, which knows nothing of it.
func (s *screen) unlight() {
	s.toggle(s.hot, false)
	s.hot = ""
}

// light marks the field row of the bytes under the pointer, without a render.
func (s *screen) light() {
	key := ""
	if h := s.app.UI.Hover; h[0] >= 0 {
		key = hoverKey(h)
	}
	if key == s.hot {
		return
	}
	s.toggle(s.hot, false)
	s.toggle(key, true)
	s.hot = key
}

func (s *screen) toggle(key string, on bool) {
	if key == "" {
		return
	}
	rows := s.document.Call("querySelectorAll", `[data-field="`+key+`"]`)
	for i := range rows.Length() {
		rows.Index(i).Get("classList").Call("toggle", "hot", on)
	}
}
