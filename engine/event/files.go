package event

// SegmentRenamed: a segment's files carry .deleted from now on and wait for their removal. Kafka writes no line.
type SegmentRenamed struct {
	Partition
	Base  int64
	Files []string // new paths
	Due   int64    // when delete-file will run
}

func (SegmentRenamed) Kind() string         { return "rename" }
func (e SegmentRenamed) SegmentBase() int64 { return e.Base }

// RemovingSegments: the files of segments are about to be removed.
type RemovingSegments struct {
	Partition
	Voice    Voice // who called
	Segments []Segment
}

func (RemovingSegments) Kind() string { return "remove" }
func (e RemovingSegments) Line() Line {
	return e.say(e.Voice, INFO, LogLocalLog, "Deleting segment files %s", join(e.Segments, ", "))
}

// File types in the lines about removed files.
const (
	TypeLog         = "log"
	TypeOffsetIndex = "offset index"
	TypeTimeIndex   = "time index"
	TypeTxnIndex    = "transaction index"
)

// FileDeleted: a file of a segment is gone.
type FileDeleted struct {
	Partition
	Base int64
	Type string
	Path string
	Size int64 // what it had, not printed
}

func (FileDeleted) Kind() string         { return "delete-file" }
func (e FileDeleted) SegmentBase() int64 { return e.Base }
func (e FileDeleted) Line() Line         { return line(INFO, LogLogSegment, "Deleted %s %s.", e.Type, e.Path) }

// FileMissing: a file that was to be removed is not there.
type FileMissing struct {
	Partition
	Base int64
	Type string
	Path string
}

func (FileMissing) Kind() string         { return "file-missing" }
func (e FileMissing) SegmentBase() int64 { return e.Base }
func (e FileMissing) Line() Line {
	return line(INFO, LogLogSegment, "Failed to delete %s %s because it does not exist.", e.Type, e.Path)
}

// FileFallback: the directory was renamed meanwhile, so that a file is removed at its new place.
type FileFallback struct {
	Partition
	Base int64
	Type string
	Path string
}

func (FileFallback) Kind() string         { return "file-fallback" }
func (e FileFallback) SegmentBase() int64 { return e.Base }
func (e FileFallback) Line() Line {
	return line(INFO, LogLogSegment, "Fallback to delete %s %s.", e.Type, e.Path)
}

// SnapshotDeleted: a producer snapshot is gone.
type SnapshotDeleted struct {
	Partition
	Path    string
	Missing bool // it was gone before
}

func (SnapshotDeleted) Kind() string { return "delete-snapshot" }
func (e SnapshotDeleted) Line() Line {
	if e.Missing {
		return line(INFO, LogSnapshotFile, "Failed to delete producer state snapshot %s because it does not exist.", e.Path)
	}
	return line(INFO, LogSnapshotFile, "Deleted producer state snapshot %s", e.Path)
}

// SnapshotRenamed: a producer snapshot waits for its removal. Kafka writes no line.
type SnapshotRenamed struct {
	Partition
	Path string // with the suffix
	Due  int64
}

func (SnapshotRenamed) Kind() string { return "rename-snapshot" }

// SnapshotRenameFailed: the snapshot to be renamed already carried the suffix.
type SnapshotRenameFailed struct {
	Partition
	Path string
}

func (SnapshotRenameFailed) Kind() string { return "rename-snapshot-failed" }
func (e SnapshotRenameFailed) Line() Line {
	return e.producers(INFO, "Failed to rename producer state snapshot %s with deletion suffix because it was already deleted", e.Path)
}

// MoveRetried: a rename failed, as it does for a file that was never created, and is tried another way.
type MoveRetried struct {
	Partition
	From, To string
	Thrown   error
}

func (MoveRetried) Kind() string { return "move-retried" }
func (e MoveRetried) Line() Line {
	return line(WARN, LogUtils, "Failed atomic move of %s to %s retrying with a non-atomic move", e.From, e.To).with(e.Thrown)
}

// FileNotFlushed: a file that was to be made durable is gone, as a producer snapshot is that a truncation has removed
// before the flush of its roll.
type FileNotFlushed struct {
	Partition
	Path   string
	Thrown error
}

func (FileNotFlushed) Kind() string { return "flush-failed" }
func (e FileNotFlushed) Line() Line {
	return line(WARN, LogUtils, "Failed to flush file %s", e.Path).with(e.Thrown)
}
