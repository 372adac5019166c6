package web

import (
	"encoding/json"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Desk is what the screen knows of the labs that this browser keeps, and of the visitor's own files.
type Desk struct {
	On       bool         // the list of labs is open
	Shelf    message.Labs // the view "labs"
	Why      message.Verdicts
	confirm  string   // lab that a second click deletes
	dragged  bool     // files are held over the page
	settings bool     // the field for settings is open
	filled   string   // what the fields of own files were filled with
	faults   []string // the latest things that went wrong
}

// LabsModel is the list of labs.
type LabsModel struct {
	Room string
	Rows []LabRow
	Err  string
}

// LabRow is a lab in the list.
type LabRow struct {
	Name, Info, Note, Delete string
	Here                     bool
	LoadAct, ExportAct       string
	DeleteAct                string
}

// LabsMenu prepares the list of labs.
func (a *App) LabsMenu() LabsModel {
	d := &a.Desk
	m := LabsModel{Err: a.UI.Text["lab-error"]}
	if d.Shelf.Quota > 0 {
		m.Room = words.F("%1 of the %2 that this browser gives are in use.", view.Bytes(d.Shelf.Usage), view.Bytes(d.Shelf.Quota))
		if !d.Shelf.Persisted {
			m.Room += " " + words.T("If it runs out of room the browser may remove them: export what you need.")
		}
	}
	for _, l := range d.Shelf.Labs {
		r := LabRow{Name: l.Name, Here: l.Here, LoadAct: "lab-load:" + l.Name, ExportAct: "lab-export:" + l.Name, DeleteAct: "lab-delete:" + l.Name, Delete: words.T("Delete")}
		r.Info = words.N(int64(l.Commands), "%1 command", "%1 commands")
		if l.Bytes > 0 {
			r.Info += ", " + view.Bytes(l.Bytes)
		}
		switch {
		case l.Here:
			r.Note, r.DeleteAct = words.T("open"), ""
		case l.Busy:
			r.Note, r.DeleteAct, r.ExportAct = words.T("open in another tab"), "", ""
		case l.Link:
			r.Note = words.T("by a link")
		case l.Lesson:
			r.Note = words.T("a lesson")
		}
		if d.confirm == l.Name {
			r.Delete, r.DeleteAct = words.F("Delete %1 for good", l.Name), "lab-delete-now:"+l.Name
		}
		m.Rows = append(m.Rows, r)
	}
	return m
}

// picker is a client that can ask the visitor for files.
type picker interface{ Pick(folder bool) }

// doLabs performs the actions of the list of labs and of the bar above own files.
func (a *App) doLabs(name, arg string) bool {
	d := &a.Desk
	if name != "lab-delete" {
		d.confirm = ""
	}
	switch name {
	case "labs":
		a.openLabs(!d.On)
	case "lab-load":
		a.labLine("lab load "+arg, true)
	case "lab-export":
		a.labLine(strings.TrimSpace("lab export "+arg), false)
	case "lab-zip":
		a.labLine("lab export --zip", false)
	case "lab-delete":
		d.confirm = arg
	case "lab-delete-now":
		a.labLine("lab delete "+arg, false)
	case "lab-new":
		if n := strings.TrimSpace(a.UI.Text["lab-name"]); n != "" {
			a.labLine("lab new "+n, true)
		}
	case "lab-copy":
		if n := strings.TrimSpace(a.UI.Text["lab-name"]); n != "" {
			a.labLine("lab copy "+n, false)
		}
	case "lab-reset":
		a.labLine("lab reset", true)
	case "lab-pick":
		if p, ok := a.client.(picker); ok {
			d.On = false
			p.Pick(arg == "folder")
		}
	case "lab-report":
		a.report()
	default:
		return a.doOwn(name)
	}
	return true
}

func (a *App) openLabs(on bool) {
	a.Desk.On, a.UI.Text["lab-error"] = on, ""
	if on {
		a.changed([]string{"labs"})
		a.host.Focus("labs-close")
	} else {
		a.host.Focus("labs-key")
	}
}

// labLine runs a command about labs. What goes wrong is said in the list, which closes if the command opens another lab.
func (a *App) labLine(line string, leaves bool) {
	a.UI.Text["lab-error"] = ""
	a.exec(line, true, func(r message.Result) {
		a.changed([]string{"labs"})
		switch {
		case r.Exit != 0:
			a.UI.Text["lab-error"] = words.Said(firstLine(r.Err + r.Out))
			a.note(line + ": " + firstLine(r.Err+r.Out))
		case leaves:
			a.UI.Text["lab-name"] = ""
			a.openLabs(false)
		}
	})
}

// note remembers what went wrong, for a report.
func (a *App) note(words string) {
	d := &a.Desk
	if d.faults = append(d.faults, words); len(d.faults) > 20 {
		d.faults = d.faults[1:]
	}
}

// report makes a text of what somebody needs to find a fault, and hands it over: on the clipboard and as a file. Nothing is sent.
func (a *App) report() {
	a.client.View("journal", with{"from": -2000, "limit": 2000}, func(raw json.RawMessage, err error) {
		a.host.Post(func() {
			var j message.Journal
			if err == nil {
				err = json.Unmarshal(raw, &j)
			}
			if err != nil {
				a.note("journal: " + err.Error())
			}
			text := a.reportText(j)
			a.host.Copy(text)
			a.host.Save("logarium-report.txt", text)
			a.say(words.T("The report is on the clipboard and among your downloads. Nothing was sent."))
			a.UI.Toast, a.UI.ToastBad = a.UI.Announce, false
			a.openLabs(false)
			a.host.Frame()
		})
	})
}

// reportText is in English, for those who read it.
func (a *App) reportText(j message.Journal) string {
	var b strings.Builder
	version, why := "", ""
	if a.Ready != nil {
		version, why = a.Ready.Version, a.Ready.Why
	}
	b.WriteString("Logarium " + version + "\nbrowser: " + a.host.Agent() + "\nlab: " + a.Lab.Name + ", store " + a.Lab.Store + ", " + view.Bytes(a.Lab.Bytes) +
		", memory " + view.Bytes(a.Lab.Memory) + "\nsaved: " + view.Group(int64(a.Lab.Saved)) + " of " + view.Group(int64(a.Lab.Position)) + " commands\nnotice: " + why + "\nbroken: " + a.Broken + "\n\nlast errors:\n")
	for _, f := range a.Desk.faults {
		b.WriteString("  " + f + "\n")
	}
	b.WriteString("\njournal:\n")
	for _, c := range j.Commands {
		if c.Undone {
			b.WriteString("# undone: ")
		}
		b.WriteString(c.Line + "\n")
	}
	return b.String()
}

// Dragged tells that files are held over the page.
func (a *App) Dragged(over bool) {
	a.host.Post(func() {
		a.Desk.dragged = over
		a.host.Frame()
	})
}

// DragState is for the styles.
func (a *App) DragState() string {
	if a.Desk.dragged {
		return "on"
	}
	return "off"
}

// Brought tells how an import has ended.
func (a *App) Brought(lab string, err error) {
	a.host.Post(func() {
		a.progress = nil
		if err != nil {
			a.note("import: " + err.Error())
			a.fail(words.Said(err.Error()))
			return
		}
		a.Desk.On = false
		a.changed([]string{"labs"})
		a.say(words.F("%1 is open.", lab))
		a.host.Frame()
	})
}

// labsKey is what a key does while the list of labs is open: the dialog keeps the focus.
func (a *App) labsKey(k Key) (act string, used bool) {
	switch {
	case k.Key == "Escape":
		return "labs", true
	case k.Key == "Enter" && k.Where == "lab-name":
		return "lab-new", true
	case k.Key == "Tab" && !k.Shift && k.Where == "labs-report":
		a.host.Focus("labs-close")
		return "toast", true
	case k.Key == "Tab" && k.Shift && k.Where == "labs-close":
		a.host.Focus("labs-report")
		return "toast", true
	}
	return "", false
}
