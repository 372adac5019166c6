package web

import (
	"encoding/json"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Tale is a lesson beside the tank: which one, how far it has come, and what is shown of it.
type Tale struct {
	On      bool // the column is there
	List    bool // the list of lessons is open
	Index   *message.LessonIndex
	begun   map[string]int // by lesson: the step that it was left at
	ended   map[string]bool
	L       *message.Lesson
	Err     string
	Step    int // shown, from 0
	P       Progress
	Present bool // the question of the step is on the wall
	busy    bool // a command of the script is on its way
	until   int  // step up to which all runs by itself, -1: none
	stage   *message.LessonStep
	waits   int  // frames that the stage has waited for its files
	aside   bool // somebody has opened a tool that the step does not speak of
	wish    wish
	lang    string // of the texts
	phone   bool
	shelf   Shelf
}

// wish is what an address asks for.
type wish struct {
	id   string
	step int
}

// Progress is what is kept of a lesson, so that it goes on after a reload.
type Progress struct {
	Step    int              `json:"step"`
	Passed  map[int]int      `json:"passed"`  // by step: how many of its parts are done
	Answers map[string]int   `json:"answers"` // by "step/part"; -1: none was given
	Out     map[string][]Ran `json:"out"`
	Checks  map[string][]int `json:"checks"` // 1 holds, 0 does not
	At      map[int]int      `json:"at"`     // by step: the journal's position after what is done of it
	Here    int              `json:"here"`   // where the script left the lab
	Lookup  string           `json:"lookup"`
	Done    bool             `json:"done,omitempty"` // all of it was, once
}

// Ran is a command of the script with what it printed.
type Ran struct {
	Line string `json:"line"`
	Out  string `json:"out"`
	Bad  bool   `json:"bad,omitempty"` // it ended otherwise than it must
}

// Shelf is what lessons need of the browser.
type Shelf interface {
	// Place writes what follows the # of the page's address.
	Place(hash string)
	// Speak opens the window with the speaker's notes, Tell sends to it.
	Speak()
	Tell(data []byte)
}

// opener is a client that can take another lab.
type opener interface {
	Open(lab string, done func(view string, err error))
}

func newProgress() Progress {
	return Progress{Passed: map[int]int{}, Answers: map[string]int{}, Out: map[string][]Ran{}, Checks: map[string][]int{}, At: map[int]int{}}
}

// Shelved gives lessons the browser, and opens the lesson of the address.
func (a *App) Shelved(s Shelf, address string) {
	a.Tale.shelf, a.Tale.until = s, -1
	a.Followed(address)
}

// Followed takes the lesson and the step out of an address: lesson=L4&step=2 behind its ? or #.
func (a *App) Followed(address string) {
	for part := range strings.FieldsFuncSeq(address, func(r rune) bool { return r == '?' || r == '#' }) {
		lesson := plainID(asked(part, "lesson"))
		if lesson == "" {
			continue
		}
		step, _ := strconv.Atoi(asked(part, "step"))
		if a.Tale.On && strings.EqualFold(a.Tale.lesson(), lesson) && step-1 == a.Tale.Step {
			return
		}
		a.openTale(lesson, step-1)
		return
	}
}

// asked is the first value that a query has for a key.
func asked(query, key string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if k, v, _ := strings.Cut(pair, "="); k == key {
			return v
		}
	}
	return ""
}

// plainID is the id of a lesson without anything that means something in an address.
func plainID(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}, id)
}

// labName is the name of the lesson's own lab.
func (t *Tale) labName() string { return "lesson-" + strings.ToLower(t.lesson()) }

// lesson is the id of the one at hand.
func (t *Tale) lesson() string {
	if t.L == nil {
		return t.wish.id
	}
	return t.L.ID
}

// step is the one that is shown, nil if there is none.
func (t *Tale) step() *message.LessonStep {
	if t.L == nil || t.Step < 0 || t.Step >= len(t.L.Content) {
		return nil
	}
	return &t.L.Content[t.Step]
}

// english is where the lessons lie that every other language's are made from.
const english = "lessons/en/"

// folder is where the lessons of the screen's language lie.
func folder() string { return "lessons/" + words.Lang() + "/" }

// openTale fetches a lesson and takes its lab. step -1: where it was left.
func (a *App) openTale(id string, step int) {
	t := &a.Tale
	t.wish = wish{id, step}
	t.On, t.List, t.L, t.Err = true, false, nil, ""
	if a.UI.Phone {
		a.UI.PhoneView = "tale"
	}
	a.fetchTale(id, a.gotTale)
	a.host.Frame()
}

// fetchTale reads a lesson in the screen's language, or in English where it is not translated yet.
func (a *App) fetchTale(id string, then func(id string, data []byte, err error)) {
	t := &a.Tale
	t.lang = words.Lang()
	file := plainID(id) + ".json"
	a.host.Fetch(folder()+file, func(data []byte, err error) {
		if err != nil && folder() != english {
			a.host.Fetch(english+file, func(data []byte, err error) { a.host.Post(func() { then(id, data, err) }) })
			return
		}
		a.host.Post(func() { then(id, data, err) })
	})
}

// followLanguage brings the texts of the language that the screen has changed to. Where the lesson stands does not change.
func (a *App) followLanguage() {
	t := &a.Tale
	if t.L == nil || t.lang == words.Lang() {
		return
	}
	a.fetchTale(t.L.ID, func(id string, data []byte, err error) {
		var l message.Lesson
		if err == nil && json.Unmarshal(data, &l) == nil && t.L != nil && id == t.L.ID && len(l.Content) == len(t.L.Content) {
			t.L = &l
			a.host.Frame()
		}
	})
}

func (a *App) gotTale(id string, data []byte, err error) {
	t := &a.Tale
	if t.wish.id != id {
		return
	}
	var l message.Lesson
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err != nil {
		t.Err = words.F("The lesson %1 could not be fetched: %2.", id, err.Error())
		a.host.Frame()
		return
	}
	t.L = &l
	t.P = a.restoreTale(&l)
	if t.Step = t.P.Step; t.wish.step >= 0 {
		t.Step = min(t.wish.step, len(l.Content)-1)
	}
	a.takeLab(t.labName(), a.beginTale)
}

// restoreTale reads what was kept of a lesson.
func (a *App) restoreTale(l *message.Lesson) Progress {
	p := newProgress()
	if json.Unmarshal([]byte(a.host.Kept("lesson-"+l.ID)), &p) != nil || p.Passed == nil || p.Step >= len(l.Content) {
		return newProgress()
	}
	return p
}

func (a *App) keepTale() {
	t := &a.Tale
	if t.L == nil {
		return
	}
	t.P.Step = t.Step
	t.P.Done = t.P.Done || t.finished()
	if data, err := json.Marshal(t.P); err == nil {
		a.host.Keep("lesson-"+t.L.ID, string(data))
	}
	t.shelf.Place("lesson=" + plainID(t.L.ID) + "&step=" + strconv.Itoa(t.Step+1))
	a.tellSpeaker()
}

// takeLab opens another lab and then asks where it stands.
func (a *App) takeLab(name string, then func()) {
	o, ok := a.client.(opener)
	if !ok {
		a.Tale.Err = words.T("This page cannot open another lab.")
		return
	}
	a.Tale.busy = true
	o.Open(name, func(_ string, err error) {
		a.host.Post(func() {
			if a.Tale.busy = false; err != nil {
				a.Tale.Err = err.Error()
				a.host.Frame()
				return
			}
			a.position(then)
		})
	})
}

// position asks where the journal stands, and goes on when it is known.
func (a *App) position(then func()) {
	a.Tale.busy = true
	a.client.View("lab", nil, func(raw json.RawMessage, err error) {
		a.host.Post(func() {
			a.Tale.busy = false
			if err == nil {
				err = json.Unmarshal(raw, &a.Lab)
			}
			if err != nil {
				a.Tale.Err = err.Error()
			} else {
				then()
			}
			a.host.Frame()
		})
	})
}

// beginTale goes on where the lesson was left, or runs what leads to the step that was asked for. A lab that is not there any
// more is made again by the script; what was predicted stays.
func (a *App) beginTale() {
	t := &a.Tale
	target := t.Step
	switch {
	case len(t.P.At) == 0 || a.Lab.Position == 0 && t.P.Here > 0:
		answers := t.P.Answers
		a.fresh(func() {
			t.P.Answers = answers
			a.catchUp(target)
		})
	case !t.done(target - 1):
		a.catchUp(target)
	default:
		a.enter(target)
		a.holdMissing()
	}
}

// holdMissing asks again for checks of the step whose answer did not come any more before the page was left.
func (a *App) holdMissing() {
	t := &a.Tale
	if a.Lab.Position != t.P.Here {
		return
	}
	for n, part := range t.step().Parts[:min(t.P.Passed[t.Step], len(t.step().Parts))] {
		if _, known := t.P.Checks[partKey(t.Step, n)]; part.Kind == "check" && !known {
			a.holdChecks(t.Step, n)
		}
	}
}

// done tells whether all parts of a step are.
func (t *Tale) done(step int) bool {
	return step < 0 || step < len(t.L.Content) && t.P.Passed[step] >= len(t.L.Content[step].Parts)
}

// finished tells whether all steps are done.
func (t *Tale) finished() bool {
	for i := range t.L.Content {
		if !t.done(i) {
			return false
		}
	}
	return true
}

// nextLesson is the one that follows in the list, nil if none does.
func (t *Tale) nextLesson() *message.LessonHead {
	if t.Index == nil || t.L == nil {
		return nil
	}
	for i := range t.Index.Lessons {
		if t.Index.Lessons[i].ID == t.L.ID && i+1 < len(t.Index.Lessons) {
			return &t.Index.Lessons[i+1]
		}
	}
	return nil
}

// catchUp runs all steps before one by itself.
func (a *App) catchUp(step int) {
	t := &a.Tale
	first := 0
	for first < step && t.done(first) {
		first++
	}
	t.Step, t.until = first, step
	if len(t.P.At) == 0 && t.L.Rulebook == "articles" {
		a.script("rulebook articles", false, func(Ran) { a.position(a.goOn) })
		return
	}
	a.goOn()
}

// enter shows a step.
func (a *App) enter(step int) {
	t := &a.Tale
	t.Step, t.Present, t.aside = step, false, false
	if len(t.P.At) == 0 {
		t.P.Here = a.Lab.Position
	}
	if _, ok := t.P.At[step]; !ok {
		t.P.At[step] = t.P.Here
	}
	t.pass(step)
	t.stage, t.waits = t.step(), 0
	a.host.Scroll("tale-body", 0)
	if step == len(t.L.Content)-1 {
		a.fetchIndex()
	}
	a.keepTale()
	a.host.Frame()
}

// pass counts the parts that need nobody: up to the next question or console.
func (t *Tale) pass(step int) {
	parts := t.L.Content[step].Parts
	n := t.P.Passed[step]
	for n < len(parts) && parts[n].Kind != "predict" && parts[n].Kind != "console" {
		n++
	}
	t.P.Passed[step] = n
}

// gate is the part that the step waits at, nil at its end.
func (t *Tale) gate() *message.LessonPart {
	s := t.step()
	if s == nil || t.P.Passed[t.Step] >= len(s.Parts) {
		return nil
	}
	return &s.Parts[t.P.Passed[t.Step]]
}

// partKey names a part in the progress.
func partKey(step, part int) string { return strconv.Itoa(step) + "/" + strconv.Itoa(part) }
