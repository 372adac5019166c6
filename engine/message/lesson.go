package message

// Checked is the view "check" {checks, lookup}: assertions on the state of the machine, in the order of the request. lookup is the
// last lookup command before them.
type Checked struct {
	Results []CheckResult `json:"results"`
}

// CheckResult is one assertion held against the machine.
type CheckResult struct {
	OK    bool   `json:"ok"`
	Got   string `json:"got"`             // the values that it read: "leo(a-0) is 3"
	Error string `json:"error,omitempty"` // it could not be evaluated
}

// LessonIndex is the file lessons/LANGUAGE/index.json: all lessons of a language, in the order in which they are taught.
type LessonIndex struct {
	Lessons []LessonHead `json:"lessons"`
}

// LessonHead is what a list says of a lesson.
type LessonHead struct {
	ID      string `json:"id"` // L4; quiz
	Title   string `json:"title"`
	Minutes int    `json:"minutes"`
	Goal    string `json:"goal"`
	Steps   int    `json:"steps"`
	Page    string `json:"page"` // its page to be read without a program, relative to the index
}

// Lesson is the file lessons/LANGUAGE/ID.json. Texts are HTML.
type Lesson struct {
	LessonHead
	Needs    []string     `json:"needs,omitempty"`
	Rulebook string       `json:"rulebook"`
	Content  []LessonStep `json:"content"` // what stands before the first heading opens the first step
}

// LessonStep is what stands under one heading.
type LessonStep struct {
	Title     string       `json:"title"`
	Panels    []string     `json:"panels,omitempty"` // strip, bytes, files, lookup, why, log, ...
	File      string       `json:"file,omitempty"`   // path of the file to show
	Select    int64        `json:"select"`           // position in it, -1: none
	Partition string       `json:"partition,omitempty"`
	Parts     []LessonPart `json:"parts"`
	Notes     string       `json:"notes,omitempty"` // what to say to a class
}

// LessonPart is a piece of a step. Its kind says which fields count.
type LessonPart struct {
	Kind     string          `json:"kind"` // prose | predict | console | check | vary | myth
	HTML     string          `json:"html,omitempty"`
	Name     string          `json:"name,omitempty"` // of a myth
	Options  []string        `json:"options,omitempty"`
	Right    int             `json:"right,omitempty"`
	Why      string          `json:"why,omitempty"`
	Commands []LessonCommand `json:"commands,omitempty"`
	Checks   []string        `json:"checks,omitempty"`
}

// LessonCommand is a command line of a lesson.
type LessonCommand struct {
	Line  string `json:"line"`
	Fails bool   `json:"fails,omitempty"` // it must
}
