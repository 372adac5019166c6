package web

import "time"

func (s *screen) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Pace while the machine is busy: between two rounds of questions and renders lie at least minPause ms, and so much more as one of them
// costs, that no more than one frame in twenty is a long one. Canvases follow every frame while time plays.
const (
	minPause = 60
	maxPause = 1000
	perCost  = 20
)

// loop takes what was posted as soon as it comes, and asks for what follows from it; it draws at most once per animation frame.
func (s *screen) loop() {
	<-s.wake
	s.drain()
	s.frame(true)
	for {
		select {
		case <-s.wake:
			s.drain()
			if !s.app.Working() {
				s.pump()
				s.atOnce()
			}
			s.nextFrame()
		case <-s.frames:
			s.awaits = false
			s.drain()
			s.app.Tick()
			s.frame(false)
		}
		s.tellBusy()
	}
}

// tellBusy marks the page's root while the screen is behind the machine, for who drives the page: data-busy.
func (s *screen) tellBusy() {
	if busy := s.dom || s.news || s.app.asking(); busy != s.busy {
		s.busy = busy
		s.document.Get("documentElement").Call("toggleAttribute", "data-busy", busy)
	}
}

// nextFrame asks the browser for a frame, if there is something to draw in it; else a timer looks again when there is.
func (s *screen) nextFrame() {
	if !s.dom && !s.canvas || s.awaits {
		return
	}
	if left := s.rest(s.Real()); left > 0 {
		if !s.timed {
			s.timed = true
			time.AfterFunc(time.Duration(left*float64(time.Millisecond)), func() { s.timed = false; s.signal() })
		}
		return
	}
	s.awaitFrame()
}

func (s *screen) awaitFrame() {
	s.awaits = true
	s.window.Call("requestAnimationFrame", s.onFrame)
}

// atOnce renders when the last answer that a render has waited for is there, and not only when the next frame begins: then that frame has
// just to be painted. No more than once for each frame.
func (s *screen) atOnce() {
	if s.dirty > 0 && !s.awaits && !s.app.asking() {
		s.frame(false)
		s.awaitFrame()
	}
}

// rest is for how long, in ms, there is nothing to draw: until the next round while a long command runs, or while answers are on
// their way.
func (s *screen) rest(now float64) float64 {
	switch {
	case s.canvas || s.app.play.on:
	case s.app.Working():
		return s.lastDOM + s.pause - now
	case s.waits(now):
		return s.dirty + patience - now
	}
	return 0
}

// frame draws what has changed, or puts it off while the machine is busy or its answers are on their way.
func (s *screen) frame(first bool) {
	now := s.Real()
	if !s.app.Working() || now-s.lastDOM >= s.pause {
		s.pump()
		if s.waits(now) && !first {
			s.signal()
		} else {
			s.turn(now, first)
		}
	} else if s.dom {
		s.signal() // later
	}
	if s.canvas {
		s.canvas = false
		s.draw()
	}
	if s.lastDOM == now {
		s.pause = min(maxPause, max(minPause, perCost*(s.Real()-now)))
	}
}

// pump asks for what is missing, if something has changed since it did so last.
func (s *screen) pump() {
	if s.news {
		s.news = false
		s.app.Pump()
	}
}

// patience is how long, in ms, a render waits for answers that are on their way: one render for all of them.
const patience = 40

// waits tells whether to wait for more before the next render.
func (s *screen) waits(now float64) bool {
	if !s.dom || !s.app.asking() {
		s.dirty = 0
		return false
	}
	if s.dirty == 0 {
		s.dirty = now
	}
	return now-s.dirty < patience
}

// turn renders if something changed.
func (s *screen) turn(now float64, first bool) {
	if !s.dom {
		return
	}
	s.dom, s.canvas, s.lastDOM, s.dirty = false, true, now, 0
	s.render(first)
}

// drain runs what was posted; what that posts is run too.
func (s *screen) drain() {
	for len(s.queue) > 0 {
		q := s.queue
		s.queue = nil
		for _, f := range q {
			f()
		}
	}
}

// asking tells whether answers are on their way that the screen will show.
func (a *App) asking() bool {
	if len(a.running) > 0 {
		return true
	}
	for _, s := range a.sources {
		if s.busy {
			return true
		}
	}
	return false
}
