package web

import (
	"encoding/json"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// doTale performs the actions of lessons.
func (a *App) doTale(name, arg string) bool {
	t := &a.Tale
	if !strings.HasPrefix(name, "tale") || t.shelf == nil {
		return false
	}
	if t.busy && name != "tale-list" && name != "tale-explore" && name != "tale-speaker" {
		return true
	}
	if t.L == nil && (name == "tale-again" || name == "tale-return" || name == "tale-here") {
		return true
	}
	switch name {
	case "tale-list":
		a.listTales()
	case "tale-open":
		a.openTale(arg, -1)
	case "tale-answer":
		if n, err := strconv.Atoi(arg); err == nil {
			a.answer(n)
		}
	case "tale-try":
		a.try(arg)
	case "tale-run":
		a.runGate()
	case "tale-next":
		a.next()
	case "tale-back":
		a.previous()
	case "tale-return":
		a.returnToStep()
	case "tale-here":
		a.takeLab(t.labName(), func() {
			t.P.Here, t.P.At[t.Step] = a.Lab.Position, a.Lab.Position
			a.keepTale()
		})
	case "tale-goto":
		if n, err := strconv.Atoi(arg); err == nil && t.L != nil && n < len(t.L.Content) && !t.left(a) {
			a.goToStep(n)
		}
	case "tale-again":
		a.again()
	case "tale-explore":
		t.On = !t.On
		if t.On && t.L == nil {
			t.On = false
		}
		if a.UI.Phone {
			a.UI.PhoneView = map[bool]string{true: "tale", false: "tank"}[t.On]
		}
	case "tale-leave":
		a.leaveTale()
	case "tale-speaker":
		t.shelf.Speak()
	default:
		return false
	}
	return true
}

// answer locks a prediction in and runs what shows whether it is right.
func (a *App) answer(n int) {
	t := &a.Tale
	g := t.gate()
	if g == nil || g.Kind != "predict" || n >= len(g.Options) {
		return
	}
	key := partKey(t.Step, t.P.Passed[t.Step])
	if _, ok := t.P.Answers[key]; !ok || n >= 0 {
		t.P.Answers[key] = n
	}
	t.P.Passed[t.Step]++
	t.Present = false
	t.pass(t.Step)
	if g = t.gate(); g != nil && g.Kind == "console" {
		a.runGate()
		return
	}
	a.passed()
}

// try runs a command that the text proposes, and shows what it prints.
func (a *App) try(line string) {
	a.showPanels([]string{"console"})
	if a.UI.Phone {
		a.UI.PhoneView = "console"
	}
	a.exec(line, true, nil)
}

// runGate runs the commands of the console that the step waits at.
func (a *App) runGate() {
	t := &a.Tale
	g := t.gate()
	if g == nil || g.Kind != "console" {
		return
	}
	t.P.Out[partKey(t.Step, t.P.Passed[t.Step])] = nil
	a.runLine(g, 0)
}

// runLine runs the n-th command of a console, and then the others.
func (a *App) runLine(g *message.LessonPart, n int) {
	t := &a.Tale
	if n == len(g.Commands) {
		a.position(a.ranAll)
		return
	}
	a.script(g.Commands[n].Line, g.Commands[n].Fails, func(r Ran) {
		key := partKey(t.Step, t.P.Passed[t.Step])
		t.P.Out[key] = append(t.P.Out[key], r)
		a.runLine(g, n+1)
	})
}

// longestOut is how much of a command's output is kept beside the text, in bytes; the console has all of it.
const longestOut = 3000

// script runs a command of the lesson.
func (a *App) script(line string, fails bool, done func(Ran)) {
	t := &a.Tale
	t.busy = true
	if strings.HasPrefix(line, "lookup ") {
		t.P.Lookup = line
	}
	a.exec(line, true, func(r message.Result) {
		t.busy = false
		out := strings.TrimRight(r.Out+withoutNote(r.Err), "\n")
		if len(out) > longestOut {
			out = beginning(out)
		}
		done(Ran{Line: line, Out: out, Bad: (r.Exit != 0) != fails})
	})
}

// beginning is the whole lines at the beginning of a long output, and a word on the others.
func beginning(out string) string {
	begin := out[:strings.LastIndexByte(out[:longestOut], '\n')+1]
	if begin == "" {
		return strings.ToValidUTF8(out[:longestOut], "") + "\n…"
	}
	return begin + words.F("… the first %1 of %2 lines; the console has all of them.", view.Group(int64(strings.Count(begin, "\n"))), view.Group(int64(strings.Count(out, "\n")+1)))
}

// withoutNote leaves out what a command says of the commands that it takes the place of: the script runs there again.
func withoutNote(s string) string {
	if strings.HasPrefix(s, "note:") {
		_, s, _ = strings.Cut(s, "\n")
	}
	return s
}

// ranAll notes where the lab stands, and asks for the checks behind the console.
func (a *App) ranAll() {
	t := &a.Tale
	t.P.Here, t.P.At[t.Step] = a.Lab.Position, a.Lab.Position
	t.P.Passed[t.Step]++
	from := t.P.Passed[t.Step]
	t.pass(t.Step)
	parts := t.step().Parts
	for n := from; n < t.P.Passed[t.Step]; n++ {
		if parts[n].Kind == "check" {
			a.holdChecks(t.Step, n)
		}
	}
	t.stage, t.waits = t.step(), 0
	a.passed()
}

// holdChecks holds the assertions of a part against the machine.
func (a *App) holdChecks(step, part int) {
	t := &a.Tale
	id := t.L.ID
	p := with{"checks": t.L.Content[step].Parts[part].Checks, "lookup": t.P.Lookup}
	a.client.View("check", p, func(raw json.RawMessage, err error) {
		a.host.Post(func() {
			var c message.Checked
			if err != nil || json.Unmarshal(raw, &c) != nil || t.lesson() != id {
				return
			}
			held := make([]int, len(c.Results))
			for i, r := range c.Results {
				if r.OK {
					held[i] = 1
				} else {
					a.say(words.F("Not so: %1", r.Got+r.Error))
				}
			}
			t.P.Checks[partKey(step, part)] = held
			a.keepTale()
			a.host.Frame()
		})
	})
}

// passed goes on by itself while an earlier step is caught up with. The text stays where it was: the answer is marked where it was
// given, and what follows stands below it.
func (a *App) passed() {
	t := &a.Tale
	a.keepTale()
	if t.until >= 0 {
		a.goOn()
	}
	a.host.Frame()
}

// goOn takes the next part on the way to the step that was asked for.
func (a *App) goOn() {
	t := &a.Tale
	if t.Step >= t.until {
		step := t.until
		t.until = -1
		a.enter(step)
		return
	}
	t.pass(t.Step)
	switch g := t.gate(); {
	case g == nil:
		t.P.At[t.Step] = a.Lab.Position
		t.Step++
		a.goOn()
	case g.Kind == "predict":
		a.answer(-1)
	default:
		a.runGate()
	}
}

// next goes on: to the next part, and from the last one to the next step. In a room the question is shown first, and answered
// the second time.
func (a *App) next() {
	t := &a.Tale
	g := t.gate()
	switch {
	case t.L == nil || t.left(a):
	case g != nil && g.Kind == "console":
		a.runGate()
	case g != nil && a.UI.Present && !t.Present:
		t.Present = true
		a.keepTale()
	case g != nil && a.UI.Present:
		a.answer(-1)
	case g != nil:
		a.say(words.T("Predict first: a to d."))
		a.host.Focus("tale-option-0")
	case t.Step+1 < len(t.L.Content):
		a.goToStep(t.Step + 1)
	case t.nextLesson() != nil && !a.UI.Present:
		a.openTale(t.nextLesson().ID, -1)
	default:
		a.say(words.T("This is the end of the lesson."))
	}
}

func (a *App) previous() {
	if t := &a.Tale; t.Present {
		t.Present = false
		a.keepTale()
	} else if t.L != nil && t.Step > 0 && !t.left(a) {
		a.goToStep(t.Step - 1)
	}
}

// goToStep goes to a step that was reached before, or to the next one. The lab goes with it, back and forth in its journal.
func (a *App) goToStep(step int) {
	t := &a.Tale
	at, ok := t.P.At[step]
	by := at - a.Lab.Position
	if !ok || by == 0 || by > a.Lab.Redo || -by > a.Lab.Undo {
		a.enter(step)
		return
	}
	a.moveTo(at, func() { a.enter(step) })
}

// moveTo goes back or forth in the journal.
func (a *App) moveTo(at int, then func()) {
	line := view.Redo(at - a.Lab.Position)
	if at < a.Lab.Position {
		line = view.Undo(a.Lab.Position - at)
	}
	a.script(line, false, func(Ran) {
		a.position(func() {
			a.Tale.P.Here = a.Lab.Position
			then()
		})
	})
}

// left tells that the lab is not where the script left it: somebody ran a command of his own.
func (t *Tale) left(a *App) bool {
	return t.L != nil && !t.busy && t.until < 0 && len(a.running) == 0 && a.Lab.Position != t.P.Here
}

// returnToStep takes back what was done beside the script, also that another lab was opened. Where the journal cannot, the script
// runs again.
func (a *App) returnToStep() {
	t := &a.Tale
	a.takeLab(t.labName(), func() {
		switch by := t.P.Here - a.Lab.Position; {
		case by == 0:
			a.enter(t.Step)
		case by <= a.Lab.Redo && -by <= a.Lab.Undo:
			a.moveTo(t.P.Here, func() { a.enter(t.Step) })
		default:
			step := t.Step
			a.fresh(func() { a.catchUp(step) })
		}
	})
}

// again begins the lesson anew.
func (a *App) again() {
	a.takeLab(a.Tale.labName(), func() { a.fresh(func() { a.catchUp(0) }) })
}

// fresh empties the lab and forgets the progress.
func (a *App) fresh(then func()) {
	t := &a.Tale
	t.P = newProgress()
	begin := func(Ran) { a.position(then) }
	if a.Lab.Position == 0 {
		begin(Ran{})
		return
	}
	a.script("goto 0", false, func(r Ran) {
		if r.Bad { // the beginning is not kept any more
			a.script("lab reset", false, begin)
			return
		}
		begin(r)
	})
}

// leaveTale goes back to the visitor's own lab.
func (a *App) leaveTale() {
	t := &a.Tale
	t.On, t.L, t.wish = false, nil, wish{}
	if a.UI.PhoneView == "tale" {
		a.UI.PhoneView = "tank"
	}
	t.shelf.Place("")
	a.takeLab("main", func() {})
}
