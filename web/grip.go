package web

import "strconv"

// gripped is a part of the screen whose size a person may change: the property of its size, and the sizes it may have in px.
type gripped struct {
	name, property string
	least, most    int
	vertical       bool // the edge is a vertical line
	sign           int  // 1: it grows to the right or downwards
}

func grips() []gripped {
	return []gripped{{"tree", "--tree-w", 200, 520, true, 1}, {"side", "--side-w", 260, 640, true, -1}, {"drawer", "--drawer-h", 84, 560, false, -1}}
}

// GripState is a separator for the component that draws it.
type GripState struct{ Name, Label, Orientation, Now, Least, Most string }

// Grip prepares the separator of a part.
func (a *App) Grip(name string) GripState {
	labels := map[string]string{"tree": tr("Width of the tree"), "side": tr("Width of the tools"), "drawer": tr("Height of the drawer")}
	for _, g := range grips() {
		if g.name != name {
			continue
		}
		s := GripState{Name: name, Label: labels[name], Orientation: "horizontal", Least: strconv.Itoa(g.least), Most: strconv.Itoa(g.most), Now: strconv.Itoa(max(g.least, a.UI.Size[name]))}
		if g.vertical {
			s.Orientation = "vertical"
		}
		return s
	}
	return GripState{}
}

// SizeStyle gives the layout the sizes that somebody chose.
func (a *App) SizeStyle() string {
	style := ""
	for _, g := range grips() {
		if n := a.UI.Size[g.name]; n > 0 {
			style += g.property + ":" + strconv.Itoa(n) + "px;"
		}
	}
	return style
}

// Resize gives a part a size in px, 0 for that of the layout, and remembers it.
func (a *App) Resize(name string, px int) {
	for _, g := range grips() {
		if g.name != name {
			continue
		}
		if px != 0 {
			px = min(g.most, max(g.least, px))
		}
		a.UI.Size[name] = px
		a.host.Keep("size."+name, strconv.Itoa(px))
		a.host.Frame()
	}
}

// gripKey is what a key does to a separator that has the focus; now is the size that its part has in the page, which may be that
// before an earlier key.
func (a *App) gripKey(name, key string, now int) bool {
	if n := a.UI.Size[name]; n > 0 {
		now = n
	}
	for _, g := range grips() {
		if g.name != name {
			continue
		}
		by, ok := map[string]int{"ArrowRight": 16, "ArrowDown": 16, "ArrowLeft": -16, "ArrowUp": -16}[key]
		switch {
		case ok && g.vertical == (key == "ArrowLeft" || key == "ArrowRight"):
			a.Resize(name, now+by*g.sign)
		case key == "Home":
			a.Resize(name, g.least)
		case key == "End":
			a.Resize(name, g.most)
		case key == "Enter":
			a.Resize(name, 0)
		default:
			return false
		}
		return true
	}
	return false
}

// restoreSizes reads the sizes of the last visit.
func (a *App) restoreSizes() {
	a.UI.Size = map[string]int{}
	for _, g := range grips() {
		if n, err := strconv.Atoi(a.host.Kept("size." + g.name)); err == nil && n >= g.least && n <= g.most {
			a.UI.Size[g.name] = n
		}
	}
}
