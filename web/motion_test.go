package web

import (
	"testing"

	"logarium/engine/message"
)

// TestOnlyStepsForwardMove: what a command did moves once; what an undo, a redo far away or a room's wall shows does not.
func TestOnlyStepsForwardMove(t *testing.T) {
	b := open(t)
	b.UI.StripW, b.UI.Zoom = 800, 1
	moves := func() int { m := b.Moves(); return len(m[0]) + len(m[1]) }
	to := func(at int, clock, size int64) int {
		b.Lab.Position, b.Clock.Now = at, clock
		b.Segments.Segments = []message.Segment{{Base: 0, Next: size, Size: size, Batches: 1, State: "active"}}
		return moves()
	}
	first := b.Lab.Position
	if n := to(first, 1000, 500); n != 0 {
		t.Errorf("the first strip: %d moves", n)
	}
	if n := to(first+1, 1000, 600); n != 1 || moves() != 1 {
		t.Errorf("an append: %d moves", n)
	}
	turn := b.motion.turn
	if n := to(first+2, 2000, 700); n != 1 || b.motion.turn == turn {
		t.Errorf("the next append: %d moves, in the same elements: %v", n, b.motion.turn == turn)
	}
	if n := to(first+1, 1000, 600); n != 0 {
		t.Errorf("an undo: %d moves", n)
	}
	if n := to(first+4, 9000, 900); n != 0 {
		t.Errorf("a jump: %d moves", n)
	}
	b.UI.Present = true
	if n := to(first+5, 9000, 950); n != 0 {
		t.Errorf("on the wall: %d moves", n)
	}
	b.UI.Present, b.play.on = false, true
	if n := to(first+6, 9000, 990); n != 0 {
		t.Errorf("while time plays: %d moves", n)
	}
}
