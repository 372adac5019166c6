package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/message"
)

const source = "---\nid: L1\ntitle: A `x` & y\nminutes: 5\nneeds: L0\ngoal: Know.\n---\nOpening.\n\n## One <b>\n<!-- stage: panels=strip,files file=/tmp/a select=3 partition=a-0 -->\n\n" +
	"~~~predict\nHow *many*?\n- [ ] none\n- [x] `one`\n> Because.\n~~~\n~~~console\n$ ls\na <b>\n! nosuch\n…\n~~~\n~~~check\nleo(a-0) == 0\n~~~\n~~~class\nSay it.\n~~~\n~~~myth M-1\nNo.\n~~~\n## Two\n| a | b |\n|---|---|\n| 1 | <script>x</script> |\n"

func TestContentAndPages(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"en/L01-x.md": source, "en/quiz.md": strings.Replace(source, "id: L1", "id: quiz", 1), "zh/L01-x.md": source} {
		if err := os.MkdirAll(filepath.Join(from, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(from, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(from, to); err != nil {
		t.Fatal(err)
	}
	var got message.Lesson
	readJSON(t, filepath.Join(to, "en/L1.json"), &got)
	want := message.Lesson{
		LessonHead: message.LessonHead{ID: "L1", Title: "A <code>x</code> &amp; y", Minutes: 5, Goal: "Know.", Steps: 2, Page: "L1.html"}, Needs: []string{"L0"}, Rulebook: "kafka",
		Content: []message.LessonStep{{
			Title: "One <!-- raw HTML omitted -->", Panels: []string{"strip", "files"}, File: "/tmp/a", Select: 3, Partition: "a-0", Notes: "<p>Say it.</p>",
			Parts: []message.LessonPart{
				{Kind: "prose", HTML: "<p>Opening.</p>"},
				{Kind: "predict", HTML: "How <em>many</em>?", Options: []string{"none", "<code>one</code>"}, Right: 1, Why: "<p>Because.</p>"},
				{Kind: "console", Commands: []message.LessonCommand{{Line: "ls"}, {Line: "nosuch", Fails: true}}},
				{Kind: "check", Checks: []string{"leo(a-0) == 0"}},
				{Kind: "myth", Name: "M-1", HTML: "<p>No.</p>"},
			},
		}, {Title: "Two", Select: -1, Parts: []message.LessonPart{{Kind: "prose", HTML: got.Content[1].Parts[0].HTML}}}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	var index message.LessonIndex
	readJSON(t, filepath.Join(to, "en/index.json"), &index)
	if len(index.Lessons) != 2 || index.Lessons[1].ID != "quiz" {
		t.Errorf("%+v", index)
	}
	page, err := os.ReadFile(filepath.Join(to, "en/L1.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"How <em>many</em>?", "<li><code>one</code></li>", "$ ls\na &lt;b&gt;", `href="../../explore.html#lesson=L1"`, "b: <code>one</code>", "<table>", `href="quiz.html"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	myths, err := os.ReadFile(filepath.Join(to, "en/myths.html"))
	if err != nil || strings.Count(string(myths), "<article") != 1 || !strings.Contains(string(myths), "#lesson=L1&amp;step=1") {
		t.Errorf("%v: %s", err, myths)
	}
	if !strings.Contains(string(page), `&lt;logarium-embed lesson="L1" lang="en"&gt;`) || !strings.Contains(string(page), `data-copy="Copy"`) {
		t.Error("the page does not say how it is embedded")
	}
	if strings.Count(string(page), "<script") != 1 || !strings.Contains(string(page), `<script defer src="../embed.js"></script>`) {
		t.Error("the page has a script of its own")
	}
	list, err := os.ReadFile(filepath.Join(to, "en/index.html"))
	if err != nil || strings.Contains(string(list), `href="./"`) || strings.Contains(string(list), "<script") || !strings.Contains(string(page), `<a href="./">Lessons</a></header>`) {
		t.Errorf("%v: the pages lead to their list, the list does not: %s", err, list)
	}
	for _, p := range [][]byte{page, myths, list} {
		if strings.Count(string(p), "<title>") != 1 || strings.Count(string(p), "<h1>") != 1 || !strings.HasSuffix(string(p), "</main>\n</body>\n</html>\n") {
			t.Errorf("a page without its frame: %s", p)
		}
	}
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPlan: the class's 45 minutes are filled, by lessons that are there and have something to say.
func TestPlan(t *testing.T) {
	lessons, err := readAll("../../../static/lessons/en")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, p := range plan(lessons) {
		said := 0
		for _, s := range p.Steps {
			said += len(p.Notes(s))
		}
		if p.From != at || said == 0 {
			t.Errorf("%s from minute %d, %d notes", p.Lesson.ID, p.From, said)
		}
		at = p.To
	}
	if at != 45 {
		t.Errorf("the plan ends at minute %d", at)
	}
}
