// Package shell runs command lines against a cluster and prints as Kafka's own tools and the usual Unix
// tools print. It parses, completes and runs; what is journalled, undone or shown is not its business.
//
// A line is a pipeline of commands, `a | b > FILE`, with single and double quotes, backslash, `#` comments,
// `$'...'` escapes and here-documents (`cmd <<EOF`, the body follows on the next lines). `!` before a line turns its exit
// status round. There are no variables, globs or substitutions: a line means the same wherever it is replayed.
package shell

import (
	"fmt"
	"strings"
)

// Stage is one command of a pipeline.
type Stage struct {
	Words []string
	At    []int  // byte position of each word in the line, for error messages and completion
	Doc   string // here-document, with its final newline
	IsDoc bool
}

// Line is a parsed command line.
type Line struct {
	Stages []Stage
	Into   string // file of a final `> FILE` or `>> FILE`, empty if none
	Append bool
	Not    bool // `! ` before it: it succeeds if its last command fails
}

// SyntaxError says what is wrong with a line and where, in bytes from its start.
type SyntaxError struct {
	At   int
	What string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("syntax error at column %d: %s", e.At+1, e.What)
}

// Parse splits a command line. Further lines of text are bodies of here-documents.
func Parse(text string) (Line, error) {
	head, body, _ := strings.Cut(text, "\n")
	p := parser{text: head, body: body}
	p.not()
	if err := p.run(); err != nil {
		return Line{}, err
	}
	switch {
	case strings.TrimSpace(p.body) != "":
		return Line{}, &SyntaxError{len(head), "unexpected second line"}
	case p.line.Not && len(p.line.Stages) == 0:
		return Line{}, &SyntaxError{p.pos, "no command after !"}
	}
	return p.line, nil
}

// not reads a `!` that stands alone before the first command.
func (p *parser) not() {
	p.blanks()
	if rest, ok := strings.CutPrefix(p.text[p.pos:], "!"); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t")) {
		p.line.Not = true
		p.pos++
	}
}

type parser struct {
	text, body string
	pos        int
	line       Line
	stage      Stage
}

func (p *parser) run() error {
	for {
		p.blanks()
		if p.pos >= len(p.text) || p.text[p.pos] == '#' {
			return p.finish()
		}
		if p.line.Into != "" {
			return &SyntaxError{p.pos, "nothing may follow the file after >"}
		}
		if err := p.step(); err != nil {
			return err
		}
	}
}

// step reads one operator or word.
func (p *parser) step() error {
	at := p.pos
	switch {
	case strings.HasPrefix(p.text[at:], "<<"):
		p.pos += 2
		return p.document(at)
	case p.text[at] == '|':
		p.pos++
		return p.pipe(at)
	case p.text[at] == '>':
		p.pos++
		return p.redirect(at)
	case p.text[at] == '<' || p.text[at] == '&' || p.text[at] == ';':
		return &SyntaxError{at, fmt.Sprintf("%q is not supported; one command line at a time", p.text[at])}
	}
	word, err := p.word()
	if err != nil {
		return err
	}
	p.stage.Words = append(p.stage.Words, word)
	p.stage.At = append(p.stage.At, at)
	return nil
}

func (p *parser) pipe(at int) error {
	if len(p.stage.Words) == 0 {
		return &SyntaxError{at, "no command before |"}
	}
	p.line.Stages = append(p.line.Stages, p.stage)
	p.stage = Stage{}
	return nil
}

func (p *parser) redirect(at int) error {
	if p.pos < len(p.text) && p.text[p.pos] == '>' {
		p.line.Append = true
		p.pos++
	}
	p.blanks()
	file, err := p.word()
	if err != nil {
		return err
	}
	if file == "" || len(p.stage.Words) == 0 {
		return &SyntaxError{at, "> needs a command before it and a file after it"}
	}
	p.line.Into = file
	return nil
}

// document takes lines of the body up to the mark.
func (p *parser) document(at int) error {
	p.blanks()
	mark, err := p.word()
	if err != nil {
		return err
	}
	if mark == "" {
		return &SyntaxError{at, "<< needs a mark"}
	}
	var doc strings.Builder
	for {
		line, rest, more := strings.Cut(p.body, "\n")
		p.body = rest
		if line == mark {
			p.stage.Doc, p.stage.IsDoc = doc.String(), true
			return nil
		}
		if !more {
			return &SyntaxError{at, fmt.Sprintf("here-document has no line %q", mark)}
		}
		doc.WriteString(line)
		doc.WriteByte('\n')
	}
}

func (p *parser) finish() error {
	if len(p.stage.Words) == 0 {
		if len(p.line.Stages) > 0 {
			return &SyntaxError{p.pos, "no command after |"}
		}
		return nil
	}
	p.line.Stages = append(p.line.Stages, p.stage)
	return nil
}

func (p *parser) blanks() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t' || p.text[p.pos] == '\r') {
		p.pos++
	}
}
