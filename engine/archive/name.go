package archive

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName refuses a path of a file within a folder that is empty, absolute, leads out of the folder, or holds what no file
// of a log directory has in its name: a backslash, a colon, a control character. Error: ErrPath.
func CheckName(name string) error {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.Count(name, "/") >= maxDepth {
		return ErrPath
	}
	for _, r := range name {
		if r == '\\' || r == ':' || unicode.IsControl(r) {
			return ErrPath
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." {
			return ErrPath
		}
	}
	return nil
}

// Names finds paths that are there twice, or are a file in one place and a folder in another. The zero value is empty.
type Names struct{ seen map[string]bool } // true: a file

// Add takes the path of one more file. Errors: ErrPath, ErrTwice.
func (n *Names) Add(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	if _, there := n.seen[name]; there {
		return ErrTwice
	}
	n.seen[name] = true
	for {
		at := strings.LastIndexByte(name, '/')
		if at < 0 {
			return nil
		}
		name = name[:at]
		if n.seen[name] {
			return ErrTwice
		}
		n.seen[name] = false
	}
}
