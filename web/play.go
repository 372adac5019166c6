package web

import (
	"strconv"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// play lets virtual time follow real time, times a speed, by one advance per frame.
type play struct {
	on    bool
	speed int64
	busy  bool
	last  float64 // real ms of the latest advance
	owed  float64 // virtual ms not yet advanced

	pauses string // what play pauses on: names of pauses(), each with a space behind
}

// Speeds that the speed button goes through.
func speeds() []int64 { return []int64{1, 10, 60, 600, 3600} }

// Play starts or pauses.
func (a *App) Play() {
	a.play.on = !a.play.on
	a.play.last, a.play.owed = a.host.Real(), 0
	if a.play.on {
		a.mark()
		a.say(words.F("playing at %1", a.speed()))
	} else {
		a.say(words.F("paused at %1", view.Moment(a.Clock.Now)))
	}
	a.host.Frame()
}

func (a *App) speed() string { return "×" + strconv.FormatInt(a.play.speed, 10) }

// NextSpeed goes to the next speed.
func (a *App) NextSpeed() {
	all := speeds()
	for i, s := range all {
		if s == a.play.speed {
			a.play.speed = all[(i+1)%len(all)]
			break
		}
	}
	a.host.Frame()
}

// Tick is called once per frame. A frame's advance waits for the one before, so that a slow step slows time and not the screen.
func (a *App) Tick() {
	a.settleStage()
	p := &a.play
	if !p.on {
		return
	}
	a.host.Frame()
	if p.busy {
		return
	}
	now := a.host.Real()
	p.owed += min(now-p.last, 100) * float64(p.speed)
	p.last = now
	ms := int64(p.owed)
	if ms < 1 {
		return
	}
	p.owed -= float64(ms)
	p.busy = true
	a.client.Exec(view.Advance(ms), true, func(r message.Result, err error) {
		a.host.Post(func() { a.ticked(r, err) })
	})
}

func (a *App) ticked(r message.Result, err error) {
	a.play.busy = false
	switch {
	case err != nil:
		a.stop(err.Error())
	case r.Exit != 0:
		a.play.on = false
		a.fail(firstLine(r.Err + r.Out))
	}
	a.host.Frame()
}
