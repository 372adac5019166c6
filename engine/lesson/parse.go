package lesson

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is what is wrong with a lesson, and where.
type Error struct {
	File string
	Line int
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What) }

// parser goes through a file line by line.
type parser struct {
	lesson *Lesson
	lines  []string
	at     int // index of the next line
}

// Parse reads a lesson. file is its name, for errors. Error: an *Error.
func Parse(file, text string) (*Lesson, error) {
	p := &parser{lesson: &Lesson{File: file, Rulebook: "kafka"}, lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	if err := p.front(); err != nil {
		return nil, err
	}
	for p.at < len(p.lines) {
		if err := p.piece(); err != nil {
			return nil, err
		}
	}
	return p.lesson, p.whole()
}

func (p *parser) wrong(line int, format string, args ...any) error {
	return &Error{p.lesson.File, line, fmt.Sprintf(format, args...)}
}

// whole looks for what a lesson must have.
func (p *parser) whole() error {
	l := p.lesson
	switch {
	case l.ID == "":
		return p.wrong(1, "the front matter has no id")
	case l.Title == "":
		return p.wrong(1, "the front matter has no title")
	case len(l.Steps) == 0:
		return p.wrong(len(p.lines), "the lesson has no step: a step begins with \"## \"")
	}
	return nil
}

// front reads the lines between the two --- at the top.
func (p *parser) front() error {
	if p.lines[0] != "---" {
		return p.wrong(1, "expected --- and the front matter")
	}
	for p.at = 1; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		if line == "---" {
			p.at++
			return nil
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return p.wrong(p.at+1, "expected name: value, not %q", line)
		}
		if err := p.field(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	return p.wrong(1, "the front matter has no end")
}

func (p *parser) field(name, value string) (err error) {
	l := p.lesson
	switch name {
	case "id":
		l.ID = value
	case "title":
		l.Title = value
	case "minutes":
		if l.Minutes, err = strconv.Atoi(value); err != nil || l.Minutes < 1 {
			return p.wrong(p.at+1, "%q is no number of minutes", value)
		}
	case "needs":
		l.Needs = words(value)
	case "goal":
		l.Goal = value
	case "requirements":
		l.Requirements = words(value)
	case "myths":
		l.Myths = words(value)
	case "rulebook":
		if l.Rulebook = value; value != "kafka" && value != "articles" {
			return p.wrong(p.at+1, "the rule book is kafka or articles, not %q", value)
		}
	case "embed":
		l.Embed = value
	default:
		return p.wrong(p.at+1, "there is no field %q", name)
	}
	return nil
}

// words takes a list apart: blanks or commas stand between.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
}

// piece reads one heading, stage, fence, or stretch of prose.
func (p *parser) piece() error {
	line := p.lines[p.at]
	switch kind, fenced := fence(line); {
	case strings.HasPrefix(line, "## "):
		p.at++
		p.lesson.Steps = append(p.lesson.Steps, Step{Line: p.at, Title: strings.TrimSpace(line[3:]), Stage: Stage{Select: -1}})
	case strings.HasPrefix(line, "<!-- stage:"):
		return p.stage(line)
	case fenced && isBlock(kind):
		return p.block(kind)
	default:
		p.prose()
	}
	return nil
}

// fence tells whether a line opens a fence, and which words follow.
func fence(line string) (info string, ok bool) {
	for _, mark := range [...]string{"~~~", "```"} {
		if rest, found := strings.CutPrefix(line, mark); found {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}

func isBlock(info string) bool {
	word, _, _ := strings.Cut(info, " ")
	switch Kind(word) {
	case Predict, Console, Check, Class, Vary, Myth, Answer:
		return true
	}
	return false
}

// prose goes up to the next heading, stage or block; fences of other kinds belong to it.
func (p *parser) prose() {
	from, inside := p.at, ""
	for ; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		info, fenced := fence(line)
		switch {
		case inside != "":
			if fenced && strings.TrimRight(line, " ") == inside {
				inside = ""
			}
			continue
		case strings.HasPrefix(line, "## "), strings.HasPrefix(line, "<!-- stage:"), fenced && isBlock(info):
			p.addProse(from)
			return
		case fenced:
			inside = line[:3]
		}
	}
	p.addProse(from)
}

func (p *parser) addProse(from int) {
	if text := strings.TrimSpace(strings.Join(p.lines[from:p.at], "\n")); text != "" {
		p.add(Block{Kind: Prose, Line: from + 1, Text: text})
	}
}

// add puts a block where it belongs: in the last step, or before the first.
func (p *parser) add(b Block) {
	if n := len(p.lesson.Steps); n > 0 {
		p.lesson.Steps[n-1].Blocks = append(p.lesson.Steps[n-1].Blocks, b)
	} else {
		p.lesson.Intro = append(p.lesson.Intro, b)
	}
}

// stage reads <!-- stage: panels=strip,bytes file=/tmp/x select=0 partition=a-0 -->.
func (p *parser) stage(line string) (err error) {
	p.at++
	n := len(p.lesson.Steps)
	inside, ok := strings.CutSuffix(strings.TrimSpace(strings.TrimPrefix(line, "<!-- stage:")), "-->")
	if n == 0 || !ok {
		return p.wrong(p.at, "a stage stands in one line under the heading of a step")
	}
	s := &p.lesson.Steps[n-1].Stage
	for _, word := range strings.Fields(inside) {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "panels":
			s.Panels = words(value)
		case "file":
			s.File = value
		case "partition":
			s.Partition = value
		case "select":
			if s.Select, err = strconv.ParseInt(value, 10, 64); err != nil {
				return p.wrong(p.at, "select=%s: not a position", value)
			}
		default:
			return p.wrong(p.at, "a stage has panels=, file=, select=, partition=, not %q", word)
		}
	}
	return nil
}
