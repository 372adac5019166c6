package view

import (
	"strings"
)

// Move is something that moves in the strip, once: a mark over the canvas that ends invisible. The kind is a class of ui.css, which
// says how it moves and how long.
type Move struct{ Class, Style string }

// Where more batches than these have changed, or more marks than these would move, nothing does: one could not follow it.
const (
	mostBatches = 200
	mostMoves   = 12
)

// Moves compares the strip with what it was before a step. lost: the step was a power loss.
func Moves(old, now *Strip, lost bool) []Move {
	if old == nil || old.Part.Name != now.Part.Name && !lost || old.Axis != now.Axis || old.Zoom != now.Zoom || old.W != now.W || len(old.Segments) == 0 {
		return nil
	}
	m := mover{old: old.Layout(), now: now.Layout(), h: now.H, w: now.W}
	if lost {
		m.lost()
	} else {
		m.changed()
	}
	if m.batches > mostBatches || len(m.moves) > mostMoves {
		return nil
	}
	return m.moves
}

type mover struct {
	old, now *Layout
	h, w     float64
	batches  int
	moves    []Move
}

// lost: what only the page cache had blinks where it was.
func (m *mover) lost() {
	for i := range m.old.Slots {
		p := &m.old.Slots[i]
		if safe := p.safe(); p.Seg.State != "renamed" && safe < p.W {
			m.band("lost", p.X+safe, p.W-safe)
		}
	}
}

// changed goes through both rows of segments, each in the order of its offsets.
func (m *mover) changed() {
	i := 0
	for k := range m.now.Slots {
		p := &m.now.Slots[k]
		for i < len(m.old.Slots) && m.old.Slots[i].Seg.Base < p.Seg.Base {
			m.left(&m.old.Slots[i])
			i++
		}
		if i < len(m.old.Slots) && m.old.Slots[i].Seg.Base == p.Seg.Base {
			m.stayed(&m.old.Slots[i], p)
			i++
			continue
		}
		m.batches += p.Seg.Batches
		m.band("opened", p.X, p.W+p.Room)
	}
	for ; i < len(m.old.Slots); i++ {
		m.left(&m.old.Slots[i])
	}
}

// left: its files are removed, or it has gone into another by compaction.
func (m *mover) left(p *Slot) {
	m.batches += p.Seg.Batches
	if p.Seg.State == "renamed" {
		m.band("removed", p.X, p.W)
	}
}

func (m *mover) stayed(was, p *Slot) {
	if d := p.Seg.Batches - was.Seg.Batches; d > 0 {
		m.batches += d
	} else {
		m.batches -= d
	}
	grown := p.Seg.Size > was.Seg.Size
	if grown {
		from := p.W * float64(was.Seg.Size) / float64(p.Seg.Size)
		m.band("appended", p.X+from, p.W-from)
	}
	switch {
	case p.Seg.State == "renamed" && was.Seg.State != "renamed":
		m.band("renamed", p.X, p.W)
	case was.Seg.State == "active" && p.Seg.State != "active":
		m.band("sealed", p.X, p.W)
	case p.Seg.Size < was.Seg.Size:
		m.band("cleaned", p.X, p.W)
	}
	if now, then := p.safe(), was.safe()*p.W/max(1, was.W); p.Seg.FlushedTo > was.Seg.FlushedTo && p.Seg.State != "renamed" {
		m.add("synced", p.X+then, now-then, rowsFor(m.h).lane-1.5, 3)
	}
}

// safe is the width of what the disk has.
func (p *Slot) safe() float64 {
	return p.W * min(1, float64(p.Seg.FlushedTo)/float64(max(1, p.Seg.Size)))
}

func (m *mover) band(class string, x, w float64) {
	m.add(class, x, w, rowsFor(m.h).band, bandHeight)
}

// add leaves out what lies outside the window.
func (m *mover) add(class string, x, w, y, h float64) {
	from, to := max(0, x), min(m.w, x+w)
	if to <= from {
		return
	}
	var b strings.Builder
	for _, v := range []struct {
		name string
		px   float64
	}{{"left", from}, {"width", to - from}, {"top", y}, {"height", h}} {
		b.WriteString(v.name + ":calc(var(--u)*" + px(v.px) + "px);")
	}
	m.moves = append(m.moves, Move{"mv " + class, b.String()})
}
