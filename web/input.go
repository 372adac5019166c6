package web

import (
	"strings"

	"logarium/web/view"
)

// field is where the value of a text field of that name is kept; nil for those whose texts stand in UI.Text.
func (a *App) field(name string) *string {
	p := &a.Produce
	switch name {
	case "produce-key":
		return &p.Key
	case "produce-value":
		return &p.Value
	case "produce-headers":
		return &p.Headers
	case "produce-time":
		return &p.Timestamp
	case "produce-partition":
		return &p.Partition
	case "produce-batch":
		return &p.Batch
	case "produce-repeat":
		return &p.Repeat
	case "produce-over":
		return &p.Over
	case "produce-producer":
		return &p.Producer
	case "console":
		return &a.Console.Input
	}
	return nil
}

// Input takes the value of a text field as it is typed.
func (a *App) Input(name, value string) {
	if f := a.field(name); f != nil {
		*f = value
	} else {
		a.UI.Text[name] = value
	}
	kind, rest, _ := strings.Cut(name, "-")
	switch kind {
	case "produce":
		a.UI.ProduceErr = ""
	case "console":
		a.Console.Words = nil
	case "layer":
		a.UI.RowsFollow["log"], a.UI.RowsFollow["events"] = true, true
	case "goto":
		a.UI.GotoErr = ""
	case "filter":
		a.UI.RowsFollow[rest] = true
		a.narrowed(rest)
	}
	a.host.Frame()
}

// Value is what a text field shall hold. Input keeps it equal to what somebody types, so that it differs from what stands
// in the field only where the screen itself has changed it.
func (a *App) Value(name string) string {
	if name == "produce-time" && !a.Produce.Skew {
		return view.Moment(a.Clock.Now)
	}
	if f := a.field(name); f != nil {
		return *f
	}
	text, typed := a.UI.Text[name]
	switch {
	case name == "sweep-at":
		return orElse(text, "0")
	case name == "sweep-plan":
		return orElse(text, "scan")
	}
	if set, ok := strings.CutPrefix(name, "set-"); ok && !typed {
		if s := a.setting(set); s != nil {
			return view.SettingText(s)
		}
	}
	return text
}
