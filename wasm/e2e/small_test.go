package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// A page that frames this one asks for the small layout and a theme in the address.
func TestSmallLayoutWithinAnotherPage(t *testing.T) {
	p := blank(t, shared)
	p.do(emulation.SetDeviceMetricsOverride(720, 520, 1, false))
	p.navigate(site(t) + "?embed=1&theme=dark")
	p.ready()
	s := &story{t: t, tab: p}
	s.shows(".topbar .time", "10:04:45")
	s.wait("the dark theme", "document.documentElement.dataset.theme == 'dark'")
	s.wait("the bar", "!!document.querySelector('.phonebar')")
	visible := func(selector string) (on bool) {
		s.eval("document.querySelector("+quote(selector)+").offsetHeight > 0", &on)
		return on
	}
	for _, view := range [][2]string{{"bytes", ".hex"}, {"files", ".tree"}, {"console", ".drawer"}, {"tank", ".side"}} {
		s.click("[data-act='view:" + view[0] + "']")
		s.wait(view[0], "document.querySelector("+quote(view[1])+").offsetHeight > 0")
		s.screenshot("small-" + view[0])
	}
	if visible(".rail") || visible(".hex") || !visible(".strip") {
		t.Error("not the strip and one view")
	}
	s.audit("the small layout")
	before := s.clock().Now
	s.click(".ctlbar [data-act='advance:1000']")
	s.wait("a second", "logarium.view('clock').then((c) => c.now == "+quote(before+1000)+")")
	s.do(emulation.SetDeviceMetricsOverride(720, 420, 1, false))
	s.wait("the strip alone", "document.querySelector('.side').offsetHeight == 0 && document.querySelector('.strip').offsetHeight > 200")
}
