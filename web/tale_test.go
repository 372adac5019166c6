package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/web/words"
)

// classroom is a browser and a machine as far as lessons need them: commands that change something count, the others do not.
type classroom struct {
	*bench
	labs     map[string]*[2]int // by name: position and length of the journal
	lab      *[2]int
	ran      []string
	hash     string
	told     []string
	asked    []string // of the words
	hear     func(message.Event)
	holds    bool
	speakers int
}

func (c *classroom) Exec(line string, _ bool, done func(message.Result, error)) int64 {
	c.ran = append(c.ran, line)
	word, arg, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(arg)
	if err != nil {
		n = 1
	}
	res := message.Result{Out: "did " + line + "\n"}
	switch word {
	case "undo":
		c.lab[0] -= n
	case "redo":
		c.lab[0] += n
	case "goto":
		c.lab[0] = n
	case "ls", "lookup":
	case "nosuch":
		res = message.Result{Exit: 1, Err: "no\n"}
	default:
		if c.lab[1] > c.lab[0] {
			res.Err = "note: the undone command is no longer in the journal\n"
		}
		c.lab[0]++
		c.lab[1] = c.lab[0]
	}
	c.Post(func() { done(res, nil); c.hear(message.Event{Name: "changed", Changed: []string{"lab"}}) })
	return int64(len(c.ran))
}

func (c *classroom) View(name string, params any, into func(json.RawMessage, error)) {
	var raw []byte
	err := error(nil)
	switch name {
	case "lab":
		raw, err = json.Marshal(message.Lab{Name: "x", Position: c.lab[0], Undo: c.lab[0], Redo: c.lab[1] - c.lab[0]})
	case "check":
		c.told = append(c.told, fmt.Sprint(params))
		raw, err = json.Marshal(message.Checked{Results: []message.CheckResult{{OK: true}, {OK: c.holds, Got: "leo(a-0) is 2"}}})
	default:
		err = errors.New("no view " + name)
	}
	c.Post(func() { into(raw, err) })
}

func (c *classroom) Complete(string, func(message.Completion, error)) {}
func (c *classroom) Cancel(int64)                                     {}
func (c *classroom) On(hear func(message.Event))                      { c.hear = hear }
func (c *classroom) Restart()                                         {}
func (c *classroom) Open(lab string, done func(string, error)) {
	if c.labs[lab] == nil {
		c.labs[lab] = &[2]int{}
	}
	c.lab = c.labs[lab]
	c.ran = append(c.ran, "open "+lab)
	c.Post(func() { done("", nil) })
}

// Fetch, Place, Speak and Tell are the browser's.
func (c *classroom) Fetch(path string, done func([]byte, error)) {
	switch path {
	case "lessons/en/L1.json":
		data, err := json.Marshal(lessonOne())
		done(data, err)
	case "lessons/en/index.json":
		data, err := json.Marshal(message.LessonIndex{Lessons: []message.LessonHead{lessonOne().LessonHead, {ID: "L2", Title: "The second", Steps: 4}}})
		done(data, err)
	case "words/zh.txt":
		c.asked = append(c.asked, path)
		done([]byte(chinese), nil)
	default:
		done(nil, errors.New("status 404"))
	}
}
func (c *classroom) Place(hash string) { c.hash = hash }
func (c *classroom) Speak()            { c.speakers++ }
func (c *classroom) Tell(data []byte)  { c.told = append(c.told, string(data)) }

func lessonOne() message.Lesson {
	prose := func(s string) message.LessonPart { return message.LessonPart{Kind: "prose", HTML: "<p>" + s + "</p>"} }
	console := func(lines ...string) message.LessonPart {
		p := message.LessonPart{Kind: "console"}
		for _, l := range lines {
			p.Commands = append(p.Commands, message.LessonCommand{Line: l, Fails: l == "nosuch"})
		}
		return p
	}
	return message.Lesson{LessonHead: message.LessonHead{ID: "L1", Title: "One", Minutes: 3, Steps: 3, Page: "L1.html"}, Rulebook: "kafka", Content: []message.LessonStep{
		{Title: "First", Select: -1, Notes: "<p>Say it.</p>", Parts: []message.LessonPart{
			prose("opening"), {Kind: "predict", HTML: "How many?", Options: []string{"none", "two"}, Right: 1, Why: "<p>because</p>"},
			console("make a", "ls", "lookup a-0 1"), {Kind: "check", Checks: []string{"leo(a-0) == 1", "leo(a-0) == 2"}}, prose("behind"),
		}},
		{Title: "Second", Select: -1, Panels: []string{"files", "log"}, Parts: []message.LessonPart{console("make b"), console("make c", "nosuch")}},
		{Title: "Third", Select: -1, Parts: []message.LessonPart{prose("the end")}},
	}}
}

// class opens a page with an address; what was kept and the labs stay from page to page.
func class(t *testing.T, old *classroom, address string) *classroom {
	c := &classroom{bench: &bench{t: t, kept: map[string]string{}}, labs: map[string]*[2]int{"main": {7, 7}}, holds: true}
	if old != nil {
		c.kept, c.labs = old.kept, old.labs
	}
	c.lab = c.labs["main"]
	c.App = New(c, c)
	c.App.Shelved(c, address)
	c.hear(message.Event{Name: "ready", Ready: &message.Ready{Store: "indexeddb"}})
	c.settle()
	return c
}

func (c *classroom) keys(keys ...string) {
	for _, k := range keys {
		c.Press(Key{Key: k})
		c.settle()
	}
}

func (c *classroom) expect(want string) {
	c.t.Helper()
	v := c.TaleView()
	var parts []string
	for _, p := range v.Parts {
		x := strings.TrimPrefix(p.Class, "part ")
		for _, o := range p.Options {
			x += "." + o.Letter + strings.TrimPrefix(o.Class, "opt")
		}
		if p.Why != "" {
			x += " why"
		}
		for _, k := range p.Checks {
			x += " " + k.Word
		}
		if p.Run {
			x += " waits"
		}
		parts = append(parts, x)
	}
	got := fmt.Sprintf("%s | %s | %s | left %t | %s", v.Place, strings.Join(parts, ", "), v.Next, v.Left, c.hash)
	if got != want {
		c.t.Fatalf("got  %s\nwant %s\nran %q, error %q", got, want, c.ran, v.Err)
	}
}

func TestALessonFromBeginningToEnd(t *testing.T) {
	c := class(t, nil, "?x=1#lesson=L1")
	c.expect("L1, step 1 of 3 | prose, predict.a.b | To the question | left false | lesson=L1&step=1")
	c.keys("ArrowRight")
	if c.focus != "tale-option-0" {
		t.Fatalf("the focus is on %q", c.focus)
	}
	c.holds = false
	c.keys("a")
	c.expect("L1, step 1 of 3 | prose, predict.a yours.b right, console, check why holds does not hold, prose | Next step | left false | lesson=L1&step=1")
	if !strings.Contains(strings.Join(c.told, "\n"), "lookup:lookup a-0 1") {
		t.Fatalf("asked %q", c.told)
	}
	c.keys("ArrowRight")
	c.expect("L1, step 2 of 3 | console waits | Run | left false | lesson=L1&step=2")
	if s := c.StageSlots(); s != [2]string{"tree", ""} || c.UI.Drawer != "log" {
		t.Fatalf("%q %q", s, c.UI.Drawer)
	}
	c.Do("tool:lookup")
	if s := c.StageSlots(); s != [2]string{"tree", "side"} {
		t.Fatalf("a tool was opened, and the panes are %q", s)
	}
	c.keys("Enter", "ArrowRight")
	c.expect("L1, step 2 of 3 | console, console | Next step | left false | lesson=L1&step=2")
	if x := c.TaleView().Parts[1].Commands; x[0].Out != "did make c" || x[1].Bad || x[1].Out != "no" {
		t.Fatalf("%+v", x)
	}
	c.keys("ArrowRight")
	c.expect("L1, step 3 of 3 | prose | Next lesson | left false | lesson=L1&step=3")
	if s := c.StageSlots(); s != [2]string{"hex", ""} {
		t.Fatalf("the step speaks of no pane, and the panes are %q", s)
	}
	c.keys("ArrowLeft", "ArrowLeft", "ArrowRight")
	c.expect("L1, step 2 of 3 | console, console | Next step | left false | lesson=L1&step=2")
	want := "open lesson-l1,make a,ls,lookup a-0 1,make b,make c,nosuch,undo 2,redo 2"
	if got := strings.Join(c.ran, ","); got != want {
		t.Fatalf("ran %s", got)
	}
}

func TestAReloadGoesOnInTheMiddle(t *testing.T) {
	c := class(t, nil, "#lesson=L1")
	c.keys("b", "ArrowRight", "Enter")
	const middle = "L1, step 2 of 3 | console, console waits | Run | left false | lesson=L1&step=2"
	c.expect(middle)
	c = class(t, c, "#"+c.hash)
	c.expect(middle)
	c.keys("ArrowRight", "ArrowLeft")
	c.expect("L1, step 1 of 3 | prose, predict.a.b yours right, console, check why holds holds, prose | Next step | left false | lesson=L1&step=1")
	// The browser has lost the lab: the script makes it again.
	delete(c.labs, "lesson-l1")
	c = class(t, c, "#lesson=L1&step=2")
	c.expect("L1, step 2 of 3 | console waits | Run | left false | lesson=L1&step=2")
	if got := strings.Join(c.ran, ","); got != "open lesson-l1,make a,ls,lookup a-0 1" {
		t.Fatalf("ran %s", got)
	}
}

func TestAnAddressLeadsIntoTheMiddle(t *testing.T) {
	c := class(t, nil, "?lesson=L1&step=3")
	c.expect("L1, step 3 of 3 | prose | Next lesson | left false | lesson=L1&step=3")
	c.Followed("#lesson=L1&step=1")
	c.settle()
	c.expect("L1, step 1 of 3 | prose, predict.a.b right, console, check why holds holds, prose | Next step | left false | lesson=L1&step=1")
	words.Set("zh") // nothing is translated here: the English text is better than none
	defer words.Set("en")
	c.settleStage()
	c.settle()
	if v := c.TaleView(); v.Title != "One" || !strings.Contains(v.Place, "第 1 步") {
		t.Fatalf("%+v", v)
	}
	words.Set("en")
	c = class(t, nil, "#lesson=L9")
	if v := c.TaleView(); !strings.Contains(v.Err, "L9") {
		t.Fatalf("%+v", v)
	}
}

func TestLeavingTheScript(t *testing.T) {
	c := class(t, nil, "#lesson=L1")
	c.keys("b")
	c.UI.DrawerOpen, c.UI.Phone = false, true
	c.Do("tale-try:own")
	c.settle()
	if n := len(c.Console.Entries); c.Console.Entries[n-1].Line != "own" || c.UI.Drawer != "console" || !c.UI.DrawerOpen || c.UI.PhoneView != "console" {
		t.Fatalf("a proposed command is not shown: %+v", c.Console.Entries)
	}
	c.UI.Phone = false
	const left = "L1, step 1 of 3 | prose, predict.a.b yours right, console, check why holds holds, prose | Next step | left true | lesson=L1&step=1"
	c.expect(left)
	c.keys("ArrowRight")
	c.expect(left)
	c.Do("tale-return")
	c.settle()
	c.expect(strings.Replace(left, "left true", "left false", 1))
	if c.lab[0] != 1 {
		t.Fatalf("the lab is at %d after %q", c.lab[0], c.ran)
	}
	c.exec("own", true, nil)
	c.settle()
	c.Do("tale-here")
	c.settle()
	c.keys("ArrowRight", "Enter")
	c.expect("L1, step 2 of 3 | console, console waits | Run | left false | lesson=L1&step=2")
	if c.lab[0] != 3 {
		t.Fatalf("the lab is at %d after %q", c.lab[0], c.ran)
	}
	c.Open("other", func(string, error) {})
	c.exec("own", true, nil)
	c.exec("own", true, nil)
	c.exec("own", true, nil)
	c.exec("own", true, nil)
	c.settle()
	c.expect("L1, step 2 of 3 | console, console waits | Run | left true | lesson=L1&step=2")
	c.Do("tale-return")
	c.settle()
	c.expect("L1, step 2 of 3 | console, console waits | Run | left false | lesson=L1&step=2")
	if c.lab != c.labs["lesson-l1"] || c.lab[0] != 3 {
		t.Fatalf("the lab is at %v", c.lab)
	}
	c.Do("tale-again")
	c.settle()
	c.expect("L1, step 1 of 3 | prose, predict.a.b | To the question | left false | lesson=L1&step=1")
	c.keys("a")
	if out := c.TaleView().Parts[2].Commands[0].Out; out != "did make a" {
		t.Fatalf("printed %q", out)
	}
	c.Do("tale-leave")
	c.settle()
	if c.Tale.On || c.lab != c.labs["main"] || c.hash != "" {
		t.Fatalf("%+v %q", c.Tale, c.hash)
	}
}

func TestALessonInARoom(t *testing.T) {
	c := class(t, nil, "#lesson=L1")
	c.keys("p")
	shown := func() string {
		v := c.TaleView()
		s := string(v.Caption)
		if v.Question != nil {
			s += fmt.Sprint(" ", len(v.Question.Options))
		}
		return s + string(v.Answer)
	}
	var got, next []string
	for _, k := range []string{"", "PageDown", "PageDown", "ArrowRight", "PageDown", "PageUp", "PageUp"} {
		if k != "" {
			c.keys(k)
		}
		got, next = append(got, shown()), append(next, c.TaleView().Next)
	}
	want := []string{"First", "How many? 2", "First", "Second", "Second", "First", "First"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Fatalf("%q", got)
	}
	if said := strings.Join(next[:3], "|"); said != "To the question|To the answer|Next step" {
		t.Fatalf("the button goes %s", said)
	}
	c.keys("b", ".")
	if c.UI.Blank || len(c.ran) == 0 {
		t.Fatal("blank")
	}
	c.Heard("hello")
	last := c.told[len(c.told)-1]
	if !strings.Contains(last, `"step":"First"`) || !strings.Contains(last, "Say it.") || !strings.Contains(last, `"next":"2. Second"`) {
		t.Fatal(last)
	}
	c.Heard("next")
	c.settle()
	if shown() != "Second" {
		t.Fatal(shown())
	}
	if last = c.told[len(c.told)-1]; !strings.Contains(last, `"step":"Second"`) || !strings.Contains(last, "Say it.") {
		t.Fatal(last) // a step without notes of its own has those of the lesson
	}
	if html := c.html(); !strings.Contains(html, `class="presentbar talebar"`) || !strings.Contains(html, `<h2>Second</h2>`) {
		t.Fatal("no caption")
	}
	c.keys("t")
	if !c.UI.Spot || !c.TaleView().Spot {
		t.Fatal("no spotlight")
	}
	c.keys("t", "Escape")
	if html := c.html(); !strings.Contains(html, `class="tale"`) || strings.Contains(html, "talebar") {
		t.Fatal("no column")
	}
}

func TestTheListOfLessons(t *testing.T) {
	c := class(t, nil, "")
	c.Do("tale-list")
	c.settle()
	if s := c.TaleShelf(); len(s.Rows) != 2 || s.Rows[0].About != "3 min" || !strings.Contains(c.html(), `data-act="tale-open:L1"`) {
		t.Fatalf("%+v", s)
	}
	c.keys("n", "Escape")
	if c.Tale.List || len(c.ran) != 0 {
		t.Fatalf("%v %q", c.Tale.List, c.ran)
	}
	c.Do("tale-open:L1")
	c.settle()
	c.keys("a", "ArrowRight")
	c.Do("tale-list")
	c.settle()
	if s := c.TaleShelf(); s.Rows[0].About != "step 2 of 3" || !s.CanLeave {
		t.Fatalf("%+v", s)
	}
}

// TestALessonEndsAtTheNext: at the end the next lesson is offered, and the list has a check mark for the one that is done.
func TestALessonEndsAtTheNext(t *testing.T) {
	c := class(t, nil, "")
	c.Do("tale-open:L1")
	c.settle()
	c.keys("a", "ArrowRight", "ArrowRight")
	for range 6 {
		if v := c.TaleView(); v.After != "" {
			break
		}
		c.Do("tale-list")
		c.settle()
		if s := c.TaleShelf(); s.Rows[0].Done {
			t.Fatalf("done before its end: %+v", s.Rows[0])
		}
		c.Do("tale-list")
		c.keys("ArrowRight")
	}
	if v := c.TaleView(); v.After != "L2" || v.AfterTitle != "The second" || v.NextAct != "tale-open:L2" || v.Next != "Next lesson" || !strings.Contains(c.html(), "tale-after") {
		t.Fatalf("%+v", v)
	}
	c.Do("tale-list")
	c.settle()
	if s := c.TaleShelf(); !s.Rows[0].Done || s.Rows[0].About != "finished" || s.Rows[1].Done {
		t.Fatalf("%+v", s)
	}
	c.Do("tale-list")
	c.keys("ArrowRight")
	if c.Tale.wish.id != "L2" {
		t.Error("the key does not lead there")
	}
}

// TestColumnsAreNotFolded: a listing is moved sideways, a long line of a log is folded.
func TestColumnsAreNotFolded(t *testing.T) {
	listing := "total 0\n     0 -rw-r--r-- kafka   10485760 Jan  1 00:00:00 00000000000000000000.index"
	for _, c := range []struct {
		out  string
		bad  bool
		want string
	}{{listing, false, "out cols"}, {listing, true, "out bad cols"}, {listing + "\n" + strings.Repeat("x", 101), false, "out"}} {
		if got := outClass(TaleCommand{Out: c.out, Bad: c.bad}); got != c.want {
			t.Errorf("%q: %q", c.out, got)
		}
	}
}
