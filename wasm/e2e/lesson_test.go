package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"
)

// studied is what the page keeps of a lesson.
type studied struct {
	Step   int
	Passed map[string]int
	Checks map[string][]int
	Out    map[string][]struct {
		Line string
		Bad  bool
	}
}

func (s *story) studied(lesson string) (k studied) {
	s.t.Helper()
	var text string
	s.eval("localStorage.getItem('logarium.lesson-"+lesson+"') || '{}'", &text)
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		s.t.Fatal(err)
	}
	return k
}

// taught opens a lesson's address and waits for its first step.
func (s *story) taught(lesson string) {
	s.t.Helper()
	s.eval("void (location.hash = 'lesson="+lesson+"')", nil)
	s.wait("lesson "+lesson, "(document.querySelector('.tale .step-no')?.textContent || '').startsWith('"+lesson+", step') && !document.querySelector('.tale-foot .btn:last-child').disabled")
}

// goal is what the lesson waits for: an answer, nothing any more, or the key that goes on.
const goal = `(() => {
	const button = document.querySelector('.tale-foot .btn:last-child, .talebar .btn.primary');
	if (!button || button.disabled) return 'wait';
	if (/^(All lessons|Next lesson)/.test(button.textContent)) return 'end';
	return document.querySelector('.tale [role=radio]:not(:disabled)') ? 'answer' : 'next';
})()`

// tries uncovers the solution of an exercise, and runs a command that the lesson proposes.
func (s *story) tries() {
	s.t.Helper()
	s.wait("the solution to be hidden", "document.querySelector('.tale details:not([open]) li')?.checkVisibility() === false")
	s.click(".tale summary")
	s.wait("the solution", "document.querySelector('.tale details li').checkVisibility()")
	s.click("[data-act^='tale-try:hexdump -n 12']")
	s.wait("what it prints", "/\\$ hexdump -n 12 dense-0[^$]*00 00 01 79 2f 86 48 10/.test(document.querySelector('#console-scroll')?.innerText)")
}

// study goes through the lesson with keys only, until its end or a step that is not the first.
func (s *story) study(next string, until int) {
	s.t.Helper()
	for range 400 {
		var what, step string
		s.eval("(document.querySelector('.tale .step-no, .talebar .label')?.textContent || '')", &step)
		if until > 0 && strings.Contains(step, "step "+quote(until)+" of") {
			return
		}
		switch s.eval(goal, &what); what {
		case "end":
			return
		case "answer":
			s.press("b")
		case "next":
			s.press(next)
		}
		s.wait("the lesson to rest", goal+" != 'wait'")
	}
	var shown string
	s.eval("(document.querySelector('.talebar') || document.querySelector('.tale')).innerText", &shown)
	s.t.Fatalf("the lesson has no end: %s", shown)
}

// learned: all of a lesson was done, every command ended as it must, and every one of so many assertions held. Their answers
// come when the machine has a moment, the last ones after the last step.
func (s *story) learned(lesson string, checks int) {
	s.t.Helper()
	s.wait("the last checks of "+lesson, "Object.values(JSON.parse(localStorage.getItem('logarium.lesson-"+lesson+"')).checks).flat().length == "+quote(checks))
	k := s.studied(lesson)
	held := 0
	for part, of := range k.Checks {
		for i, c := range of {
			if held += c; c != 1 {
				s.t.Errorf("%s: check %d of part %s does not hold", lesson, i, part)
			}
		}
	}
	ran := 0
	for part, commands := range k.Out {
		for _, c := range commands {
			if ran++; c.Bad {
				s.t.Errorf("%s: in part %s: %s", lesson, part, c.Line)
			}
		}
	}
	if held != checks || ran < 5 || k.Step == 0 {
		s.t.Errorf("%s: %d checks held, %d commands ran, step %d", lesson, held, ran, k.Step)
	}
}

// Three whole lessons by keyboard only: in the column, after a reload in its middle, and in a room with the notes in a window of
// their own.
func TestLessonsByKeyboard(t *testing.T) {
	url := site(t)
	s := &story{t: t, tab: visit(t, shared, url+"#lesson=L4")}
	s.wait("the first step", goal+" == 'answer'")
	s.audit("a lesson")
	s.study(kb.ArrowRight, 3)
	s.settle()
	s.screenshot("lesson")
	s.audit("a step of a lesson")
	s.saved()
	before := s.lab()
	s.reload()
	s.wait("the step as it was", "(document.querySelector('.tale .step-no')?.textContent || '').startsWith('L4, step 3')")
	if after := s.lab(); after.Name != before.Name || after.Position != before.Position || after.Digest != before.Digest {
		t.Errorf("the lesson's lab was %+v and is %+v", before, after)
	}
	s.exec("clock advance 1s")
	s.wait("the word that the script was left", "!!document.querySelector('.leftscript')")
	s.click("[data-act=tale-return]")
	s.wait("the way back", "!document.querySelector('.leftscript') && logarium.view('lab').then((l) => l.position == "+quote(before.Position)+")")
	s.study(kb.ArrowRight, 0)
	s.learned("L4", 8)
	s.tries()

	s.taught("L1")
	s.study(kb.ArrowRight, 0)
	s.learned("L1", 18)

	s.do(emulation.SetDeviceMetricsOverride(1920, 1080, 1, false))
	s.taught("L8")
	notes := blank(t, shared)
	notes.navigate(strings.TrimSuffix(url, "explore.html") + "speaker.html")
	s.do(page.BringToFront()) // a page in the background has no frames
	s.press("p")
	s.wait("the room", "!!document.querySelector('.talebar')")
	s.press(kb.PageDown)
	s.settle()
	s.screenshot("lesson-present")
	s.audit("a lesson in a room")
	s.study(kb.PageDown, 0)
	s.learned("L8", 35)
	var caption string
	s.eval("document.querySelector('.cap h2').textContent", &caption)
	notes.wait("the notes to follow", "document.getElementById('caption').textContent == "+quote(caption)+" && document.getElementById('notes').textContent != ''")
	notes.eval("void document.getElementById('back').click()", nil)
	s.wait("a step back from the notes", "document.querySelector('.cap h2').textContent != "+quote(caption))
	s.press(kb.Escape)
	s.wait("the column", "!!document.querySelector('.tale')")
	s.do(emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	s.settle()
	s.screenshot("lesson-phone")
	s.audit("a lesson on a phone")
	s.click("[data-act=tale-list]")
	s.wait("the list", "document.querySelectorAll('.talelist .lesson').length > 10")
	s.audit("the list of lessons")
	s.screenshot("lesson-list")
}
