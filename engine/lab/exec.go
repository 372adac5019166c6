package lab

import (
	"fmt"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// Exec runs a command line to its end, or until control stops it. Only what was accepted and changed the machine gets
// into the journal; everything else leaves nothing behind. merge joins a clock advance of play to the journal line
// before it.
func (l *Lab) Exec(control *cluster.Control, line string, merge bool) (res message.Result) {
	var err error
	defer func() {
		l.running = nil
		if err != nil {
			res = failed("the stored state of the lab cannot be read: %v", err)
		}
	}()
	defer store.Catch(&err)
	switch {
	case len(line) > maxLine:
		return failed("the line has %d bytes, more than %d", len(line), maxLine)
	case l.position >= maxJournal:
		return failed("the journal is full: %d commands", maxJournal)
	case strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "#"):
		return message.Result{}
	}
	if l.goesOn(line) {
		return l.goOn(control)
	}
	if control == nil {
		control = &cluster.Control{}
	}
	control.Begin()
	played := merge && strings.HasPrefix(strings.TrimSpace(line), advance)
	merge = played && l.merges()
	r := &run{line: line, played: played, control: control, number: l.position + 1}
	if merge {
		r.number = l.position
	}
	if l.halt != nil {
		return l.execAtBreak(r)
	}
	out := l.attempt(r, nil)
	if r.resume != nil {
		out = l.goOnFrom(nil, r)
	}
	return l.finish(out, merge)
}

func failed(format string, args ...any) message.Result {
	return message.Result{Exit: 1, Err: fmt.Sprintf(format, args...) + "\n"}
}

// finish takes over what the command did.
func (l *Lab) finish(out shell.Outcome, merge bool) message.Result {
	r, res := l.running, message.Result{Exit: out.Exit, Out: out.Out, Err: out.Err}
	l.running = nil
	switch {
	case r.jump != nil:
		l.jump(*r.jump)
	case !out.Changed:
	case merge:
		l.join(r.work)
	default:
		res.Err += l.forgets()
		line := out.Line
		if line == "" {
			line = strings.TrimSpace(r.line)
		}
		l.push(Command{Line: line, Played: r.played}, r.work)
	}
	return res
}

// forgets says what the next change drops from the journal.
func (l *Lab) forgets() string {
	switch undone := l.total() - l.position; undone {
	case 0:
		return ""
	case 1:
		return "note: the undone command is no longer in the journal\n"
	default:
		return fmt.Sprintf("note: %d undone commands are no longer in the journal\n", undone)
	}
}

// push adds a command with the machine after it. Undone commands go.
func (l *Lab) push(c Command, m *machine) {
	before := l.current().cluster.Now()
	l.cut()
	l.position++
	after := m.cluster.Now()
	c.At, c.After = min(before, after), after
	l.journal.Set(l.position, c)
	l.states.Set(l.position, m)
	if l.states.Len() > keptStates {
		l.states.Delete(l.oldest())
	}
	l.drop()
	l.changed(l.position - 1)
}

// drop lets go of what only old states hold in memory. Undo reads them back.
func (l *Lab) drop() {
	for ; l.dropped < l.position-loadedStates; l.dropped++ {
		m, ok := l.states.Get(l.dropped)
		if ok && !m.piece.Stored() {
			return // with the next command after the next commit
		}
		if ok {
			m.cluster = nil
		}
	}
}

// cut drops the commands behind the position.
func (l *Lab) cut() {
	for n := l.total(); n > l.position; n-- {
		l.journal.Delete(n)
		l.states.Delete(n)
	}
	for name, n := range l.marks.All() {
		if n > l.position {
			l.marks.Delete(name)
		}
	}
	l.dropped = min(l.dropped, l.position)
}

// changed notes that the history is as stored only up to a command.
func (l *Lab) changed(common int) {
	l.savedUpTo = min(l.savedUpTo, common)
	l.uncommitted = true
}

const advance = "clock advance "

// merges tells whether an advance of play can join the last line of the journal: that is one of play too, and nothing is
// undone. A line that somebody typed stays as it is.
func (l *Lab) merges() bool {
	c, ok := l.journal.Get(l.position)
	return ok && c.Played && l.position == l.total() && l.oldest() < l.position
}

// join makes the last command an advance that goes on to where the machine is now.
func (l *Lab) join(m *machine) {
	c, _ := l.journal.Get(l.position)
	c.After = m.cluster.Now()
	c.Line = advance + duration(c.After-c.At)
	l.journal.Set(l.position, c)
	l.states.Set(l.position, m)
	l.changed(l.position - 1)
}

// jump moves the position; the journal stays.
func (l *Lab) jump(to int) {
	if to == l.position {
		return
	}
	l.position = to
	l.savedUpTo, l.dropped = min(l.savedUpTo, to), min(l.dropped, to)
	l.uncommitted = true
}

// Run runs the lines of a script as Exec does, and stops at the first that fails. Empty lines and those that begin
// with # count for nothing; a here-document goes up to its end word.
func (l *Lab) Run(control *cluster.Control, script string) (res message.Result) {
	for line := range Lines(script) {
		one := l.Exec(control, line, false)
		res.Out += one.Out
		res.Err += one.Err
		if one.Exit != 0 {
			res.Exit = one.Exit
			res.Err += "stopped at: " + line + "\n"
			return res
		}
		if control.Stopped() {
			return res
		}
	}
	return res
}

// Complete lists what may stand at the end of a line.
func (l *Lab) Complete(line string) message.Completion {
	from, words := l.shell.Complete(&shell.Env{Cluster: l.visible().fork().cluster}, line)
	return message.Completion{From: from, Words: words}
}
