package web

import (
	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// ProduceForm is the produce form with what follows from what was typed.
func (a *App) ProduceForm() view.ProduceForm {
	partitions := 1
	for _, t := range a.Cluster.Topics {
		if t.Name == view.Topic(a.Sel.Partition) {
			partitions = t.Partitions
		}
	}
	if part := a.Part; part.Name == "" { // its log is not loaded, but records may be sent to it
		part.Name = a.Sel.Partition
		return a.Produce.Form(part, nil, a.Clock.Now, partitions, a.Consumers.Transactions)
	}
	f := a.Produce.Form(a.Part, a.active(), a.Clock.Now, partitions, a.Consumers.Transactions)
	f.Facts = append(f.Facts, a.meterLines()...)
	return f
}

// send runs a produce command; what the broker refuses is shown in the form.
func (a *App) send(line string) {
	a.UI.ProduceErr = ""
	switch {
	case a.Sel.Partition == "":
		a.UI.ProduceErr = words.T("There is no topic to send to yet.")
		return
	case line == "":
		a.UI.ProduceErr = words.T("Something above is not right yet.")
		return
	}
	a.exec(line, false, func(r message.Result) {
		if r.Exit != 0 {
			a.UI.ProduceErr = firstLine(r.Err + r.Out)
		}
	})
}
