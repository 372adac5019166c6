package lab

import (
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// base is how a lab began: the machine after its first script, to which `lab reset` goes back, as often as a class wants.
type base struct {
	machine *machine // nil: the lab began empty
	script  string   // that leads there
	rest    []string // lines of the first script that wait for `lab continue`
	foreign bool     // its files came from outside: no script leads there
}

func (b *base) code(c *store.Coder) {
	there := b.machine != nil
	c.Bool(&there)
	if there {
		codeState(c, &b.machine)
	}
	c.String(&b.script)
	store.Slice(c, &b.rest, (*store.Coder).String)
	c.Bool(&b.foreign)
}

// Build runs the script with which a lab begins. If control stops it, the commands that are done stay, and the others wait
// for `lab continue`; if a line fails, the rest is left out, as Run does it.
func (l *Lab) Build(control *cluster.Control, script string) message.Result {
	l.base.rest = nil
	for line := range Lines(script) {
		l.base.rest = append(l.base.rest, line)
	}
	return l.goOn(control)
}

// goOn runs the lines that wait.
func (l *Lab) goOn(control *cluster.Control) (res message.Result) {
	for len(l.base.rest) > 0 {
		line, before := l.base.rest[0], l.position
		one := l.Exec(control, line, false)
		if control.Stopped() {
			l.takeBack(before)
			break
		}
		l.base.rest = l.base.rest[1:]
		res.Out += one.Out
		res.Err += one.Err
		if one.Exit != 0 {
			res.Exit = one.Exit
			res.Err += "stopped at: " + line + "\n"
			l.base.rest = nil
		}
	}
	l.base.machine, l.base.script = l.current(), l.Script()
	l.uncommitted = true
	return res
}

// takeBack removes what a stopped command has done: it waits to be run as a whole.
func (l *Lab) takeBack(position int) {
	if l.position > position {
		l.jump(position)
		l.cut()
	}
}

// Waiting is how many lines of the first script wait for `lab continue`.
func (l *Lab) Waiting() int { return len(l.base.rest) }

// goesOn tells whether a line is the command that runs other commands: it has no place in the journal.
func (l *Lab) goesOn(line string) bool {
	return len(l.base.rest) > 0 && strings.Join(strings.Fields(line), " ") == "lab continue"
}

// reset puts the machine of the beginning in the place of the one at hand: a fresh one if the lab began empty, or if
// `lab new` was typed since.
func (l *Lab) reset(c *shell.Call) int {
	if l.base.machine == nil || l.renewed() && !l.base.foreign {
		return l.replace(c, l.running.work.name, c.Cluster.Options())
	}
	m := l.base.machine.fork()
	m.cluster.SetCommand(l.position + 1)
	l.running.work = m
	c.Changed = true
	c.Printf("lab %s is as it began\n", m.name)
	return 0
}

// renewed tells whether the machine at hand was made after the beginning.
func (l *Lab) renewed() bool {
	return l.firstLine() != firstLine(l.base.script)
}

func firstLine(script string) string {
	line, _, _ := strings.Cut(script, "\n")
	return line
}

func (l *Lab) firstLine() string { return firstLine(l.Script()) }

// Script is the journal up to the position as text, from the command on that made this machine.
func (l *Lab) Script() string {
	var lines []string
	for n, c := range l.journal.All() {
		if n > l.position {
			break
		}
		switch {
		case strings.HasPrefix(c.Line, "lab new"):
			lines = lines[:0]
		case c.Line == "lab reset":
			lines = l.beginning(lines)
			continue
		}
		lines = append(lines, c.Line)
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "lab new") {
		lines = append([]string{l.head()}, lines...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// beginning is what is left of a script after a reset.
func (l *Lab) beginning(lines []string) []string {
	first := ""
	if len(lines) > 0 && strings.HasPrefix(lines[0], "lab new") {
		first = lines[0]
	}
	switch {
	case l.base.script != "" && (first == "" || first == firstLine(l.base.script)):
		return strings.Split(strings.TrimSuffix(l.base.script, "\n"), "\n")
	case first != "":
		return lines[:1]
	}
	return nil
}
