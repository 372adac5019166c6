package web

import (
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Console is the console's text and its command line.
type Console struct {
	Entries []Entry
	Input   string
	history []string
	at      int // place in history while going through it
	Words   []string
	From    int
	Pick    int // chosen word
}

// Entry is a command with what it printed.
type Entry struct {
	Line, Out, Err string
	Exit           int
	Done           bool
	Typed          bool
	id             int64
}

// mark remembers where the journal stands: what is written from here on is new.
func (a *App) mark() {
	if a.since = a.Journal.Position; a.Journal.Total == 0 {
		a.since = -1
	}
	a.before = a.Hex
}

// Run sends a command line of a control. It stands in the console like a typed one.
func (a *App) Run(line string) { a.exec(line, false, nil) }

func (a *App) exec(line string, typed bool, done func(message.Result)) {
	if a.Broken != "" {
		a.fail(words.T("The worker does not answer. Restart it first."))
		return
	}
	a.mark()
	e := &Entry{Line: line, Typed: typed}
	a.Console.add(*e)
	e = &a.Console.Entries[len(a.Console.Entries)-1]
	a.UI.RowsFollow["console"] = true
	var id int64
	id = a.client.Exec(line, false, func(r message.Result, err error) {
		a.host.Post(func() { a.finished(id, line, typed, r, err, done) })
	})
	e.id = id
	a.running[id], a.began[id] = line, a.host.Real()
	a.ahead()
	a.host.Frame()
}

func (a *App) finished(id int64, line string, typed bool, r message.Result, err error, done func(message.Result)) {
	began := a.began[id]
	delete(a.running, id)
	delete(a.began, id)
	if len(a.running) == 0 {
		a.progress = nil
	}
	if err != nil {
		a.stop(err.Error())
		return
	}
	for i := range a.Console.Entries {
		if e := &a.Console.Entries[i]; e.id == id && !e.Done {
			e.Out, e.Err, e.Exit, e.Done = r.Out, r.Err, r.Exit, true
		}
	}
	a.meter(r.Out, a.host.Real()-began)
	if strings.HasPrefix(line, "sweep") { // changes nothing but what its view shows
		a.changed([]string{"sweep"})
	}
	a.announce(line, r)
	if r.Exit != 0 && !typed && done == nil {
		a.fail(firstLine(r.Err + r.Out))
	}
	if done != nil {
		done(r)
	}
	a.host.Frame()
}

// announce says in one sentence how a command ended.
func (a *App) announce(line string, r message.Result) {
	at := view.TimeOfDay(a.Clock.Now)
	if r.Exit != 0 {
		a.say(words.F("%1. %2: failed. %3", at, line, firstLine(r.Err+r.Out)))
		return
	}
	if out := firstLine(r.Out); out != "" {
		a.say(words.F("%1. %2: %3", at, line, out))
		return
	}
	a.say(words.F("%1. %2: done", at, line))
}

func firstLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	return s
}

func (a *App) say(s string) { a.UI.Announce = s }

// fail shows a toast.
func (a *App) fail(s string) {
	a.note(s)
	a.UI.Toast, a.UI.ToastBad = s, true
	a.host.Frame()
}

// Typed runs the console's command line.
func (a *App) Typed() {
	line := strings.TrimSpace(a.Console.Input)
	a.Console.Input, a.Console.Words = "", nil
	if line == "" {
		return
	}
	if line == "clear" {
		a.Console.Entries = nil
		a.host.Frame()
		return
	}
	a.Console.remember(line)
	a.exec(line, true, nil)
}

// Complete asks for the words that may follow.
func (a *App) Complete() {
	line := a.Console.Input
	a.client.Complete(line, func(c message.Completion, err error) {
		a.host.Post(func() {
			if err != nil || a.Console.Input != line {
				return
			}
			a.Console.complete(c)
			a.host.Frame()
		})
	})
}

// complete puts in a single word, or what all words begin with, and lists the rest.
func (c *Console) complete(m message.Completion) {
	c.Words, c.From, c.Pick = nil, min(m.From, len(c.Input)), 0
	switch len(m.Words) {
	case 0:
		return
	case 1:
		c.Input = c.Input[:c.From] + m.Words[0] + " "
		return
	}
	common := m.Words[0]
	for _, w := range m.Words[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	if len(common) > len(c.Input)-c.From {
		c.Input = c.Input[:c.From] + common
	}
	c.Words = m.Words[:min(len(m.Words), 40)]
}

// choose puts in the picked word.
func (c *Console) choose(i int) {
	if i >= 0 && i < len(c.Words) {
		c.Input = c.Input[:min(c.From, len(c.Input))] + c.Words[i] + " "
	}
	c.Words = nil
}

const (
	maxEntries = 200
	maxHistory = 500
)

func (c *Console) add(e Entry) {
	c.Entries = append(c.Entries, e)
	if n := len(c.Entries); n > maxEntries {
		c.Entries = append([]Entry(nil), c.Entries[n-maxEntries:]...)
	}
}

func (c *Console) remember(line string) {
	if n := len(c.history); n == 0 || c.history[n-1] != line {
		c.history = append(c.history, line)
	}
	if n := len(c.history); n > maxHistory {
		c.history = c.history[n-maxHistory:]
	}
	c.at = len(c.history)
}

// Recall goes through the history, -1 is back.
func (c *Console) Recall(by int) {
	at := c.at + by
	if at < 0 || at > len(c.history) {
		return
	}
	c.at, c.Input, c.Words = at, "", nil
	if at < len(c.history) {
		c.Input = c.history[at]
	}
}

// Cancel stops all that runs.
func (a *App) Cancel() {
	for id := range a.running {
		a.client.Cancel(id)
	}
	a.play.on = false
	a.host.Frame()
}

// Working tells that the machine is at work for a while: time plays, or a long command runs, whoever sent it.
func (a *App) Working() bool { return a.play.on || a.host.Real()-a.heard < restAfter && a.heard > 0 }

// restAfter is how long after the last sign of progress, in ms, a command counts as ended.
const restAfter = 400
