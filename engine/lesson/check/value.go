package check

import (
	"slices"
	"strconv"
	"strings"
)

// value is what an expression is: a number, a text, or a list of numbers. What is true or false is 1 or 0.
type value struct {
	kind kind
	n    int64
	s    string
	list []int64
}

type kind byte

const (
	number kind = iota
	text
	list
)

func num(n int64) value { return value{n: n} }

func yes(b bool) value {
	if b {
		return num(1)
	}
	return num(0)
}

func (v value) truth() bool {
	switch v.kind {
	case text:
		return v.s != ""
	case list:
		return len(v.list) > 0
	}
	return v.n != 0
}

func (v value) String() string {
	switch v.kind {
	case text:
		return strconv.Quote(v.s)
	case list:
		var b strings.Builder
		for i, n := range v.list {
			b.WriteString(strings.Repeat(",", min(i, 1)) + strconv.FormatInt(n, 10))
		}
		return "[" + b.String() + "]"
	}
	return strconv.FormatInt(v.n, 10)
}

// equal compares texts without blanks and without regard to case, so that "00 0A" is "000a".
func (v value) equal(w value) bool {
	switch {
	case v.kind != w.kind:
		return false
	case v.kind == text:
		return plain(v.s) == plain(w.s)
	case v.kind == list:
		return slices.Equal(v.list, w.list)
	}
	return v.n == w.n
}

func plain(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "")) }

// compare applies an operator between two values.
func (e *eval) compare(v value, op string, w value) value {
	switch {
	case e.err != nil:
		return value{}
	case op == "~":
		return yes(strings.Contains(v.s, w.s))
	case op == "==":
		return yes(v.equal(w))
	case op == "!=":
		return yes(!v.equal(w))
	case e.lab != nil && (v.kind != number || w.kind != number):
		return e.fail("%s %s %s: only numbers have an order", v, op, w)
	case op == "<":
		return yes(v.n < w.n)
	case op == "<=":
		return yes(v.n <= w.n)
	case op == ">":
		return yes(v.n > w.n)
	}
	return yes(v.n >= w.n)
}
