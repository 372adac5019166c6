package web

import (
	"regexp"
	"strings"
	"testing"
)

// What is typed into any field stays the field's value, and no component writes a value of its own into one.
func TestEveryFieldKeepsWhatIsTyped(t *testing.T) {
	b := open(t)
	seen := map[string]bool{}
	for _, acts := range []string{"tool:produce when:skew", "panel:console", "panel:log goto", "panel:events"} {
		for _, act := range strings.Fields(acts) {
			b.Do(act)
		}
		b.settle()
		html := b.html()
		for _, m := range regexp.MustCompile(`<(?:input|textarea|select)[^>]*>`).FindAllString(html, -1) {
			if strings.Contains(m, " value=") {
				t.Errorf("a component sets the value of %s", m)
			}
		}
		for _, m := range regexp.MustCompile(`data-in="([^"]*)"`).FindAllStringSubmatch(html, -1) {
			seen[m[1]] = true
			b.Input(m[1], "typed into "+m[1])
			b.settle()
			if got := b.Value(m[1]); got != "typed into "+m[1] {
				t.Errorf("%s holds %q", m[1], got)
			}
		}
	}
	if len(seen) < 11 {
		t.Errorf("only %v", seen)
	}
	b.Do("when:now")
	if b.Value("produce-time") == "typed into produce-time" {
		t.Error("the field of a record that is stamped now does not show the clock")
	}
}
