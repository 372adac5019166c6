package web

import (
	"strconv"
	"strings"

	"logarium/web/view"
	"logarium/web/words"
)

// Notice is a banner: what is unusual and what to do about it.
type Notice struct {
	Show                     bool
	Class, Strong, Text      string
	Button, Act, Second, Do2 string
}

// Notice is what stands above the panels.
func (a *App) Notice() Notice {
	if n := a.unusual(); !n.low(a) {
		return n
	}
	return Notice{}
}

// low tells that a notice comes and goes with every undo, and stands over the first lines of the drawer if that is on the screen: above the
// panels it would move all of them, each time.
func (n Notice) low(a *App) bool {
	return strings.HasPrefix(n.Act, "goto-command:") && a.UI.DrawerOpen && !a.UI.Narrow && !a.UI.Present && !a.Tale.On
}

// unusual tells the most important unusual thing.
func (a *App) unusual() Notice {
	switch {
	case a.Broken != "":
		return Notice{true, "banner bad", words.T("The machine stopped answering."), words.F("What was saved is intact: %1.", words.Said(a.Broken)), words.T("Restart it"), "restart", "", ""}
	case a.Ready == nil:
		return Notice{}
	case a.UI.Small && (a.Ready.Why == "" || a.UI.DismissBanner):
		return Notice{} // there is no room for what the frame means to be
	case a.UI.Small:
		return Notice{true, "banner", "", words.Said(a.Ready.Why), words.T("Close"), "dismiss", "", ""}
	case a.Lab.Break != nil:
		return a.halted()
	case a.Ready.Own:
		return Notice{} // the bar above them says it
	case a.Ready.Full:
		return Notice{true, "banner bad", words.T("The browser is out of room."), words.Said(a.Ready.Why), words.T("Export"), "lab-export:", words.T("Labs"), "labs"}
	case a.Ready.ReadOnly:
		return Notice{true, "banner info", words.T("Open in another tab."), words.Said(orElse(a.Ready.Why, words.T("One tab writes at a time; here you read the last saved state."))), words.T("Try again"), "restart", "", ""}
	case a.Lab.Redo > 0 && !a.making():
		return a.undone()
	case a.UI.Dismissed == a.Ready.Why && a.UI.DismissBanner:
		return Notice{}
	case a.Ready.Store == "memory":
		return Notice{true, "banner", words.T("Memory only."), words.F("%1 Everything works; a reload starts over.", words.Said(orElse(a.Ready.Why, words.T("This page may not store data.")))), words.T("Close"), "dismiss", "", ""}
	case a.Ready.Why != "":
		return Notice{true, "banner", "", words.Said(a.Ready.Why), words.T("Close"), "dismiss", "", ""}
	}
	return Notice{}
}

// undone says what the next command drops, and offers the way back.
func (a *App) undone() Notice {
	n := a.Lab.Redo
	back := strconv.Itoa(a.Lab.Position + n)
	next := ""
	for _, c := range a.Journal.Commands {
		if c.N == a.Lab.Position+1 {
			next = words.F("; the next of them is %1", cutWords(c.Line))
		}
	}
	drops := words.N(int64(n), "A new command drops it and goes on from here%2.", "A new command drops those %1 and goes on from here%2.", next)
	drops = strings.Replace(drops, "….", "…", 1) // a line that is cut ends the sentence
	return Notice{true, "banner info", words.F("You are %1 back.", view.Plural(int64(n), "command", "commands")), drops, words.F("Back to %1", back), "goto-command:" + back, "", ""}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
