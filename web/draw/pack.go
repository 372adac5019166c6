package draw

import (
	"encoding/binary"
	"math"
	"strings"
)

// Pack writes a display list as the numbers and texts that static/loader.js paints in one call: for each step kind, colour, width, dash, x, y, w, h,
// whether it is filled, halo, font, align (0 to 2), how many points follow, and those. The numbers are float64, little endian; the texts are
// divided by zeros. Thin edges and lines are put on the middle of a pixel.
func Pack(ops []Op) (numbers []byte, texts string) {
	var all []string
	numbers = make([]byte, 0, 8*13*len(ops))
	for i := range ops {
		o := &ops[i]
		x, y, w, h := o.place()
		fill := 0.0
		if o.Fill {
			fill = 1
		}
		for _, v := range [13]float64{float64(o.Kind), float64(o.Color), o.Width, float64(o.Dash), x, y, w, h, fill, float64(o.Halo), float64(o.Font),
			float64(o.Align + 1), float64(len(o.Points))} {
			numbers = number(numbers, v)
		}
		for _, v := range o.Points {
			numbers = number(numbers, v)
		}
		if o.Kind == Text {
			all = append(all, strings.ReplaceAll(o.Text, "\x00", "\u2400")) // a name from a link may hold anything
		}
	}
	return numbers, strings.Join(all, "\x00")
}

func number(to []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(to, math.Float64bits(v))
}

// place is where a step draws.
func (o *Op) place() (x, y, w, h float64) {
	x, y, w, h = o.X, o.Y, o.W, o.H
	switch o.Kind {
	case Frame:
		return half(x, o.Width), half(y, o.Width), max(0, math.Round(w)), max(0, math.Round(h))
	case Line:
		if x == w {
			x = half(x, o.Width)
			w = x
		}
		if y == h {
			y = half(y, o.Width)
			h = y
		}
	}
	return x, y, w, h
}

// half puts a thin line on the middle of a pixel.
func half(v, width float64) float64 {
	if width > 1.5 {
		return v
	}
	return math.Floor(v) + .5
}
