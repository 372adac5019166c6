package web

import (
	"strconv"
	"strings"

	"logarium/web/view"
)

// Do performs the action that an element names in data-act: "name" or "name:argument".
func (a *App) Do(act string) {
	name, arg, _ := strings.Cut(act, ":")
	a.UI.Toast = ""
	if a.refused(name) {
		return
	}
	for _, group := range []func(string, string) bool{a.doTime, a.doSelect, a.doScreen, a.doProduce, a.doLookup, a.doMoments, a.doTools, a.doTale, a.doPresent, a.doConsole, a.doLanguage, a.doLabs} {
		if group(name, arg) {
			break
		}
	}
	a.host.Frame()
}

func (a *App) doTime(name, arg string) bool {
	switch name {
	case "event":
		a.Run(view.StepEvent())
	case "task":
		a.Run(view.StepTask())
	case "advance":
		if ms, err := strconv.ParseInt(arg, 10, 64); err == nil {
			a.Run(view.Advance(ms))
		}
	case "play":
		a.Play()
	case "pause":
		a.togglePause(arg)
	case "speed":
		a.NextSpeed()
	case "undo":
		if a.Lab.Undo > 0 {
			a.Run(view.Undo(1))
		}
	case "redo":
		if a.Lab.Redo > 0 {
			a.Run(view.Redo(1))
		}
	case "goto-command":
		a.gotoCommand(arg)
	case "run":
		a.Run(arg)
	case "cancel":
		a.Cancel()
	default:
		return false
	}
	return true
}

// gotoCommand moves to the state after a command of the journal.
func (a *App) gotoCommand(arg string) {
	n, err := strconv.Atoi(arg)
	switch at := a.Journal.Position; {
	case err != nil || n == at:
	case n < at:
		a.Run(view.Undo(at - n))
	default:
		a.Run(view.Redo(n - at))
	}
}

func (a *App) doSelect(name, arg string) bool {
	switch name {
	case "node":
		a.node(arg)
	case "group":
		a.toggleGroup(arg)
	case "file":
		a.SelectFile(arg)
		a.UI.TreeOpen = false
		if a.UI.Phone {
			a.UI.PhoneView = "bytes"
		}
	case "kind":
		if f := a.file(a.Sel.Base, arg); f != nil {
			a.SelectFile(f.Path)
		}
	case "batch":
		a.StepBatch(by(arg))
	case "segment":
		a.StepSegment(by(arg))
	case "base":
		a.subject(arg)
	case "field":
		a.SelectBytes(arg)
	case "open":
		a.UI.OpenFields[arg] = !a.fieldOpen(arg)
	case "entry":
		a.entry(arg)
	case "follow":
		a.SelectBytes(arg)
		a.FollowHere()
	case "back":
		a.Back()
	case "to-entry":
		a.toEntry()
	case "copy":
		a.copyAs(arg)
	case "unselect":
		if a.UI.TreeOpen {
			a.UI.TreeOpen = false
		} else {
			a.Sel.Bytes, a.Sel.Cursor = [2]int64{-1, -1}, -1
		}
	default:
		return false
	}
	return true
}

func by(arg string) int {
	if arg == "-1" {
		return -1
	}
	return 1
}

// subject selects the segment that a log line or a verdict is about: "partition/base" or "base".
func (a *App) subject(arg string) {
	base, err := strconv.ParseInt(arg[strings.LastIndexByte(arg, '/')+1:], 10, 64)
	if err == nil && a.segment(base) != nil {
		a.SelectSegment(base)
	}
}

func (a *App) node(key string) {
	for _, n := range a.Tree() {
		if n.Key != key {
			continue
		}
		if n.Kind != "partition" {
			if n.Twist != "" {
				a.UI.Closed[key] = !a.UI.Closed[key]
			}
			return
		}
		s := Selection{Partition: n.Partition, Broker: n.Broker, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
		for _, b := range a.Cluster.Brokers {
			for _, d := range b.Dirs {
				for _, p := range d.Partitions {
					if b.ID == n.Broker && p.Name == n.Partition {
						s.Dir = d.Path
					}
				}
			}
		}
		a.SelectPartition(s)
	}
}

func (a *App) toggleGroup(key string) {
	for _, r := range a.FileRows() {
		if r.Group && r.Key == key {
			a.UI.Opened[key] = !r.Open
		}
	}
}

func (a *App) fieldOpen(key string) bool {
	for _, r := range a.FieldRows() {
		if r.Key == key {
			return r.Open
		}
	}
	return false
}

// entry follows the n-th of the index entries below the dump.
func (a *App) entry(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n >= len(a.Index.Items) {
		return
	}
	item := a.Index.Items[n]
	if l := findLink(&item, [2]int64{-1, -1}); l != nil {
		a.Follow(l)
	}
}

func (a *App) doScreen(name, arg string) bool {
	switch name {
	case "theme":
		a.UI.Theme = map[string]string{"": "dark", "dark": "light", "light": ""}[a.UI.Theme]
		a.host.Theme(a.UI.Theme)
		a.host.Keep("theme", a.UI.Theme)
	case "keys":
		a.UI.Keys = !a.UI.Keys
		if a.UI.Keys {
			a.host.Focus("keys-close")
		} else {
			a.host.Focus("help-key")
		}
	case "single-keys":
		a.UI.SingleKeys = !a.UI.SingleKeys
		a.host.Keep("keys", map[bool]string{true: "on", false: "off"}[a.UI.SingleKeys])
	case "axis":
		a.UI.Axis = arg
		a.clampStrip()
	case "zoom":
		a.ZoomStrip(map[string]float64{"in": 1.5, "out": 1 / 1.5}[arg], a.UI.StripW/2)
	case "fit":
		a.FitStrip()
	case "tree":
		a.UI.TreeOpen = !a.UI.TreeOpen
	case "by":
		a.UI.ByTopic = arg == "topics"
	case "tool":
		a.setTool(arg)
	case "panel":
		a.panel(arg)
	case "drawer-key":
		if a.UI.DrawerOpen && a.UI.Drawer == "console" {
			return a.doScreen("drawer", "")
		}
		a.panel("console")
	case "filter":
		a.filterOf(arg)
	case "drawer":
		a.UI.DrawerOpen = !a.UI.DrawerOpen
		a.host.Keep("drawer", map[bool]string{true: "open", false: "closed"}[a.UI.DrawerOpen])
	case "raw":
		a.UI.Raw = arg == "raw"
	case "goto":
		a.UI.Goto, a.UI.Text["goto"], a.UI.GotoErr = !a.UI.Goto, "", ""
		if a.UI.Goto {
			a.host.Focus("goto-input")
		}
	case "goto-go":
		a.Goto(a.UI.Text["goto"])
	case "view":
		if a.UI.PhoneView = arg; arg == "console" && !a.UI.panelChosen {
			a.UI.Drawer = "console"
		}
	default:
		return a.doMore(name, arg)
	}
	return true
}

func (a *App) doMore(name, arg string) bool {
	switch name {
	case "level":
		a.UI.Level = arg
		a.UI.RowsFollow["log"] = true
	case "lines":
		a.UI.FullLines = arg == "full"
	case "dismiss":
		a.UI.DismissBanner = true
		if a.Ready != nil {
			a.UI.Dismissed = a.Ready.Why
		}
	case "share":
		a.share()
	case "toast":
	case "restart":
		a.Broken = ""
		a.Ready = nil
		a.client.Restart()
	default:
		return false
	}
	return true
}

func (a *App) panel(name string) {
	a.UI.Drawer, a.UI.DrawerOpen, a.UI.panelChosen = name, true, true
	a.host.Keep("panel", name)
	a.UI.RowsFollow[name] = true
	if name == "console" {
		a.host.Focus("console-input")
	}
}

func (a *App) doProduce(name, arg string) bool {
	p := &a.Produce
	switch name {
	case "key":
		p.KeyNull = arg == "null"
	case "value":
		p.ValueNull = arg == "null"
	case "when":
		p.Skew = arg == "skew"
		if p.Skew && p.Timestamp == "" {
			p.Timestamp = view.Moment(a.Clock.Now)
		}
	case "codec":
		p.Codec = arg
	case "acks":
		p.Acks = arg
	case "kind":
		p.Plain = arg == "plain"
	case "txn":
		p.Txn = arg == "yes"
	case "as-command":
		p.AsCommand = !p.AsCommand
	case "send":
		a.send(a.ProduceForm().One)
	case "send-many":
		a.send(a.ProduceForm().Many)
	default:
		return false
	}
	return true
}

func (a *App) doConsole(name, arg string) bool {
	switch name {
	case "complete":
		i, err := strconv.Atoi(arg)
		if err == nil {
			a.Console.choose(i)
			a.host.Focus("console-input")
		}
	case "console-run":
		a.Typed()
	default:
		return false
	}
	return true
}
