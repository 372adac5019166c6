package lint

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const top = "../../.."

var (
	codeBlock = regexp.MustCompile("(?ms)^(```|~~~).*?^(```|~~~)$")
	linkTo    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	span      = regexp.MustCompile("`([^`\n]+)`")
	sourceIn  = regexp.MustCompile(`(?:^|[\s=])((?:\./)?(?:engine|wasm|web|static|docs|\.github)/[\w/.*-]*[\w*/])`)
	testIn    = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`)
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)`)
	verbIn    = regexp.MustCompile(`build\.sh ([a-z]+)`)
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// yetToCome are paths that the docs give as examples for who adds something.
var yetToCome = map[string]bool{"static/lessons/en/L99-name.md": true}

// TestDocsNameWhatIsThere follows what README.md and the pages in docs/ refer to: links with their headings, files, tests, and commands of
// build.sh.
func TestDocsNameWhatIsThere(t *testing.T) {
	tests := testsOf(t)
	script := read(t, "build.sh")
	for _, page := range pages(t) {
		text := read(t, page)
		prose := codeBlock.ReplaceAllString(text, "")
		for _, m := range linkTo.FindAllStringSubmatch(prose, -1) {
			follow(t, page, m[1])
		}
		for _, m := range span.FindAllStringSubmatch(prose, -1) {
			lookFor(t, page, m[1])
		}
		for _, name := range testIn.FindAllString(text, -1) {
			if !tests[name] {
				t.Errorf("%s refers to %s, which does not exist", page, name)
			}
		}
		for _, m := range verbIn.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(script, "\n  "+m[1]+" ") {
				t.Errorf("%s refers to build.sh %s, which does not exist", page, m[1])
			}
		}
	}
}

// follow looks for the file and the heading that a link of the page leads to.
func follow(t *testing.T, page, link string) {
	t.Helper()
	file, anchor, _ := strings.Cut(link, "#")
	switch {
	case strings.Contains(link, "://"):
		return
	case file == "":
		file = page
	default:
		file = path.Join(path.Dir(page), file)
	}
	if _, err := os.Stat(filepath.Join(top, file)); err != nil {
		t.Errorf("%s links to %s, which does not exist", page, link)
	} else if anchor != "" && !anchors(read(t, file))[anchor] {
		t.Errorf("%s links to %s, where no heading is called so", page, link)
	}
}

// anchors are the names that GitHub gives to the headings of a page.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := strings.Map(func(r rune) rune {
			if r == ' ' {
				return '-'
			}
			if strings.ContainsRune("`*.,:;?!()'\"/&+=…", r) {
				return -1
			}
			return r
		}, strings.ToLower(m[1]))
		names[name] = true
	}
	return names
}

// lookFor looks for the paths in a span of code.
func lookFor(t *testing.T, page, code string) {
	t.Helper()
	for _, m := range sourceIn.FindAllStringSubmatch(code, -1) {
		found, err := filepath.Glob(filepath.Join(top, m[1]))
		if (err != nil || len(found) == 0) && !yetToCome[m[1]] {
			t.Errorf("%s refers to %s, which does not exist", page, m[1])
		}
	}
}

func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md"}
	walk(t, "docs", func(name string) {
		if strings.HasSuffix(name, ".md") {
			list = append(list, name)
		}
	})
	if len(list) < 15 {
		t.Fatalf("%d pages are not all: %v", len(list), list)
	}
	return list
}

func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, folder := range []string{"engine", "wasm", "web"} {
		walk(t, folder, func(name string) {
			if !strings.HasSuffix(name, "_test.go") {
				return
			}
			for _, m := range testFunc.FindAllStringSubmatch(read(t, name), -1) {
				names[m[1]] = true
			}
		})
	}
	return names
}

// walk calls f with each file below a folder, as its path from the top.
func walk(t *testing.T, folder string, f func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(top), folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			f(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
