package shell

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// re2 reads a regular expression as the coordinator of groups does, by the syntax of RE2, and finds what is wrong with it.
type re2 struct {
	s     string
	at    int
	fault string
	names []string // of groups
	loose bool     // a script is named, of which only the form was looked at
}

// re2Fault is what is wrong with an expression, in RE2's words; empty if nothing is. It stops at the first mistake. loose tells that
// the name of a script stands in it, which is not looked up.
func re2Fault(s string) (fault string, loose bool) {
	p := &re2{s: s}
	open := []bool{false} // by group that is open: something stands there that may be repeated
	repeated := false
	for p.fault == "" && p.at < len(s) {
		top := &open[len(open)-1]
		again, was := false, repeated
		switch c := p.s[p.at]; {
		case c == '(' && p.begins("(?"):
			if p.flags() {
				open = append(open, false)
			}
		case c == '(':
			p.at++
			open = append(open, false)
		case c == ')' && len(open) == 1:
			p.fault = "regexp/syntax: internal error"
		case c == ')':
			p.at++
			open = open[:len(open)-1]
			open[len(open)-1] = true
		case c == '|':
			p.at++
			*top = false
		case strings.IndexByte("*+?", c) >= 0 || c == '{' && p.count():
			if c != '{' {
				p.at++
			}
			again = true
			p.repeat(*top, was)
		case c == '[':
			p.class()
			*top = true
		default:
			again = c == '{' // the real parser takes a brace that is only a character for a repetition here
			*top = p.atom() || *top
		}
		repeated = again
	}
	if p.fault == "" && len(open) > 1 {
		p.fail("missing closing )")
	}
	return p.fault, p.loose
}

func (p *re2) fail(what string) {
	if p.fault == "" {
		p.fault = what
	}
}

func (p *re2) begins(with string) bool { return strings.HasPrefix(p.s[p.at:], with) }

// pop takes a character; 0 at the end.
func (p *re2) pop() rune {
	if p.at >= len(p.s) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(p.s[p.at:])
	p.at += n
	return r
}

// repeat judges the operator that was just read: before says that it has something to repeat, was that this is repeated already.
func (p *re2) repeat(before, was bool) {
	if p.begins("?") {
		p.at++
	}
	switch {
	case was:
		p.fail("invalid nested repetition operator")
	case !before:
		p.fail("missing argument to repetition operator")
	}
}

// count takes {2}, {2,} or {2,3}; any other brace is a character.
func (p *re2) count() bool {
	from := p.at
	p.at++
	low, ok := p.number()
	high := low
	if ok && p.begins(",") {
		if p.at++; p.begins("}") {
			high = -1
		} else {
			high, ok = p.number()
		}
	}
	if !ok || !p.begins("}") {
		p.at = from
		return false
	}
	p.at++
	if low > 1000 || high > 1000 || high >= 0 && low > high {
		p.fail("invalid repeat count")
	}
	return true
}

// number takes digits; more than eight are too many for any use.
func (p *re2) number() (n int, ok bool) {
	from := p.at
	for p.at < len(p.s) && isDigit(p.s[p.at]) {
		if n = n*10 + int(p.s[p.at]-'0'); p.at-from > 7 {
			n = 1e9
		}
		p.at++
	}
	return n, p.at > from && (p.at == from+1 || p.s[from] != '0')
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// flags takes what begins with (? and tells whether it opens a group.
func (p *re2) flags() (opens bool) {
	for _, mark := range [...]string{"(?P<", "(?<"} {
		if p.begins(mark) {
			p.at += len(mark)
			p.name()
			return true
		}
	}
	p.at += 2
	minus, seen := false, false
	for p.at < len(p.s) {
		switch c := p.pop(); {
		case strings.ContainsRune("imsU", c):
			seen = true
			continue
		case c == '-' && !minus:
			minus, seen = true, false
			continue
		case (c == ':' || c == ')') && (seen || !minus):
			return c == ':'
		}
		break
	}
	p.fail("invalid or unsupported Perl syntax")
	return false
}

// name takes the name of a group.
func (p *re2) name() {
	name, _, ok := strings.Cut(p.s[p.at:], ">")
	word := func(r rune) bool { return r == '_' || r < utf8.RuneSelf && isWord(byte(r)) }
	switch {
	case !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !word(r) }):
		p.fail("invalid named capture")
	case slices.Contains(p.names, name):
		p.fail("duplicate capture group name")
	}
	p.names = append(p.names, name)
	p.at += len(name) + 1
}

func isWord(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' }

// atom takes a character, or what a backslash stands before; false: it was a quotation of nothing.
func (p *re2) atom() bool {
	switch {
	case p.begins(`\Q`):
		quoted, rest, _ := strings.Cut(p.s[p.at+2:], `\E`)
		p.at = len(p.s) - len(rest)
		return quoted != ""
	case p.at+1 < len(p.s) && p.s[p.at] == '\\' && strings.IndexByte("AbBz", p.s[p.at+1]) >= 0:
		p.at += 2
	case !p.set():
		p.char()
	}
	return true
}

// set takes a class of characters that a backslash names.
func (p *re2) set() bool {
	if p.at+1 >= len(p.s) || p.s[p.at] != '\\' {
		return false
	}
	switch c := p.s[p.at+1]; {
	case strings.IndexByte("dDsSwW", c) >= 0:
		p.at += 2
	case c|0x20 == 'p':
		p.at += 2
		p.category()
	default:
		return false
	}
	return true
}

// categories are the kinds of characters by their names.
const categories = " Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs "

// category takes the name of a kind of characters, or of a script: a capital and then letters.
func (p *re2) category() {
	name := string(p.pop())
	if name == "{" {
		inside, _, ok := strings.Cut(p.s[p.at:], "}")
		if name = strings.TrimPrefix(inside, "^"); !ok {
			name = ""
		}
		p.at = min(len(p.s), p.at+len(inside)+1)
	}
	letters := strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz_") == ""
	switch {
	case name != "" && strings.Contains(categories, " "+name+" "):
	case len(name) > 2 && name[0] >= 'A' && name[0] <= 'Z' && letters:
		p.loose = true
	default:
		p.fail("invalid character class range")
	}
}

// char takes one character, which may be escaped.
func (p *re2) char() rune {
	c := p.pop()
	if c != '\\' {
		return c
	}
	if p.at >= len(p.s) {
		p.fail("trailing backslash at end of expression")
		return 0
	}
	switch c = p.pop(); {
	case c == 'x':
		return p.hex()
	case c == '0' || c >= '1' && c <= '7' && p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '7':
		c -= '0'
		for range 2 {
			if p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '7' {
				c = c*8 + rune(p.s[p.at]-'0')
				p.at++
			}
		}
		return c
	case strings.ContainsRune("afnrtv", c):
		return map[rune]rune{'a': 7, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}[c]
	case c >= utf8.RuneSelf || !isWord(byte(c)):
		return c
	}
	p.fail("invalid escape sequence")
	return 0
}

// hex takes two digits, or any number in braces.
func (p *re2) hex() (r rune) {
	digits := ""
	if p.begins("{") {
		inside, _, ok := strings.Cut(p.s[p.at+1:], "}")
		if digits = inside; !ok {
			digits = ""
		}
		p.at += min(len(p.s)-p.at, len(inside)+2)
	} else if p.at+2 <= len(p.s) {
		digits = p.s[p.at : p.at+2]
		p.at += 2
	}
	for i := range len(digits) {
		v := strings.IndexByte("0123456789abcdef", digits[i]|0x20)
		if v < 0 || digits[i] < '0' || r > 0x10ffff {
			digits = ""
			break
		}
		r = r*16 + rune(v)
	}
	if digits == "" || r > 0x10ffff {
		p.fail("invalid escape sequence")
	}
	return r
}

// class takes what stands in brackets.
func (p *re2) class() {
	if p.at++; p.begins("^") {
		p.at++
	}
	for first := true; p.fault == "" && (first || !p.begins("]")); first = false {
		if p.begins("[:") {
			if name, _, ok := strings.Cut(p.s[p.at+1:], ":]"); ok { // [:] has no name
				if name == "" || !strings.Contains(" alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit ", " "+strings.TrimPrefix(name[1:], "^")+" ") {
					p.fail("invalid character class range")
				}
				p.at += len(name) + 3
				continue
			}
		}
		if p.set() {
			continue
		}
		low := p.member()
		if p.begins("-") && !p.begins("-]") {
			p.at++
			if p.member() < low {
				p.fail("invalid character class range")
			}
		}
	}
	p.at++
}

// member is a character of a class.
func (p *re2) member() rune {
	if p.at >= len(p.s) {
		p.fail("missing closing ]")
		return 0
	}
	return p.char()
}
