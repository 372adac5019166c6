package words

import (
	"strconv"
	"strings"
)

// Narrow separates groups of three digits and binds a number to its unit; it never breaks.
const Narrow = "\u202f"

// Group writes n with a narrow space between thousands, as the standards for numbers have it in every language.
func Group(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "−", s[1:]
	}
	if len(s) <= 3 {
		return sign + s
	}
	var b strings.Builder
	b.WriteString(sign)
	head := len(s) % 3
	b.WriteString(s[:head])
	for i := head; i < len(s); i += 3 {
		if i > 0 {
			b.WriteString(Narrow)
		}
		b.WriteString(s[i : i+3])
	}
	return b.String()
}
