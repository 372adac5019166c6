package lab

import (
	"iter"
	"strings"
)

// Lines takes a script apart into command lines: comments and empty lines are left out, a backslash at the end goes
// on in the next line, and a here-document belongs to its command.
func Lines(script string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := strings.Split(strings.ReplaceAll(script, "\r\n", "\n"), "\n")
		for len(rest) > 0 {
			var line string
			line, rest = CutLine(rest)
			if t := strings.TrimSpace(line); t == "" || t[0] == '#' {
				continue
			}
			if !yield(line) {
				return
			}
		}
	}
}

// CutLine takes one command line off the front.
func CutLine(lines []string) (line string, rest []string) {
	line, rest = lines[0], lines[1:]
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return line, rest
	}
	for strings.HasSuffix(line, "\\") && len(rest) > 0 {
		line, rest = line[:len(line)-1]+" "+strings.TrimSpace(rest[0]), rest[1:]
	}
	end := hereWord(line)
	for end != "" && len(rest) > 0 {
		next := rest[0]
		line, rest = line+"\n"+next, rest[1:]
		if next == end {
			break
		}
	}
	return line, rest
}

// hereWord is the word that ends the here-document of a line, "" if it has none.
func hereWord(line string) string {
	_, after, ok := strings.Cut(line, "<<")
	if !ok || strings.HasPrefix(after, "<") || strings.Count(line[:len(line)-len(after)], "'")%2 == 1 {
		return ""
	}
	word := strings.TrimLeft(after, "- ")
	if i := strings.IndexAny(word, " |>;"); i >= 0 {
		word = word[:i]
	}
	return strings.Trim(word, "'\"")
}
