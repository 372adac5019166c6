package shell

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWhatRE2Refuses: the answers are those of kafka-consumer-groups 4.4.0 --validate-regex.
func TestWhatRE2Refuses(t *testing.T) {
	const (
		class, escape, perl, nested = "invalid character class range", "invalid escape sequence", "invalid or unsupported Perl syntax", "invalid nested repetition operator"
		count, bracket, paren       = "invalid repeat count", "missing closing ]", "missing closing )"
		argument, capture           = "missing argument to repetition operator", "invalid named capture"
	)
	for text, want := range map[string]string{
		"": "", "a.*": "", "orders-[0-9]+": "", "(?i)a|b": "", "(?P<n>x)(?<m>y)": "", "a{2,}?": "", "a{01}": "", "a{": "", "(a{100}){100}": "", `\Q(\E+`: "", `\Q(`: "", `[\d-]`: "", "[]a]": "", "[[:alpha:]^]": "",
		`\pL\p{^Lu}`: "", `\x{10ffff}\x41\07\12\é\.`: "", `\A\b\B\z`: "", "(|a)*": "", "^*": "",
		"a(": paren, "(?P<n>x": paren, "(?:": paren, ")": "regexp/syntax: internal error", "(a))": "regexp/syntax: internal error",
		"[a": bracket, "[^]": bracket, "[z-a]": class, `[a-\d]`: escape, "[[:foo:]]": class, "[[:]": class, `\p`: class, `\p{L`: class, `\pX`: class, `\p{U{2}`: class,
		"*a": argument, "a|*": argument, "(+)": argument, "(?i)*": argument, `\Q\E*`: argument, "a**": nested, "a+?*": nested, "a{2}{3}": nested, "{*": nested,
		"a{2000}": count, "a{3,2}": count, "a{999999999}": count, "a{1,1001}": count, `a\`: "trailing backslash at end of expression", `\y`: escape, `\8`: escape, `\1`: escape, `\C`: escape, `\x4`: escape, `\x{110000}`: escape, `\x{}`: escape,
		"(?z)": perl, "(?": perl, "(?-)": perl, "(?P=n)": perl, "(?=a)": perl, "(?<=a)": capture, "(?P<>x)": capture, "(?P<n": capture, "(?P<n>x)(?P<n>y)": "duplicate capture group name",
	} {
		if got, loose := re2Fault(text); got != want || loose {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	if fault, loose := re2Fault(`\p{Greek}`); fault != "" || !loose {
		t.Error("a script is refused, or was looked up")
	}
}

// TestRE2TakesAnything: any input ends, and an expression is none any more with a parenthesis that nothing closes.
func TestRE2TakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune(`ab()[]*+?{}2,|^$.\\dpLQEx41-:é<>=PiU`)), 0, 24, -1).Draw(t, "text")
		fault, _ := re2Fault(text)
		if more, _ := re2Fault("(" + text); fault == "" && more == "" {
			t.Errorf("%q is one, and with a parenthesis that nothing closes too", text)
		}
	})
}
