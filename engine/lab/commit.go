package lab

import (
	"logarium/engine/store"
)

// code writes or reads the history. States are pieces: one that is stored is never written again.
func (l *Lab) code(c *store.Coder) {
	v := c.Version(3)
	c.Int(&l.position)
	l.journal.Code(c, (*store.Coder).Int, codeCommand)
	l.states.Code(c, (*store.Coder).Int, codeState)
	l.marks.Code(c, (*store.Coder).String, (*store.Coder).Int)
	if v >= 2 {
		l.base.code(c)
	}
	if v >= 3 {
		l.codePoints(c)
	}
}

func codeCommand(c *store.Coder, x *Command) {
	c.String(&x.Line)
	c.Int64(&x.At)
	c.Int64(&x.After)
	c.Bool(&x.Played)
}

func codeState(c *store.Coder, m **machine) {
	if c.Reading() {
		*m = new(machine)
	}
	c.Piece(&(*m).piece, (*m).code)
}

// Dirty tells whether anything changed since the last commit.
func (l *Lab) Dirty() bool {
	if l.uncommitted {
		return true
	}
	_, ok := l.partial()
	return ok
}

// Commit stores all changes in one transaction. While a command runs it may be called between the command's steps:
// what is done so far is stored with a journal line that does exactly that. After an error nothing is stored and it
// may be called again.
func (l *Lab) Commit() error {
	whole := Lab{position: l.position, journal: l.journal.Fork(), states: l.states.Fork(), marks: l.marks.Fork(), base: l.base, points: l.points}
	if line, ok := l.partial(); ok {
		m := l.running.work.fork()
		c := Command{Line: line, At: l.current().cluster.Now(), After: m.cluster.Now()}
		whole.cut()
		whole.position++
		whole.journal.Set(whole.position, c)
		whole.states.Set(whole.position, m)
	}
	if err := l.store.Commit(whole.code); err != nil {
		return err
	}
	l.savedUpTo = whole.position
	l.uncommitted = whole.position != l.position
	return nil
}

// partial is the journal line of a running command for what it has done.
func (l *Lab) partial() (line string, ok bool) {
	if l.running == nil {
		return "", false
	}
	return l.running.control.Line()
}

// BeginSweep begins to look for the blocks that nothing needs any more. It belongs where all is committed, and no command
// runs; commands may run between its steps.
func (l *Lab) BeginSweep() (*store.Sweeping, error) {
	var thrown Lab
	return l.store.BeginSweep(thrown.code)
}

// Sweep removes the blocks that nothing needs any more, all at once.
func (l *Lab) Sweep() (int, error) {
	var thrown Lab
	return l.store.Sweep(thrown.code)
}
