package web

// stage is what present mode shows below the strip: the bytes, the tool panel, or both.
func stages() []string { return []string{"both", "hex", "side"} }

// PresentState tells the layout whether, and what, is presented.
func (a *App) PresentState() string {
	if !a.UI.Present {
		return "off"
	}
	return stages()[a.UI.Stage]
}

func (a *App) doPresent(name, arg string) bool {
	switch name {
	case "present":
		a.UI.Present = !a.UI.Present
		a.UI.Blank, a.UI.Spot = false, false
		a.host.Present(a.UI.Present)
	case "stage":
		a.UI.Stage = (a.UI.Stage + 1) % len(stages())
	case "blank":
		a.UI.Blank = !a.UI.Blank
	case "spot":
		a.UI.Spot = !a.UI.Spot
	default:
		return a.doFrame(name, arg)
	}
	return true
}

// presentKey is the map of present mode, which is that of a presenter's remote too: a remote never changes more than the step.
func presentKey(k Key) (string, bool) {
	acts := map[string]string{"ArrowRight": "task", "PageDown": "task", " ": "task", "ArrowLeft": "undo", "PageUp": "undo", "b": "blank", ".": "blank", "x": "stage", "t": "spot", "p": "present", "Escape": "present"}
	act, ok := acts[k.Key]
	return act, ok
}

// PresentFoot is the line below the stage.
type PresentFoot struct {
	Caption, Place string
	CanBack, Spot  bool
}

// PresentFoot prepares the caption: what has just happened.
func (a *App) PresentFoot() PresentFoot {
	r := a.RailHead()
	return PresentFoot{Caption: a.UI.Announce, Place: r.Value, CanBack: a.Lab.Undo > 0, Spot: a.UI.Spot}
}
