package lab

import (
	"fmt"
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/cluster"
	"logarium/engine/event"
	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// halt is a command that waits in the middle: the machine right after one of the command's events. To get there, or further,
// the command is run from its snapshot and unwound at the event. It is not part of the journal or of what is stored: whoever
// opens the lab again finds it before the command.
type halt struct {
	message.Break
	broker int32 // whose event it is
	work   *machine
}

// halted unwinds a command.
type halted struct{}

// stop says whether a command shall wait at its nth event.
type stop func(n int, e event.Event) bool

// until runs a line up to the event at which stop says so; at is nil if the line came to its end.
func (l *Lab) until(by *shell.Shell, env *shell.Env, line string, stop stop) (out shell.Outcome, at *halt) {
	c, n := env.Cluster, 0
	c.Walk(func(broker int32, e event.Event) {
		if _, ok := e.(event.Lock); ok {
			return
		}
		if n++; at == nil && stop(n, e) {
			at = l.haltAt(line, n, broker, e)
			panic(halted{})
		}
	})
	defer func() {
		switch r := recover().(type) {
		case nil:
			c.Walk(nil)
		case halted:
			c.Interrupted()
		default:
			panic(r)
		}
	}()
	return by.Run(env, line), nil
}

func (l *Lab) haltAt(line string, n int, id int32, e event.Event) *halt {
	h := &halt{Break: message.Break{Line: line, Event: n, Kind: e.Kind(), Text: broker.Describe(e), Base: -1}, broker: id}
	if of, ok := e.(event.Of); ok {
		h.Partition = of.Of().Name()
	}
	if seg, ok := e.(event.At); ok {
		h.Base = seg.SegmentBase()
	}
	return h
}

// attempt runs the line on a fork of the machine at the position, with the break points, or with another stop in their place.
func (l *Lab) attempt(r *run, stop stop) shell.Outcome {
	l.running, l.halt = r, nil
	r.work = l.current().fork()
	r.work.cluster.SetCommand(r.number)
	env := &shell.Env{Cluster: r.work.cluster, Control: r.control}
	if stop == nil && len(l.points) == 0 {
		return l.shell.Run(env, r.line)
	}
	if stop == nil {
		stop = func(_ int, e event.Event) bool { return l.atPoint(e) }
	}
	work := r.work
	out, at := l.until(l.shell, env, r.line, stop)
	if at == nil {
		return out
	}
	at.work = work
	r.jump, r.resume = nil, nil
	l.halt, l.uncommitted = at, true
	return shell.Outcome{Out: at.words()}
}

// words say where a command waits.
func (h *halt) words() string {
	text := fmt.Sprintf("break at event %d: %s", h.Event, h.Kind)
	if h.Partition != "" {
		text += " " + h.Partition
	}
	if h.Text != "" {
		text += ": " + h.Text
	}
	return text + "\n"
}

// resume goes on with the command that waits, or into the next task: to the next event, or to the next break point and
// otherwise to the end.
type resume struct{ in bool }

func (l *Lab) goOnFrom(h *halt, r *run) shell.Outcome {
	from, in := 0, r.resume.in
	r.resume, r.line, r.played = nil, "step", false
	if h != nil {
		from, r.line = h.Event, h.Line
	}
	r.control.Begin()
	return l.attempt(r, func(n int, e event.Event) bool { return n > from && (in || l.atPoint(e)) })
}

// execAtBreak runs a line on the machine that stands in the middle of a command. It may look, go on, go back, or end a process.
func (l *Lab) execAtBreak(r *run) message.Result {
	h := l.halt
	l.running, r.work = r, h.work.fork()
	r.work.cluster.SetCommand(r.number)
	out := l.shell.Run(&shell.Env{Cluster: r.work.cluster, Control: r.control}, r.line)
	switch {
	case r.resume != nil:
		return l.finish(l.goOnFrom(h, r), false)
	case r.jump != nil:
		l.halt = nil
	case out.Changed:
		l.running = nil
		return l.interrupt(r, h, out)
	}
	return l.finish(out, false)
}

// step is the shell's step, and that from event to event.
func (l *Lab) step(c *shell.Call) int {
	in, named := true, len(c.Args) == 1 && (c.Args[0] == "in" || c.Args[0] == "over")
	if named {
		in = c.Args[0] == "in"
	}
	switch {
	case named && in, l.halt != nil && (named || len(c.Args) == 0):
		l.running.resume = &resume{in}
		return 0
	case l.halt != nil:
		return c.Fail("a command waits; step over finishes it, undo takes it back")
	case named:
		c.Args = nil
	}
	return shell.Step(c)
}

// breakInto is the journal's line for a process or a machine that ended while a command ran: it runs the command up to that
// event and then the other one, with the commands of the machine alone.
func (l *Lab) breakInto(c *shell.Call, number int, line string, words []string) int {
	_, at := l.until(l.bare, &shell.Env{Cluster: c.Cluster, Control: aside(c, 0, 0, "")}, line, func(n int, _ event.Event) bool { return n == number })
	if at == nil {
		return c.Fail("there is no event %d in: %s", number, line)
	}
	out := l.bare.Run(&shell.Env{Cluster: c.Cluster}, shell.Join(words))
	if !at.ended(c.Cluster) {
		return c.Fail("%s does not end broker %d, which is in the middle of: %s", shell.Join(words), at.broker, line)
	}
	c.Printf("%s", out.Out)
	c.Changed = true
	return 0
}

// aside lets a command be stopped that another one runs, which itself is so far done. What it has done is in no journal.
func aside(c *shell.Call, done, total int64, unit string) *cluster.Control {
	return &cluster.Control{Yield: func() bool { return c.Control.Step(done, total, unit) }}
}

// ended tells that the process that was in the middle of something is gone.
func (h *halt) ended(c *cluster.Cluster) bool {
	b := c.Broker(h.broker)
	return b == nil || !b.Running()
}

// interrupt takes over what a line did to the machine at a break. That can be the end of the process only, which the journal holds
// with the number of the event; everything else has to wait for the command.
func (l *Lab) interrupt(r *run, h *halt, out shell.Outcome) message.Result {
	words, ok := hardEnd(r.line)
	if !ok || !h.ended(r.work.cluster) {
		return failed("a command waits at event %d; step over finishes it, undo takes it back, kill -9 or power-loss end broker %d there", h.Event, h.broker)
	}
	l.halt = nil
	res := message.Result{Out: out.Out, Err: out.Err + l.forgets()}
	l.push(Command{Line: shell.Join(append([]string{"break", strconv.Itoa(h.Event), h.Line}, words...))}, r.work)
	return res
}

// hardEnd reads a line that ends a process at once, or a machine.
func hardEnd(text string) (words []string, ok bool) {
	line, err := shell.Parse(text)
	if err != nil || len(line.Stages) != 1 || line.Not || line.Into != "" {
		return nil, false
	}
	words = line.Stages[0].Words
	return words, words[0] == "power-loss" || len(words) > 1 && words[0] == "kill" && (words[1] == "-9" || words[1] == "-KILL")
}

// catchAtBreak turns an invariant that does not hold in the middle of a command into an error of the view.
func (l *Lab) catchAtBreak(view string, err *error) {
	if l.halt == nil {
		return
	}
	switch r := recover().(type) {
	case nil:
	case *store.Lost:
		panic(r)
	default:
		*err = fmt.Errorf("%s is not to be seen at this event: %v", view, r)
	}
}
