package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// Present mode is large, shows the strip and two panes, and is led by a remote's keys; nothing of it breaks a rule.
func TestPresentMode(t *testing.T) {
	s := screen(t)
	s.do(emulation.SetDeviceMetricsOverride(1920, 1080, 1, false))
	s.press("p")
	s.wait("the large mode", "document.documentElement.dataset.mode == 'present' && !!document.querySelector('.presentbar')")
	var size float64
	s.eval("Math.min(...[...document.querySelectorAll('.why td, .hexfoot span, .presentbar *, .frow .nm')].filter((e) => e.offsetHeight > 0).map((e) => parseFloat(getComputedStyle(e).fontSize)))", &size)
	if size < 16 {
		t.Errorf("the smallest text has %v px", size)
	}
	position := s.lab().Position
	s.press(kb.PageDown)
	s.wait("a step", "logarium.view('lab').then((l) => l.position == "+quote(position+1)+")")
	s.settle()
	s.screenshot("present")
	s.audit("present mode")
	s.press(kb.PageUp)
	s.wait("a step back", "logarium.view('lab').then((l) => l.position == "+quote(position)+")")
	s.press("b")
	s.wait("a blank screen", "!!document.querySelector('.blank')")
	s.press("b")
	s.wait("the screen", "!document.querySelector('.blank')")
	s.press(kb.Escape)
	s.wait("the small mode", "!document.documentElement.dataset.mode && !document.querySelector('.presentbar')")
}
