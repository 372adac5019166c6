package glass

import (
	"path"
	"strconv"
	"strings"
)

// The kinds of files.
const (
	KindLog        = "log"
	KindIndex      = "index"
	KindTimeIndex  = "timeindex"
	KindTxnIndex   = "txnindex"
	KindSnapshot   = "snapshot"
	KindCheckpoint = "checkpoint"
	KindProperties = "properties"
	KindText       = "text"
	KindOther      = "other"
)

// Name is what a file's name says.
type Name struct {
	Kind   string
	Base   int64  // number in the name, -1 if there is none
	Suffix string // deleted, cleaned, swap, tmp, or empty
}

// NameOf reads the name at the end of a path.
func NameOf(file string) Name {
	name := path.Base(file)
	n := Name{Kind: KindOther, Base: -1}
	for _, suffix := range []string{"deleted", "cleaned", "swap", "tmp"} {
		if stem, ok := strings.CutSuffix(name, "."+suffix); ok {
			name, n.Suffix = stem, suffix
			break
		}
	}
	n.Kind = kindOf(name)
	if base, err := baseOffset(name); err == nil && base >= 0 {
		n.Base = base
	}
	return n
}

// baseOffset is the number before the first dot of a file's name.
func baseOffset(file string) (int64, error) {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	return strconv.ParseInt(stem, 10, 64)
}

func kindOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".log", ".index", ".timeindex", ".txnindex", ".snapshot":
		return ext[1:]
	}
	switch {
	case name == "meta.properties" || name == "partition.metadata":
		return KindProperties
	case strings.HasSuffix(name, "-checkpoint"):
		return KindCheckpoint
	case name == ".kafka_cleanshutdown" || path.Ext(name) == ".properties" || path.Ext(name) == ".log4j":
		return KindText
	}
	return KindOther
}

// sibling is the path of another file of the same segment, with the same suffix.
func sibling(file, kind string) string {
	dir, name := path.Split(file)
	stem, rest, _ := strings.Cut(name, ".")
	_, suffix, renamed := strings.Cut(rest, ".")
	if renamed {
		suffix = "." + suffix
	}
	return dir + stem + "." + kind + suffix
}
