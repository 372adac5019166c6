package web

import (
	"strings"
	"time"

	"logarium/web/view"
	"logarium/web/words"
)

// OwnModel is the bar above a visitor's own files.
type OwnModel struct {
	Show                bool
	Name, About, Left   string
	Head, Text, Command string
	Lying, Settings     bool
	Stopped             string
	CanStart            bool
}

// OwnBar prepares the bar above own files.
func (a *App) OwnBar() OwnModel {
	if a.Ready == nil || !a.Ready.Own || a.Desk.Shelf.Own == nil {
		return OwnModel{}
	}
	own := a.Desk.Shelf.Own
	m := OwnModel{Show: true, Name: own.Name, Settings: a.Desk.settings, Lying: a.Lab.Position == 0, CanStart: a.Lab.Redo > 0 || a.Lab.Position > 0}
	m.About = words.F("%1 files, %2, read only. They are read in this tab; nothing is sent anywhere.", view.Group(int64(own.Files)), view.Bytes(own.Bytes))
	if own.LeftOut > 0 {
		m.Left = words.F("%1 that no log directory has are left out: %2", view.Group(int64(own.LeftOut)), strings.Join(own.Left[:min(3, len(own.Left))], ", "))
	}
	if own.Stopped != "" {
		m.Stopped = words.F("No broker starts on these files: %1", own.Stopped)
	}
	if s := a.Desk.Why.Summary; s != nil && !m.Lying {
		m.Head, m.Text, m.Command = words.Said(s.Head), words.Said(s.Text), s.Command
	}
	return m
}

// showsOwn tells that a visitor's own files are open.
func (a *App) showsOwn() bool { return a.Ready != nil && a.Ready.Own }

// ownParams asks for what is striking in the whole log.
func (a *App) ownParams() any {
	if a.Sel.Partition == "" || a.Lab.Position == 0 {
		return nil
	}
	return with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "summary": true, "limit": 1}
}

// gotLabs brings what is known of own files into the fields when it is other than before; else somebody may be typing there.
func (a *App) gotLabs() {
	own := a.Desk.Shelf.Own
	if own == nil {
		a.Desk.filled = ""
		return
	}
	now := time.UnixMilli(own.Now).UTC().Format("2006-01-02 15:04:05")
	if known := now + own.Name + own.Settings; a.Desk.filled != known {
		a.Desk.filled, a.UI.Text["own-now"], a.UI.Text["own-settings"] = known, now, own.Settings
	}
}

func (a *App) doOwn(name string) bool {
	switch name {
	case "own-settings":
		a.Desk.settings = !a.Desk.settings
		if a.Desk.settings {
			a.host.Focus("own-settings")
		}
	case "own-apply":
		a.exec(a.ownLine(), false, nil)
	case "own-lie":
		a.exec("goto 0", false, nil)
	case "own-broker":
		a.exec("goto 1", false, nil)
	case "own-verify":
		a.panel("console")
		a.exec("verify", true, nil)
	case "own-copy":
		if s := a.Desk.Why.Summary; s != nil {
			a.host.Copy(s.Command)
			a.say(words.T("Copied"))
		}
	default:
		return false
	}
	return true
}

// ownLine is the command that looks at the files again: as if it were another time, with other settings.
func (a *App) ownLine() string {
	line := "lab own --now " + strings.ReplaceAll(strings.TrimSpace(a.UI.Text["own-now"]), " ", "T")
	if !strings.HasSuffix(line, "Z") && strings.Contains(line, ":") {
		line += "Z"
	}
	settings := strings.TrimSpace(a.UI.Text["own-settings"])
	if settings == "" {
		return line
	}
	return line + " <<END\n" + settings + "\nEND"
}
