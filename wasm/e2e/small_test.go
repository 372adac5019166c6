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
	s.click(".langkey")
	s.wait("another language", "document.documentElement.lang == 'zh'")
	s.click(".langkey")
	s.click(".themekey")
	s.wait("another theme", "document.documentElement.dataset.theme == 'light'")
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
	var bar, seen float64
	s.eval("(() => { const t = document.querySelector('.topbar'); return t.scrollWidth - t.clientWidth })()", &bar)
	s.eval("[...document.querySelectorAll('.langkey, .themekey, .openkey')].filter((e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.right <= innerWidth }).length", &seen)
	if bar > 0 || seen != 3 {
		t.Errorf("the top bar is %v px too wide, %v of 3 controls are in it", bar, seen)
	}
	p.navigate(site(t) + "?embed=1&lesson=L4&lang=zh&theme=light") // with the panels that the lesson names
	p.ready()
	s.wait("the lesson's panels", "[...document.querySelectorAll('.embedbar [data-act^=pane]')].map((e) => e.dataset.act).join() == 'pane:bytes,pane:lookup'")
	s.wait("Chinese", "document.documentElement.lang == 'zh' && document.querySelector('.embedbar').innerText.includes('字节')")
	s.audit("the small layout in Chinese")
}
