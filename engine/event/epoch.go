package event

import "strings"

// EpochAssigned: a leader epoch has a start offset.
type EpochAssigned struct {
	Partition
	Entry   EpochEntry
	Entries int // in the cache now
}

func (EpochAssigned) Kind() string { return "epoch" }
func (e EpochAssigned) Line() Line {
	return e.epochs(DEBUG, "Appended new epoch entry %v. Cache now contains %d entries.", e.Entry, e.Entries)
}

// EpochConflict: a new entry made others impossible.
type EpochConflict struct {
	Partition
	Entry   EpochEntry
	Removed []EpochEntry
	Entries int // left, before the new one is added
}

func (EpochConflict) Kind() string { return "epoch-conflict" }
func (e EpochConflict) Line() Line {
	return e.epochs(WARN, "New epoch entry %v caused truncation of conflicting entries [%s]. Cache now contains %d entries.",
		e.Entry, join(e.Removed, ", "), e.Entries)
}

// EpochsCutAtStart: entries below a new log start offset went; the first one left begins there.
type EpochsCutAtStart struct {
	Partition
	Removed []EpochEntry
	First   EpochEntry
	Offset  int64
	Entries int
}

func (EpochsCutAtStart) Kind() string { return "epochs-cut-start" }
func (e EpochsCutAtStart) Line() Line {
	return e.epochs(DEBUG, "Cleared entries %s and rewrote first entry %v after truncating to start offset %d, leaving %d in the cache.",
		entryList(e.Removed), e.First, e.Offset, e.Entries)
}

// EpochsCutAtEnd: entries at or above a new log end offset went.
type EpochsCutAtEnd struct {
	Partition
	Removed []EpochEntry
	Offset  int64
	Entries int
}

func (EpochsCutAtEnd) Kind() string { return "epochs-cut-end" }
func (e EpochsCutAtEnd) Line() Line {
	return e.epochs(DEBUG, "Cleared entries %s from epoch cache after truncating to end offset %d, leaving %d entries in the cache.",
		entryList(e.Removed), e.Offset, e.Entries)
}

// entryList prints a Java list of entries.
func entryList(list []EpochEntry) string {
	var b strings.Builder
	b.WriteByte('[')
	b.WriteString(join(list, ", "))
	b.WriteByte(']')
	return b.String()
}

// EpochWriteFailed: the epoch file could not be written because its directory is gone.
type EpochWriteFailed struct {
	Partition
	Path   string
	Thrown error
}

func (EpochWriteFailed) Kind() string { return "epoch-write-failed" }
func (e EpochWriteFailed) Line() Line {
	return line(WARN, LogCheckpointFile, "Failed to write to checkpoint file %s. This is ok if the topic/partition is being deleted", e.Path).with(e.Thrown)
}
