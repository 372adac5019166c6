package web

// filterOf opens the filter of the panel that has the focus: of the settings or the metrics, of the events, or of server.log,
// which is the filter of all panels that have none of their own.
func (a *App) filterOf(where string) {
	panel := "log"
	if a.UI.DrawerOpen && a.UI.Drawer == "events" {
		panel = "events"
	}
	tool := a.UI.Tool == "config" || a.UI.Tool == "metrics"
	if tool && (where == "side" || where == "tool-field" || where == "" && !a.UI.DrawerOpen) {
		a.host.Scroll("tool-panel", 0)
		a.host.Focus(a.UI.Tool + "-filter")
		return
	}
	a.panel(panel)
	a.host.Focus("filter-" + panel)
}
