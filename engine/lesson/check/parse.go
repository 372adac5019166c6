package check

import (
	"strconv"
	"strings"
)

// and is a chain of conditions that must all hold.
func (e *eval) and() value {
	v := e.condition()
	for e.eat("&&") {
		w := e.condition()
		v = yes(v.truth() && w.truth())
	}
	return v
}

func (e *eval) condition() value {
	v := e.sum()
	for _, op := range [...]string{"==", "!=", "<=", ">=", "<", ">", "~"} {
		if e.eat(op) {
			return e.compare(v, op, e.sum())
		}
	}
	return v
}

func (e *eval) sum() value {
	v := e.product()
	for e.err == nil {
		switch {
		case e.eat("+"):
			v = num(v.n + e.product().n)
		case e.eat("-"):
			v = num(v.n - e.product().n)
		default:
			return v
		}
	}
	return v
}

func (e *eval) product() value {
	v := e.single()
	for e.eat("*") {
		v = num(v.n * e.single().n)
	}
	return v
}

func (e *eval) single() value {
	switch {
	case e.eat("!"):
		return yes(!e.single().truth())
	case e.eat("-"):
		return num(-e.single().n)
	case e.eat("["):
		return e.numbers("]")
	case e.eat("("):
		return e.brackets()
	case e.eat(`"`):
		return e.quoted()
	}
	word := e.word()
	if word == "" {
		return e.fail("column %d: expected a value", e.at+1)
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return num(n)
	}
	return e.function(word)
}

// brackets are a list, or an expression of its own.
func (e *eval) brackets() value {
	if from := e.at; !e.peek(")") {
		if v := e.and(); e.eat(")") {
			return v
		}
		e.at = from
	}
	return e.numbers(")")
}

// numbers reads a list up to its end; the bracket before is read.
func (e *eval) numbers(end string) value {
	v := value{kind: list}
	for !e.eat(end) && e.err == nil {
		v.list = append(v.list, e.sum().n)
		if !e.eat(",") && !e.peek(end) {
			return e.fail("column %d: expected , or %s", e.at+1, end)
		}
	}
	return v
}

func (e *eval) quoted() value {
	s, _, ok := strings.Cut(e.text[e.at:], `"`)
	if !ok {
		return e.fail("column %d: the text has no end", e.at+1)
	}
	e.at += len(s) + 1
	return value{kind: text, s: s}
}

// arguments are the words between the brackets behind a function's name, as they stand; there may be none at all.
func (e *eval) arguments() (args []string) {
	if e.at == len(e.text) || e.text[e.at] != '(' {
		return nil
	}
	inside, _, ok := strings.Cut(e.text[e.at+1:], ")")
	if !ok {
		e.fail("column %d: the bracket is not closed", e.at+1)
		return nil
	}
	e.at += len(inside) + 2
	if strings.TrimSpace(inside) == "" {
		return nil
	}
	for a := range strings.SplitSeq(inside, ",") {
		args = append(args, strings.Trim(strings.TrimSpace(a), `"`))
	}
	return args
}

func (e *eval) space() {
	for e.at < len(e.text) && e.text[e.at] == ' ' {
		e.at++
	}
}

func (e *eval) peek(s string) bool {
	e.space()
	return e.err == nil && strings.HasPrefix(e.text[e.at:], s)
}

func (e *eval) eat(s string) bool {
	if !e.peek(s) {
		return false
	}
	e.at += len(s)
	return true
}

// word reads letters, digits and dots.
func (e *eval) word() string {
	e.space()
	from := e.at
	for e.at < len(e.text) && isWord(e.text[e.at]) {
		e.at++
	}
	return e.text[from:e.at]
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_'
}
