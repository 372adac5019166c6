package web

import (
	"strings"

	"logarium/web/view"
)

// motion remembers the strip as it was before the latest step, and what moved with that.
type motion struct {
	strip   *view.Strip
	at      int // position of the journal
	clock   int64
	moves   [2][]view.Move // one of the two is empty: other elements, so that they move anew
	turn    int
	started bool
}

// Moves is what the latest step moves in the strip, once it has ended and its answers are there. Nothing moves where somebody goes
// back and forth in time, while time plays, and before a room.
func (a *App) Moves() [2][]view.Move {
	m := &a.motion
	if len(a.running) > 0 || !a.settled("segments") || !a.settled("lab") || !a.settled("journal") || a.UI.StripW == 0 {
		return m.moves
	}
	now := a.Strip()
	if m.started && m.at == a.Lab.Position && m.clock == a.Clock.Now && m.strip.W == now.W && m.strip.Part.Name == now.Part.Name {
		return m.moves
	}
	was := *m
	m.strip, m.at, m.clock, m.started, m.moves = now, a.Lab.Position, a.Clock.Now, true, [2][]view.Move{}
	forward := was.started && m.at == was.at+1 && m.clock >= was.clock
	if !forward || a.play.on || a.UI.Present {
		return m.moves
	}
	m.turn = 1 - m.turn
	m.moves[m.turn] = view.Moves(was.strip, now, a.powerLost(m.at))
	return m.moves
}

// powerLost tells that a command was a power loss.
func (a *App) powerLost(command int) bool {
	for _, c := range a.Journal.Commands {
		if c.N == command {
			return strings.HasPrefix(c.Line, "power-loss")
		}
	}
	return false
}

// settled tells that a view's answer is the latest one.
func (a *App) settled(view string) bool {
	for _, s := range a.sources {
		if s.view == view {
			return !s.busy && !s.stale
		}
	}
	return false
}
