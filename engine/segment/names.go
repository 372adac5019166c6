package segment

import (
	"strconv"
	"strings"

	"logarium/engine/codec"
)

// Suffixes of the files of a segment, and what may follow them.
const (
	LogSuffix       = ".log"
	IndexSuffix     = ".index"
	TimeIndexSuffix = ".timeindex"
	TxnIndexSuffix  = ".txnindex"

	DeletedSuffix = ".deleted" // renamed, to be removed later
	CleanedSuffix = ".cleaned" // output of the cleaner or of a split, being written
	SwapSuffix    = ".swap"    // complete, about to take over
)

// Stem is the name of a segment's files without suffix: the base offset in 20 digits.
func Stem(base int64) string { return codec.FileNumber(base) }

// OffsetOf reads the offset in front of the first dot of a file name.
func OffsetOf(name string) (int64, bool) {
	stem, _, ok := strings.Cut(name, ".")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(stem, 10, 64)
	return n, err == nil && n >= 0
}

// LogPath returns the path of the .log file.
func (s *Segment) LogPath(dir string) string { return s.path(dir, LogSuffix) }

func (s *Segment) path(dir, suffix string) string {
	var room [256]byte // longer ones are rare
	b := append(append(room[:0], dir...), '/')
	b = append(codec.AppendFileNumber(b, s.base), suffix...)
	return string(append(b, s.suffix...))
}
