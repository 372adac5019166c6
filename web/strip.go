package web

import (
	"encoding/json"
	"math"
	"strconv"

	"logarium/engine/message"
	"logarium/web/draw"
	"logarium/web/view"
	"logarium/web/words"
)

// Strip is the model of the log strip.
func (a *App) Strip() *view.Strip {
	s := &view.Strip{Part: a.Part, Segments: a.Segments.Segments, Batches: a.Batches, Now: a.Clock.Now, Axis: a.UI.Axis,
		Zoom: a.UI.Zoom, Scroll: a.UI.Scroll, W: a.UI.StripW, H: a.UI.StripH, Base: a.Sel.Base, Batch: a.selected(), Older: a.Segments.From, Newer: a.newer(), Note: a.stripNote(), Readers: view.Readers(a.Consumers, a.Sel.Partition)}
	if !a.marked() {
		s.Base, s.Batch = -1, nil
	}
	if a.UI.Phone { // renamed segments would leave no room for the others
		s.Segments = nil
		for _, seg := range a.Segments.Segments {
			if seg.State != "renamed" || len(a.Segments.Segments) < 3 {
				s.Segments = append(s.Segments, seg)
			}
		}
	}
	return s
}

// stripNote says why there is nothing to draw, and what changes that.
func (a *App) stripNote() string {
	for _, b := range a.Cluster.Brokers {
		if b.ID == a.Sel.Broker && !b.Running {
			id := view.Group(int64(b.ID))
			return words.F("Broker %1 does not run, so no log is loaded. broker start %1 starts it.", id)
		}
	}
	switch {
	case a.making():
		return words.T("The first lab is being made.")
	case len(a.Cluster.Brokers) == 0 || len(a.Segments.Segments) > 0:
		return ""
	case a.Sel.Partition == "":
		return words.T("There is no topic yet. kafka-topics --create --topic orders makes one.")
	}
	return "" // the answer is on its way
}

// making reports whether the script of a fresh lab still runs.
func (a *App) making() bool {
	return !a.Tale.On && a.Ready != nil && a.Ready.Fresh && a.Ready.Why == "" && a.Lab.Position+a.Lab.Redo == 0
}

// Rail is the model of the time rail.
func (a *App) Rail() *view.Rail {
	return &view.Rail{Clock: a.Clock, Journal: a.Journal, Schedule: a.Schedule, W: a.UI.RailW, Frozen: a.frozen}
}

func (a *App) clampStrip() {
	a.UI.Scroll = a.Strip().Layout().ClampScroll(a.UI.Scroll, a.UI.StripW)
}

// showInStrip scrolls the strip so that the selected segment is in the window.
func (a *App) showInStrip() {
	if a.UI.StripW > 0 && a.Sel.Base >= 0 {
		a.UI.Scroll = a.Strip().Layout().ScrollTo(a.Sel.Base, a.UI.Scroll, a.UI.StripW)
	}
}

// ZoomStrip zooms around a point of the window.
func (a *App) ZoomStrip(factor, at float64) {
	old := a.UI.Zoom
	a.UI.Zoom = math.Max(1, math.Min(old*factor, 4096))
	a.UI.Scroll = (a.UI.Scroll+at-14)*a.UI.Zoom/old - (at - 14)
	a.clampStrip()
	a.host.Frame()
}

// FitStrip shows all.
func (a *App) FitStrip() {
	a.UI.Zoom, a.UI.Scroll = 1, 0
	a.host.Frame()
}

// PanStrip moves the window.
func (a *App) PanStrip(by float64) {
	a.UI.Scroll += by
	a.clampStrip()
	a.host.Canvas()
	a.host.Frame()
}

// StripClick selects what lies under a point: a batch, a segment, or a place in the overview.
func (a *App) StripClick(x, y float64, m draw.Measure) {
	s := a.Strip()
	if y < 16 && a.UI.StripH >= 175 {
		if offset, ok := s.OverviewOffset(m, x); ok {
			a.selectAt(offset)
			return
		}
		scroll, before := s.OverviewX(m, x)
		if before && a.Segments.From > 0 {
			a.Sel.Base = a.Segments.Segments[0].Base
			a.StepSegment(-1)
			return
		}
		a.UI.Scroll = scroll
		a.host.Frame()
		return
	}
	seg, b := s.Layout().At(x)
	switch {
	case seg == nil:
	case seg.State == "renamed" && a.superseded(a.foretold(seg, "log")):
		a.SelectFile(a.foretold(seg, "log").Path)
	case b != nil:
		a.SelectBatch(seg.Base, b)
	default:
		a.SelectSegment(seg.Base)
	}
}

// selectAt selects the segment that holds an offset, or the last one before it, wherever it is in the log.
func (a *App) selectAt(offset int64) {
	if base, ok := a.holds(offset); ok {
		a.SelectSegment(base)
		return
	}
	a.lookAround(offset, func() {
		if base, _ := a.holds(offset); base >= 0 {
			a.SelectSegment(base)
		}
	})
}

// holds gives the last known segment that does not begin behind an offset, and whether it holds the offset.
func (a *App) holds(offset int64) (base int64, ok bool) {
	base = -1
	for i := range a.Segments.Segments {
		if s := &a.Segments.Segments[i]; s.Base <= offset || base < 0 {
			base, ok = s.Base, s.Base <= offset && offset < s.Next
		}
	}
	return base, ok
}

// StripTip describes what lies under a point.
func (a *App) StripTip(x float64) string {
	seg, b := a.Strip().Layout().At(x)
	if seg == nil {
		return ""
	}
	if b == nil {
		return segmentWords(seg)
	}
	t := words.F("Batch of offsets %1 – %2\n%3, %4 at position %5\n%6", view.Group(b.BaseOffset), view.Group(b.LastOffset), view.Plural(int64(b.Count), "record", "records"),
		view.Bytes(b.Size), view.Group(b.Position), view.Moment(b.MaxTs))
	if b.BaseOffset == b.LastOffset {
		t = words.F("Batch of offset %1\n%2, %3 at position %4\n%5", view.Group(b.BaseOffset), view.Plural(int64(b.Count), "record", "records"), view.Bytes(b.Size), view.Group(b.Position), view.Moment(b.MaxTs))
	}
	if b.Indexed >= 0 {
		t += "\n" + words.F("index entry #%1", strconv.Itoa(b.Indexed))
	}
	if !b.Valid {
		t += "\n" + words.T("CRC differs")
	}
	return t
}

func segmentWords(s *message.Segment) string {
	return words.F("Segment %1, %2, %3, %4", strconv.FormatInt(s.Base, 10), view.Bytes(s.Size), view.Plural(int64(s.Batches), "batch", "batches"), words.Said(s.Word))
}

// RailDrag moves the head to a command, the one nearest to x, while the scale stays as it was. RailDrop ends that.
func (a *App) RailDrag(x float64) {
	if a.frozen == 0 {
		a.frozen = a.Clock.Now
	}
	n := a.Rail().Near(x)
	if n != a.Journal.Position && len(a.running) == 0 && a.upToDate("journal") {
		a.gotoCommand(strconv.Itoa(n))
	}
	a.host.Canvas()
}

// RailDrop ends a drag of the head.
func (a *App) RailDrop() {
	a.frozen = 0
	a.host.Frame()
}

// RailClick steps to a task, or moves to a command.
func (a *App) RailClick(x float64) {
	spot, ok := a.Rail().At(x)
	if !ok {
		return
	}
	switch at := a.Journal.Position; {
	case spot.Task != "":
		a.Run(view.StepNamed(spot.Task))
	case spot.Command > 0 && spot.Command < at:
		a.Run(view.Undo(at - spot.Command))
	case spot.Command > at:
		a.Run(view.Redo(spot.Command - at))
	case spot.Due > a.Clock.Now:
		a.Run(view.Advance(spot.Due - a.Clock.Now))
	}
}

// RailTip describes what a click on the rail would do.
func (a *App) RailTip(x float64) string {
	spot, ok := a.Rail().At(x)
	switch at := a.Journal.Position; {
	case !ok:
		return ""
	case spot.Task != "":
		return view.TimeOfDay(spot.Due) + " " + spot.Title + "\n" + view.StepNamed(spot.Task)
	case spot.Command > 0 && spot.Command < at:
		return spot.Title + "\n" + view.Undo(at-spot.Command)
	case spot.Command > at:
		return spot.Title + "\n" + view.Redo(spot.Command-at)
	case spot.Due > 0:
		return view.TimeOfDay(spot.Due) + " " + spot.Title
	}
	return spot.Title
}

// ViewInto asks for a view once and hands the decoded answer on.
func (a *App) ViewInto(name string, params any, dst any, then func(any)) {
	a.client.View(name, params, func(raw json.RawMessage, err error) {
		a.host.Post(func() {
			if err == nil {
				err = json.Unmarshal(raw, dst)
			}
			if err != nil {
				a.fail(name + ": " + err.Error())
			} else {
				then(dst)
			}
			a.host.Frame()
		})
	})
}
