package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"logarium/engine/message"
)

// press types keys as a person does, with the focus where it is.
func (p *tab) press(keys string) { p.t.Helper(); p.do(chromedp.KeyEvent(keys)) }

// click clicks the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.wait(selector, fmt.Sprintf("!!document.querySelector(%s)", quote(selector)))
	p.do(chromedp.Click(selector, chromedp.ByQuery))
}

// choose takes an option of a list as a person does, as soon as the list has it.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	p.wait(selector+" with "+value, fmt.Sprintf(`((e) => {
		if (!e || e.tagName == "SELECT" && ![...e.options].some((o) => o.value == %[2]s)) return false;
		e.value = %[2]s;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})(document.querySelector(%[1]s))`, quote(selector), quote(value)))
}

// text is what an element shows.
func (p *tab) text(selector string) (text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf("document.querySelector(%s)?.innerText ?? ''", quote(selector)), &text)
	return strings.Join(strings.Fields(text), " ")
}

// shows waits until an element's text contains something.
func (p *tab) shows(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("%q in %s", text, selector),
		fmt.Sprintf("(document.querySelector(%s)?.innerText ?? '').replace(/\\s+/g, ' ').includes(%s)", quote(selector), quote(text)))
}

// leaves waits until an element shows something else than a text.
func (p *tab) leaves(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("anything but %q in %s", text, selector),
		fmt.Sprintf("(document.querySelector(%s)?.innerText ?? '').replace(/\\s+/g, ' ').trim() != %s", quote(selector), quote(text)))
}

// screen is a tab whose screen shows the first lab.
func screen(t *testing.T) *story {
	p := visit(t, shared, site(t))
	p.shows(".topbar .time", "10:04:45")
	p.wait("an index entry", "document.querySelectorAll('.companion .ie').length > 1")
	return &story{t: t, tab: p}
}

func TestKeysAndButtonsMoveTheClock(t *testing.T) {
	s := screen(t)
	position := s.lab().Position
	s.press("n")
	s.wait("one more command", fmt.Sprintf("logarium.view('lab').then((l) => l.position == %d)", position+1))
	before := s.clock().Now
	s.click("button[title*='clock advance 1m']")
	s.wait("a minute", fmt.Sprintf("logarium.view('clock').then((c) => c.now == %d)", before+60_000))
	s.shows(".topbar .time", time.UnixMilli(before+60_000).UTC().Format("15:04:05"))
	s.click("button[aria-label='Undo']")
	s.wait("undo", fmt.Sprintf("logarium.view('clock').then((c) => c.now == %d)", before))
	s.press("m")
	s.wait("a minute again", fmt.Sprintf("logarium.view('clock').then((c) => c.now == %d)", before+60_000))
}

func TestPlayIsOneJournalLineAndLeavesFramesAlone(t *testing.T) {
	s := screen(t)
	s.exec("produce orders --key k --value v") // an advance after it cannot join an older one
	position, before := s.lab().Position, s.clock().Now
	s.press(" ")
	s.wait("time that flows", fmt.Sprintf("logarium.view('clock').then((c) => c.now > %d)", before+1500))
	s.screenshot("play")
	s.press(" ")
	s.shows(".topbar .play", "Play")
	s.saved()
	var journal message.Journal
	s.view("journal", map[string]int{"from": position, "limit": 10}, &journal)
	if len(journal.Commands) != 1 || !strings.HasPrefix(journal.Commands[0].Line, "clock advance ") {
		t.Errorf("play left %+v", journal.Commands)
	}
	now := s.clock().Now
	time.Sleep(300 * time.Millisecond)
	if later := s.clock().Now; later != now {
		t.Errorf("time flows on after a pause: %d, %d", now, later)
	}
}

func TestConsoleRunsWhatIsTyped(t *testing.T) {
	s := screen(t)
	s.press("`")
	s.wait("the focus", "document.activeElement.id == 'console-input'")
	s.press("kafka-topics --list" + kb.Enter)
	s.shows("#console-scroll", "kafka-topics --list orders")
	s.press("nonsense" + kb.Enter)
	s.shows("#console-scroll", "nonsense: command not found")
	s.screenshot("console")
}

func TestProduceFormAppendsARecord(t *testing.T) {
	s := screen(t)
	end := s.partition().LogEndOffset
	s.press("1")
	s.click("#p-value")
	s.do(chromedp.SetValue("#p-value", "", chromedp.ByQuery))
	s.press("typed by a test")
	s.click(".produce .btn.primary")
	s.wait("the record", fmt.Sprintf("logarium.view('partition', {partition: 'orders-0'}).then((p) => p.logEndOffset == %d)", end+1))
	s.compares()
	if out := s.exec(fmt.Sprintf("kafka-console-consumer --topic orders --partition 0 --offset %d --max-messages 1", end)).Out; out != "typed by a test\n" {
		t.Errorf("the record is %q", out)
	}
}

// compares opens the comparison of two moments from the journal: of the step before and now, if nobody says others. The log leads to
// the first byte that was written in between.
func (s *story) compares() {
	s.t.Helper()
	at := s.lab().Position
	s.click("#dtab-journal")
	s.click("[data-act='tool:compare']")
	s.click("[data-act='moments-go']")
	var d message.Diff
	s.view("diff", map[string]any{"from": at - 1, "to": at, "broker": 1, "dir": dir}, &d)
	i := slices.IndexFunc(d.Files, func(f message.FileDiff) bool { return f.Kind == "log" && len(f.Diffs) > 0 })
	if i < 0 {
		s.t.Fatalf("no log was written: %+v", d)
	}
	s.click(fmt.Sprintf("[data-act='moments-file:%s']", d.Files[i].Path))
	s.shows(".hexfoot", narrow(d.Files[i].Diffs[0].Start)+" –")
	s.screenshot("compare")
}

// A click on an index entry goes to the batch it points to.
func TestIndexEntryJumpsToItsBatch(t *testing.T) {
	s := screen(t)
	entry := s.text(".companion li:nth-child(2) .ie")
	_, position, ok := strings.Cut(entry, "position ")
	position, leads := strings.CutSuffix(strings.TrimSpace(position), "→")
	if !ok || !leads {
		t.Fatalf("entry %q", entry)
	}
	s.click(".companion li:nth-child(2) .ie")
	s.shows(".hexfoot", strings.TrimSpace(position)+" –")
	s.wait("the batch's fields", "document.querySelector('.fields')?.textContent.includes('baseOffset')")
	s.screenshot("jump")
}
