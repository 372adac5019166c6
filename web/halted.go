package web

import (
	"strconv"

	"logarium/web/view"
	"logarium/web/words"
)

// halted tells that a command waits in the middle, at which of its events, and offers to end it.
func (a *App) halted() Notice {
	b := a.Lab.Break
	kind, text := words.Event(b.Kind, b.Text)
	return Notice{Show: true, Class: "banner info", Strong: words.F("A command waits at event %1.", strconv.Itoa(b.Event)),
		Text:   kind + ": " + cutWords(text) + " " + words.F("%1 is not finished: all panels show the machine right after this event.", cutWords(b.Line)),
		Button: words.T("Finish it"), Act: "run:" + view.StepOver()}
}
