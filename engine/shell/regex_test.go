package shell

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRegex compares with another implementation on random expressions and texts.
func TestRegex(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b", ".", "[ab]", "[^a]", "(a|b)", "(ab)", "a*", "b+", ".?", "(a|bb)*", "a{2}", "b{1,2}", `\.`, `\w`, "|", "^", "$", "(?:b|)"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, "parts"), "")
		subject := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", ".", "A"}), 0, 9).Draw(t, "subject"), "")
		fold := rapid.Bool().Draw(t, "fold")
		flags := ""
		if fold {
			flags = "(?i)"
		}
		want, err := regexp.Compile(flags + text)
		if err != nil {
			return
		}
		got, err := compile(text, fold)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if _, _, ok := got.find(subject); ok != want.MatchString(subject) {
			t.Fatalf("%s in %q: %t", text, subject, ok)
		}
		whole := regexp.MustCompile(flags + "^(?:" + text + ")$")
		if got.whole(subject) != whole.MatchString(subject) {
			t.Fatalf("%s matches all of %q: %t", text, subject, got.whole(subject))
		}
	})
}

// TestRegexLimits: patterns that are none are refused, and those that would take for ever give up.
func TestRegexLimits(t *testing.T) {
	for _, text := range []string{"(", "[", "[a", "*", "a{", "a{x}", "a{9999}", `\`, "a)", "(a", "[b-a]", strings.Repeat("(", 60) + strings.Repeat(")", 60), strings.Repeat("a", 2000)} {
		if _, err := compile(text, false); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	slow, err := compile("(a*)*(a*)*(a*)*b", false)
	if err != nil || slow.whole(strings.Repeat("a", 60)) {
		t.Error("matched", err)
	}
}

func FuzzRegex(f *testing.F) {
	f.Add("(a|b)*c{2,3}[^x-z]", "aabbcc1")
	f.Add(`\d+\.$|^x?`, "12.")
	f.Fuzz(func(t *testing.T, text, subject string) {
		r, err := compile(text, true)
		if err != nil || len(subject) > 1000 {
			return
		}
		if from, to, ok := r.find(subject); ok && (from < 0 || to > len(subject) || from > to) {
			t.Fatalf("%d to %d of %d", from, to, len(subject))
		}
	})
}
