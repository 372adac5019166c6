package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// goTo opens the little form by its key, types, and presses Enter.
func (s *story) goTo(text string) {
	s.t.Helper()
	s.eval("(document.activeElement.blur(), document.querySelector('#goto-input') && document.querySelector(\"[data-act='goto']\").click())", nil)
	s.wait("no form", "!document.querySelector('#goto-input')")
	s.press("g")
	s.wait("the form", "document.activeElement.id == 'goto-input'")
	s.press(text + kb.Enter)
}

func TestGoToOffsetPositionTimeAndText(t *testing.T) {
	s := screen(t)
	s.goTo("2500")
	s.wait("its segment", "document.querySelector('.file-name').innerText.endsWith('2465')")
	s.goTo("@4118")
	s.shows(".hexfoot", ": bytes 4 ")
	s.goTo("10:04:00.000")
	s.wait("another segment", "document.querySelector('.file-name').innerText.endsWith('2241')")
	s.goTo("/qty")
	s.wait("the form stays for the next place", "!!document.querySelector('#goto-input')")
	s.shows(".hexfoot", ": bytes")
	s.goTo("/no such text")
	s.shows(".goto", "It is nowhere in this file.")
	s.goTo("x")
	s.shows(".goto", "An offset as 2204")
}

// The clipboard gets the bytes of the selection; the index entry of a batch is one click away, and leads back.
func TestCopyAndFollow(t *testing.T) {
	s := screen(t)
	s.eval("(window.copied = [], navigator.clipboard.writeText = (t) => { copied.push(t); return Promise.resolve(); })", nil)
	s.click("[data-act='copy:hex']")
	var hex string
	s.wait("the copy", "copied.length == 1")
	s.eval("copied[0]", &hex)
	var n int
	s.eval("logarium.view('batches', {partition: 'orders-0', base: 2241, from: 0, limit: 40}).then((b) => b.batches.find((x) => x.indexed == 0).size)", &n)
	if len(hex) != 2*n {
		t.Errorf("%d digits for %d bytes", len(hex), n)
	}
	s.wait("the fields", "[...document.querySelectorAll('.frow .nm')].some((e) => e.textContent == 'magic')")
	var dump float64 // as in a lesson's step that has the bytes alone on its stage
	s.eval(`(() => { const d = document.querySelector(".app").dataset, was = {...d}; Object.assign(d, {lesson: "on", a: "hex", b: ""}); const w = document.querySelector(".hexcol").offsetWidth; Object.assign(d, was); return w })()`, &dump)
	if dump < 300 {
		t.Errorf("the dump of a lesson has %v px", dump)
	}
	s.click("[data-act='copy:json']")
	s.wait("JSON", "copied.length == 2 && JSON.parse(copied[1]).magic == 2")
	s.click("[data-act='to-entry']")
	s.shows(".hexfoot", "0 – 7")
	s.eval("document.getElementById('hex').focus()", nil)
	s.press(kb.Enter)
	s.shows(".ftabs [aria-pressed=true]", ".log")
	s.wait("back at the batch", "!!document.querySelector(\"[data-act='to-entry']\")")
}

// A varint that is selected shows its bits; what the last step wrote is counted.
func TestVarintBitsAndNewBytes(t *testing.T) {
	s := screen(t)
	s.do(emulation.SetDeviceMetricsOverride(1440, 1000, 1, false))
	var key string
	s.wait("a record's length", "[...document.querySelectorAll('.frow .nm')].some((e) => e.textContent == 'length')")
	s.eval("[...document.querySelectorAll('.frow')].find((e) => e.querySelector('.nm')?.textContent == 'length').dataset.field", &key)
	s.click(fmt.Sprintf(".frow[data-field='%s']", key))
	s.shows(".fields", ", zigzag ")
	s.screenshot("varint")
	s.press("0")
	s.eval("document.getElementById('strip').focus()", nil)
	s.press(kb.End)
	s.wait("the active segment", "document.querySelector('.file-name').innerText.endsWith('2689')")
	var at int64
	s.eval("logarium.view('segments', {partition: 'orders-0'}).then((v) => v.segments.at(-1).size - 1)", &at)
	s.goTo(fmt.Sprintf("@%d", at))
	s.wait("the form to close", "!document.querySelector('#goto-input')")
	s.press("1")
	s.click("[data-act='send']")
	s.shows(".hexfoot", "bytes are new since the last step")
	s.screenshot("news")
}
