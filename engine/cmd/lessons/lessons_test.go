package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/lesson"
	"logarium/engine/message"
)

const source = "---\nid: L1\ntitle: A `x` & y\nminutes: 5\nneeds: L0\ngoal: Know.\n---\nOpening.\n\n## One <b>\n<!-- stage: panels=strip,files file=/tmp/a select=3 partition=a-0 -->\n\n" +
	"~~~predict\nHow *many*?\n- [ ] none\n- [x] `one`\n> Because.\n~~~\n~~~console\n$ ls\na <b>\n! nosuch\n…\n~~~\n~~~check\nleo(a-0) == 0\n~~~\n~~~class\nSay it.\n~~~\n~~~answer\nTen.\n~~~\n~~~myth M-1\nNo: `ls 'a&b'`, not `a.b` nor `ls`.\n~~~\n## Two\n| a | b |\n|---|---|\n| 1 | <script>x</script> |\n"

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
				{Kind: "answer", HTML: "<details><summary>Show the answer</summary><p>Ten.</p></details>"},
				{Kind: "myth", Name: "M-1", HTML: `<p>No: <button type="button" class="try" title="Run this command in the lab" data-act="tale-try:ls &#39;a&amp;b&#39;"><code>ls 'a&amp;b'</code></button>, not <code>a.b</code> nor <code>ls</code>.</p>`},
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
	for _, want := range []string{"How <em>many</em>?", "<li><code>one</code></li>", "$ ls\na &lt;b&gt;", `href="../../explore.html#lesson=L1"`, "b: <code>one</code>", "<table>", `href="quiz.html"`, "<li><p>Ten.</p></li></ol>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Count(string(page), "Ten.") != 1 || strings.Contains(string(page), "<button") {
		t.Error("the answer stands beside its exercise, or a page without a program has a control")
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
	if err != nil || strings.Contains(string(list), `href="./"`) || strings.Contains(string(list), "<script") || !strings.Contains(string(page), `<a href="./">Lessons</a> · <a href="../zh/L1.html" lang="zh">中文</a></header>`) {
		t.Errorf("%v: the pages lead to their list, the list does not: %s", err, list)
	}
	if other, err := os.ReadFile(filepath.Join(to, "zh/index.html")); err != nil || !strings.Contains(string(other), `<a href="../en/index.html" lang="en">English</a>`) {
		t.Errorf("%v: no way back from %s", err, other)
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

// TestProposedCommands: what a lesson proposes to run is a control, in each language the same; names of files and settings are none.
func TestProposedCommands(t *testing.T) {
	for line, want := range map[string]bool{
		"why orders-0 0": true, "df": true, "kafka-topics --list": true, "lab load alarm-92 --seed 1": true,
		"why": false, "segment.bytes=1048576": false, "00 00 00 3b": false, "--seed 8": false, "kafka-dump-log": false, "": false,
	} {
		if isCommand(line) != want {
			t.Errorf("%q is a command: %v", line, !want)
		}
	}
	proposed := map[string][]string{}
	for _, lang := range []string{"en", "zh"} {
		lessons, err := readAll("../../../static/lessons/" + lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lessons {
			for _, b := range l.Blocks() {
				if b.Kind == lesson.Myth || b.Kind == lesson.Vary {
					for _, control := range regexp.MustCompile(`tale-try:[^"]*`).FindAllString(runnable(markdown(b.Text), ""), -1) {
						proposed[lang] = append(proposed[lang], l.ID+" "+control)
					}
				}
			}
		}
		slices.Sort(proposed[lang]) // sentences of another language have another order
	}
	if d := cmp.Diff(proposed["en"], proposed["zh"]); d != "" || len(proposed["en"]) < 100 {
		t.Errorf("%d commands; (-en +zh)\n%s", len(proposed["en"]), d)
	}
}

// TestFolderOfAllLanguages leads who comes to lessons/ on to a list, and names one for each language.
func TestFolderOfAllLanguages(t *testing.T) {
	const folder = "../../../static/lessons"
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	languages := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if languages++; !strings.Contains(string(page), `href="`+e.Name()+`/"`) {
			t.Errorf("%s/ is not in lessons/index.html", e.Name())
		}
	}
	if languages < 2 || !strings.Contains(string(page), `content="0; url=en/"`) {
		t.Errorf("%d languages: %s", languages, page)
	}
}
