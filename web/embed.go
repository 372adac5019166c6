package web

import (
	"slices"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Frame is what the page around a frame asks of the screen in it, see docs/embed.md.
type Frame struct {
	Strip    bool
	Panes    []string // one at a time below the strip
	Controls bool     // of time
	Fixed    bool     // nothing may be changed
	Root     string   // address of the folder of explore.html
	link     string   // that leads to the present state
	linked   int      // the journal's position that it leads to
	linking  bool
}

// panes are the parts of the screen that a frame may show below the strip, and those that only serve to change something.
func panes() (all, changing []string) {
	all = []string{"bytes", "files", "console", "log", "events", "journal"}
	for _, t := range tools() {
		all = append(all, t.Name)
	}
	return all, []string{"console", "produce", "config", "faults"}
}

// Framed takes what the address asks for: the small layout, and a theme that it forces. ask gives a parameter of the address.
func (a *App) Framed(on bool, root string, ask func(string) string) {
	a.UI.Small = on
	if theme := ask("theme"); theme == "light" || theme == "dark" {
		a.UI.Theme = theme
	}
	if !on {
		return
	}
	f := Frame{Root: root, Fixed: ask("readonly") == "1"}
	f.Controls = ask("controls") != "0" && !f.Fixed
	all, changing := panes()
	for _, name := range strings.Split(orElse(ask("panels"), "strip,bytes,why,log"), ",") {
		switch {
		case name == "strip":
			f.Strip = true
		case !slices.Contains(all, name) || slices.Contains(f.Panes, name) || f.Fixed && slices.Contains(changing, name):
		default:
			f.Panes = append(f.Panes, name)
		}
	}
	f.Strip = f.Strip || len(f.Panes) == 0
	a.UI.Frame = f
	if len(f.Panes) > 0 {
		a.pane(f.Panes[0])
	}
}

// pane shows one of the frame's panes.
func (a *App) pane(name string) {
	switch name {
	case "bytes", "files":
		a.UI.PhoneView = name
	case "console", "log", "events", "journal":
		a.UI.PhoneView = "console"
		a.UI.Drawer, a.UI.panelChosen, a.UI.RowsFollow[name] = name, true, true
	default:
		a.UI.PhoneView, a.UI.Tool, a.UI.ToolTop = "tank", name, 0
	}
}

// shownPane is the one that is seen.
func (a *App) shownPane() string {
	switch a.UI.PhoneView {
	case "console":
		return a.UI.Drawer
	case "tank":
		return a.UI.Tool
	}
	return a.UI.PhoneView
}

func (a *App) doFrame(name, arg string) bool {
	if name != "pane" || !slices.Contains(a.UI.Frame.Panes, arg) {
		return false
	}
	a.pane(arg)
	return true
}

// refused reports whether the frame has taken the means to do something from its reader.
func (a *App) refused(act string) bool {
	return a.UI.Small && !a.UI.Frame.Controls && slices.Contains([]string{"event", "task", "advance", "play", "undo", "redo", "goto-command"}, act)
}

// SmallState tells the layout whether the page is a small one within another.
func (a *App) SmallState() string {
	if a.UI.Small {
		return "on"
	}
	return "off"
}

// FrameState tells the layout what of the two a small page shows: the strip, panes, or both.
func (a *App) FrameState() string {
	switch f := a.UI.Frame; {
	case !a.UI.Small:
		return "off"
	case len(f.Panes) == 0:
		return "strip"
	case !f.Strip:
		return "panes"
	}
	return "both"
}

// FrameHeight is the height in px at which nothing of a small page is cramped.
func (a *App) FrameHeight() int {
	return map[string]int{"strip": 242, "panes": 320, "both": 420}[a.FrameState()]
}

// EmbedBar is the line below a small page: the controls of time, and the panes.
type EmbedBar struct{ B FrameFoot }

// FrameFoot is its model.
type FrameFoot struct {
	Controls bool
	CanUndo  bool
	PlayIcon string
	Panes    []FramePane
}

// FramePane is a pane to choose.
type FramePane struct {
	Name, Label string
	On          bool
}

// FrameFoot prepares the line below a small page.
func (a *App) FrameFoot() FrameFoot {
	t := FrameFoot{Controls: a.UI.Frame.Controls, CanUndo: a.Lab.Undo > 0, PlayIcon: "ic i-play"}
	if a.play.on {
		t.PlayIcon = "ic i-pause"
	}
	shown := a.shownPane()
	for _, name := range a.UI.Frame.Panes {
		t.Panes = append(t.Panes, FramePane{name, paneLabel(name), name == shown})
	}
	return t
}

func paneLabel(name string) string {
	switch name {
	case "bytes":
		return words.T("Bytes")
	case "files":
		return words.T("Files")
	case "console":
		return words.T("Console")
	case "log":
		return "server.log"
	case "events":
		return words.T("Events")
	case "journal":
		return words.T("Journal")
	}
	for _, t := range tools() {
		if t.Name == name {
			return t.Label
		}
	}
	return name
}

// relink asks for the link to the present state, behind which a tab of its own goes on.
func (a *App) relink() {
	f := &a.UI.Frame
	if !a.UI.Small || a.play.on || f.linking || f.linked == a.Lab.Saved {
		return
	}
	at := a.Lab.Saved
	f.linking = true
	a.client.Exec("share", false, func(r message.Result, err error) {
		a.host.Post(func() {
			f.linking, f.linked, f.link = false, at, ""
			if err == nil && r.Exit == 0 {
				f.link = strings.TrimSpace(r.Out)
			}
			a.host.Frame()
		})
	})
}

// OpenAddress is where a tab of its own shows the present state; where no link can, the same lab from its beginning.
func (a *App) OpenAddress() string {
	f := &a.UI.Frame
	if f.link == "" {
		return f.Root + "explore.html?lab=" + a.Lab.Name
	}
	return f.Root + "explore.html" + f.link
}

// smallWords is what the top bar of a frame says of the storage.
func (a *App) smallWords() (word, class, title string) {
	if a.UI.Frame.Fixed {
		return words.T("read only"), "dim", words.T("This lab can only be read here.")
	}
	return words.T("memory only"), "dim", orElse(words.Said(a.Ready.Why), words.T("This lab lives in memory and begins anew with each visit."))
}

// Themed switches the colours: light, dark, or empty for the system's.
func (a *App) Themed(name string) {
	a.host.Post(func() {
		if a.UI.Theme != name && (name == "" || name == "light" || name == "dark") {
			a.UI.Theme = name
			a.host.Theme(name)
			a.host.Frame()
		}
	})
}

// Paused stops time that plays.
func (a *App) Paused() {
	a.host.Post(func() {
		a.play.on = false
		a.host.Frame()
	})
}
