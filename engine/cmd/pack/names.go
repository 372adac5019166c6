package main

import (
	"bytes"
	"strings"
)

const atName = 4 // in a function's description: where its name begins in the table of names, 4 bytes

// shortenNames writes the table of names anew: each once, as a stack trace needs it to be found in the source, and zeros behind.
func (t *tables) shortenNames() {
	short := map[int]int{} // where a name began, and begins now
	have := map[string]int{}
	var table []byte
	for _, f := range t.funcs {
		was := t.u32(f + atName)
		if _, done := short[was]; !done {
			name := shortName(t.name(was))
			at, known := have[name]
			if !known {
				at = len(table)
				have[name] = at
				table = append(append(table, name...), 0)
			}
			short[was] = at
		}
		t.put32(f+atName, uint32(short[was]))
	}
	old := t.b[t.names:t.namesEnd]
	clear(old[copy(old, table):])
}

func (t *tables) name(at int) string {
	b := t.b[t.names+at : t.namesEnd]
	return string(b[:max(0, bytes.IndexByte(b, 0))])
}

// shortName leaves out of a function's name the directories of its package and the types for which a generic function was made.
func shortName(name string) string {
	for {
		open := strings.IndexByte(name, '[')
		if open < 0 || strings.HasPrefix(name[open:], "[...]") {
			break
		}
		name = name[:open] + "[...]" + name[closing(name, open)+1:]
	}
	if end := strings.IndexAny(name, "(["); end >= 0 {
		return name[strings.LastIndexByte(name[:end], '/')+1:]
	}
	return name[strings.LastIndexByte(name, '/')+1:]
}

// closing returns where the bracket that opens at open is closed.
func closing(name string, open int) int {
	depth := 0
	for at := open; at < len(name); at++ {
		switch name[at] {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			return at
		}
	}
	return len(name) - 1
}
