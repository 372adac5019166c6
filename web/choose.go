package web

// What the screen shows before anybody has chosen anything, and when what was chosen is gone.

import (
	"slices"

	"logarium/engine/message"
)

// marked tells whether what is shown was chosen, and is marked everywhere.
func (a *App) marked() bool { return !a.Sel.Auto || a.Sel.Cursor >= 0 }

// choosePartition picks the first partition that is not internal, when none is selected or it is gone.
func (a *App) choosePartition() {
	var first, internal *Selection
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				s := Selection{Partition: p.Name, Broker: b.ID, Dir: d.Path, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
				if p.Name == a.Sel.Partition && b.ID == a.Sel.Broker {
					a.Sel.Dir = d.Path
					return
				}
				if internal == nil {
					internal = &s
				}
				if first == nil && !(len(p.Name) > 2 && p.Name[:2] == "__") {
					first = &s
				}
			}
		}
	}
	if first == nil {
		first = internal
	}
	if first == nil {
		first = a.noPartition()
	}
	if first.Partition != "" || a.Sel.Partition != "" || a.Sel.Dir != first.Dir {
		a.SelectPartition(*first)
	}
}

// noPartition is the selection where there is no partition: the first log directory.
func (a *App) noPartition() *Selection {
	s := &Selection{Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1}
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			if s.Dir == "" {
				s.Broker, s.Dir = b.ID, d.Path
			}
		}
	}
	return s
}

// chooseSegment keeps the selection on a segment that exists: at first the oldest that is kept.
func (a *App) chooseSegment() {
	a.fitFirst()
	if then := a.arrived; then != nil {
		if !a.upToDate("segments") {
			return
		}
		a.arrived = nil
		then()
	}
	at := a.segment(a.Sel.Base)
	if at != nil && !a.follows(at) || a.Sel.Kind != "" && a.Sel.Base < 0 {
		return
	}
	if a.beyond(a.Sel.Base) && a.segments != a.Sel.Base {
		a.lookAround(a.Sel.Base, a.showInStrip)
		return
	}
	auto, pick := a.Sel.Auto, a.liveSegment()
	if pick >= 0 && (at == nil || pick != at.Base) {
		a.SelectSegment(pick)
		a.Sel.Auto, a.Sel.Free = auto, auto
	}
}

// follows tells whether another segment than the one on the screen may be shown, as long as nobody has chosen one: in a lesson what
// is shown depends on the moment alone and not on those that came before, elsewhere it stays until it is deleted.
func (a *App) follows(s *message.Segment) bool {
	return a.Sel.Auto && a.Sel.Free && (a.Tale.On || s.State == "renamed")
}

// liveSegment is the oldest segment that is kept and holds anything, or else the active one.
func (a *App) liveSegment() int64 {
	pick := int64(-1)
	for i := range a.Segments.Segments {
		s := &a.Segments.Segments[i]
		if pick < 0 || s.State == "active" {
			pick = s.Base
		}
		if s.State == "kept" && s.Size > 0 {
			pick = s.Base
			break
		}
	}
	return pick
}

// beyond reports whether a segment is there, but not among those that the screen knows.
func (a *App) beyond(base int64) bool {
	return base >= 0 && a.partial() && a.segment(base) == nil && slices.ContainsFunc(a.Files.Entries, func(f message.File) bool { return f.Base == base && f.Kind == "log" })
}

// fitFirst shows the last dozen segments in detail when there are many.
func (a *App) fitFirst() {
	if n := len(a.Segments.Segments); !a.UI.zoomed && n > 16 && a.UI.StripW > 0 {
		a.UI.zoomed = true
		a.UI.Zoom = float64(n) / 12
		a.UI.Scroll = 1e9
		a.clampStrip()
	}
}

// chooseFile finds the path of the selected file: names change when a segment is renamed.
func (a *App) chooseFile() {
	if a.Sel.Base < 0 {
		if a.Sel.Path != "" && a.fileAt(a.Sel.Path) == nil && a.upToDate("files") {
			a.Sel.Kind, a.Sel.Path = "", ""
			a.chooseSegment()
		}
		return
	}
	f := a.file(a.Sel.Base, a.Sel.Kind)
	if f == nil {
		f = a.file(a.Sel.Base, "log")
		if f != nil {
			a.Sel.Kind = "log"
		}
	}
	if f != nil {
		a.Sel.Path = f.Path
	}
}

// chooseBatch selects the first batch that an index entry points to, if no item of the segment is selected.
func (a *App) chooseBatch(base int64) {
	b := a.Batches[base].Batches
	if base != a.Sel.Base || a.Sel.From >= 0 || a.Sel.Kind != "log" || len(b) == 0 {
		return
	}
	pick := &b[0]
	for i := range b {
		if b[i].Indexed == 0 {
			pick = &b[i]
			break
		}
	}
	auto := a.Sel.Auto
	a.item(pick.Position, pick.Position+pick.Size, pick.N)
	a.Sel.Auto = auto
}
