package web

import (
	"strconv"

	"logarium/web/view"
	"logarium/web/words"
)

// Attribute values of the components.

func mark(on bool) string { return strconv.FormatBool(on) }

// expanded is aria-expanded for a row with that twist; a row without one has none.
func expanded(twist string) any {
	switch twist {
	case "▾":
		return "true"
	case "▸":
		return "false"
	}
	return nil
}

func twistOf(open bool) string {
	if open {
		return "▾"
	}
	return "▸"
}

func nodeClass(n view.Node) string {
	if n.Off {
		return "node off"
	}
	return "node"
}

func nameClass(n view.Node) string {
	if n.Mono {
		return "ell mono"
	}
	return "ell"
}

func nodeIndent(n view.Node) string { return "--d:" + strconv.Itoa(n.Depth) }

func fileClass(r view.FileRow) string {
	switch {
	case r.Group:
		return "fgroup"
	case r.Wide && r.Deleted:
		return "file w del"
	case r.Wide:
		return "file w"
	case r.Deleted:
		return "file del"
	}
	return "file"
}

func fileLevel(r view.FileRow) string {
	if r.Group {
		return "1"
	}
	return "2"
}

func fileAct(r view.FileRow) string {
	if r.Group {
		return "group:" + r.Key
	}
	return "file:" + r.Path
}

func footClass(bad bool) string {
	if bad {
		return "ell bad"
	}
	return "ell"
}

func entryClass(e IndexRow) string {
	if e.Selected {
		return "hl"
	}
	return ""
}

func fieldClass(r view.FieldRow) string {
	switch r.Kind {
	case "bits":
		return "bits"
	case "note":
		return "bitrow"
	case "more":
		return "frow more dim"
	case "group":
		if r.Depth == 0 {
			return "frow grp"
		}
		return "frow sub-grp"
	}
	if r.Selected {
		return "frow hl"
	}
	return "frow"
}

func fieldRole(r view.FieldRow) string {
	if r.Kind == "field" || r.Kind == "group" {
		return "treeitem"
	}
	return "presentation"
}

func fieldTitle(r view.FieldRow) any {
	if r.Title == "" {
		return nil
	}
	return r.Title
}

func fieldExpanded(r view.FieldRow) any {
	if r.Kind != "group" {
		return nil
	}
	return mark(r.Open)
}

// treeRole: a tree must hold items.
func treeRole(rows []view.FieldRow) string {
	if len(rows) == 0 {
		return "group"
	}
	return "tree"
}

// fieldTab and fieldSelected belong to rows that can be chosen only.
func fieldTab(r view.FieldRow) any {
	if fieldRole(r) == "presentation" {
		return nil
	}
	return "-1"
}

func fieldSelected(r view.FieldRow) any {
	if fieldRole(r) == "presentation" {
		return nil
	}
	return mark(r.Selected)
}

func fieldIndent(r view.FieldRow) string { return "--d:" + strconv.Itoa(r.Depth) }

func fieldAct(r view.FieldRow) string {
	switch r.Kind {
	case "field":
		return "field:" + r.Key
	case "group":
		return "open:" + r.Key
	}
	return ""
}

func valueClass(r view.FieldRow) string {
	if r.Bad {
		return "v ell bad"
	}
	return "v ell"
}

func bitClass(b view.Bit) string {
	switch {
	case b.On && b.Nibble:
		return "on nib"
	case b.On:
		return "on"
	case b.Nibble:
		return "nib"
	}
	return ""
}

// termOf and termTab make a text that has a tip reachable by keyboard.
func termOf(term string) any {
	if term == "" {
		return nil
	}
	return term
}

func fieldTerm(r view.FieldRow) string { return view.FieldTerm(r.Of) }

func kindTerm(kind string) string { return view.KindTerm(kind) }

func termTab(term string) any {
	if term == "" {
		return nil
	}
	return "0"
}

func manyLabel(s string) string {
	if s == "" {
		return words.T("Send all")
	}
	return s
}

func lifeClass(p view.LifePoint) string {
	if p.Anchor == "start" {
		return "acc"
	}
	return "s"
}

func lifeY(p view.LifePoint, above, below int) string {
	if p.Above {
		return strconv.Itoa(above)
	}
	return strconv.Itoa(below)
}

func ruleClass(r view.WhyRule) string {
	switch {
	case r.Hot:
		return "hot"
	case r.Off:
		return "dim"
	}
	return ""
}

func passClass(r view.WhyRule) string {
	switch {
	case r.Hot:
		return "r strong"
	case r.Yes:
		return "r ok"
	}
	return "r"
}

func onClass(on bool) string {
	if on {
		return "on"
	}
	return ""
}

func drawerWord(open bool) string {
	if open {
		return words.T("Close the drawer (`)")
	}
	return words.T("Open the drawer (`)")
}

func drawerIcon(open bool) string {
	if open {
		return "ic i-close"
	}
	return "ic i-up"
}

// DrawerState is open or closed, for the layout.
func (a *App) DrawerState() string {
	if a.UI.DrawerOpen {
		return "open"
	}
	return "closed"
}

// TreeState tells whether the tree is shown where it is a pop-over.
func (a *App) TreeState() string {
	if a.UI.TreeOpen {
		return "open"
	}
	return "closed"
}

// Meters describes the machine's disk.
func (a *App) Meters() []view.Meter { return view.Meters(a.Files.Disk) }

// GotoBox is the state of "Go to".
func (a *App) GotoBox() GotoBox { return GotoBox{a.UI.Goto, a.UI.GotoErr} }

// Busy is the progress of a running command.
func (a *App) Busy() string { return a.busy() }

func layerWord(layer string) string { return view.LayerWord(layer) }
