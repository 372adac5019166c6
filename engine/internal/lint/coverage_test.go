package lint

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"logarium/engine/lab"
	"logarium/engine/store"
)

const project = "../../.."

// covered is a row of docs/coverage.md.
type covered struct {
	number, state string
	names         [][2]string // kind and name
	missing       string
}

// TestCoverage holds docs/coverage.md against the project: every requirement once, every name there, the figures right.
func TestCoverage(t *testing.T) {
	text := slurp(t, project+"/docs/coverage.md")
	rows := coverage(t, text)
	states := map[string]int{}
	for i, r := range rows {
		if want := fmt.Sprintf("R-%03d", i+1); r.number != want {
			t.Fatalf("row %d is %s, not %s", i+1, r.number, want)
		}
		states[r.state]++
		if (r.state == "met") == (r.missing != "") || r.state == "met" && len(r.names) == 0 {
			t.Errorf("%s is %s by %d names, and %q is missing", r.number, r.state, len(r.names), r.missing)
		}
	}
	figures := fmt.Sprintf("%d requirements are met, %d in part, %d are open", states["met"], states["partly"], states["open"])
	if len(rows) != 195 || !strings.Contains(text, figures) {
		t.Errorf("%d rows; the page should say %q", len(rows), figures)
	}
	there := existing(t)
	for _, r := range rows {
		for _, n := range r.names {
			if !there[n] {
				t.Errorf("%s names the %s %s, which is not there", r.number, n[0], n[1])
			}
		}
	}
}

// TestLessonsClaimWhatTheyCover: the requirements in a lesson's front matter are those of which the page names the lesson.
func TestLessonsClaimWhatTheyCover(t *testing.T) {
	says := map[string][]string{}
	for _, r := range coverage(t, slurp(t, project+"/docs/coverage.md")) {
		for _, n := range r.names {
			if n[0] == "lesson" {
				says[n[1]] = append(says[n[1]], r.number)
			}
		}
	}
	for id, text := range lessons(t) {
		claims := strings.Fields(field(text, "requirements"))
		slices.Sort(claims)
		if !slices.Equal(claims, says[id]) {
			t.Errorf("lesson %s claims\n%v\nthe page says\n%v", id, claims, says[id])
		}
	}
}

var (
	coverageRow = regexp.MustCompile(`^\| (R-\d{3}) \| ([^|]+) \| (met|partly|open) \| ([^|]*)\| ([^|]*)\|$`)
	coverageBy  = regexp.MustCompile("^(lesson|verb|panel|test|file) `([^`]+)`$")
)

func coverage(t *testing.T, text string) (rows []covered) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "| R-") {
			continue
		}
		m := coverageRow.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no row: %s", line)
		}
		r := covered{number: m[1], state: m[3], missing: strings.TrimSpace(m[5])}
		for by := range strings.SplitSeq(strings.TrimSpace(m[4]), ", ") {
			if by == "" {
				continue
			}
			n := coverageBy.FindStringSubmatch(by)
			if n == nil {
				t.Fatalf("%s: %q is no lesson, verb, panel, test or file", r.number, by)
			}
			r.names = append(r.names, [2]string{n[1], n[2]})
		}
		rows = append(rows, r)
	}
	return rows
}

// existing has every lesson, verb, panel, test and file of the project.
func existing(t *testing.T) map[[2]string]bool {
	t.Helper()
	there := map[[2]string]bool{}
	for id := range lessons(t) {
		there[[2]string{"lesson", id}] = true
	}
	l, err := lab.New(store.NewMemory(), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(l.Exec(nil, "help", false).Out) {
		if words := strings.Fields(line); len(words) > 1 && strings.HasPrefix(line, "  ") {
			there[[2]string{"verb", words[0]}] = true
		}
	}
	tests := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir(project, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return skipped(d, err)
		}
		name, _ := filepath.Rel(project, path)
		there[[2]string{"file", filepath.ToSlash(name)}] = true
		if panel, ok := strings.CutSuffix(name, ".vugu"); ok {
			there[[2]string{"panel", filepath.Base(panel)}] = true
		}
		if strings.HasSuffix(name, "_test.go") {
			for _, m := range tests.FindAllStringSubmatch(slurp(t, path), -1) {
				there[[2]string{"test", m[1]}] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}

// skipped leaves out what is not source.
func skipped(d fs.DirEntry, err error) error {
	if err == nil && d.IsDir() && slices.Contains([]string{".git", ".cache", "dist"}, d.Name()) {
		return fs.SkipDir
	}
	return err
}

// lessons are the texts by id.
func lessons(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(project + "/static/lessons/en/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no lessons", err)
	}
	all := map[string]string{}
	for _, f := range files {
		text := slurp(t, f)
		all[field(text, "id")] = text
	}
	return all
}

// field reads a line of the front matter.
func field(text, name string) string {
	_, rest, _ := strings.Cut(text, "\n"+name+":")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

func slurp(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
