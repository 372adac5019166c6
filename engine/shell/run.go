package shell

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"logarium/engine/machine/disk"
)

// Command is one entry of the table.
type Command struct {
	Name    string
	Usage   string // what follows the name
	Short   string // one line
	More    string // for the help page, further words
	Example string // for the help page; others are in examples
	Options []Option
	Run     func(*Call) int     // returns the exit status
	Words   func(*Env) []string // completes an argument that belongs to no option; nil: files
}

// Shell is a table of commands.
type Shell struct {
	table map[string]*Command
	names []string // sorted
}

// New makes a shell with the commands of this package and those of its user, which win.
func New(extra ...Command) *Shell {
	s := &Shell{table: map[string]*Command{}}
	for _, list := range [][]Command{topicCommands(), clientCommands(), toolCommands(), unixCommands(), machineCommands(), faultCommands(), replicationCommands(s), helpCommands(s), extra} {
		for i := range list {
			s.table[list[i].Name] = &list[i]
		}
	}
	for name := range s.table {
		s.names = append(s.names, name)
	}
	slices.Sort(s.names)
	return s
}

// Find looks a command up; Kafka's tools are known with and without `.sh`.
func (s *Shell) Find(name string) *Command { return s.table[strings.TrimSuffix(name, ".sh")] }

// Call is one run of one command.
type Call struct {
	*Env
	Name    string // as typed
	Args    []string
	In      string // standard input
	HasIn   bool
	Out     strings.Builder
	Err     strings.Builder
	Changed bool // set by a command that was accepted and may have changed the machine

	short   []string                    // set if the journal shall hold these words instead of those typed
	journal func(words []string) string // the line up to this command, with these words for it
}

// Outcome is what a line printed, how it ended, and what the journal shall hold of it.
type Outcome struct {
	Exit    int
	Out     string
	Err     string
	Changed bool   // the machine changed; otherwise nothing did and the journal stays as it is
	Line    string // the journal's line
}

// Run runs a line. Its exit status is that of the last command, as in every shell. The journal's line always succeeds: one
// that failed after it changed something gets a `!`, one whose `!` made it fail loses it.
func (s *Shell) Run(env *Env, text string) Outcome {
	line, err := Parse(text)
	if err != nil {
		return Outcome{Exit: 2, Err: err.Error() + "\n"}
	}
	if text := cannotWrite(env, line); text != "" {
		return Outcome{Exit: negated(line, 1), Err: text}
	}
	r := running{Shell: s, env: env, line: line, typed: strings.TrimSpace(text)}
	before := env.health()
	for i := range line.Stages {
		r.stage(i)
	}
	r.redirect()
	if env.health() != before { // what a failing disk did to a broker stays, whatever was asked for
		r.Changed = true
		env.Cluster.Settle()
	}
	return r.outcome()
}

// running is a line on its way.
type running struct {
	*Shell
	env       *Env
	line      Line
	typed     string
	shortened bool // stages of line stand for less than was typed
	in        string
	hasIn     bool
	Outcome
}

func (r *running) stage(i int) {
	st := r.line.Stages[i]
	if st.IsDoc {
		r.in, r.hasIn = st.Doc, true
	}
	c := r.call(r.env, st, r.in, r.hasIn, func(words []string) string { return r.line.with(i, words, false).String() })
	r.Exit, r.Changed = c.exit, r.Changed || c.Changed
	r.Err += c.Err.String()
	if c.short != nil {
		r.line, r.shortened = r.line.with(i, c.short, true), true
	}
	r.in, r.hasIn = c.Out.String(), true
}

// outcome is what the line comes to.
func (r *running) outcome() Outcome {
	failed := r.Exit != 0
	r.Exit = negated(r.line, r.Exit)
	r.Line = r.typed
	switch {
	case r.shortened || r.line.Not && !failed:
		r.line.Not = failed
		r.Line = r.line.String()
	case failed && !r.line.Not:
		r.Line = "! " + r.typed
	}
	return r.Outcome
}

func negated(l Line, exit int) int {
	switch {
	case !l.Not:
		return exit
	case exit == 0:
		return 1
	}
	return 0
}

type called struct {
	*Call
	exit int
}

func (s *Shell) call(env *Env, st Stage, in string, hasIn bool, journal func([]string) string) called {
	c := &Call{Env: env, Name: st.Words[0], Args: st.Words[1:], In: in, HasIn: hasIn, journal: journal}
	cmd := s.Find(c.Name)
	if cmd == nil {
		fmt.Fprintf(&c.Err, "%s: command not found%s\n", c.Name, s.guess(c.Name))
		return called{c, 127}
	}
	if cmd.wantsPage(c.Args) {
		c.explain(cmd)
		return called{c, 0}
	}
	exit := cmd.Run(c)
	if exit != 0 {
		c.notes()
	}
	return called{c, exit}
}

// shorten says how the command is to be written if it stops after done units. A machine that is stored in the middle of
// it gets that as its journal line, with the stages before it.
func (c *Call) shorten(words func(done int64) []string) {
	if c.Control == nil {
		return
	}
	c.Control.Shorten = func(done int64) string {
		if c.journal == nil {
			return Join(words(done))
		}
		return c.journal(words(done))
	}
}

// guess says what to type instead of a command of other machines, or names those that look like a mistyped one.
func (s *Shell) guess(name string) string {
	name = strings.TrimSuffix(name, ".sh")
	if say := elsewhere(name); say != "" {
		return say
	}
	var near []string
	for _, n := range s.names {
		if strings.Contains(n, name) || strings.HasPrefix(name, n) || len(name) > 3 && alike(n, name) {
			near = append(near, n)
		}
	}
	if len(near) == 0 || len(near) > 5 {
		return "; help lists the commands"
	}
	return "; did you mean " + strings.Join(near, ", ") + "?"
}

// alike is for names of four letters or more. In a short one two wrong letters make another word, unless it begins alike.
func alike(a, b string) bool {
	return distance(a, b) <= 1+min(1, len(b)/6) || a[0] == b[0] && distance(a, b) == 2
}

// distance is the number of letters to insert, drop or replace between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// cannotWrite is why the file of `> FILE` cannot be there; nothing runs then.
func cannotWrite(env *Env, line Line) string {
	if line.Into == "" {
		return ""
	}
	full := env.Path(line.Into)
	parent, err := env.Disk().Stat(path.Dir(full))
	info, missing := env.Disk().Stat(full)
	switch {
	case err != nil:
		return fmt.Sprintf("%s: %s\n", line.Into, reason(err))
	case !parent.Dir:
		return fmt.Sprintf("%s: %s\n", line.Into, disk.ErrNotDir)
	case missing == nil && info.Dir:
		return fmt.Sprintf("%s: %s\n", line.Into, disk.ErrIsDir)
	}
	return ""
}

// redirect writes the output of the last stage into its file. A command that failed without any output leaves the file alone.
func (r *running) redirect() {
	r.Out = r.in
	if r.line.Into == "" || r.Exit != 0 && r.Out == "" && r.Err != "" {
		return
	}
	full := r.env.Path(r.line.Into)
	data := []byte(r.Out)
	if r.line.Append {
		if old, err := r.env.Disk().ReadFile(full); err == nil {
			data = append(old, data...)
		}
	}
	r.Out, r.Changed = "", true
	if err := r.env.Disk().WriteFile(full, data); err != nil {
		r.Exit, r.Err = 1, r.Err+fmt.Sprintf("%s: %s\n", r.line.Into, reason(err))
	}
}

// Printf writes to standard output.
func (c *Call) Printf(format string, args ...any) { fmt.Fprintf(&c.Out, format, args...) }

// Fail writes to standard error, as `name: text`, and is exit status 1.
func (c *Call) Fail(format string, args ...any) int {
	fmt.Fprintf(&c.Err, "%s: %s\n", strings.TrimSuffix(c.Name, ".sh"), fmt.Sprintf(format, args...))
	return 1
}
