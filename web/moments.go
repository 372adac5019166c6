package web

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// moments is which two positions of the journal are compared.
type moments struct {
	on       bool
	from, to int
	err      string
}

// comparing tells whether the dump lights what has changed between two moments, in place of what the last step has.
func (a *App) comparing() bool {
	return a.moments.on && a.UI.Tool == "compare" && a.Lab.Position == a.moments.to && a.Diff.To.Position == a.moments.to && a.Diff.From.Position == a.moments.from
}

func (a *App) diffParams() any {
	dir, ok := a.filesParams().(with)
	if !a.moments.on || !ok {
		return nil
	}
	return with{"from": a.moments.from, "to": a.moments.to, "broker": a.Sel.Broker, "dir": dir["dir"]}
}

// diffOf is how the open file differs, nil if it does not.
func (a *App) diffOf() *message.FileDiff {
	for i := range a.Diff.Files {
		if f := &a.Diff.Files[i]; f.Path == a.Sel.Path {
			return f
		}
	}
	return nil
}

// thenParams asks for the visible bytes of the open file as they were at the first moment.
func (a *App) thenParams() any {
	p, ok := a.hexParams().(with)
	if !ok || !a.comparing() {
		return nil
	}
	if f := a.diffOf(); f != nil {
		if p["path"] = f.Was; f.Was == "" {
			return nil
		}
	}
	p["moment"] = a.moments.from
	return p
}

// then is what the dump compares with. What is not known yet differs from nothing.
func (a *App) then() view.Old {
	f := a.diffOf()
	switch {
	case f == nil:
		return view.Old{}
	case f.Was == "":
		return view.Old{Known: true}
	case a.Then.Path != f.Was:
		return view.Old{}
	}
	return view.Old{Known: true, Size: a.Then.Size, Offset: a.Then.Offset, Bytes: a.Then.Bytes}
}

// MomentsPanel prepares the panel.
func (a *App) MomentsPanel() []view.Block {
	m := view.Moments{Err: a.moments.err, Answer: a.Diff, At: a.Lab.Position}
	m.Asked = a.moments.on && a.Diff.From.Position == a.moments.from && a.Diff.To.Position == a.moments.to
	from, to, ok := a.typedMoments()
	if ok {
		m.Line = "diff " + strconv.Itoa(from) + " " + strconv.Itoa(to) + " " + a.Sel.Partition
	}
	return m.Blocks()
}

// typedMoments are the two that stand in the fields; an empty one means the step before, or now.
func (a *App) typedMoments() (from, to int, ok bool) {
	from, to = max(0, a.Lab.Position-1), a.Lab.Position
	for _, x := range []struct {
		name string
		n    *int
	}{{"moment-from", &from}, {"moment-to", &to}} {
		if text := strings.TrimSpace(a.UI.Text[x.name]); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > max(a.Journal.Total, a.Lab.Position) {
				return 0, 0, false
			}
			*x.n = n
		}
	}
	return min(from, to), max(from, to), true
}

func (a *App) doMoments(name, arg string) bool {
	switch name {
	case "moments-go":
		from, to, ok := a.typedMoments()
		if !ok {
			a.moments = moments{err: words.F("Numbers of commands from 0 to %1.", strconv.Itoa(max(a.Journal.Total, a.Lab.Position)))}
			return true
		}
		a.compare(from, to)
	case "moments-file":
		a.openDiff(arg)
	default:
		return false
	}
	return true
}

// compare shows what differs between two positions.
func (a *App) compare(from, to int) {
	a.moments = moments{on: true, from: from, to: to}
	a.UI.Text["moment-from"], a.UI.Text["moment-to"] = strconv.Itoa(from), strconv.Itoa(to)
}

// openDiff opens a file at the first byte that differs.
func (a *App) openDiff(path string) {
	for i := range a.Diff.Files {
		f := &a.Diff.Files[i]
		if f.Path != path {
			continue
		}
		a.remember()
		at := int64(0)
		if len(f.Diffs) > 0 {
			at = f.Diffs[0].Start
		}
		a.show(&message.Link{Path: path, Offset: min(at, max(0, f.SizeB-1)), Length: 1})
		if a.UI.Phone {
			a.UI.PhoneView = "bytes"
		}
	}
}

// momentWords are the two moments as a link says them.
func (a *App) momentWords() []string {
	if a.UI.Tool != "compare" || !a.moments.on {
		return nil
	}
	return []string{"moments=" + view.Key(int64(a.moments.from), int64(a.moments.to))}
}
