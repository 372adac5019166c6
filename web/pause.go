package web

import (
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Pause is something that play pauses on.
type Pause struct {
	Name, Title, Word string
	On                bool
}

// Pauses lists what play may pause on.
func (a *App) Pauses() []Pause {
	all := []Pause{{Name: "roll", Title: words.T("Play pauses when a segment is rolled"), Word: words.T("roll")}, {Name: "delete", Title: words.T("Play pauses when a segment is deleted"), Word: words.T("delete")}, {Name: "error", Title: words.T("Play pauses when a broker logs an error"), Word: words.T("error")}}
	for i := range all {
		all[i].On = strings.Contains(a.play.pauses, all[i].Name+" ")
	}
	return all
}

func (a *App) togglePause(name string) {
	word := name + " "
	if strings.Contains(a.play.pauses, word) {
		a.play.pauses = strings.ReplaceAll(a.play.pauses, word, "")
	} else {
		a.play.pauses += word
	}
	a.host.Keep("pauses", a.play.pauses)
}

// pauseOn pauses play at the first of some new lines of server.log that tells of what it shall pause on.
func (a *App) pauseOn(lines []message.LogLine) {
	if !a.play.on || a.play.pauses == "" {
		return
	}
	for i := range lines {
		what := happened(&lines[i])
		if what == "" || !strings.Contains(a.play.pauses, what+" ") {
			continue
		}
		a.play.on = false
		a.UI.Toast, a.UI.ToastBad = words.F("Paused at %1: %2", view.Moment(lines[i].Time), short(lines[i].Text)), false
		a.say(a.UI.Toast)
		return
	}
}

// short is a line of server.log without what repeats.
func short(text string) string {
	var b strings.Builder
	for _, p := range view.Shorten(text) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// happened names what a line tells of, as pauses do.
func happened(l *message.LogLine) string {
	switch {
	case l.Level == "ERROR" || l.Level == "FATAL":
		return "error"
	case strings.Contains(l.Text, "Rolled new log segment"):
		return "roll"
	case strings.Contains(l.Text, "Deleting segment"):
		return "delete"
	}
	return ""
}
