// Package draw holds display lists: what a canvas shall show, as data. A scene is built and tested natively and
// painted by the page in one go. Coordinates are CSS pixels from the top left corner.
package draw

import "slices"

// Color names a design token; the painter looks its value up once per theme.
type Color uint8

// The tokens that scenes use. The names are those of tokens.css without the dashes.
const (
	None Color = iota
	Bg
	Surface
	Raised
	Sunk
	Hair
	Line2
	Line3
	Ink
	Ink2
	Ink3
	Accent
	AccentBg
	Sel
	SelLine
	OK
	Warn
	Bad
	BadBg
	FOff
	FOffBg
	FLen
	FLenBg
	FTime
	FTimeBg
	FCrc
	FCrcBg
	FPid
	FPidBg
	FFlag
	FFlagBg
	FKey
	FKeyBg
	SegKeep
	SegKeepLine
	SegBatch
	SegActive
	SegActiveLine
	SegBatchActive
	SegDue
	SegDueLine
	SegBatchDue
	SegGoneLine
	colors
)

// Tokens gives the custom property of each colour, by its number.
func Tokens() []string {
	return []string{"", "--bg", "--surface", "--raised", "--sunk", "--line", "--line-2", "--line-3", "--ink", "--ink-2", "--ink-3",
		"--accent", "--accent-bg", "--sel", "--sel-line", "--ok", "--warn", "--bad", "--bad-bg",
		"--f-off", "--f-off-bg", "--f-len", "--f-len-bg", "--f-time", "--f-time-bg", "--f-crc", "--f-crc-bg",
		"--f-pid", "--f-pid-bg", "--f-flag", "--f-flag-bg", "--f-key", "--f-key-bg",
		"--seg-keep", "--seg-keep-line", "--seg-batch", "--seg-active", "--seg-active-line", "--seg-batch-active",
		"--seg-due", "--seg-due-line", "--seg-batch-due", "--seg-gone-line"}
}

// Font is a text style of the canvases.
type Font uint8

// Labels are 10.5 px, bytes 12 px, times the scale of the page.
const (
	UI     Font = iota // label
	UIBold             // label that matters most
	Mono               // numbers and names in a label
	MonoBold
	Bytes // the hex dump
	Micro // its ruler
	Fonts
)

// Dash is a line style.
type Dash uint8

// Line styles, see ui.md: meaning is never carried by colour alone.
const (
	Solid Dash = iota
	Dotted
	Dashed
	Short
	Long
	Wide
)

// Pattern gives the lengths of a dash, nil for a solid line.
func (d Dash) Pattern() []float64 {
	return [...][]float64{nil, {2, 2}, {5, 3}, {3, 3}, {8, 4}, {1, 4}}[d]
}

// Kind says what an Op draws.
type Kind uint8

// The operations. Hatch fills a rectangle with 45 degree lines.
const (
	Rect Kind = iota
	Frame
	Line
	Text
	Hatch
	Path
	Clip
	Unclip
)

// Op is one step of painting.
type Op struct {
	Kind       Kind
	Color      Color
	Halo       Color // text: outline under it, None for none
	Font       Font
	Dash       Dash
	Align      int8 // text: -1 starts at X, 0 is centred, 1 ends at X
	X, Y, W, H float64
	Width      float64
	Text       string
	Points     []float64 // path: x, y, x, y, ..., closed
	Fill       bool
}

// Measure gives the width of a text in CSS pixels.
type Measure func(Font, string) float64

// List is a display list.
type List struct {
	Ops     []Op
	Measure Measure
}

// Rect fills a rectangle.
func (l *List) Rect(x, y, w, h float64, c Color) {
	if w > 0 && h > 0 {
		l.Ops = append(l.Ops, Op{Kind: Rect, X: x, Y: y, W: w, H: h, Color: c})
	}
}

// Frame draws the edge of a rectangle.
func (l *List) Frame(x, y, w, h float64, c Color, width float64, d Dash) {
	l.Ops = append(l.Ops, Op{Kind: Frame, X: x, Y: y, W: w, H: h, Color: c, Width: width, Dash: d})
}

// Line draws from (x, y) to (x2, y2).
func (l *List) Line(x, y, x2, y2 float64, c Color, width float64, d Dash) {
	l.Ops = append(l.Ops, Op{Kind: Line, X: x, Y: y, W: x2, H: y2, Color: c, Width: width, Dash: d})
}

// Hatch draws 45 degree lines inside a rectangle.
func (l *List) Hatch(x, y, w, h float64, c Color) {
	l.Ops = append(l.Ops, Op{Kind: Hatch, X: x, Y: y, W: w, H: h, Color: c})
}

// Text writes s with its baseline at y.
func (l *List) Text(x, y float64, s string, f Font, c Color, align int8) {
	l.Ops = append(l.Ops, Op{Kind: Text, X: x, Y: y, Text: s, Font: f, Color: c, Align: align})
}

// TextOn writes s like Text, with an outline in the colour of what lies below, so that it stays legible there.
func (l *List) TextOn(x, y float64, s string, f Font, c, halo Color, align int8) {
	l.Ops = append(l.Ops, Op{Kind: Text, X: x, Y: y, Text: s, Font: f, Color: c, Halo: halo, Align: align})
}

// Polygon draws a closed path, filled or as an edge.
func (l *List) Polygon(c Color, fill bool, width float64, points ...float64) {
	l.Ops = append(l.Ops, Op{Kind: Path, Color: c, Fill: fill, Width: width, Points: points})
}

// Clip limits what follows to a rectangle, until Unclip.
func (l *List) Clip(x, y, w, h float64) {
	l.Ops = append(l.Ops, Op{Kind: Clip, X: x, Y: y, W: w, H: h})
}

// Unclip ends Clip.
func (l *List) Unclip() { l.Ops = append(l.Ops, Op{Kind: Unclip}) }

// Width measures a text; without a Measure it estimates from the number of characters.
func (l *List) Width(f Font, s string) float64 {
	if l.Measure != nil {
		return l.Measure(f, s)
	}
	n := 0.0
	for range s {
		n++
	}
	return n * [...]float64{5.4, 5.8, 6.3, 6.3, 7.2, 6.3}[f]
}

// Diamond draws a diamond of the given half width, as scheduled tasks have.
func (l *List) Diamond(x, y, r float64, fill, edge Color, width float64) {
	pts := []float64{x, y - r, x + r, y, x, y + r, x - r, y}
	if fill != None {
		l.Polygon(fill, true, 0, pts...)
	}
	if edge != None {
		l.Polygon(edge, false, width, pts...)
	}
}

// Dot draws a circle as a polygon of twelve corners, which is round enough below 5 px.
func (l *List) Dot(x, y, r float64, fill, edge Color, width float64) {
	pts := make([]float64, 0, 24)
	for _, u := range unit() {
		pts = append(pts, x+r*u[0], y+r*u[1])
	}
	if fill != None {
		l.Polygon(fill, true, 0, pts...)
	}
	if edge != None {
		l.Polygon(edge, false, width, pts...)
	}
}

// unit gives twelve points of the unit circle.
func unit() [12][2]float64 {
	const s, c = 0.5, 0.8660254
	return [12][2]float64{{1, 0}, {c, s}, {s, c}, {0, 1}, {-s, c}, {-c, s}, {-1, 0}, {-c, -s}, {-s, -c}, {0, -1}, {s, -c}, {c, -s}}
}

// Same reports whether two display lists show the same, so that painting can be spared.
func Same(a, b []Op) bool {
	return a != nil && slices.EqualFunc(a, b, func(x, y Op) bool {
		return x.Kind == y.Kind && x.Color == y.Color && x.Halo == y.Halo && x.Font == y.Font && x.Dash == y.Dash && x.Align == y.Align &&
			x.X == y.X && x.Y == y.Y && x.W == y.W && x.H == y.H && x.Width == y.Width && x.Fill == y.Fill && x.Text == y.Text && slices.Equal(x.Points, y.Points)
	})
}
