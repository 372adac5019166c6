package main

import (
	"os"
	"strings"
	"testing"
)

// The contract has the recipes that are proven, and the element stands in each as in the first example.
func TestContractHasTheRecipes(t *testing.T) {
	text, err := os.ReadFile("../../../docs/embed.md")
	if err != nil {
		t.Fatal(err)
	}
	r := recipes{text: "\n" + string(text), work: t.TempDir()}
	for heading, want := range map[string]string{
		"# Embed": "<logarium-embed lab=", "### MkDocs Material": "extra_javascript:", "### reveal.js": "<logarium-embed lab=",
	} {
		if code, err := r.block(heading); err != nil || !strings.Contains(code, want) || !strings.HasSuffix(code, "\n") {
			t.Errorf("%s: %q, %v", heading, code, err)
		}
	}
	if _, err := r.block("### Fax"); err == nil {
		t.Error("a recipe that is not there is found")
	}
}
