package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"logarium/engine/message"
)

// Play pauses by itself at what was chosen, and says what it was.
func TestPlayPausesOnARoll(t *testing.T) {
	s := screen(t)
	s.click("[data-act='pause:roll']")
	s.click("[data-act='speed']")
	s.click(".topbar .play") // Space would act on the button that has the focus
	s.shows(".toast", "Rolled new log segment")
	s.shows(".topbar .play", "Play")
	var log message.ServerLog
	s.view("serverLog", map[string]any{"filter": "Rolled new log segment", "from": -1, "limit": 1}, &log)
	if now := s.clock().Now; now < log.Lines[0].Time || now > log.Lines[0].Time+5000 {
		t.Errorf("rolled at %d, paused at %d", log.Lines[0].Time, now)
	}
}

// The head is dragged over the journal: every pane follows, and the banner says what a new command would drop.
func TestTheHeadScrubsTheJournal(t *testing.T) {
	s := screen(t)
	before := s.lab()
	var head, first float64
	s.eval("document.querySelector('#rail').getBoundingClientRect().width * .618", &head)
	s.eval("112", &first)
	drag := func(from, to float64) {
		s.do(input.DispatchMouseEvent(input.MousePressed, from, 60).WithButton(input.Left).WithClickCount(1))
		for i := 1; i <= 8; i++ {
			s.do(input.DispatchMouseEvent(input.MouseMoved, from+(to-from)*float64(i)/8, 60).WithButton(input.Left))
			s.settle()
		}
		s.do(input.DispatchMouseEvent(input.MouseMoved, to+1, 60).WithButton(input.Left))
		s.settle()
		s.do(input.DispatchMouseEvent(input.MouseReleased, to+1, 60).WithButton(input.Left).WithClickCount(1))
		s.settle()
	}
	drag(head, first+(head-first)/2)
	lab := s.lab()
	if lab.Position >= before.Position || lab.Redo == 0 {
		t.Fatalf("after a drag %+v, before %+v", lab, before)
	}
	s.shows(".banner", fmt.Sprintf("Back to %d", before.Position))
	s.shows(".banner", "and goes on from here")
	s.screenshot("scrub")
	s.do(chromedp.Click(".banner .btn", chromedp.ByQuery))
	s.wait("the newest moment", "logarium.view('lab').then((l) => l.redo == 0)")
	if after := s.lab(); after.Digest != before.Digest {
		t.Errorf("%+v, before %+v", after, before)
	}
	s.wait("no banner", "!document.querySelector('.banner')")
}
