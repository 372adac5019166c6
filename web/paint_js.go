package web

import (
	"math"
	"reflect"
	"strconv"
	sjs "syscall/js"

	"honnef.co/go/js/dom/v2"

	"logarium/web/draw"
	"logarium/web/words"
)

// painter puts display lists on canvases. Colours and fonts come from the tokens, read once per theme.
type painter struct {
	document sjs.Value
	fonts    [draw.Fonts]string
	style    sjs.Value // colours, fonts and dashes by their numbers
	paint    sjs.Value // of static/loader.js
	numbers  sjs.Value // Uint8Array of room bytes, for its use
	room     int
	surfaces map[string]*surface
	widths   map[draw.Font]map[string]float64
	pen      *dom.CanvasRenderingContext2D // for measuring
	ratio    float64                       // device pixels per px
	scale    float64                       // px per unit of the scenes: the page's --u
	strip    float64                       // px per unit of the strip, which is larger in a room
}

type surface struct {
	el, canvas sjs.Value
	ctx        sjs.Value
	ops        []draw.Op // what it shows
	of         scene     // what drew that
	turn       int       // of the words
	pw, ph, k  float64   // px, and px per unit
	w, h       float64   // units of the scenes
}

func newPainter(document sjs.Value) *painter {
	p := &painter{document: document, surfaces: map[string]*surface{}, paint: sjs.Global().Get("logariumBoot").Get("paint"), numbers: sjs.Global().Get("Uint8Array").New(0)}
	pen := document.Call("createElement", "canvas")
	p.pen = &dom.CanvasRenderingContext2D{Value: pen.Call("getContext", "2d")} // dom.WrapElement would bring the types of all elements along
	p.theme()
	return p
}

// theme reads the tokens again.
func (p *painter) theme() {
	style := sjs.Global().Call("getComputedStyle", p.document.Get("documentElement"))
	get := func(name string) string { return trim(style.Call("getPropertyValue", name).String()) }
	var colors, fonts, dashes []any
	for _, t := range draw.Tokens() {
		if t == "" {
			colors = append(colors, "transparent")
			continue
		}
		colors = append(colors, get(t))
	}
	u, err := strconv.ParseFloat(get("--u"), 64)
	if err != nil {
		u = 1
	}
	p.scale, p.strip = u, u
	ui, mono := get("--font-ui"), get("--font-mono")
	p.fonts = [draw.Fonts]string{"10.5px " + ui, "600 10.5px " + ui, "10.5px " + mono, "600 10.5px " + mono, "12px " + mono, "10.5px " + mono}
	for _, f := range p.fonts {
		fonts = append(fonts, f)
	}
	for d := draw.Solid; d <= draw.Wide; d++ {
		lengths := []any{}
		for _, n := range d.Pattern() {
			lengths = append(lengths, n)
		}
		dashes = append(dashes, lengths)
	}
	p.style = sjs.ValueOf(map[string]any{"colors": colors, "fonts": fonts, "dashes": dashes})
	p.widths = map[draw.Font]map[string]float64{}
	p.ratio = max(1, sjs.Global().Get("devicePixelRatio").Float())
	p.surfaces = map[string]*surface{}
}

func trim(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\n') {
		s = s[1:]
	}
	return s
}

// measure is the width of a text; repeated texts are looked up.
func (p *painter) measure(f draw.Font, s string) float64 {
	m := p.widths[f]
	if w, ok := m[s]; ok {
		return w
	}
	if m == nil || len(m) > 2000 {
		m = map[string]float64{}
		p.widths[f] = m
	}
	p.pen.SetFont(p.fonts[f])
	w := p.pen.Call("measureText", s).Get("width").Float()
	m[s] = w
	return w
}

// by is how large a unit of a canvas is, in px.
func (p *painter) by(id string) float64 {
	if id == "strip-canvas" {
		return p.strip
	}
	return p.scale
}

// enlarge makes the strip's texts 24 px high in a room, or less where the strip would not have the height for its lanes.
func (p *painter) enlarge(height float64) {
	const room, large, units = 1.5, 2.3, 150
	if p.strip = p.scale; p.scale > room {
		p.strip = max(p.scale, min(large, height/units))
	}
}

// char is the width of a character of the byte dump.
func (p *painter) char() float64 { return p.measure(draw.Bytes, "0000000000") / 10 }

// surface finds the canvas inside an island's element, and makes it there if it is missing: a render of the components would
// take away the size attributes of a canvas of its own, but leaves the children of an element without children alone. The
// canvas fits the element; setting a size clears it, so only when changed.
func (p *painter) surface(id string) *surface {
	s := p.surfaces[id]
	if s == nil || !s.el.Get("isConnected").Bool() {
		el := p.document.Call("getElementById", id)
		if !el.Truthy() {
			return nil
		}
		canvas := el.Get("firstElementChild")
		if !canvas.Truthy() {
			canvas = p.document.Call("createElement", "canvas")
			el.Call("appendChild", canvas)
		}
		s = &surface{el: el, canvas: canvas, ctx: canvas.Call("getContext", "2d")}
		p.surfaces[id] = s
	}
	w, h := s.el.Get("clientWidth").Float(), s.el.Get("clientHeight").Float()
	if w == 0 || h == 0 {
		return nil
	}
	if k := p.by(id); w != s.pw || h != s.ph || k != s.k {
		s.pw, s.ph, s.k, s.w, s.h, s.ops = w, h, k, w/k, h/k, nil
		s.canvas.Set("width", math.Round(w*p.ratio))
		s.canvas.Set("height", math.Round(h*p.ratio))
	}
	return s
}

// scene is a model that can be drawn. What it is made of is not changed any more.
type scene interface{ Scene(draw.Measure) *draw.List }

// draw paints a model on a canvas, unless it is what stands there.
func (p *painter) draw(id string, of scene) {
	s := p.surface(id)
	if s == nil || s.ops != nil && s.turn == words.Turn() && reflect.DeepEqual(s.of, of) {
		return
	}
	s.of, s.turn = of, words.Turn()
	p.list(id, of.Scene(p.measure))
}

// list paints a display list on a canvas.
func (p *painter) list(id string, l *draw.List) {
	s := p.surface(id)
	if s == nil {
		return
	}
	if draw.Same(s.ops, l.Ops) {
		return
	}
	s.ops = append(l.Ops, draw.Op{})[:len(l.Ops)] // not nil, which would mean that nobody knows what stands there
	numbers, texts := draw.Pack(l.Ops)
	if len(numbers) > p.room {
		p.room = 2 * len(numbers)
		p.numbers = sjs.Global().Get("Uint8Array").New(p.room)
	}
	sjs.CopyBytesToJS(p.numbers, numbers)
	p.paint.Invoke(s.ctx, p.numbers, len(numbers)/8, texts, p.style, p.ratio*s.k, s.w, s.h)
}
