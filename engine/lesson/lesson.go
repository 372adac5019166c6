// Package lesson reads the lessons: Markdown in which the commands, what they print, what the reader is asked beforehand and
// what must be true afterwards stand in fenced blocks. It runs them on a lab of their own and compares. docs/lessons.md
// describes the format.
package lesson

// Lesson is one file.
type Lesson struct {
	File         string
	ID           string // L4
	Title        string
	Minutes      int
	Needs        []string // ids
	Goal         string
	Requirements []string
	Myths        []string
	Rulebook     string // kafka | articles
	Embed        string // as it stands: "panels=strip,bytes step=2"
	Intro        []Block
	Steps        []Step
}

// Step is what stands under one "## " heading.
type Step struct {
	Line   int
	Title  string
	Stage  Stage
	Blocks []Block
}

// Stage says what the tank shows beside a step. Empty fields change nothing.
type Stage struct {
	Panels    []string
	File      string // path
	Select    int64  // byte position in the file, -1: none
	Partition string
}

// Kind is what a block is.
type Kind string

// The kinds of blocks.
const (
	Prose   Kind = "prose" // Markdown
	Predict Kind = "predict"
	Console Kind = "console"
	Check   Kind = "check"
	Class   Kind = "class"  // speaker notes, Markdown
	Vary    Kind = "vary"   // Markdown
	Myth    Kind = "myth"   // Markdown
	Answer  Kind = "answer" // Markdown that the reader uncovers
)

// Block is a piece of a step. Which fields count depends on its kind.
type Block struct {
	Kind     Kind
	Line     int    // of its first line within the fence
	Text     string // the Markdown; of a console block what stands between the fences
	Name     string // of a myth
	Predict  *Question
	Commands []Command
	Checks   []Assertion
}

// Question is what the reader is asked before the run.
type Question struct {
	Text    string // Markdown, like the rest
	Options []Option
	Why     string // shown after the answer
}

// Option is one answer to choose.
type Option struct {
	Text  string
	Right bool
}

// Command is a line of the console with what it must print.
type Command struct {
	Line  int // in the file
	Text  string
	Fails bool     // it must fail
	Want  []string // lines; "…" stands for anything
	lines int      // that the command itself takes in the file
}

// Assertion is a line of a check block.
type Assertion struct {
	Line int
	Text string
}

// Blocks are all of a lesson, in order.
func (l *Lesson) Blocks() []Block {
	all := append([]Block(nil), l.Intro...)
	for _, s := range l.Steps {
		all = append(all, s.Blocks...)
	}
	return all
}
