//go:build !js

// These tests read the sources, which are the same for every platform; in a browser each file is a request.

package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// said finds every text that the screen says, in the code of the folder above and of view.
func said(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, file := range sources(t, "*.go", "../*.go", "../view/*.go") {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, text := range textsOf(call) {
				all[text] = set.Position(call.Pos()).String()
			}
			return true
		})
	}
	return all
}

func sources(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if !strings.HasSuffix(f, "_test.go") {
				files = append(files, f)
			}
		}
	}
	return files
}

// textsOf are the texts that a call looks up: each language needs them.
func textsOf(call *ast.CallExpr) (texts []string) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		if x, ok := f.X.(*ast.Ident); !ok || x.Name != "words" && x.Name != "view" {
			return nil
		}
	}
	args := call.Args
	switch {
	case (name == "T" || name == "F" || name == "tr") && len(args) > 0:
		args = args[:1]
	case name == "N" && len(args) > 2:
		args = args[2:3] // the other one is for languages that tell one from many
	case (name == "Plural" || name == "noun") && len(args) == 3:
		args = args[2:]
	default:
		return nil
	}
	ast.Inspect(args[0], func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.IndexExpr: // a table of texts: its values
			if table, ok := x.X.(*ast.CompositeLit); ok {
				for _, e := range table.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok {
						texts = append(texts, literal(pair.Value)...)
					}
				}
			}
			return false
		case *ast.BasicLit:
			texts = append(texts, literal(x)...)
		}
		return true
	})
	return texts
}

func literal(e ast.Expr) []string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		if s, err := strconv.Unquote(lit.Value); err == nil {
			return []string{s}
		}
	}
	return nil
}

// TestEveryTextIsInEveryLanguage: what the code says stands in the file, and the file has nothing that nobody says.
func TestEveryTextIsInEveryLanguage(t *testing.T) {
	texts, _ := parse(zh)
	screen, _ := parse(between("## what the screen says", "## descriptions of settings"))
	all := said(t)
	for _, text := range slices.Sorted(maps.Keys(all)) {
		if texts[text] == "" {
			t.Errorf("%s: zh.txt lacks %q", all[text], text)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(screen)) {
		if all[text] == "" {
			t.Errorf("zh.txt has %q, which nobody says", text)
		}
	}
}

// TestTranslationsHaveTheSamePlaces: no value is lost, and none is invented.
func TestTranslationsHaveTheSamePlaces(t *testing.T) {
	texts, _ := parse(zh)
	place := regexp.MustCompile(`%[1-9]`)
	for english, text := range texts {
		want, got := place.FindAllString(english, -1), place.FindAllString(text, -1)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(slices.Compact(want), slices.Compact(got)) {
			t.Errorf("%q has the places %v, %q has %v", english, want, text, got)
		}
	}
}

// prose is what a text for people has and code has not: a capital followed by small letters, or two words.
var prose = regexp.MustCompile(`^[A-Z][a-z]+$|[A-Za-z]{2,}[,.;:]? [A-Za-z]{2,}| [a-z]{2,} $|^[a-z]{2,}: $|^, [a-z]+`)

// TestNoTextIsOutsideTheCatalogue looks for texts that the screen would say in English only.
func TestNoTextIsOutsideTheCatalogue(t *testing.T) {
	code := codeWords(t)
	for _, file := range sources(t, "../*.go", "../view/*.go") {
		if strings.HasSuffix(file, "_gen.go") || strings.HasSuffix(file, "_js.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		fine := map[string]bool{}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				if texts := textsOf(n); len(texts) > 0 {
					for _, s := range texts {
						fine[s] = true
					}
					if len(n.Args) > 1 { // of two forms the one for a single thing
						for _, s := range literal(n.Args[1]) {
							fine[s] = true
						}
					}
				}
			case *ast.BasicLit:
				for _, s := range literal(n) {
					if prose.MatchString(s) && !fine[s] && !code(s) {
						t.Errorf("%s: %q is no word of the catalogue (words.T), no class of ui.css, and not in testdata/code.txt", set.Position(n.Pos()), s)
					}
				}
			}
			return true
		})
	}
}

var (
	tags  = regexp.MustCompile(`<(?:[^<>"']|"[^"]*"|'[^']*')*>`)
	plain = regexp.MustCompile(` (?:title|aria-label|placeholder|aria-roledescription|alt)="([^"]*[A-Za-z]{2}[^"]*)"`)
)

// TestNoTextIsInTheTemplates: what a component says comes from the catalogue.
func TestNoTextIsInTheTemplates(t *testing.T) {
	code := codeWords(t)
	files, err := filepath.Glob("../*.vugu")
	if err != nil || len(files) == 0 {
		t.Fatal("no templates", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, attr := range plain.FindAllStringSubmatch(string(text), -1) {
			if !code(attr[1]) {
				t.Errorf("%s: an attribute says %q in English only", file, attr[1])
			}
		}
		html, _, _ := strings.Cut(string(text), "<script")
		for _, s := range tags.Split(html, -1) {
			if s = strings.TrimSpace(s); len(regexp.MustCompile(`[A-Za-z]`).FindAllString(s, -1)) > 1 && !code(s) {
				t.Errorf("%s: a text says %q in English only", file, s)
			}
		}
	}
}

// codeWords tells what is no text for people: classes of the style sheet, and what testdata/code.txt lists: names of Kafka's, of
// keys, of settings, beginnings of command lines; and the names of the glossary, by which code asks for a tip.
func codeWords(t *testing.T) func(string) bool {
	t.Helper()
	list, err := os.ReadFile("testdata/code.txt")
	if err != nil {
		t.Fatal(err)
	}
	style, err := os.ReadFile("../../static/ui.css")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, term := range Terms() {
		known[term.Name] = true
	}
	for line := range strings.Lines(string(list)) {
		known[strings.TrimSuffix(line, "\n")] = true
	}
	classes := map[string]bool{}
	for _, c := range regexp.MustCompile(`\.([a-zA-Z][a-zA-Z0-9-]*)`).FindAllStringSubmatch(string(style), -1) {
		classes[c[1]] = true
	}
	return func(s string) bool {
		if known[strings.TrimSpace(s)] || strings.HasPrefix(strings.TrimSpace(s), "--") {
			return true
		}
		for _, w := range strings.Fields(s) {
			if !classes[w] {
				return false
			}
		}
		return true
	}
}

// TestNoTextStandsTwice: of two translations one would be lost.
func TestNoTextStandsTwice(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(zh) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		if seen[line] {
			t.Errorf("zh.txt has %q twice", line)
		}
		seen[line] = true
	}
}

var unit = regexp.MustCompile(`(?:\.Step\([^"\n]*|tellProgress\([^"\n]*|\bunit: )"([a-z]+)"`)

// TestUnitsOfProgressAreWorded finds what long commands count beside the Stop button.
func TestUnitsOfProgressAreWorded(t *testing.T) {
	speak(t, "zh")
	found := map[string]bool{}
	for _, file := range sources(t, "../../engine/*/*.go", "../../wasm/worker/*.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range unit.FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
	}
	for u := range found {
		if u != "ms" && Said(u) == u {
			t.Errorf("%q has no translation", u)
		}
	}
	if !found["labs"] || !found["records"] || !found["batches"] {
		t.Error("only found", found)
	}
}

// between is the part of the Chinese file from a heading to another.
func between(from, to string) string {
	_, rest, ok := strings.Cut(zh, from+"\n")
	part, _, closed := strings.Cut(rest, to+"\n")
	if !ok || !closed {
		panic(from + " or " + to + " is no heading")
	}
	return part
}
