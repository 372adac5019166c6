package view

// Block is a part of a tool panel as data: a heading, a sentence, lines of cells. One component draws all panels that are made of
// blocks.
type Block struct {
	Title, Text string
	Class       string
	Columns     string // style of the grid that the lines share, empty for none
	Label       string // makes the lines a table with this name
	Rows        []Row
}

// Row is a line of cells.
type Row struct {
	Class string
	Act   string
	Step  bool // the current one of several
	Cells []Cell
}

// Cell is what stands in a line: a text, or the control that Kind names.
type Cell struct {
	Kind    string // "" | label | button | field | select | toggle | plot | range (Text: its last step) | chart
	Class   string
	Text    string // of a plot: its path; of a field: the placeholder
	Alarm   string // of a plot: the path of its alarm line
	Title   string // tip of a text, accessible name of a control
	ID      string // of a field; what a label is for
	In      string // name of the field's text
	Act     string
	Off     bool // the control does nothing now
	Bad     bool
	Term    string      // of the glossary, that explains a text
	Options []Option    // of a chart: classes and paths
	Labels  []ChartText // of a chart
}

// ChartText is a text at a place of a chart.
type ChartText struct{ X, Y, Anchor, Text string }

// Option is a choice of a select or a toggle.
type Option struct {
	Value, Text string
	On          bool
}

// Say is a cell with a text.
func Say(class, text string) Cell { return Cell{Class: class, Text: text} }

// Button is a cell with a button.
func Button(text, act, title string) Cell {
	return Cell{Kind: "button", Class: "btn", Text: text, Act: act, Title: title}
}

// Field is a cell with a text field.
func Field(id, in, title, placeholder string) Cell {
	return Cell{Kind: "field", Class: "field-in mono", ID: id, In: in, Title: title, Text: placeholder}
}

// Toggle is a cell with a few choices; each does act + its value.
func Toggle(title, act, chosen string, options ...Option) Cell {
	for i := range options {
		options[i].On = options[i].Value == chosen
		options[i].Value = act + options[i].Value
	}
	return Cell{Kind: "toggle", Title: title, Options: options}
}

// Facts are lines of a name and a number.
func Facts(title string, facts []Fact) Block {
	b := Block{Title: title, Class: "sec", Columns: "--cols:1fr auto", Label: title}
	for _, f := range facts {
		b.Rows = append(b.Rows, Row{Class: "line", Cells: []Cell{{Text: f.Name, Term: f.Term}, Say("num", f.Text)}})
	}
	return b
}
