package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// with presses a key together with Ctrl, Shift or Alt.
func (s *story) with(keys string, m input.Modifier) {
	s.t.Helper()
	s.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(m)))
}

// at focuses an element and presses a key there.
func (s *story) at(id, key string) {
	s.t.Helper()
	s.eval(fmt.Sprintf("document.getElementById(%s).focus()", quote(id)), nil)
	s.press(key)
}

// position is what the journal's position becomes.
func (s *story) position(n int) {
	s.t.Helper()
	s.wait(fmt.Sprintf("position %d", n), fmt.Sprintf("logarium.view('lab').then((l) => l.position == %d && !document.querySelector('.busy .btn'))", n))
	s.settle()
}

// TestEveryKeyOfTheMap presses each key of ui.md's map, and looks at what it is for.
func TestEveryKeyOfTheMap(t *testing.T) {
	s := screen(t)
	n := s.lab().Position
	s.press(".")
	s.shows(".banner", "A command waits at event 1.")
	s.click(".banner .btn")
	s.wait("no banner", "!document.querySelector('.banner')")
	s.eval("document.activeElement.blur()", nil)
	s.position(n + 1)
	s.exec("workload stop shop") // an hour of it takes a while
	n++
	for i, key := range []string{"n", "s", "m"} { // Shift+m runs an hour in the same way
		s.press(key)
		s.position(n + 2 + i)
	}
	s.with("z", input.ModifierCtrl)
	s.position(n + 3)
	s.shows(".banner", "command back")
	s.with("Z", input.ModifierCtrl|input.ModifierShift)
	s.position(n + 4)
	s.exec("undo 4")
	s.position(n)

	for i, tool := range []string{"produce", "lookup", "why", "config", "faults", "consumers", "metrics"} {
		s.press(fmt.Sprint(i + 1))
		s.wait(tool, fmt.Sprintf("document.querySelector('#tab-%s').ariaSelected == 'true'", tool))
	}
	s.at("tool-panel", "/")
	s.wait("the filter of the metrics", "document.activeElement.id == 'metrics-filter'")
	s.eval("document.activeElement.blur()", nil)
	s.filters()
	s.press("`")
	s.wait("the console", "document.activeElement.id == 'console-input'")
	s.at("hex", "`")
	s.wait("a closed drawer", "document.querySelector('.app').dataset.drawer == 'closed'")
	s.press("/")
	s.wait("the filter of server.log", "document.activeElement.id == 'filter-log'")
	s.eval("document.activeElement.blur()", nil)
	s.press("w")
	s.wait("why", "document.querySelector('#tab-why').ariaSelected == 'true'")
	s.press("l")
	s.shows("#tool-panel", "step 1 of")
	s.press("g")
	s.wait("go to", "document.activeElement.id == 'goto-input'")
	s.press(kb.Escape)
	s.wait("no form", "!document.querySelector('#goto-input')")
	s.press("?")
	s.shows(".keys", "filter of the focused panel")
	s.press(kb.Escape)
	s.wait("no list of keys", "!document.querySelector('.keys')")
	s.eval("document.activeElement.blur()", nil)

	s.moves()
	s.strip()
}

// filters narrows the files and the tree by keyboard alone, and leaves them as they were.
func (s *story) filters() {
	s.t.Helper()
	for _, list := range []struct{ panel, filter, text, found, all string }{
		{"files-scroll", "filter-files", "timeindex", ".files .label[role=status]", "open"},
		{"tree-list", "filter-tree", "orders", ".cluster .label[role=status]", ""},
	} {
		s.at(list.panel, "/")
		s.wait(list.filter, "document.activeElement.id == "+quote(list.filter))
		s.press(list.text)
		s.shows(list.found, " of ")
		s.press(kb.Enter)
		s.wait("the list", "document.activeElement.id == "+quote(list.panel))
		s.press(kb.ArrowDown)
		s.wait("a row that was found", "document.activeElement.closest('#"+list.panel+"') && document.activeElement.matches('[data-act]')")
		s.at(list.filter, kb.Escape)
		s.wait("all rows again", "!document.activeElement.value && !document.querySelector("+quote(list.found)+").innerText.includes(' of ')")
		s.shows(list.found, list.all)
		s.press(kb.Escape)
		s.wait(list.panel, "document.activeElement.id == "+quote(list.panel))
	}
	s.eval("document.activeElement.blur()", nil)
}

// moves goes through batches, segments, bytes and panels.
func (s *story) moves() {
	s.t.Helper()
	s.at("strip", kb.Home) // what is shown without that depends on the moments that the screen has seen
	s.shows(".file-name", "1344")
	s.eval("document.activeElement.blur()", nil)
	s.eval("document.querySelector(\"[data-act='kind:log']\").click()", nil)
	s.settle()
	first := s.text(".hex .panel-head .label")
	s.press("]")
	s.leaves(".hex .panel-head .label", first)
	where := s.text(".hex .panel-head .label")
	for _, keys := range [][2]string{{"]", "["}, {"[", "]"}} {
		s.press(keys[0])
		s.leaves(".hex .panel-head .label", where)
		s.press(keys[1])
		s.shows(".hex .panel-head .label", where)
	}
	name := s.text(".file-name")
	s.press("}")
	s.leaves(".file-name", name)
	s.press("{")
	s.shows(".file-name", name)
	s.at("hex", kb.ArrowRight)
	s.shows(".hexfoot", ": bytes")
	atFirst := s.text(".hexfoot")
	s.press(kb.PageDown)
	s.wait("a later byte", fmt.Sprintf("document.querySelector('.hexfoot').innerText.replace(/\\s+/g, ' ') != %s", quote(atFirst)))
	s.press(kb.Escape)
	s.press(kb.F6)
	s.wait("the fields", "document.activeElement.id == 'fields-scroll'")
	s.with(kb.F6, input.ModifierShift)
	s.wait("the bytes", "document.activeElement.id == 'hex'")
}

// strip walks and zooms the log strip, and plays.
func (s *story) strip() {
	s.t.Helper()
	s.at("strip", kb.Home)
	s.shows(".file-name", "1344")
	s.with(kb.ArrowRight, input.ModifierShift)
	s.shows(".file-name", "1568")
	s.press(kb.End)
	s.shows(".file-name", "2689")
	s.press(kb.ArrowLeft)
	s.settle()
	const picture = "document.querySelector('#strip-canvas canvas').toDataURL()"
	s.eval("(window.before = "+picture+", 0)", nil)
	for _, key := range []string{"+", "-"} {
		s.press(key)
		s.wait("another picture after "+key, picture+" != window.before && (window.before = "+picture+", true)")
	}
	s.press("+")
	s.press("0")
	s.settle()
	s.eval("document.activeElement.blur()", nil)
	s.press(" ")
	s.shows(".topbar .play", "Pause")
	s.press(" ")
	s.shows(".topbar .play", "Play")
	s.press("1")
	end := s.partition().LogEndOffset
	s.with(kb.Enter, input.ModifierCtrl)
	s.wait("a record", fmt.Sprintf("logarium.view('partition', {partition: 'orders-0'}).then((p) => p.logEndOffset == %d)", end+1))
	s.press("p")
	s.wait("present mode", "!!document.querySelector('.presentbar')")
	s.press("t")
	s.wait("the spotlight", "!!document.querySelector('.spotlight')")
	s.press("x")
	s.wait("one pane", "document.querySelector('.app').dataset.present == 'hex'")
	s.press("p")
	s.wait("no spotlight", "!document.querySelector('.spotlight, .presentbar')")
}

// TestPartsAreResized: by arrow keys, remembered over a reload, put back by a double click; and the language over a reload too.
func TestPartsAreResized(t *testing.T) {
	s := screen(t)
	width := "document.querySelector('.side').getBoundingClientRect().width"
	s.eval("document.querySelector(\"[data-grip='side']\").focus()", nil)
	s.press(kb.ArrowLeft + kb.ArrowLeft)
	s.wait("wider tools", width+" == 376")
	s.click(".langkey")
	s.shows("#tab-why", "原因")
	s.wait("the language of the page", "document.documentElement.lang == 'zh'")
	s.reload()
	s.shows("#tab-why", "原因")
	s.wait("the width", width+" == 376")
	s.shows(".strip h2", "orders-0")
	s.settle()
	s.audit("in Chinese")
	s.eval("document.querySelector(\"[data-grip='side']\").dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))", nil)
	s.wait("the layout's own width", width+" == 344")
	s.click(".langkey")
	s.shows("#tab-why", "Why?")
	s.press("3")
	s.eval("document.querySelector(\".pred [data-term='high watermark']\").focus()", nil)
	s.shows("#tip", "Consumers read no further")
	s.press(kb.Escape)
	s.wait("no tip", "document.querySelector('#tip').hidden")
	s.tipStays()
	s.appends()
}

// appends: what a record brings moves in the strip once, and not at all for whoever has asked for less motion.
func (s *story) appends() {
	s.t.Helper()
	s.settle() // what was shown before is the strip that moves are held against
	for _, wish := range [][2]string{{"no-preference", "mv-open"}, {"reduce", "none, 0 run"}} {
		s.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: wish[0]}}))
		var got string
		s.eval(`(async () => {
			const before = document.querySelector("#strip .mv");
			await logarium.exec("produce orders --record k:v");
			for (let mark; ; await new Promise(requestAnimationFrame)) {
				mark = document.querySelector("#strip .mv.appended");
				if (mark && mark !== before) return getComputedStyle(mark).animationName + (matchMedia("(prefers-reduced-motion: reduce)").matches ? ", " + document.getAnimations().length + " run" : "");
			}
		})()`, &got)
		if got != wish[1] {
			s.t.Errorf("%s: %s, not %s", wish[0], got, wish[1])
		}
	}
}

// tipStays: a tip comes below the pointer's line without covering it, stays while the pointer is on it, and goes with the pointer.
func (s *story) tipStays() {
	s.t.Helper()
	var row, tip struct{ X, Y, W, H float64 }
	at := "(r => ({X: r.x, Y: r.y, W: r.width, H: r.height}))(document.querySelector(%s).getBoundingClientRect())"
	s.eval(fmt.Sprintf(at, "\".pred tr:has([data-term='log start offset'])\""), &row)
	s.do(input.DispatchMouseEvent(input.MouseMoved, row.X+12, row.Y+10))
	s.shows("#tip", "readers")
	s.eval(fmt.Sprintf(at, "'#tip'"), &tip)
	if tip.Y < row.Y+row.H && tip.Y+tip.H > row.Y {
		s.t.Errorf("the tip %v covers what it explains, %v", tip, row)
	}
	s.do(input.DispatchMouseEvent(input.MouseMoved, tip.X+20, tip.Y+tip.H/2))
	time.Sleep(400 * time.Millisecond)
	s.wait("the tip below the pointer", "!document.querySelector('#tip').hidden")
	s.do(input.DispatchMouseEvent(input.MouseMoved, 10, 10))
	s.wait("no tip behind the pointer", "document.querySelector('#tip').hidden")
}
