package web

// gotSweep takes over a sweep that somebody has typed: the list shows it, and the slider begins anew.
func (a *App) gotSweep() {
	for _, p := range a.Sweep.Plans {
		if p.Name == a.Sweep.Name {
			a.UI.Text["sweep-plan"] = p.Name
		}
	}
	delete(a.UI.Text, "sweep-at")
}
