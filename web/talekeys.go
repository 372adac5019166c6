package web

import "strings"

// TaleBar is the line below the stage while a lesson is presented.
type TaleBar struct{ T TaleView }

// taleKey is what a key does while a lesson is beside the tank, and while the list of lessons is open.
func (a *App) taleKey(k Key) (act string, used bool) {
	t := &a.Tale
	switch {
	case t.List:
		return a.listKey(k)
	case !t.On || k.Text || k.Alt || k.Ctrl || !a.UI.SingleKeys:
		return "", false
	case a.UI.Present:
		return talePresentKey(k)
	}
	switch k.Key {
	case "ArrowRight":
		return "tale-next", true
	case "ArrowLeft":
		return "tale-back", true
	case "Enter":
		if !k.Control {
			return "tale-run", true
		}
	case "a", "b", "c", "d", "e", "f":
		if g := t.gate(); g != nil && g.Kind == "predict" {
			return "tale-answer:" + string(k.Key[0]-'a'+'0'), true
		}
	}
	return "", false
}

// listKey keeps the focus within the list of lessons, and closes it.
func (a *App) listKey(k Key) (string, bool) {
	switch {
	case k.Key == "Escape":
		return "tale-list", true
	case k.Key == "Tab" && !k.Shift && k.Where == "lessons-close":
		a.host.Focus("lessons-first")
		return "toast", true
	case k.Key == "Tab" && k.Shift && k.Where == "lessons-first":
		a.host.Focus("lessons-close")
		return "toast", true
	}
	return "", k.Key != "Tab" && k.Key != "Enter" && k.Key != " "
}

// talePresentKey is the map of a presenter's remote: it never does more than the script.
func talePresentKey(k Key) (string, bool) {
	acts := map[string]string{"ArrowRight": "tale-next", "PageDown": "tale-next", " ": "tale-next", "Enter": "tale-next", "ArrowLeft": "tale-back", "PageUp": "tale-back",
		"b": "blank", ".": "blank", "t": "spot", "p": "present", "Escape": "present"}
	if k.Control && (k.Key == " " || k.Key == "Enter") {
		return "", false
	}
	act, ok := acts[k.Key]
	return act, ok
}

// primaryClass marks the button that goes on.
func primaryClass(on bool) string {
	if on {
		return "btn primary"
	}
	return "btn"
}

// outClass marks output that is not as the lesson has it, and output in columns, whose lines must not be folded.
func outClass(x TaleCommand) string {
	class := "out"
	if x.Bad {
		class = "out bad"
	}
	for line := range strings.SplitSeq(x.Out, "\n") {
		if len(line) > widest {
			return class
		}
	}
	return class + " cols"
}

// widest is a line of output of which a reader still finds the end, in bytes: a listing, a dump in hex.
const widest = 100
