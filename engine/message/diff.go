package message

// Diff is the view "diff" {from, to, broker, dir}: how the files of a broker differ between two moments, which are positions in the
// journal. Without from the position before to, without to the present one, without dir all log directories.
type Diff struct {
	From  Moment     `json:"from"`
	To    Moment     `json:"to"`
	Total int        `json:"total"` // files that differ
	Files []FileDiff `json:"files"` // by name, at most 1,000

	Sealed      int   `json:"sealed"`      // segments that were sealed at the first moment, are still there, and were compared
	SealedBytes int64 `json:"sealedBytes"` // of their .log files: changed in place; 0 unless something is broken
}

// Moment is a position in the journal: the state after so many commands.
type Moment struct {
	Position int    `json:"position"`
	Now      int64  `json:"now"`  // ms
	Line     string `json:"line"` // its last command, "" of position 0
}

// FileDiff is a file that differs.
type FileDiff struct {
	Path  string `json:"path"`
	Was   string `json:"was"`  // path at the first moment, "" if it was not there; another one: it was renamed
	What  string `json:"what"` // new, gone, renamed, changed
	Kind  string `json:"kind"` // as in File
	Base  int64  `json:"base"` // of its segment, -1: none
	SizeA int64  `json:"sizeA"`
	SizeB int64  `json:"sizeB"`
	Diffs []Span `json:"diffs"`            // where the bytes differ, at most 200; what only the longer one has is a difference; none of files that are new or gone
	Why   string `json:"unread,omitempty"` // why the bytes were not compared
}
