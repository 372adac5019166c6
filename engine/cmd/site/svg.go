package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"logarium/web/draw"
)

// svgOf writes a scene as an SVG of its own: light or dark as the reader's system is, or as #light or #dark behind its address
// says. top is the first row that is shown.
func svgOf(d *draw.List, width, height, top float64, label string, t tokens) string {
	p := pen{used: map[draw.Color]bool{}}
	for i := range d.Ops {
		if o := &d.Ops[i]; !above(o, top) {
			p.op(o)
		}
	}
	p.flush()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 %s %s %s" role="img" aria-label="%s">`, num(top), num(width), num(height-top), html.EscapeString(label))
	b.WriteString("<style>" + t.style(p.used) + "</style>")
	b.WriteString(`<g id="light"/><g id="dark"/><g class="p">`)
	fmt.Fprintf(&b, `<path class="f%d" d="M0 %sh%sv%sH0z"/>`, draw.Surface, num(top), num(width), num(height-top))
	b.WriteString(p.body.String())
	b.WriteString("</g></svg>\n")
	return b.String()
}

// above reports whether a step draws only what lies over the first row.
func above(o *draw.Op, top float64) bool {
	if o.Kind == draw.Path {
		return o.Points[1] < top
	}
	return o.Y < top
}

// pen writes steps; runs of rectangles or lines that look alike become one path.
type pen struct {
	body  bytes.Buffer
	used  map[draw.Color]bool
	class string // of the path that is being written
	path  strings.Builder

	end, endY float64 // where the last text ends
}

func (p *pen) op(o *draw.Op) {
	p.used[o.Color] = true
	switch o.Kind {
	case draw.Rect:
		p.add(fmt.Sprintf("f%d", o.Color), box(o.X, o.Y, o.W, o.H))
	case draw.Frame:
		p.add(stroke(o), box(o.X, o.Y, o.W, o.H))
	case draw.Line:
		p.add(stroke(o), "M"+num(o.X)+" "+num(o.Y)+"L"+num(o.W)+" "+num(o.H))
	case draw.Hatch:
		p.hatch(o)
	case draw.Path:
		p.polygon(o)
	case draw.Text:
		p.text(o)
	}
}

func box(x, y, w, h float64) string {
	return "M" + num(x) + " " + num(y) + "h" + num(w) + "v" + num(h) + "h" + num(-w) + "z"
}

// stroke is the class of a line: its colour, then its width and dash as attributes.
func stroke(o *draw.Op) string {
	class := fmt.Sprintf(`s%d" stroke-width="%s`, o.Color, num(o.Width))
	if dash := o.Dash.Pattern(); dash != nil {
		class += fmt.Sprintf(`" stroke-dasharray="%s %s`, num(dash[0]), num(dash[1]))
	}
	return class
}

func (p *pen) add(class, d string) {
	if class != p.class {
		p.flush()
		p.class = class
	}
	p.path.WriteString(d)
}

func (p *pen) flush() {
	if p.path.Len() > 0 {
		fmt.Fprintf(&p.body, `<path class="%s" d="%s"/>`, p.class, p.path.String())
	}
	p.path.Reset()
	p.class = ""
}

// hatch draws 45 degree lines inside a rectangle, each cut to it.
func (p *pen) hatch(o *draw.Op) {
	for x := o.X - o.H; x < o.X+o.W; x += 8.5 {
		x0, y0, x1, y1 := x, o.Y+o.H, x+o.H, o.Y
		if x0 < o.X {
			x0, y0 = o.X, y0-(o.X-x0)
		}
		if right := o.X + o.W; x1 > right {
			x1, y1 = right, y1+(x1-right)
		}
		p.add(fmt.Sprintf(`s%d h`, o.Color), "M"+num(x0)+" "+num(y0)+"L"+num(x1)+" "+num(y1))
	}
}

func (p *pen) polygon(o *draw.Op) {
	var d strings.Builder
	for i := 0; i+1 < len(o.Points); i += 2 {
		d.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + num(o.Points[i]) + " " + num(o.Points[i+1]))
	}
	class := fmt.Sprintf("f%d", o.Color)
	if !o.Fill {
		class = stroke(o)
	}
	p.add(class, d.String()+"z")
}

func (p *pen) text(o *draw.Op) {
	p.flush()
	class := fmt.Sprintf("f%d", o.Color)
	switch o.Font {
	case draw.UIBold:
		class += " b"
	case draw.Mono:
		class += " m"
	case draw.MonoBold:
		class += " m b"
	}
	if o.Halo != draw.None {
		p.used[o.Halo] = true
		class += fmt.Sprintf(" o s%d", o.Halo)
	}
	anchor := []string{"", ` text-anchor="middle"`, ` text-anchor="end"`}[o.Align+1]
	said := html.EscapeString(o.Text)
	if p.goesOn(o) {
		p.body.Truncate(p.body.Len() - len("</text>"))
		fmt.Fprintf(&p.body, `<tspan class="%s">%s</tspan></text>`, class, said)
	} else {
		fmt.Fprintf(&p.body, `<text class="%s"%s x="%s" y="%s">%s</text>`, class, anchor, num(o.X), num(o.Y), said)
	}
	p.end, p.endY = o.X+width(o.Font, o.Text), o.Y
}

// goesOn tells whether a text begins where the last one ended: it becomes a part of that one, because the end is estimated and the
// reader's fonts would leave a gap.
func (p *pen) goesOn(o *draw.Op) bool {
	return o.Align < 0 && o.Y == p.endY && math.Abs(o.X-p.end) < 0.1 && bytes.HasSuffix(p.body.Bytes(), []byte("</text>"))
}

// num writes a coordinate with at most one decimal.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}
