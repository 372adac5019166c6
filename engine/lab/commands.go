package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"logarium/engine/cluster"
	"logarium/engine/plog"
	"logarium/engine/share"
	"logarium/engine/shell"
)

// commands are what the lab adds to the shell: everything that is about the history or the lab as a whole.
func (l *Lab) commands() []shell.Command {
	return []shell.Command{
		{Name: "undo", Usage: "[N]", Short: "take back the last command, or N of them", Run: l.undo},
		{Name: "redo", Usage: "[N]", Short: "do again what was taken back", Run: l.redo},
		{Name: "goto", Usage: "N|NAME", Short: "go to the state after command N, or to a checkpoint", Run: l.gotoCommand, Words: l.markNames},
		{Name: "checkpoint", Usage: "[NAME]", Short: "name this state, or list the names", Run: l.checkpoint},
		{Name: "break", Usage: "[list] | POINT... | clear [POINT...] | EVENT LINE COMMAND...", Short: "let commands wait in the middle, right after events of these kinds",
			More:    "step in goes on to the next event, step over to the next break point or the end; undo takes back what waits, kill -9 and power-loss end it there. The lab keeps its points, undo does not touch them, links do not carry them. Points: " + strings.Join(breakWords(nil)[2:], ", "),
			Example: "break roll", Run: l.breakCommand, Words: breakWords},
		shell.StepCommand(l.step),
		{Name: "lab", Usage: "[list] | new [NAME] [--clock MS] [--seed N] [--brokers N] [--property k=v]... | load NAME | copy [FROM] NAME | delete NAME | export [NAME] | export --zip [DIR] | import | own [--now T] | reset | continue", Short: "the labs that are kept, and files that come and go",
			Example: "lab new orders --seed 7 --property log.retention.check.interval.ms=60000", Options: labOptions, Run: l.labCommand,
			Words: func(*shell.Env) []string { return labVerbs() }},
		{Name: "lesson", Usage: "export", Short: "print this lab as the first draft of a lesson", Run: l.lessonCommand, Words: func(*shell.Env) []string { return []string{"export"} }},
		{Name: "share", Usage: "[--script] [--view WORDS]", Short: "print a link to this state, as it stands behind the address of the page, or the commands that lead to it", Options: shareOptions, Run: l.share},
		{Name: "rulebook", Usage: "[kafka|articles]", Short: "show or change the rules of retention", Run: l.rulebook,
			Words: func(*shell.Env) []string { return []string{"kafka", "articles"} }},
		{Name: "why", Usage: "PARTITION [BASE]", Short: "why a segment is still there, or goes", Example: "why orders-0", Run: plainly(l.why), Words: shell.PartitionNames},
		{Name: "tuning", Usage: "PARTITION [SETTING]", Short: "what each setting of the log does now, and a command that shows another value", Example: "tuning orders-0 segment.bytes", Run: plainly(l.tuning),
			Words: func(e *shell.Env) []string { return append(tuned(), shell.PartitionNames(e)...) }},
		{Name: "triage", Usage: "PARTITION", Short: "which policy, is rolling healthy, does retention fit the write rate, where are the consumers", Example: "triage orders-0", Run: plainly(l.triage), Words: shell.PartitionNames},
		{Name: "diff", Usage: "A [B] [PARTITION|DIR|FILE]", Short: "how the files of two moments differ; of one file the bytes too",
			More:    "A and B are numbers of commands, as goto takes them, or names of checkpoints; without B it is the present moment.",
			Example: "diff 1 orders-0", Run: l.diffCommand, Words: l.momentWords},
		{Name: "cleaning", Usage: "PARTITION [OFFSET]", Short: "why the cleaner takes a log or not, and keeps a record", Example: "cleaning profiles-0 7", Run: plainly(l.cleaningCommand), Words: shell.PartitionNames},
		{Name: "verify", Usage: "[DIR|FILE]...", Short: "look for faults in log directories: checksums, indexes, snapshots, checkpoints", Example: "verify orders-0", Run: l.verify, Words: shell.PartitionNames},
		{Name: "follow", Usage: "PARTITION OFFSET", Short: "the life of one record: who sent it, where it lies, who has read it, when it goes", Example: "follow orders-0 3", Run: plainly(l.followCommand), Words: shell.PartitionNames},
		{Name: "sweep", Usage: "[NAME [VALUE...]] | --do LINE... --measure M,... VALUE...", Short: "run a small lab for each value of a setting and measure it; the machine at hand stays as it is", Example: "sweep batch 1 10 100", Options: sweepOptions, Run: l.sweep, Words: sweepNames},
		{Name: "locks", Usage: "LINE...", Short: "for how long appends hold the lock of their partition, if a client for each line writes at the same time; nothing is kept of it",
			More:    "The lines run on a copy of the machine. Time is counted: a write call 1 us, copying 10 bytes a nanosecond, the device as long as disk says. A client sends its next batch when the one before is answered.",
			Example: "locks 'produce orders --count 3' 'produce orders --count 3'", Run: l.locks},
		{Name: "lookup", Usage: "PARTITION OFFSET | --time MS", Short: "how the log finds a record", Options: lookupOptions, Run: plainly(l.lookupCommand), Words: shell.PartitionNames},
	}
}

var (
	labOptions = []shell.Option{
		{Name: "brokers", Arg: "N", Doc: "number of brokers"},
		{Name: "clock", Arg: "MS", Doc: "when the lab begins: ms since 1970, or 2026-03-02T10:00:00Z"},
		{Name: "property", Arg: "k=v", Doc: "a line of server.properties"},
		{Name: "seed", Arg: "N", Doc: "where chance begins"},
	}
	shareOptions = []shell.Option{
		{Name: "script", Doc: "print the commands instead of a link"},
		{Name: "view", Arg: "WORDS", Doc: "what the page shall show, in its own words"},
	}
	lookupOptions = []shell.Option{
		{Name: "time", Arg: "MS", Doc: "the first record with this timestamp or a later one"},
		{Name: "unpack", Doc: "also how a reader takes the batch apart: header first, then that many records"},
	}
)

// steps reads the optional number of a command.
func steps(c *shell.Call) (int, bool) {
	switch len(c.Args) {
	case 0:
		return 1, true
	case 1:
		n, err := strconv.Atoi(c.Args[0])
		return n, err == nil && n >= 0
	}
	return 0, false
}

func (l *Lab) undo(c *shell.Call) int {
	n, ok := steps(c)
	if l.halt != nil && n > 0 {
		n-- // that which waits
	}
	switch most := l.position - l.oldest(); {
	case !ok:
		return c.Fail("expected a number of commands")
	case n > most:
		return c.Fail("only %d commands can be undone", most)
	}
	return l.jumpTo(c, l.position-n)
}

func (l *Lab) redo(c *shell.Call) int {
	n, ok := steps(c)
	switch most := l.total() - l.position; {
	case l.halt != nil:
		return c.Fail("a command waits; step over finishes it")
	case !ok:
		return c.Fail("expected a number of commands")
	case n > most:
		return c.Fail("only %d commands can be redone", most)
	}
	return l.jumpTo(c, l.position+n)
}

// jumpTo leaves it to Exec to move when the command is over.
func (l *Lab) jumpTo(c *shell.Call, to int) int {
	l.running.jump = &to
	c.Printf("at command %d of %d\n", to, l.total())
	return 0
}

func (l *Lab) gotoCommand(c *shell.Call) int {
	if len(c.Args) != 1 {
		return c.Fail("expected a number of a command or a name of a checkpoint")
	}
	n, ok := l.marks.Get(c.Args[0])
	if !ok {
		var err error
		if n, err = strconv.Atoi(c.Args[0]); err != nil {
			return c.Fail("there is no checkpoint %s", c.Args[0])
		}
	}
	if n < l.oldest() || n > l.total() {
		return c.Fail("command %d is not between %d and %d", n, l.oldest(), l.total())
	}
	return l.jumpTo(c, n)
}

func (l *Lab) markNames(*shell.Env) (names []string) {
	for name := range l.marks.All() {
		names = append(names, name)
	}
	return names
}

// momentWords are what may stand behind diff: a checkpoint, or what is compared.
func (l *Lab) momentWords(e *shell.Env) []string {
	return append(l.markNames(e), shell.PartitionNames(e)...)
}

const maxMarks = 1000

func (l *Lab) checkpoint(c *shell.Call) int {
	switch {
	case len(c.Args) == 0:
		for name, n := range l.marks.All() {
			c.Printf("%s\tcommand %d\n", name, n)
		}
		return 0
	case len(c.Args) > 1 || c.Args[0] == "" || isNumber(c.Args[0]):
		return c.Fail("expected one name that is no number")
	case l.marks.Len() >= maxMarks:
		return c.Fail("there are %d checkpoints already", maxMarks)
	}
	l.marks.Set(c.Args[0], l.position)
	l.uncommitted = true
	c.Printf("checkpoint %s at command %d\n", c.Args[0], l.position)
	return 0
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

func (l *Lab) labCommand(c *shell.Call) int {
	o, err := shell.ParseOptions(labOptions, c.Args)
	if err != nil {
		return c.Fail("%v", err)
	}
	verb, rest := "list", o.Rest
	if len(rest) > 0 {
		verb, rest = rest[0], rest[1:]
	}
	switch {
	case verb == "list" && len(rest) == 0:
		c.Printf("%s\tseed %d\tcommand %d of %d\n", l.running.work.name, c.Cluster.Options().Seed, l.position, l.total())
		return 0
	case verb == "new" && len(rest) <= 1:
		return l.newMachine(c, o, strings.Join(rest, ""))
	case verb == "reset" && len(rest) == 0:
		return l.reset(c)
	case verb == "continue" && len(rest) == 0:
		return c.Fail("no line of the first script waits")
	}
	if slices.Contains(labVerbs(), verb) {
		return c.Fail("%s needs a place where labs are kept, as the page has; logarium lab works on lab files", verb)
	}
	return c.Fail("expected one of %s", strings.Join(labVerbs(), ", "))
}

// labVerbs are what may stand behind lab. Those about other labs are for whoever keeps them.
func labVerbs() []string {
	return []string{"list", "new", "load", "copy", "delete", "export", "import", "own", "reset", "continue"}
}

func (l *Lab) newMachine(c *shell.Call, o *shell.Options, name string) int {
	var opts cluster.Options
	seed, err := o.Int("seed", 0, 64)
	if err == nil {
		opts.Seed = seed
		var n int64
		n, err = o.Int("brokers", 1, 16)
		opts.Brokers = int(n)
	}
	if err == nil {
		opts.Clock, err = Moment(o.Get("clock", ""))
	}
	if err != nil {
		return c.Fail("%v", err)
	}
	const maxBrokers = 5
	if opts.Brokers < 1 || opts.Brokers > maxBrokers {
		return c.Fail("--brokers must be between 1 and %d", maxBrokers)
	}
	for _, p := range o.All("property") {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return c.Fail("--property needs name=value, not %s", p)
		}
		opts.Properties = opts.Properties.With(name, value)
	}
	return l.replace(c, name, opts)
}

// replace puts a fresh machine in the place of the one at hand.
func (l *Lab) replace(c *shell.Call, name string, o cluster.Options) int {
	m, err := fresh(name, o)
	if err != nil {
		return c.Fail("%v", err)
	}
	m.cluster.SetCommand(l.position + 1)
	l.running.work = m
	c.Changed = true
	c.Printf("lab %s at %s\n", m.name, time.UnixMilli(m.cluster.Now()).UTC().Format(time.RFC3339))
	return 0
}

// Moment reads a time: ms since 1970, or as in RFC 3339. "" is 0.
func Moment(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	if ms, err := strconv.ParseInt(s, 10, 64); err == nil {
		return ms, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time; write ms since 1970 or 2026-03-02T10:00:00Z", s)
	}
	return t.UnixMilli(), nil
}

// head is the command that makes a machine like the first one.
func (l *Lab) head() string {
	m := l.current()
	o := m.cluster.Options()
	var b strings.Builder
	fmt.Fprintf(&b, "lab new %s --seed %d --clock %d", m.name, o.Seed, o.Clock)
	if o.Brokers > 1 {
		fmt.Fprintf(&b, " --brokers %d", o.Brokers)
	}
	for _, p := range o.Properties {
		fmt.Fprintf(&b, " --property '%s=%s'", p.Name, p.Value)
	}
	return b.String()
}

// share prints a link to this state, or the commands that lead to it. The page puts its own address in front.
func (l *Lab) share(c *shell.Call) int {
	o, err := shell.ParseOptions(shareOptions, c.Args)
	switch {
	case err != nil:
		return c.Fail("%v", err)
	case len(o.Rest) > 0:
		return c.Fail("unexpected %s", o.Rest[0])
	case l.base.foreign:
		return c.Fail("this lab began with files from outside, which no link can carry")
	case o.Has("script"):
		c.Printf("%s", l.Script())
		return 0
	}
	text, err := share.Encode(share.Link{Script: l.Script(), View: o.Get("view", "")})
	switch {
	case err != nil:
		return c.Fail("%v", err)
	case len(text) > share.Longest:
		return c.Fail("the link would have %d characters, more than the %d that mails and chats carry; share --script prints the commands", len(text), share.Longest)
	}
	c.Printf("%s\n", text)
	return 0
}

func (l *Lab) rulebook(c *shell.Call) int {
	switch {
	case len(c.Args) == 0:
		c.Printf("%s\n", rulebookName(c.Cluster.Rulebook()))
		return 0
	case len(c.Args) == 1 && c.Args[0] == "kafka":
		c.Cluster.SetRulebook(plog.Kafka)
	case len(c.Args) == 1 && c.Args[0] == "articles":
		c.Cluster.SetRulebook(plog.Articles)
	default:
		return c.Fail("expected kafka or articles")
	}
	c.Changed = true
	return 0
}
