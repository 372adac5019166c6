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
	colors   []string
	fonts    [draw.Fonts]string
	dash     [6]sjs.Value
	surfaces map[string]*surface
	widths   map[draw.Font]map[string]float64
	pen      *dom.CanvasRenderingContext2D // for measuring
	ratio    float64                       // device pixels per px
	scale    float64                       // px per unit of the scenes: the page's --u
}

type surface struct {
	el, canvas sjs.Value
	ctx        *dom.CanvasRenderingContext2D
	ops        []draw.Op // what it shows
	of         scene     // what drew that
	lang       string
	pw, ph     float64 // px
	w, h       float64 // units of the scenes
}

func newPainter(document sjs.Value) *painter {
	p := &painter{document: document, surfaces: map[string]*surface{}}
	pen := document.Call("createElement", "canvas")
	p.pen = context(pen)
	for i := range p.dash {
		a := sjs.Global().Get("Array").New()
		for _, n := range draw.Dash(i).Pattern() {
			a.Call("push", n)
		}
		p.dash[i] = a
	}
	p.theme()
	return p
}

// context returns what draws on a canvas. (dom.WrapElement would bring the types of all elements into the program.)
func context(canvas sjs.Value) *dom.CanvasRenderingContext2D {
	return &dom.CanvasRenderingContext2D{Value: canvas.Call("getContext", "2d")}
}

// theme reads the tokens again.
func (p *painter) theme() {
	style := sjs.Global().Call("getComputedStyle", p.document.Get("documentElement"))
	get := func(name string) string { return trim(style.Call("getPropertyValue", name).String()) }
	p.colors = p.colors[:0]
	for _, t := range draw.Tokens() {
		if t == "" {
			p.colors = append(p.colors, "transparent")
			continue
		}
		p.colors = append(p.colors, get(t))
	}
	u, err := strconv.ParseFloat(get("--u"), 64)
	if err != nil {
		u = 1
	}
	p.scale = u
	ui, mono := get("--font-ui"), get("--font-mono")
	p.fonts = [draw.Fonts]string{"10.5px " + ui, "600 10.5px " + ui, "10.5px " + mono, "600 10.5px " + mono, "12px " + mono, "10.5px " + mono}
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
		s = &surface{el: el, canvas: canvas, ctx: context(canvas)}
		p.surfaces[id] = s
	}
	w, h := s.el.Get("clientWidth").Float(), s.el.Get("clientHeight").Float()
	if w == 0 || h == 0 {
		return nil
	}
	if w != s.pw || h != s.ph {
		s.pw, s.ph, s.w, s.h, s.ops = w, h, w/p.scale, h/p.scale, nil
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
	if s == nil || s.ops != nil && s.lang == words.Lang() && reflect.DeepEqual(s.of, of) {
		return
	}
	s.of, s.lang = of, words.Lang()
	p.list(id, of.Scene(p.measure))
}

// list paints a display list on a canvas.
func (p *painter) list(id string, l *draw.List) {
	s := p.surface(id)
	if s == nil {
		return
	}
	k := p.ratio * p.scale
	if draw.Same(s.ops, l.Ops) {
		return
	}
	s.ops = l.Ops
	s.ctx.Call("setTransform", k, 0, 0, k, 0, 0)
	s.ctx.ClearRect(0, 0, s.w, s.h)
	b := brush{p: p, ctx: s.ctx, font: draw.Fonts, align: 9, width: -1, dash: 99}
	for i := range l.Ops {
		b.op(&l.Ops[i])
	}
	if b.clipped {
		s.ctx.Call("restore")
	}
}

// brush remembers what is set on a context, so that nothing is set twice.
type brush struct {
	p            *painter
	ctx          *dom.CanvasRenderingContext2D
	fill, stroke draw.Color
	font         draw.Font
	align        int8
	width        float64
	dash         draw.Dash
	clipped      bool
}

func (b *brush) fillWith(c draw.Color) {
	if b.fill != c {
		b.fill = c
		b.ctx.SetFillStyle(b.p.colors[c])
	}
}

func (b *brush) strokeWith(c draw.Color, width float64, d draw.Dash) {
	if b.stroke != c {
		b.stroke = c
		b.ctx.SetStrokeStyle(b.p.colors[c])
	}
	if b.width != width {
		b.width = width
		b.ctx.Set("lineWidth", width)
	}
	if b.dash != d {
		b.dash = d
		b.ctx.Call("setLineDash", b.p.dash[d])
	}
}

// half puts a thin line on the middle of a pixel.
func half(v, width float64) float64 {
	if width > 1.5 {
		return v
	}
	return math.Floor(v) + .5
}

func (b *brush) op(o *draw.Op) {
	switch o.Kind {
	case draw.Rect:
		b.fillWith(o.Color)
		b.ctx.FillRect(o.X, o.Y, o.W, o.H)
	case draw.Frame:
		b.strokeWith(o.Color, o.Width, o.Dash)
		x, y := half(o.X, o.Width), half(o.Y, o.Width)
		b.ctx.StrokeRect(x, y, math.Max(0, math.Round(o.W)), math.Max(0, math.Round(o.H)))
	case draw.Line:
		b.line(o)
	case draw.Text:
		b.text(o)
	case draw.Hatch:
		b.hatch(o)
	case draw.Path:
		b.path(o)
	case draw.Clip:
		b.ctx.Call("save")
		b.ctx.BeginPath()
		b.ctx.Rect(o.X, o.Y, o.W, o.H)
		b.ctx.Clip()
		b.clipped = true
	case draw.Unclip:
		b.ctx.Call("restore")
		b.clipped = false
		b.fill, b.stroke, b.width, b.dash, b.font, b.align = draw.None, draw.None, -1, 99, draw.Fonts, 9
	}
}

func (b *brush) line(o *draw.Op) {
	b.strokeWith(o.Color, o.Width, o.Dash)
	x, y, x2, y2 := o.X, o.Y, o.W, o.H
	if x == x2 {
		x = half(x, o.Width)
		x2 = x
	}
	if y == y2 {
		y = half(y, o.Width)
		y2 = y
	}
	b.ctx.BeginPath()
	b.ctx.MoveTo(x, y)
	b.ctx.LineTo(x2, y2)
	b.ctx.Stroke()
}

func (b *brush) text(o *draw.Op) {
	if b.font != o.Font {
		b.font = o.Font
		b.ctx.SetFont(b.p.fonts[o.Font])
	}
	if b.align != o.Align {
		b.align = o.Align
		b.ctx.SetTextAlign([]string{"left", "center", "right"}[o.Align+1])
	}
	if o.Halo != draw.None {
		b.strokeWith(o.Halo, 3, draw.Solid)
		b.ctx.Set("lineJoin", "round")
		b.ctx.StrokeText(o.Text, o.X, o.Y, -1)
	}
	b.fillWith(o.Color)
	b.ctx.FillText(o.Text, o.X, o.Y, -1)
}

func (b *brush) path(o *draw.Op) {
	b.ctx.BeginPath()
	for i := 0; i+1 < len(o.Points); i += 2 {
		if i == 0 {
			b.ctx.MoveTo(o.Points[0], o.Points[1])
		} else {
			b.ctx.LineTo(o.Points[i], o.Points[i+1])
		}
	}
	b.ctx.ClosePath()
	if o.Fill {
		b.fillWith(o.Color)
		b.ctx.Fill()
		return
	}
	b.strokeWith(o.Color, o.Width, draw.Solid)
	b.ctx.Stroke()
}

// hatch fills a rectangle with faint 45 degree lines.
func (b *brush) hatch(o *draw.Op) {
	b.ctx.Call("save")
	b.ctx.BeginPath()
	b.ctx.Rect(o.X, o.Y, o.W, o.H)
	b.ctx.Clip()
	b.ctx.SetGlobalAlpha(.35)
	b.ctx.SetStrokeStyle(b.p.colors[o.Color])
	b.ctx.Set("lineWidth", 1)
	b.ctx.Call("setLineDash", b.p.dash[0])
	b.ctx.BeginPath()
	for x := o.X - o.H; x < o.X+o.W; x += 8.5 {
		b.ctx.MoveTo(x, o.Y+o.H)
		b.ctx.LineTo(x+o.H, o.Y)
	}
	b.ctx.Stroke()
	b.ctx.Call("restore")
}
