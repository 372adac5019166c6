package view

import (
	"os"
	"testing"

	"logarium/engine/message"
	"logarium/engine/record"
	"logarium/web/words"
)

// TestTermsAreInTheGlossary: a name that has a tip finds its text.
func TestTermsAreInTheGlossary(t *testing.T) {
	glossary, err := os.ReadFile("../../static/" + words.GlossaryFile)
	if err != nil {
		t.Fatal(err)
	}
	words.LearnTerms(string(glossary))
	var terms []string
	for _, f := range append(record.HeaderFields(2), record.RecordFields()...) {
		if term := FieldTerm(f.Name); term != "" {
			terms = append(terms, term)
		}
	}
	if len(terms) < 12 {
		t.Errorf("only %d fields have a term", len(terms))
	}
	for _, rule := range []string{"time", "size", "start", "limit", "order"} {
		terms = append(terms, RuleTerm(rule))
	}
	for _, kind := range []string{"log", "index", "timeindex", "txnindex", "snapshot"} {
		terms = append(terms, KindTerm(kind))
	}
	for _, f := range (Produce{}).facts(message.Partition{Name: "orders-0"}, &message.Segment{}) {
		terms = append(terms, f.Term)
	}
	for _, term := range terms {
		if words.Explain(term) == "" {
			t.Errorf("%q is not in the glossary", term)
		}
	}
}
