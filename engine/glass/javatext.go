package glass

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// javaText decodes UTF-8 as Java does: each maximal malformed part becomes one U+FFFD, where Go would make one of
// each byte.
func javaText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = malformed(b)
		}
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

// malformed is how many bytes at the start of b are one malformed part.
func malformed(b []byte) int {
	lead := b[0]
	want := 1
	switch {
	case lead >= 0xe0 && lead <= 0xef:
		want = 3
	case lead >= 0xf0 && lead <= 0xf4:
		want = 4
	}
	n := 1
	for n < want && n < len(b) && b[n]&0xc0 == 0x80 {
		if n == 1 && tooSmallOrLarge(lead, b[1]) {
			return 1
		}
		n++
	}
	return n
}

// tooSmallOrLarge tells second bytes that no shortest form has.
func tooSmallOrLarge(lead, second byte) bool {
	switch lead {
	case 0xe0:
		return second < 0xa0
	case 0xf0:
		return second < 0x90
	case 0xf4:
		return second > 0x8f
	}
	return false
}

// jsonText is a JSON string as Jackson writes it: only quotes, backslashes and control characters are escaped.
func jsonText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteString(controlEscape(byte(r)))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func controlEscape(c byte) string {
	if at := strings.IndexByte("\b\t\n\f\r", c); at >= 0 {
		return `\` + "btnfr"[at:at+1]
	}
	return fmt.Sprintf(`\u%04X`, c)
}
