package web

import (
	"strings"

	"logarium/web/view"
	"logarium/web/words"
)

// filterOf opens the filter of the panel that has the focus: of the cluster tree or the files, of the settings or the metrics, of
// the events, or of server.log, which is the filter of all panels that have none of their own.
func (a *App) filterOf(where string) {
	panel := "log"
	if a.UI.DrawerOpen && a.UI.Drawer == "events" {
		panel = "events"
	}
	tool := a.UI.Tool == "config" || a.UI.Tool == "metrics"
	switch {
	case where == "tree" || where == "files":
		a.host.Focus("filter-" + where)
		return
	case tool && (where == "side" || where == "tool-field" || where == "" && !a.UI.DrawerOpen):
		a.host.Scroll("tool-panel", 0)
		a.host.Focus(a.UI.Tool + "-filter")
		return
	}
	a.panel(panel)
	a.host.Focus("filter-" + panel)
}

// filtered is what a filter narrows: the element that scrolls, which the arrow leads to.
func filtered(field string) (id string) {
	switch field {
	case "filter-tree":
		return "tree-list"
	case "filter-files":
		return "files-scroll"
	case "filter-config", "filter-metrics":
		return "tool-panel"
	case "filter-log", "filter-events":
		return "drawer-panel"
	}
	return ""
}

// filterKey is what a key does in a filter: Escape empties it and then leaves it, Enter and the arrow lead to what was found.
func (a *App) filterKey(k Key) (act string, used bool) {
	list := filtered(k.Field)
	switch {
	case list == "" || k.Ctrl || k.Alt:
	case k.Key == "Escape" && a.UI.Text[k.Field] != "":
		a.Input(k.Field, "")
		return "toast", true
	case k.Key == "Escape", k.Key == "Enter", k.Key == "ArrowDown":
		a.host.Focus(list)
		return "toast", true
	}
	return "", false
}

// narrowed begins a list at its first row when its filter changes.
func (a *App) narrowed(list string) {
	top := map[string]*int{"config": &a.UI.ToolTop, "tree": &a.UI.TreeTop, "files": &a.UI.FilesTop}[list]
	if top != nil {
		*top = 0
		a.host.Scroll(filtered("filter-"+list), 0)
	}
}

// filter is what stands in the filter of a list.
func (a *App) filter(list string) string { return strings.TrimSpace(a.UI.Text["filter-"+list]) }

// left is how many of several the filter of a list leaves, empty without one.
func (a *App) left(list string, n, of int) string {
	if a.filter(list) == "" {
		return ""
	}
	return words.F("%1 of %2", view.Group(int64(n)), view.Group(int64(of)))
}
