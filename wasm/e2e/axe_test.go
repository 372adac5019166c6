package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// audit runs the rules of WCAG 2.2 AA over the page and names what breaks them, once colours stay as they are.
func (s *story) audit(where string) {
	s.t.Helper()
	s.eval("Promise.allSettled(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished)).then(() => true)", nil)
	if broken := s.broken(); len(broken) > 0 {
		s.t.Errorf("%s:\n%s", where, strings.Join(broken, "\n"))
	}
}

func (s *story) broken() (broken []string) {
	s.t.Helper()
	var loaded bool
	if s.eval("!!window.axe", &loaded); !loaded {
		source, err := os.ReadFile("testdata/axe/axe.min.js")
		if err != nil {
			s.t.Fatal(err)
		}
		s.eval("(() => {"+string(source)+"\n})()", nil)
	}
	s.eval(`axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations']}).then((r) => r.violations.map((v) =>
		v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' (' + n.any.concat(n.all, n.none).map((c) => c.message).join('; ') + ')').join(', ') + (v.nodes.length > 3 ? ' and ' + (v.nodes.length - 3) + ' more' : '')))`, &broken)
	return broken
}

func TestTheAuditFindsWhatIsWrong(t *testing.T) {
	s := screen(t)
	s.eval("document.body.append(new Image(), Object.assign(document.createElement('p'), {textContent: 'faint', style: 'color: #999; background: #aaa'}))", nil)
	if got := strings.Join(s.broken(), " "); !strings.Contains(got, "image-alt") || !strings.Contains(got, "color-contrast") {
		t.Errorf("found %q", got)
	}
}

// Nothing on any panel breaks a rule of WCAG 2.2 AA, in light and in dark.
func TestNothingIsInaccessible(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			s := screen(t)
			s.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
			s.exec("kafka-console-consumer --topic orders --group readers --from-beginning --max-messages 10")
			for _, state := range s.states(false) {
				s.click(state)
				s.settle()
				s.audit(state)
			}
			s.click("#tab-lookup")
			s.press("l")
			s.shows("#tool-panel", "step 1 of")
			s.audit("a look-up")
			s.click("[data-act='lookup-by:life']")
			s.shows("#tool-panel", "The life of record")
			s.audit("a life")
			s.press("g")
			s.wait("the form", "document.activeElement.id == 'goto-input'")
			s.audit("go to")
			s.eval("document.activeElement.blur()", nil)
			s.press("?")
			s.wait("the keys", "!!document.querySelector('.keys')")
			s.audit("keys")
			s.press("?")
			s.exec("undo")
			s.settle()
			s.audit("after undo")
			s.do(emulation.SetDeviceMetricsOverride(390, 844, 1, false))
			s.wait("the phone's bar", "!!document.querySelector('.phonebar')")
			s.wait("language and colours on a phone", "[...document.querySelectorAll('.langkey, .themekey')].every((e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.right <= innerWidth })")
			for _, view := range []string{"tank", "bytes", "files", "console"} {
				s.click("[data-act='view:" + view + "']")
				s.settle()
				s.audit("phone " + view)
			}
		})
	}
}
