package message

// Lab is the view "lab": which machine this is and what is safe.
type Lab struct {
	Name     string `json:"name"`
	Seed     int64  `json:"seed"`
	Rulebook string `json:"rulebook"` // kafka | articles
	Position int    `json:"position"` // commands in the journal up to now
	Saved    int    `json:"saved"`    // of these, how many are known to be committed
	Dirty    bool   `json:"dirty"`    // a command, an undo or a redo waits for its commit
	Undo     int    `json:"undo"`     // steps that can be taken back
	Redo     int    `json:"redo"`
	Store    string `json:"store"` // indexeddb | memory
	ReadOnly bool   `json:"readOnly"`
	Bytes    int64  `json:"bytes"`           // in the block store
	Memory   int64  `json:"memory"`          // bytes of WebAssembly memory that the machine's program has taken; 0: not known
	Digest   string `json:"digest"`          // SHA-256 over every file's path, bytes and durability, and the clock; for tests
	Break    *Break `json:"break,omitempty"` // there if a command waits in the middle: all views show the machine there
}

// Break is where a command waits: right after one of its events. It is not in the journal yet.
type Break struct {
	Line      string `json:"line"`
	Event     int    `json:"event"` // its number within the command, from 1
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Partition string `json:"partition,omitempty"`
	Base      int64  `json:"base"` // of the segment, -1 if it is about none
}

// Clock is the view "clock".
type Clock struct {
	Now   int64 `json:"now"`
	Start int64 `json:"start"` // when the lab began
	Next  int64 `json:"next"`  // due time of the next scheduled task, -1 if none
}

// Task is one row of the view "schedule", ordered by due time.
type Task struct {
	ID     uint64   `json:"id"`
	Name   string   `json:"name"`  // as Kafka names it: kafka-log-retention, delete-file, ...
	Owner  string   `json:"owner"` // broker or partition
	Due    int64    `json:"due"`
	Period int64    `json:"period"` // 0: once
	Args   []string `json:"args,omitempty"`
}

// Schedule is the view "schedule". Thresholds are moments at which a verdict changes although no task runs.
type Schedule struct {
	Total      int         `json:"total"` // tasks
	From       int         `json:"from"`  // which of them comes first here
	Tasks      []Task      `json:"tasks"`
	Thresholds []Threshold `json:"thresholds"`
}

// Threshold is a moment ahead at which something becomes true, e.g. a segment passes retention.ms.
type Threshold struct {
	At    int64  `json:"at"`
	Text  string `json:"text"` // "2149 past retention"
	Topic string `json:"partition"`
	Base  int64  `json:"base"`
}

// Cluster is the view "cluster".
type Cluster struct {
	Brokers []Broker `json:"brokers"`
	Topics  []Topic  `json:"topics"`
	Fleet   *Fleet   `json:"fleet,omitempty"` // of several brokers
}

// Broker is a process on its own machine.
type Broker struct {
	ID      int32    `json:"id"`
	PID     int      `json:"pid"`
	Running bool     `json:"running"`
	Since   int64    `json:"since"` // start of the process
	Dirs    []LogDir `json:"dirs"`
}

// LogDir is one log directory and the partitions in it.
type LogDir struct {
	Path       string             `json:"path"`
	Offline    bool               `json:"offline"`
	Partitions []PartitionSummary `json:"partitions"`
}

// PartitionSummary is a row of the cluster tree.
type PartitionSummary struct {
	Name     string `json:"name"` // orders-0
	Role     string `json:"role"` // leader | follower | deleting | stray | future | offline
	Epoch    int32  `json:"epoch"`
	Segments int    `json:"segments"`
	Size     int64  `json:"size"`
}

// Topic as the controller knows it.
type Topic struct {
	Name       string `json:"name"`
	ID         string `json:"id"`
	Partitions int    `json:"partitions"`
	Internal   bool   `json:"internal"`
}

// Files is the view "files" {dir, broker, from, limit}: one directory, ordered by name, with the totals of its machine.
// Without a limit at most 10,000 entries; Total counts them all. With {lines: true} it is a tree of segments with their files, of
// which from and limit cut lines out, see FileLine. There {opened, closed} are the base offsets of segments that are open or not, of
// which the active one is open by itself, and -1 are the files of no segment, open by themselves; {unfolded} are the first base
// offsets of folded segments whose segments have lines of their own; a {filter} leaves the files whose names have all its words, and
// opens what it finds; Entries are the files of the segment {base} and its neighbours, and the one at {path}.
type Files struct {
	Dir     string     `json:"dir"`
	From    int        `json:"from"`
	Total   int        `json:"total"`
	Entries []File     `json:"entries"`
	Disk    Disk       `json:"disk"`
	Lines   []FileLine `json:"lines,omitempty"` // from the one with number From on
	All     int        `json:"all,omitempty"`   // lines that there are
	Open    int        `json:"open,omitempty"`  // files with handles
	Found   int        `json:"found,omitempty"` // files that the filter leaves
}

// FileLine is a line of the tree of a directory's files: a file, or what files belong to. Segments that were renamed together and go
// at the same moment are folded into one line.
type FileLine struct {
	Kind     string `json:"kind"`               // segment | folded | others | file
	Base     int64  `json:"base"`               // of the segment, of a file also; the first of several; -1 of what belongs to none
	Last     int64  `json:"last"`               // of several the last; otherwise as Base
	Segments int    `json:"segments,omitempty"` // of several
	Files    int    `json:"files,omitempty"`    // that belong to it; not of folded ones
	State    string `json:"state,omitempty"`    // of a segment, as in the view "segments"; nothing if no log has it
	Gone     int64  `json:"gone"`               // when renamed segments go, -1 if they do not
	Open     bool   `json:"open,omitempty"`     // what belongs to it follows
	File     *File  `json:"file,omitempty"`     // of a file
}

// File is one name in a directory.
type File struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Dir     bool   `json:"dir"`
	Kind    string `json:"kind"`    // log | index | timeindex | txnindex | snapshot | checkpoint | properties | text | dir | other
	Base    int64  `json:"base"`    // number in the name, -1 if there is none
	Suffix  string `json:"suffix"`  // deleted | cleaned | swap | tmp, or empty
	Size    int64  `json:"size"`    // as ls prints it
	OnDisk  int64  `json:"onDisk"`  // allocated, as du counts it
	Pages   int    `json:"pages"`   // 4 KiB pages that exist
	Dirty   int    `json:"dirty"`   // of these, not yet on the disk
	Handles int    `json:"handles"` // open file handles
	FD      int    `json:"fd"`      // lowest of them, -1 if none
	Mtime   int64  `json:"mtime"`
	Gone    int64  `json:"gone"` // when a scheduled task will remove it, -1 if none will
}

// Disk is the state of a machine's disk and page cache.
type Disk struct {
	Named    int64 `json:"named"` // sum of the sizes of files that have a name
	Du       int64 `json:"du"`    // allocated to them
	Used     int64 `json:"used"`  // allocated at all: df counts unlinked open files too
	Capacity int64 `json:"capacity"`
	Clean    int   `json:"clean"` // pages in the cache equal to the disk
	Dirty    int   `json:"dirty"`
	Handles  int   `json:"handles"`
	Limit    int   `json:"limit"` // ulimit -n

	Faults []Fault `json:"faults,omitempty"` // those that are set, in the order in which they act
}

// Fault makes operations on a path, and on everything below it, fail.
type Fault struct {
	Path  string `json:"path"`
	On    string `json:"on"`              // all | read | write | sync | open, or several with commas
	Full  bool   `json:"full,omitempty"`  // ENOSPC, not EIO
	Torn  bool   `json:"torn,omitempty"`  // a write leaves its first half
	Skip  int    `json:"skip,omitempty"`  // how many operations still succeed
	Times int    `json:"times,omitempty"` // how many then fail; 0: all
}

// LogLine is a line of server.log.
type LogLine struct {
	Seq    int64  `json:"seq"`
	Time   int64  `json:"time"`
	Level  string `json:"level"`
	Logger string `json:"logger"` // full name
	Text   string `json:"text"`
	Topic  string `json:"partition,omitempty"` // the partition it is about
	Base   int64  `json:"base"`                // the segment it is about, -1 if none
	Pos    int    `json:"position"`            // journal command during which it was written
	Layer  string `json:"layer"`               // client | broker | log | file | disk
}

// ServerLog is the view "serverLog" {from, limit, level, filter}; without parameters the latest 1,000 lines.
// From counts among the lines that match; negative in the request: from the end. Total counts those lines.
type ServerLog struct {
	Total int64     `json:"total"`
	From  int64     `json:"from"`
	Lines []LogLine `json:"lines"`
}

// Happened is a row of the view "events".
type Happened struct {
	Seq   int64  `json:"seq"`
	Time  int64  `json:"time"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Topic string `json:"partition,omitempty"`
	Base  int64  `json:"base"`
	Pos   int    `json:"position"`
	Layer string `json:"layer"` // client | broker | log | file | disk
}

// Events is the view "events" {from, limit, kind, filter}; From and Total as in ServerLog.
type Events struct {
	Total int64      `json:"total"`
	From  int64      `json:"from"`
	Rows  []Happened `json:"rows"`
}

// Command is a line of the journal. Undone lines follow the position and can be redone.
type Command struct {
	N      int    `json:"n"` // 1 is the first
	At     int64  `json:"at"`
	After  int64  `json:"after"` // virtual time when it ended
	Line   string `json:"line"`
	Undone bool   `json:"undone"`
}

// Journal is the view "journal" {from, limit}; From is the index of its first command, negative in the request: from the end.
type Journal struct {
	From     int       `json:"from"`
	Position int       `json:"position"`
	Total    int       `json:"total"`
	Commands []Command `json:"commands"`
}

// Machine is the view "machine" {broker, from, limit}: processes and open files, oldest handle first. Without a limit at
// most 1,000; Total counts them all.
type Machine struct {
	Disk      Disk       `json:"disk"`
	From      int        `json:"from"`
	Total     int        `json:"total"`
	OpenFiles []OpenFile `json:"openFiles"`
}

// OpenFile is a line of lsof.
type OpenFile struct {
	FD      int    `json:"fd"`
	PID     int    `json:"pid"`
	Path    string `json:"path"`
	Size    int64  `json:"size"`
	Deleted bool   `json:"deleted"`
}
