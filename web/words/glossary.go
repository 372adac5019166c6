package words

import "strings"

// glossary is the file of the terms; empty until somebody brings it.
var glossary string

// GlossaryFile is where a page finds the terms, in all languages.
const GlossaryFile = "words/glossary.txt"

// LearnTerms takes the terms. Until then no word is one.
func LearnTerms(file string) {
	glossary = file
	now.turn++
}

// Term is an entry of the glossary: Kafka's own word, how others call it, and what it means.
type Term struct{ Name, Elsewhere, Meaning string }

// Terms lists the glossary in the language of the screen. The file has for each term, behind tabs, its names elsewhere, its meaning
// in English and in Chinese.
func Terms() (all []Term) {
	var t Term
	lines := 0
	for line := range strings.Lines(glossary) {
		line = strings.TrimSuffix(line, "\n")
		text, below := strings.CutPrefix(line, "\t")
		switch lines++; {
		case !below:
			t, lines = Term{Name: text}, 0
		case lines == 1:
			t.Elsewhere = text
		case lines == 2:
			t.Meaning = text
		case now.texts != nil:
			t.Meaning = text
			fallthrough
		default:
			all = append(all, t)
		}
	}
	return all
}

// Explain is the text of a term's tip; empty for a word that is no term.
func Explain(name string) string {
	for _, t := range Terms() {
		if t.Name == name {
			return t.Name + "\n" + t.Meaning + "\n" + F("Elsewhere: %1", t.Elsewhere)
		}
	}
	return ""
}
