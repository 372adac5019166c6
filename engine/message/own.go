package message

// Labs is the view "labs": what this browser keeps of the page, and how much room it gives.
type Labs struct {
	Labs      []StoredLab `json:"labs"`
	Open      string      `json:"open"`      // name of the one that is open
	Usage     int64       `json:"usage"`     // bytes that the page's storage takes, 0 if the browser does not say
	Quota     int64       `json:"quota"`     // that it may take, 0 if the browser does not say
	Persisted bool        `json:"persisted"` // the browser has promised to remove nothing by itself
	Own       *Own        `json:"own,omitempty"`
}

// StoredLab is a lab that is kept.
type StoredLab struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"`    // about
	Commands int    `json:"commands"` // at which it stands
	Saved    int64  `json:"saved"`    // real time of the last commit, ms; 0: not known
	Here     bool   `json:"here"`     // it is the one that is open
	Busy     bool   `json:"busy"`     // another tab has it open
	Link     bool   `json:"link"`     // it came by a link
	Lesson   bool   `json:"lesson"`   // it belongs to a lesson
}

// Outgoing is a file that the page hands to the visitor: a download.
type Outgoing struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	URL  string `json:"url"` // of a blob in this browser
}

// Own describes a visitor's own files, while they are shown.
type Own struct {
	Name     string   `json:"name"` // what was dropped
	Files    int      `json:"files"`
	Bytes    int64    `json:"bytes"`
	Read     int64    `json:"read"` // bytes of them that were read up to now
	Left     []string `json:"left"` // some of the files that no log directory has
	LeftOut  int      `json:"leftOut"`
	Clean    bool     `json:"clean"`   // with the marker of a clean stop
	Stopped  string   `json:"stopped"` // why no broker runs on these files; empty: one does
	Now      int64    `json:"now"`     // as if it were now
	Settings string   `json:"settings"`
}

// Summary is what is striking about retention in a whole log, as part of the view "verdicts" with summary: true.
type Summary struct {
	Head         string `json:"head"`
	Text         string `json:"text,omitempty"`
	Command      string `json:"command,omitempty"` // what a person could type on the real cluster
	Blocker      int64  `json:"blocker"`           // base of the oldest segment that stays, -1 if none does
	Blocked      int    `json:"blocked"`           // segments past retention.ms that it keeps
	BlockedBytes int64  `json:"blockedBytes"`
	Going        int    `json:"going"` // segments that go at the next check
	GoingBytes   int64  `json:"goingBytes"`
}
