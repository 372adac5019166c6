package web

import (
	"strconv"
	"strings"
)

// Key is a key press as the screen needs it. Where is the id of the focused part: "", "strip", "hex", "rail", "console-input",
// "goto-input"; Text that a text field, select or dialog has the focus.
type Key struct {
	Key              string
	Ctrl, Shift, Alt bool
	Where            string
	Field            string // name of the text field that has the focus
	Text             bool
	Control          bool // a button has the focus: Space and Enter are its own
}

// Press acts on a key and reports whether the browser shall not.
func (a *App) Press(k Key) bool {
	a.UI.Toast = ""
	act, used := a.keyAct(k)
	if act != "" {
		a.Do(act)
	}
	return used
}

func (a *App) keyAct(k Key) (act string, used bool) {
	if a.UI.Keys {
		switch k.Key {
		case "Escape", "?":
			return "keys", true
		case "Tab": // the dialog keeps the focus
			if k.Where == "keys-close" {
				a.host.Focus("keys-single")
			} else {
				a.host.Focus("keys-close")
			}
			return "toast", true
		}
		return "", false
	}
	if a.Desk.On {
		return a.labsKey(k)
	}
	if a.Tale.List || a.UI.Present && a.Tale.On {
		if act, used = a.taleKey(k); used || a.Tale.List {
			return act, used
		}
	}
	if k.Ctrl {
		return a.ctrlKey(k)
	}
	if a.UI.Present && !k.Text && !k.Alt {
		if act, used = presentKey(k); used {
			return act, used
		}
	}
	if act, used = a.filterKey(k); used {
		return act, used
	}
	switch k.Where {
	case "console-input":
		return a.consoleKey(k)
	case "goto-input":
		switch k.Key {
		case "Enter":
			return "goto-go", true
		case "Escape":
			return "goto", true
		}
		return "", false
	case "tool-field":
		if act := a.fieldAct(k); act != "" {
			return act, true
		}
	case "hex":
		if act, used = a.hexKey(k); used {
			return act, used
		}
	case "strip":
		if act, used = a.stripKey(k); used {
			return act, used
		}
	case "rail":
		if act, used = a.railKey(k); used {
			return act, used
		}
	}
	if k.Text || k.Alt || !a.UI.SingleKeys && k.Key != "Escape" {
		return "", false
	}
	if k.Key == "/" {
		return "filter:" + k.Where, true
	}
	if act, used = a.taleKey(k); used {
		return act, used
	}
	return singleKey(k)
}

func (a *App) ctrlKey(k Key) (string, bool) {
	switch {
	case k.Key == "Enter" && k.Where == "console-input":
		return "console-run", true
	case k.Key == "Enter" && a.UI.Tool == "produce":
		return "send", true
	case k.Text:
		return "", false
	case (k.Key == "z" || k.Key == "Z") && k.Shift:
		return "redo", true
	case k.Key == "z":
		return "undo", true
	}
	return "", false
}

// singleKey is the map of ui.md for what exists.
func singleKey(k Key) (string, bool) {
	acts := map[string]string{".": "event", "n": "task", "s": "advance:1000", "m": "advance:60000", "M": "advance:3600000",
		"[": "batch:-1", "]": "batch:1", "{": "segment:-1", "}": "segment:1", "+": "zoom:in", "=": "zoom:in", "-": "zoom:out", "0": "fit",
		"w": "tool:why", "l": "look", "`": "drawer-key", "g": "goto", "?": "keys", "p": "present", "Escape": "unselect"}
	if k.Key == " " && !k.Control {
		return "play", true
	}
	if len(k.Key) == 1 && k.Key[0] <= '9' {
		if n := int(k.Key[0] - '1'); n < len(tools()) {
			return "tool:" + tools()[n].Name, true
		}
	}
	act, ok := acts[k.Key]
	return act, ok
}

func (a *App) consoleKey(k Key) (string, bool) {
	c := &a.Console
	switch k.Key {
	case "Enter":
		if len(c.Words) > 0 {
			c.choose(c.Pick)
			return "toast", true
		}
		return "console-run", true
	case "Tab":
		if k.Shift || c.Input == "" && len(c.Words) == 0 {
			return "", false
		}
		if n := len(c.Words); n > 0 {
			c.Pick = (c.Pick + 1) % n
			return "toast", true
		}
		a.Complete()
		return "toast", true
	case "ArrowUp":
		c.move(-1)
		return "toast", true
	case "ArrowDown":
		c.move(1)
		return "toast", true
	case "Escape":
		c.Words = nil
		return "toast", true
	}
	return "", false
}

// move goes through the words while they are shown, else through the history.
func (c *Console) move(by int) {
	if n := len(c.Words); n > 0 {
		c.Pick = (c.Pick + by + n) % n
		return
	}
	c.Recall(by)
}

func (a *App) hexKey(k Key) (string, bool) {
	cols := int64(a.UI.HexCols)
	steps := map[string]int64{"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -cols, "ArrowDown": cols,
		"PageUp": -cols * (a.UI.HexRows - 1), "PageDown": cols * (a.UI.HexRows - 1)}
	if k.Alt && k.Key == "ArrowLeft" {
		return "back", true
	}
	if by, ok := steps[k.Key]; ok && !k.Alt {
		a.HexMove(by)
		return "toast", true
	}
	if k.Key == "Enter" {
		a.FollowHere()
		return "toast", true
	}
	return "", false
}

func (a *App) stripKey(k Key) (string, bool) {
	switch k.Key {
	case "ArrowLeft", "ArrowRight":
		by := "1"
		if k.Key == "ArrowLeft" {
			by = "-1"
		}
		if k.Shift {
			return "segment:" + by, true
		}
		return "batch:" + by, true
	case "Home", "End":
		a.SelectEnd(k.Key == "End")
		return "toast", true
	}
	return "", false
}

func (a *App) railKey(k Key) (string, bool) {
	switch k.Key {
	case "Home":
		return "goto-command:" + strconv.Itoa(a.Journal.From), true
	case "End":
		return "goto-command:" + strconv.Itoa(a.Journal.Total), true
	case "ArrowLeft":
		return "undo", true
	case "ArrowRight":
		if a.Lab.Redo > 0 {
			return "redo", true
		}
		return "task", true
	}
	return "", false
}

// fieldAct is what Enter and Escape do in a field of the open tool panel.
func (a *App) fieldAct(k Key) string {
	set, ok := strings.CutPrefix(k.Field, "set-")
	switch {
	case k.Key == "Enter" && k.Field == "lookup":
		return "lookup-go"
	case k.Key == "Enter" && strings.HasPrefix(k.Field, "moment-"):
		return "moments-go"
	case k.Key == "Enter" && ok:
		return "config-set:" + set
	case k.Key == "Escape" && ok:
		return "config-revert:" + set
	}
	return ""
}
