package shell

import "strings"

// word reads one word, with its quotes taken off.
func (p *parser) word() (string, error) {
	var b strings.Builder
	for p.pos < len(p.text) && !strings.ContainsRune(" \t\r|<>&;", rune(p.text[p.pos])) {
		if err := p.part(&b); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// part reads a quoted part or one character of a word.
func (p *parser) part(b *strings.Builder) error {
	switch c := p.text[p.pos]; {
	case c == '\'':
		return p.quoted(b, "'", func(string) (string, int) { return "", 0 })
	case c == '"':
		return p.quoted(b, `"`, doubleEscape)
	case strings.HasPrefix(p.text[p.pos:], "$'"):
		p.pos++
		return p.quoted(b, "'", ansiEscape)
	case c == '\\' && p.pos+1 < len(p.text):
		b.WriteByte(p.text[p.pos+1])
		p.pos += 2
	default:
		b.WriteByte(c)
		p.pos++
	}
	return nil
}

// quoted reads up to the closing quote; escape turns the text after a backslash into what it stands for and
// says how many bytes that took, 0 if the backslash stands for itself.
func (p *parser) quoted(b *strings.Builder, quote string, escape func(string) (string, int)) error {
	start := p.pos
	p.pos++
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		if strings.HasPrefix(rest, quote) {
			p.pos++
			return nil
		}
		if rest[0] == '\\' {
			if s, n := escape(rest[1:]); n > 0 {
				b.WriteString(s)
				p.pos += 1 + n
				continue
			}
		}
		b.WriteByte(rest[0])
		p.pos++
	}
	return &SyntaxError{start, "the quote that starts here is not closed"}
}

func doubleEscape(s string) (string, int) {
	if s != "" && strings.ContainsRune("\"\\$`", rune(s[0])) {
		return s[:1], 1
	}
	return "", 0
}

func ansiEscape(s string) (string, int) {
	if s == "" {
		return "", 0
	}
	if i := strings.IndexByte("ntr0\\'\"", s[0]); i >= 0 {
		return "\n\t\r\x00\\'\""[i : i+1], 1
	}
	if s[0] == 'x' && len(s) >= 3 && isHex(s[1]) && isHex(s[2]) {
		return string([]byte{unhex(s[1])<<4 | unhex(s[2])}), 3
	}
	return "", 0
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

// Quote writes a word so that Parse reads it back.
func Quote(word string) string {
	if word != "" && word != "!" && !strings.ContainsAny(word, " \t\r\n|<>&;#'\"\\$`") {
		return word
	}
	if strings.ContainsAny(word, "\n\r\t") || strings.ContainsFunc(word, func(r rune) bool { return r < ' ' }) {
		return ansiQuote(word)
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func ansiQuote(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			b.WriteString(`\x` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// Join writes words as one command line.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}
