package shell

import (
	"fmt"
	"slices"
	"strings"
)

func helpCommands(s *Shell) []Command {
	words := func(*Env) []string { return s.names }
	return []Command{
		{Name: "help", Usage: "[COMMAND]", Short: "list the commands, or explain one", Run: s.help, Words: words},
		{Name: "man", Usage: "COMMAND", Short: "explain a command", Run: s.man, Words: words},
	}
}

func (s *Shell) man(c *Call) int {
	if len(c.Args) == 0 {
		c.Fail("What manual page do you want?")
		return 1
	}
	return s.help(c)
}

func (s *Shell) help(c *Call) int {
	if len(c.Args) == 0 {
		s.list(c)
		return 0
	}
	cmd := s.Find(c.Args[0])
	if cmd == nil {
		return c.Fail("no command %s%s", c.Args[0], s.guess(c.Args[0]))
	}
	c.explain(cmd)
	return 0
}

// explain prints the page of a command, which help, man and --help share.
func (c *Call) explain(cmd *Command) {
	c.Printf("%s\n", strings.TrimSpace(cmd.Name+" "+cmd.Usage))
	c.Printf("  %s\n", cmd.Short)
	if cmd.More != "" {
		c.Printf("\n%s\n", strings.Join(fold(cmd.More, tableWidth), "\n"))
	}
	if len(cmd.Options) > 0 {
		c.Printf("\n%s", optionTable(cmd.Options))
	}
	for i, line := range examplesOf(cmd) {
		if i == 0 {
			c.Printf("\nFor example:\n")
		}
		c.Printf("  %s\n", line)
	}
}

// wantsPage tells that a command of the machine is only asked what it does; Kafka's tools have their own --help.
func (cmd *Command) wantsPage(args []string) bool {
	if len(args) != 1 || strings.HasPrefix(cmd.Name, "kafka-") {
		return false
	}
	lettered := slices.ContainsFunc(cmd.Options, func(o Option) bool { return o.Short == 'h' })
	return args[0] == "--help" || args[0] == "-h" && !lettered
}

// list prints the table in three groups: Kafka's tools, Unix tools, the machine's own words.
func (s *Shell) list(c *Call) {
	c.Printf("Kafka's tools, with or without .sh; --bootstrap-server may be left out:\n")
	s.group(c, func(n string) bool { return strings.HasPrefix(n, "kafka-") })
	unix := map[string]bool{}
	for _, u := range unixCommands() {
		unix[u.Name] = true
	}
	c.Printf("\nUnix tools on the machine's disk:\n")
	s.group(c, func(n string) bool { return unix[n] })
	c.Printf("\nThe machine itself:\n")
	s.group(c, func(n string) bool { return !unix[n] && !strings.HasPrefix(n, "kafka-") })
	c.Printf("\nhelp COMMAND explains one. A line may use | and > FILE, and cmd <<MARK with lines below it.\n")
}

func (s *Shell) group(c *Call, in func(string) bool) {
	for _, n := range s.names {
		if in(n) {
			c.Printf("  %-28s %s\n", n, s.table[n].Short)
		}
	}
}

// Layout of the option table: two columns of up to 39 and 80 characters in all, two blanks between them.
const (
	tableWidth = 80
	tableGap   = 2
)

// optionTable prints options in two columns, as the option parser of Kafka's tools lays them out: columns no wider than
// needed, blanks up to their full width, lines that go on two blanks further in.
func optionTable(options []Option) string {
	if len(options) == 0 {
		return ""
	}
	rows := [][2]string{{"Option", "Description"}, {"------", "-----------"}}
	left, right := 0, 0
	for _, o := range options {
		rows = append(rows, [2]string{optionHead(o), o.Doc})
	}
	for _, r := range rows {
		left, right = max(left, len(r[0])), max(right, len(r[1]))
	}
	left = min(left, (tableWidth-tableGap)/2)
	right = min(right, tableWidth-tableGap-left)
	var b strings.Builder
	for _, r := range rows {
		a, d := fold(r[0], left), fold(r[1], right)
		for i := range max(len(a), len(d)) {
			fmt.Fprintf(&b, "%-*s  %-*s\n", left, at(a, i), right, at(d, i))
		}
	}
	return b.String()
}

func optionHead(o Option) string {
	name := "--" + o.Name
	if o.Short != 0 {
		name = fmt.Sprintf("-%c, %s", o.Short, name)
	}
	switch {
	case o.Maybe:
		name += " [" + o.Arg + "]"
	case o.Arg != "":
		name += " <" + o.Arg + ">"
	}
	return name
}

func at(lines []string, i int) string {
	if i >= len(lines) {
		return ""
	}
	return lines[i]
}

// fold breaks a text into lines of at most width characters, behind blanks and hyphens.
func fold(text string, width int) []string {
	var lines []string
	line := ""
	for text != "" {
		var piece string
		piece, text = breakable(text)
		if line != "" && len(line)+len(piece) > width {
			lines, line = append(lines, strings.TrimRight(line, " ")), "  "
		}
		line += piece
	}
	return append(lines, line)
}

// breakable cuts off what cannot be broken: up to and with blanks, or a hyphen between letters.
func breakable(text string) (piece, rest string) {
	for i := range len(text) {
		switch {
		case text[i] == ' ' && (i+1 == len(text) || text[i+1] != ' '):
			return text[:i+1], text[i+1:]
		case text[i] == '-' && i > 0 && text[i-1] != ' ' && text[i-1] != '-' && i+1 < len(text) && letter(text[i+1]):
			return text[:i+1], text[i+1:]
		}
	}
	return text, ""
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
