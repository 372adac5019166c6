package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// mostElements may be in the page at once.
const mostElements = 1000

// A lab with more of everything than fits on the screen: lists show a window of it.
func TestLiveElementsAreFew(t *testing.T) {
	s := screen(t)
	s.exec("kafka-topics --create --topic wide --partitions 150")
	s.exec("produce orders --count 3000 --size 100")
	for range 45 {
		s.exec("ls -l /tmp/kafka-logs/orders-0")
	}
	s.wait("the new partitions", "logarium.view('cluster').then((c) => c.topics.length == 2)")
	s.settle()
	s.pages("files-scroll")
	for _, size := range [][2]int64{{1440, 900}, {1920, 1080}, {1024, 768}, {390, 844}} {
		s.do(emulation.SetDeviceMetricsOverride(size[0], size[1], 1, false))
		for _, state := range s.states(size[0] < 561) {
			s.eval(fmt.Sprintf("document.querySelectorAll(%s).forEach((e) => e.click())", quote(state)), nil)
			s.settle()
			var n int
			s.eval("document.querySelectorAll('*').length", &n)
			if n > mostElements {
				t.Errorf("%d elements at %d x %d after %s: %s", n, size[0], size[1], state, s.parts())
			}
		}
		s.dialogs()
	}
	for _, width := range []int64{1200, 1320, 1420} { // between the sizes above the top bar gives up a word at a time
		s.do(emulation.SetDeviceMetricsOverride(width, 900, 1, false))
		s.settle()
		var right int64
		if s.eval("Math.ceil(document.querySelector('.helpkey').getBoundingClientRect().right)", &right); right > width {
			t.Errorf("the top bar ends at %d of %d px", right, width)
		}
	}
}

// pages goes through a windowed list by whole pages and to its ends: the focus follows to rows that were not in the page before.
func (s *story) pages(list string) {
	s.t.Helper()
	focus := func(what, key, condition string) string {
		s.press(key)
		s.wait(what, fmt.Sprintf("((e, l) => e.closest('#%s') && e.matches('[data-act]') && %s)(document.activeElement, document.getElementById('%[1]s'))", list, condition))
		s.settle()
		return s.focused()
	}
	s.at(list, kb.ArrowDown)
	const atTop, atEnd = "l.scrollTop < 1 && e.offsetTop < l.offsetTop + 2 * e.offsetHeight", "l.scrollTop + l.clientHeight > l.scrollHeight - 1"
	first := focus("the first row", kb.Home, atTop)
	next := focus("a page further", kb.PageDown, fmt.Sprintf("e.dataset.act != %s", quote(first)))
	last := focus("the last row", kb.End, atEnd)
	before := focus("a page back", kb.PageUp, fmt.Sprintf("e.dataset.act != %s", quote(last)))
	if last != "file:/tmp/kafka-logs/orders-0/partition.metadata" || next == before || first == next || before == last {
		s.t.Errorf("from %q to %q, to the end at %q and back to %q", first, next, last, before)
	}
	if again := focus("the first row again", kb.Home, atTop); again != first {
		s.t.Errorf("the first row is %q, then %q", first, again)
	}
	s.press(kb.ArrowDown)
	s.settle()
	if now := s.focused(); now == first || now == "" {
		s.t.Errorf("an arrow leads from the first row to %q", now)
	}
	s.eval("document.activeElement.blur()", nil)
}

// dialogs counts once more with what lies over the panels.
func (s *story) dialogs() {
	s.t.Helper()
	for _, act := range []string{"keys", "present"} {
		s.eval(fmt.Sprintf("document.querySelector(\"[data-act='%s']\")?.click()", act), nil)
		s.settle()
		var n int
		if s.eval("document.querySelectorAll('*').length", &n); n > mostElements {
			s.t.Errorf("%d elements with %s: %s", n, act, s.parts())
		}
		s.press(kb.Escape)
		s.settle()
	}
}

// states are the controls that bring each panel to the screen.
func (s *story) states(phone bool) (all []string) {
	s.t.Helper()
	s.exec("sweep batch 1 100") // from now on it has a tab
	s.eval("document.activeElement.blur()", nil)
	s.press("9")
	s.wait("a chart", "!!document.querySelector('#tool-panel svg.chart')")
	s.eval("[...document.querySelectorAll('.side [role=tab], .drawer [role=tab]')].map((e) => '#' + e.id)", &all)
	all = append(all, "[data-act='tool:compare']", "[data-act='moments-go']")
	if !phone {
		return all
	}
	var views []string
	s.eval("[...document.querySelectorAll('.nav [data-act]')].map((e) => `[data-act='${e.dataset.act}']`)", &views)
	return append(all, views...)
}

// parts counts the elements of each panel.
func (s *story) parts() (counts string) {
	s.t.Helper()
	s.eval("['.above', '.cluster', '.files', '.strip', '.hexcol', '.fields', '.side', '.drawer', '.phone-slot', '.over'].map((p) => p + ' ' + document.querySelectorAll(p + ' *').length).join(', ')", &counts)
	return counts
}

// The arrow keys reach every row of the tree, though only a window of it is in the page.
func TestArrowKeysGoThroughTheTree(t *testing.T) {
	s := screen(t)
	s.exec("kafka-topics --create --topic wide --partitions 60")
	s.wait("the rows", "document.querySelectorAll('#tree-list [data-act]').length > 8")
	s.eval("document.getElementById('tree-list').focus()", nil)
	last := ""
	for range 70 {
		s.press(kb.ArrowDown)
		s.settle()
		now := s.focused()
		if now == last {
			break
		}
		last = now
	}
	if want := "node:p/1/wide-9"; last != want {
		t.Fatalf("the last row is %q, not %q", last, want)
	}
	s.press(kb.Enter)
	s.shows(".strip h2", "wide-9")
	s.press(kb.ArrowUp)
	s.settle()
	if now := s.focused(); now != "node:p/1/wide-8" {
		t.Errorf("the row before it is %q", now)
	}
}

// focused is what the element with the focus does.
func (s *story) focused() (act string) {
	s.t.Helper()
	s.eval("document.activeElement.dataset.act ?? ''", &act)
	return act
}
