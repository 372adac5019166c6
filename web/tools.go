package web

import "logarium/web/view"

// Tool is a tab of the tool panels.
type Tool struct{ Name, Label string }

// tools lists the tabs; their keys are 1, 2, ...
func tools() []Tool {
	return []Tool{{"produce", "Produce"}, {"lookup", "Lookup"}, {"why", "Why?"}}
}

func (a *App) setTool(name string) {
	a.UI.Tool, a.UI.ToolTop = name, 0
	a.host.Keep("tool", name)
	if a.UI.Phone {
		a.UI.PhoneView = "tank"
	}
}

// ToolBlocks is the content of the open tool panel, if it is made of blocks.
func (a *App) ToolBlocks() []view.Block {
	if a.UI.Tool == "lookup" {
		return a.LookupPanel()
	}
	return nil
}

// What the attributes of a block, a row and a cell are.

func alertRole(b view.Block) any {
	if b.Class == "bad" {
		return "alert"
	}
	return nil
}

func tableRole(b view.Block, role string) any {
	if b.Label == "" {
		return nil
	}
	return role
}

func labelOf(b view.Block) any {
	if b.Label == "" {
		return nil
	}
	return b.Label
}

func stepOf(r view.Row) any {
	if r.Step {
		return "step"
	}
	return nil
}

func cellClass(x view.Cell) string {
	if x.Kind == "" {
		return x.Class
	}
	return "ctl"
}

func titleOf(x view.Cell) any {
	if x.Title == "" {
		return nil
	}
	return x.Title
}
