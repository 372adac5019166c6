package web

import (
	"encoding/json"
	"slices"
	"strings"

	"logarium/engine/message"
)

// stageFrames is how many frames a step waits for the file that it wants to show.
const stageFrames = 400

// settleStage brings the panels, the partition and the file of the step to the screen, as soon as they are there.
func (a *App) settleStage() {
	t := &a.Tale
	a.followLanguage()
	if t.phone != a.UI.Phone && t.On {
		if t.phone = a.UI.Phone; t.phone {
			a.UI.PhoneView = "tale"
			a.host.Frame()
		}
	}
	s := t.stage
	if s == nil || !t.On {
		return
	}
	if t.waits++; t.waits == 1 {
		a.showPanels(s.Panels)
	}
	if t.waits > stageFrames || a.stagePartition(s) && a.stageFile(s) {
		t.stage = nil
	}
}

// stagePartition selects the partition of the step; true: it is selected, or there is none to select.
func (a *App) stagePartition(s *message.LessonStep) bool {
	name := s.Partition
	if dir, _, ok := cutLast(s.File, "/"); ok && name == "" {
		_, name, _ = cutLast(dir, "/")
	}
	if !strings.Contains(name, "-") || name == a.Sel.Partition {
		return true
	}
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				if p.Name == name {
					a.SelectPartition(Selection{Partition: name, Broker: b.ID, Dir: d.Path, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1})
					return s.File == ""
				}
			}
		}
	}
	return false
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func (a *App) stageFile(s *message.LessonStep) bool {
	if s.File == "" {
		return true
	}
	f := a.fileAt(s.File)
	if f == nil || a.Segments.Total == 0 {
		return false
	}
	a.openFile(f)
	a.Sel.Path = f.Path
	switch {
	case s.Select >= 0:
		a.show(&message.Link{Path: f.Path, Offset: s.Select, Length: 1})
	case f.Kind != "log":
		a.UI.HexTop = 0
		a.host.Scroll("hex-scroll", 0)
	}
	a.host.Frame()
	return true
}

// showPanels opens the panels that the author of a step has named.
func (a *App) showPanels(names []string) {
	for _, n := range names {
		switch {
		case n == "console" || n == "log" || n == "events" || n == "journal":
			a.UI.Drawer, a.UI.DrawerOpen, a.UI.RowsFollow[n] = n, true, true
		case slices.ContainsFunc(tools(), func(x Tool) bool { return x.Name == n }):
			a.UI.Tool, a.UI.ToolTop = n, 0
		}
	}
}

// StageSlots are the two panes between strip and drawer while a lesson is beside them: hex, tree, side; the second may be empty. They are
// those that the step speaks of, and the tool that somebody has opened.
func (a *App) StageSlots() (slots [2]string) {
	s := a.Tale.step()
	if s == nil {
		return [2]string{"hex", "side"}
	}
	var list []string
	for _, n := range s.Panels {
		pane := "side"
		switch n {
		case "bytes", "hex", "fields", "index":
			pane = "hex"
		case "files", "tree":
			pane = "tree"
		case "strip", "console", "log", "events", "journal", "clock", "rail":
			continue
		}
		if !slices.Contains(list, pane) {
			list = append(list, pane)
		}
	}
	if len(list) == 0 {
		list = append(list, "hex")
	}
	if a.Tale.aside && !slices.Contains(list[:min(2, len(list))], "side") {
		list = append(list[:1], "side")
	}
	copy(slots[:], list)
	return slots
}

// TaleState tells the layout whether a lesson is beside the tank.
func (a *App) TaleState() string {
	if a.Tale.On {
		return "on"
	}
	return "off"
}

// listTales opens or closes the list of lessons.
func (a *App) listTales() {
	t := &a.Tale
	if t.List = !t.List; !t.List {
		a.host.Focus("lessons-key")
		return
	}
	a.host.Focus("lessons-close")
	a.fetchIndex()
}

// fetchIndex reads the list of lessons, and how far each has come.
func (a *App) fetchIndex() {
	t := &a.Tale
	a.fetchTale("index", func(_ string, data []byte, err error) {
		var index message.LessonIndex
		if err == nil {
			err = json.Unmarshal(data, &index)
		}
		if t.Index = &index; err != nil {
			t.Err = err.Error()
		}
		t.begun, t.ended = map[string]int{}, map[string]bool{}
		for _, l := range index.Lessons {
			if p := newProgress(); json.Unmarshal([]byte(a.host.Kept("lesson-"+l.ID)), &p) == nil && len(p.At) > 0 {
				t.begun[l.ID], t.ended[l.ID] = p.Step, p.Done
			}
		}
		a.host.Frame()
	})
}
