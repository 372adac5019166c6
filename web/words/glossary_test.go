package words

import (
	"strings"
	"testing"
)

// TestGlossaryIsComplete: every term has its four lines, its meaning in the language of the screen, and is there once.
func TestGlossaryIsComplete(t *testing.T) {
	han := func(r rune) bool { return r >= 0x4e00 && r < 0x9fff }
	if n := strings.Count(glossary, "\n"); n != 4*len(Terms()) || len(Terms()) < 30 {
		t.Fatalf("%d lines, %d terms", n, len(Terms()))
	}
	for _, lang := range []string{"en", "zh"} {
		speak(t, lang)
		seen := map[string]bool{}
		for _, term := range Terms() {
			if seen[term.Name] || term.Elsewhere == "" || strings.ContainsFunc(term.Meaning, han) != (lang == "zh") {
				t.Errorf("%s: %+v", lang, term)
			}
			seen[term.Name] = true
			if tip := Explain(term.Name); !strings.HasPrefix(tip, term.Name+"\n"+term.Meaning) || !strings.HasSuffix(tip, term.Elsewhere) {
				t.Errorf("%q", tip)
			}
		}
	}
	if Explain("nonsense") != "" {
		t.Error("nonsense is explained")
	}
}

// TestNoTermBeforeTheGlossaryIsThere: a page that has not fetched it yet shows no tips.
func TestNoTermBeforeTheGlossaryIsThere(t *testing.T) {
	all := glossary
	defer LearnTerms(all)
	if LearnTerms(""); len(Terms()) != 0 || Explain("segment") != "" {
		t.Error(Terms())
	}
}
