package lesson

import (
	"strings"

	"logarium/engine/lab"
	"logarium/engine/lesson/check"
)

// block reads a fenced block up to its closing fence.
func (p *parser) block(info string) error {
	opened, mark := p.at+1, p.lines[p.at][:3]
	word, name, _ := strings.Cut(info, " ")
	from := p.at + 1
	for p.at = from; p.at < len(p.lines); p.at++ {
		if strings.TrimRight(p.lines[p.at], " ") == mark {
			b := Block{Kind: Kind(word), Name: strings.TrimSpace(name), Line: from + 1, Text: strings.Join(p.lines[from:p.at], "\n")}
			err := p.fill(&b, p.lines[from:p.at])
			p.at++
			p.add(b)
			return err
		}
	}
	return p.wrong(opened, "the block %q has no end", info)
}

func (p *parser) fill(b *Block, lines []string) error {
	switch b.Kind {
	case Predict:
		return p.question(b, lines)
	case Console:
		return p.console(b, lines)
	case Check:
		return p.checks(b, lines)
	case Myth:
		if b.Name == "" {
			return p.wrong(b.Line-1, "a myth has a number: myth M-07")
		}
	}
	return nil
}

// question reads the text, the options, and the explanation behind >.
func (p *parser) question(b *Block, lines []string) error {
	q := &Question{}
	right := 0
	for i, line := range lines {
		why, explains := strings.CutPrefix(line, ">")
		option := strings.HasPrefix(line, "- [")
		switch {
		case option && len(line) > 6 && line[4:6] == "] ":
			o := Option{Text: strings.TrimSpace(line[6:]), Right: line[3] == 'x' || line[3] == 'X'}
			if o.Right {
				right++
			}
			q.Options = append(q.Options, o)
		case option:
			return p.wrong(b.Line+i, "expected - [ ] or - [x] and a text")
		case explains:
			q.Why = join(q.Why, strings.TrimPrefix(why, " "))
		case len(q.Options) > 0 && q.Why == "" && strings.HasPrefix(line, "  "):
			last := &q.Options[len(q.Options)-1]
			last.Text = join(last.Text, strings.TrimSpace(line))
		case strings.TrimSpace(line) == "" && (len(q.Options) > 0 || q.Text == ""):
		case len(q.Options) > 0:
			return p.wrong(b.Line+i, "behind the options stands only the explanation, with > before it")
		default:
			q.Text = join(q.Text, line)
		}
	}
	b.Predict = q
	switch {
	case q.Text == "":
		return p.wrong(b.Line, "the prediction has no question")
	case len(q.Options) < 2 || len(q.Options) > 6:
		return p.wrong(b.Line, "a prediction has two to six options, this has %d", len(q.Options))
	case right != 1:
		return p.wrong(b.Line, "one option of a prediction is right, here %d", right)
	case q.Why == "":
		return p.wrong(b.Line, "the prediction has no explanation: a line with > before it")
	}
	return nil
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// console reads commands and what they print.
func (p *parser) console(b *Block, lines []string) error {
	for i := 0; i < len(lines); {
		line := lines[i]
		text, ok := strings.CutPrefix(line, "$ ")
		fails := false
		if !ok {
			text, fails = strings.CutPrefix(line, "! ")
		}
		if !ok && !fails {
			if len(b.Commands) == 0 {
				return p.wrong(b.Line+i, "a console begins with a command: $ or ! and a blank before it")
			}
			last := &b.Commands[len(b.Commands)-1]
			last.Want = append(last.Want, line)
			i++
			continue
		}
		whole, rest := lab.CutLine(append([]string{text}, lines[i+1:]...))
		n := len(lines) - i - len(rest)
		b.Commands = append(b.Commands, Command{Line: b.Line + i, Text: whole, Fails: fails, lines: n})
		i += n
	}
	if len(b.Commands) == 0 {
		return p.wrong(b.Line, "the console has no command")
	}
	return nil
}

func (p *parser) checks(b *Block, lines []string) error {
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := check.Syntax(line); err != nil {
			return p.wrong(b.Line+i, "%v", err)
		}
		b.Checks = append(b.Checks, Assertion{b.Line + i, line})
	}
	return nil
}
