package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// A page that frames this one asks for the small layout and a theme in the address.
func TestSmallLayoutWithinAnotherPage(t *testing.T) {
	p := blank(t, shared)
	p.do(emulation.SetDeviceMetricsOverride(720, 520, 1, false))
	p.navigate(site(t) + "?embed=1&theme=dark&panels=strip,bytes,why,log,files")
	p.ready()
	s := &story{t: t, tab: p}
	s.shows(".topbar .time", "10:04:45")
	s.wait("the dark theme", "document.documentElement.dataset.theme == 'dark'")
	s.wait("the bar", "!!document.querySelector('.embedbar')")
	visible := func(selector string) (on bool) {
		s.eval("document.querySelector("+quote(selector)+").offsetHeight > 0", &on)
		return on
	}
	for _, pane := range [][2]string{{"why", ".side"}, {"log", ".drawer"}, {"files", ".tree"}, {"bytes", ".hex"}} {
		s.click("[data-act='pane:" + pane[0] + "']")
		s.wait(pane[0], "document.querySelector("+quote(pane[1])+").offsetHeight > 0")
		s.audit("the small layout with " + pane[0])
		s.screenshot("small-" + pane[0])
	}
	if visible(".rail") || visible(".side") || visible("[role=tablist]") || !visible(".strip") {
		t.Error("not the strip and one pane")
	}
	before := s.clock().Now
	s.click(".embedbar [data-act='advance:1000']")
	s.wait("a second", "logarium.view('clock').then((c) => c.now == "+quote(before+1000)+")")
	s.wait("a link to go on with", "document.querySelector('.openkey').href.includes('explore.html#s=')")
	s.do(emulation.SetDeviceMetricsOverride(720, 340, 1, false))
	s.wait("the strip alone", "document.querySelector('.hex').offsetHeight == 0 && document.querySelector('.strip').offsetHeight > 200")
	s.do(emulation.SetDeviceMetricsOverride(390, 520, 1, false))
	s.wait("a narrow one", "document.querySelector('.hex').offsetHeight > 0")
	s.audit("the small layout, narrow")
	s.screenshot("small-narrow")
	p.navigate(site(t) + "?embed=1&lang=zh&theme=light")
	p.ready()
	s.wait("Chinese", "document.documentElement.lang == 'zh' && document.querySelector('.embedbar').innerText.includes('字节')")
	s.audit("the small layout in Chinese")
}
