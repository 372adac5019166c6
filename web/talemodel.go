package web

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"logarium/engine/message"
	"logarium/web/words"
)

// TaleColumn is a lesson beside the tank.
type TaleColumn struct{ T TaleView }

// TaleList is the list of lessons.
type TaleList struct{ L TaleShelf }

// TaleCap is the caption of a lesson in a room.
type TaleCap struct {
	T TaleView
	C Top
}

// TaleView is the model of a lesson's column and caption.
type TaleView struct {
	Place, Err string
	Title      vugu.HTML
	Step       vugu.HTML
	Done       []TaleDone
	Parts      []TalePart
	Left       bool
	LeftWord   string
	Spot       bool
	Busy       bool
	CanBack    bool
	Next       string // what the next button does
	NextAct    string
	Primary    bool   // the lesson waits for that button
	After      string // the lesson that follows, at the end of this one
	AfterTitle vugu.HTML
	Dots       []TaleDot
	Page       string
	Question   *TalePart // in a room
	Caption    vugu.HTML
	Answer     vugu.HTML
}

// TaleDone is a step that is done, folded to one line.
type TaleDone struct {
	Act   string
	Title vugu.HTML
}

// TaleDot is a step in the row of dots.
type TaleDot struct{ Class string }

// TalePart is what is shown of a part.
type TalePart struct {
	Class    string
	HTML     vugu.HTML
	Options  []TaleOption
	Commands []TaleCommand
	Run      bool // it waits to be run
	Checks   []TaleCheck
	Why      vugu.HTML
}

// TaleOption is one answer.
type TaleOption struct {
	ID, Letter, Class, Tag, Act string
	HTML                        vugu.HTML
	Checked, Locked             bool
}

// TaleCommand is a command line with what it printed.
type TaleCommand struct {
	Line, Out string
	Bad       bool
}

// TaleCheck is an assertion on the machine.
type TaleCheck struct{ Text, Class, Icon, Word string }

// TaleView prepares the column.
func (a *App) TaleView() TaleView {
	t := &a.Tale
	v := TaleView{Err: t.Err, Busy: t.busy, Left: t.left(a), Spot: a.UI.Spot}
	if v.Left {
		v.LeftWord = words.T("You left the script.")
	}
	s := t.step()
	if s == nil {
		if v.Err == "" {
			v.Place = words.F("Lesson %1 is being fetched.", t.wish.id)
		}
		return v
	}
	n := strconv.Itoa(t.Step + 1)
	v.Place = words.F("%1, step %2 of %3", t.L.ID, n, strconv.Itoa(len(t.L.Content)))
	v.Title, v.Step, v.Page = vugu.HTML(t.L.Title), vugu.HTML(s.Title), folder()+t.L.Page
	for i := range t.L.Content {
		class := ""
		switch {
		case i == t.Step:
			class = "on"
		case t.done(i):
			class = "ok"
		}
		if i < t.Step {
			v.Done = append(v.Done, TaleDone{"tale-goto:" + strconv.Itoa(i), vugu.HTML(t.L.Content[i].Title)})
		}
		v.Dots = append(v.Dots, TaleDot{class})
	}
	v.CanBack = t.Step > 0
	a.taleParts(&v, s)
	a.taleNext(&v)
	return v
}

// taleParts lists the parts up to the one that the step waits at.
func (a *App) taleParts(v *TaleView, s *message.LessonStep) {
	t := &a.Tale
	passed := t.P.Passed[t.Step]
	for i := range s.Parts[:min(passed+1, len(s.Parts))] {
		p := &s.Parts[i]
		x := TalePart{Class: "part " + p.Kind, HTML: vugu.HTML(p.HTML)}
		key := partKey(t.Step, i)
		switch p.Kind {
		case "predict":
			a.taleOptions(&x, p, key, i < passed)
			if i < passed && t.shown(s, i) {
				x.Why, v.Answer = vugu.HTML(p.Why), vugu.HTML(p.Why)
				v.Question = &x
			}
			if i == passed {
				v.Question, v.Answer = nil, ""
			}
			if i == passed && t.Present {
				v.Question = &x
			}
		case "console":
			x.Commands = taleCommands(p, t.P.Out[key])
			x.Run = i == passed
		case "check":
			x.Checks = taleChecks(p, t.P.Checks[key])
		case "myth", "vary":
			if i == 0 || s.Parts[i-1].Kind != p.Kind {
				x.HTML = vugu.HTML(taleHeading(p.Kind)) + x.HTML
			}
		}
		if n := len(v.Parts); n > 0 && (p.Kind == "console" || p.Kind == "check") {
			x.Why, v.Parts[n-1].Why = v.Parts[n-1].Why, "" // below what proves it
		}
		if p.Kind == "prose" {
			v.Question, v.Answer = nil, ""
		}
		v.Parts = append(v.Parts, x)
	}
	v.Caption = v.Step
	if v.Question != nil {
		v.Caption = v.Question.HTML
	}
}

// taleHeading stands above what is no part of the story.
func taleHeading(kind string) string {
	if kind == "myth" {
		return "<h4>" + words.T("Often said, and not so") + "</h4>"
	}
	return "<h4>" + words.T("Try next") + "</h4>"
}

// shown tells whether the console behind a question has run: then the answer is no secret any more.
func (t *Tale) shown(s *message.LessonStep, question int) bool {
	for i := question + 1; i < len(s.Parts); i++ {
		if s.Parts[i].Kind == "console" {
			return i < t.P.Passed[t.Step]
		}
	}
	return true
}

func (a *App) taleOptions(x *TalePart, p *message.LessonPart, key string, locked bool) {
	given, ok := a.Tale.P.Answers[key]
	for i, html := range p.Options {
		o := TaleOption{ID: "tale-option-" + strconv.Itoa(i), Letter: string(rune('a' + i)), Class: "opt", HTML: vugu.HTML(html), Act: "tale-answer:" + strconv.Itoa(i), Locked: locked}
		if locked {
			o.ID = "tale-option-" + key + "-" + strconv.Itoa(i)
		}
		if ok && locked && given == i {
			o.Class, o.Tag, o.Checked = "opt yours", words.T("your answer"), true
		}
		if locked && i == p.Right && a.Tale.shown(a.Tale.step(), partOf(key)) {
			o.Class += " right"
			if o.Tag != "" {
				o.Tag = words.T("your answer, and what happened")
			} else {
				o.Tag = words.T("what happened")
			}
		}
		x.Options = append(x.Options, o)
	}
}

// partOf is the part that a key of the progress names.
func partOf(key string) int {
	_, part, _ := strings.Cut(key, "/")
	n, _ := strconv.Atoi(part)
	return n
}

func taleCommands(p *message.LessonPart, ran []Ran) (list []TaleCommand) {
	for i, c := range p.Commands {
		x := TaleCommand{Line: c.Line}
		if i < len(ran) {
			x.Out, x.Bad = ran[i].Out, ran[i].Bad
		}
		list = append(list, x)
	}
	return list
}

func taleChecks(p *message.LessonPart, held []int) (list []TaleCheck) {
	for i, text := range p.Checks {
		c := TaleCheck{Text: text, Class: "check", Icon: "ic i-wait", Word: words.T("not yet known")}
		if i < len(held) {
			c = TaleCheck{text, "check bad", "ic i-close", words.T("does not hold")}
			if held[i] == 1 {
				c = TaleCheck{text, "check ok", "ic i-ok", words.T("holds")}
			}
		}
		list = append(list, c)
	}
	return list
}

// taleNext words the button that goes on.
func (a *App) taleNext(v *TaleView) {
	t := &a.Tale
	v.NextAct, v.Primary = "tale-next", true
	switch g := t.gate(); {
	case g != nil && g.Kind == "console":
		v.Next = words.T("Run")
	case g != nil:
		v.Next, v.Primary = words.T("To the question"), a.UI.Present
		if a.UI.Present && t.Present {
			v.Next = words.T("To the answer")
		}
	case t.Step+1 < len(t.L.Content):
		v.Next = words.T("Next step")
	default:
		v.Next, v.NextAct = words.T("All lessons"), "tale-list"
		if n := t.nextLesson(); n != nil && !a.UI.Present {
			v.Next, v.NextAct = words.T("Next lesson"), "tale-open:"+n.ID
			v.After, v.AfterTitle = n.ID, vugu.HTML(n.Title)
		}
	}
}

// TaleShelf is the model of the list of lessons.
type TaleShelf struct {
	Rows     []TaleRow
	Err      string
	Plan     string
	CanLeave bool
}

// TaleRow is a lesson in the list.
type TaleRow struct {
	Act, ID, About, Class string
	Done                  bool
	Title, Goal           vugu.HTML
}

// TaleShelf prepares the list.
func (a *App) TaleShelf() TaleShelf {
	t := &a.Tale
	s := TaleShelf{Err: t.Err, Plan: folder() + "class.html", CanLeave: t.L != nil}
	if t.Index == nil {
		return s
	}
	for _, l := range t.Index.Lessons {
		r := TaleRow{Act: "tale-open:" + l.ID, ID: l.ID, Title: vugu.HTML(l.Title), Goal: vugu.HTML(l.Goal), About: words.F("%1 min", strconv.Itoa(l.Minutes)), Class: "lesson"}
		if l.Minutes == 0 {
			r.About = ""
		}
		if step, ok := t.begun[l.ID]; ok {
			r.About = words.F("step %1 of %2", strconv.Itoa(step+1), strconv.Itoa(l.Steps))
			r.Class = "lesson begun"
		}
		if t.ended[l.ID] {
			r.About, r.Class, r.Done = words.T("finished"), "lesson done", true
		}
		s.Rows = append(s.Rows, r)
	}
	return s
}
