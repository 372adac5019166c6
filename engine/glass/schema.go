package glass

import (
	"strconv"
	"strings"
)

// part is a field of a message, read from the words of tables.go.
type part struct {
	name     string
	kind     string // type: a letter, [ and the type of the elements, or fields in parentheses
	nullable bool
	from, to int16 // versions that have it
	tag      int   // -1: none
}

// parts are the fields that a list of words names.
func parts(words string) []part {
	var all []part
	for words != "" {
		n := endOfWord(words)
		all = append(all, partOf(words[:n]))
		words = strings.TrimPrefix(words[n:], " ")
	}
	return all
}

// endOfWord is where the first word ends: at a blank that stands in no parentheses.
func endOfWord(words string) int {
	depth := 0
	for i := range len(words) {
		switch words[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 0 {
				return i
			}
		}
	}
	return len(words)
}

func partOf(word string) part {
	name, kind, _ := strings.Cut(word, "=")
	n := typeLength(kind)
	p := part{name: name, kind: kind[:n], to: 1<<15 - 1, tag: -1}
	rest := kind[n:]
	rest, p.nullable = cutPrefix(rest, "?")
	versions, tag, tagged := strings.Cut(rest, "~")
	if tagged {
		p.tag = number(tag)
	}
	if from, to, ok := strings.Cut(versions, "-"); ok {
		p.from, p.to = int16(number(from)), int16(number(to))
	} else if from != "" {
		p.from = int16(number(strings.TrimSuffix(from, "+")))
	}
	return p
}

func cutPrefix(s, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(s, prefix)
	return rest, ok
}

// typeLength is the length of the type at the start of a text.
func typeLength(s string) int {
	n := 0
	for s[n] == '[' {
		n++
	}
	if s[n] != '(' {
		return n + 1
	}
	for depth := 0; ; n++ {
		switch s[n] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n + 1
			}
		}
	}
}

// number reads a number of a table.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// row is the line of a table that begins with a number, in its four parts.
func row(table string, n int) (versions int16, third, fields string, ok bool) {
	_, line, ok := strings.Cut(table, "\n"+strconv.Itoa(n)+" ")
	if !ok {
		return 0, "", "", false
	}
	line, _, _ = strings.Cut(line, "\n")
	last, line, _ := strings.Cut(line, " ")
	third, fields, _ = strings.Cut(line, " ")
	return int16(number(last)), third, fields, true
}
