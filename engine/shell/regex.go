package shell

import (
	"errors"
	"strconv"
	"strings"
)

// regex is a compiled regular expression: what topic patterns and grep -E need of them. That is . * + ? {m,n} [...] (...)
// | ^ $ \d \w \s and escaped characters, on bytes. It backtracks, within a limit of steps.
type regex struct {
	top  node
	fold bool
}

// node is a part of an expression.
type node struct {
	kind     byte      // 'c' one character of set, '(' alternatives, '^', '$'
	set      [4]uint64 // 256 bits
	branches [][]node
	min, max int // how often, max below 0: any number
}

var errPattern = errors.New("invalid pattern")

const (
	maxPattern = 1000 // bytes
	maxSteps   = 300_000
	maxRepeat  = 1000
	maxTurns   = 10_000 // of a group that repeats
)

// compile reads an expression. Error: it is none, or too long.
func compile(text string, fold bool) (*regex, error) {
	if len(text) > maxPattern {
		return nil, errPattern
	}
	if fold {
		text = strings.ToLower(text)
	}
	p := patternParser{text: text}
	top, err := p.alternatives(0)
	if err == nil && p.at < len(text) {
		err = errPattern
	}
	return &regex{top, fold}, err
}

// whole says that the expression matches all of a text.
func (r *regex) whole(text string) bool {
	m := newMatcher(r.folded(text))
	return m.node(&r.top, 0, func(end int) bool { return end == len(m.text) })
}

// find returns the first place where the expression matches.
func (r *regex) find(text string) (from, to int, ok bool) {
	m := newMatcher(r.folded(text))
	last := len(text)
	if r.top.anywhere() {
		last = 0
	}
	for from = 0; from <= last && !ok && m.left >= 0; from++ {
		ok = m.node(&r.top, from, func(end int) bool { to = end; return true })
	}
	return from - 1, to, ok
}

func (r *regex) folded(text string) string {
	if !r.fold {
		return text
	}
	b := []byte(text)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

type matcher struct {
	text string
	left int // steps
}

// anywhere says that the expression begins with .*: if it does not match at the first place, it matches nowhere.
func (n *node) anywhere() bool {
	if len(n.branches) != 1 || len(n.branches[0]) == 0 {
		return false
	}
	first := n.branches[0][0]
	return first.kind == 'c' && first.min == 0 && first.max < 0 && first.set == [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
}

func newMatcher(text string) matcher { return matcher{text, maxSteps + 20*len(text)} }

// node matches a part at a position and goes on with next behind it.
func (m *matcher) node(n *node, at int, next func(int) bool) bool {
	return m.times(n, 0, at, next)
}

// times matches a part that was matched done times already, as often as possible first.
func (m *matcher) times(n *node, done, at int, next func(int) bool) bool {
	if m.left--; m.left < 0 {
		return false
	}
	if n.kind == 'c' {
		return m.characters(n, at, next)
	}
	if done < maxTurns && (n.max < 0 || done < n.max) {
		again := func(end int) bool { return (end > at || done < n.min) && m.times(n, done+1, end, next) }
		if m.once(n, at, again) {
			return true
		}
	}
	return m.left >= 0 && done >= n.min && next(at)
}

// characters is times for a single character.
func (m *matcher) characters(n *node, at int, next func(int) bool) bool {
	end := at
	for end < len(m.text) && n.has(m.text[end]) && (n.max < 0 || end-at < n.max) {
		end++
	}
	m.left -= (end - at) / 8
	for ; end >= at+n.min; end-- {
		if m.left--; m.left < 0 {
			return false
		}
		if next(end) {
			return true
		}
	}
	return false
}

func (m *matcher) once(n *node, at int, next func(int) bool) bool {
	switch n.kind {
	case '^':
		return at == 0 && next(at)
	case '$':
		return at == len(m.text) && next(at)
	}
	for _, b := range n.branches {
		if m.sequence(b, at, next) {
			return true
		}
	}
	return false
}

func (m *matcher) sequence(parts []node, at int, next func(int) bool) bool {
	m.left--
	switch {
	case m.left < 0:
		return false
	case len(parts) == 0:
		return next(at)
	}
	return m.node(&parts[0], at, func(end int) bool { return m.sequence(parts[1:], end, next) })
}

func (n *node) has(c byte) bool { return n.set[c>>6]>>(c&63)&1 == 1 }

func (n *node) add(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		n.set[c>>6] |= 1 << (c & 63)
	}
}

func (n *node) negate() {
	for i := range n.set {
		n.set[i] = ^n.set[i]
	}
}

type patternParser struct {
	text string
	at   int
}

const maxDepth = 50

func (p *patternParser) alternatives(depth int) (node, error) {
	n := node{kind: '(', min: 1, max: 1, branches: [][]node{nil}}
	if depth > maxDepth {
		return n, errPattern
	}
	for p.at < len(p.text) && p.text[p.at] != ')' {
		if p.text[p.at] == '|' {
			p.at++
			n.branches = append(n.branches, nil)
			continue
		}
		part, err := p.part(depth)
		if err != nil {
			return n, err
		}
		last := len(n.branches) - 1
		n.branches[last] = append(n.branches[last], part)
	}
	return n, nil
}

// part reads one part and how often it is.
func (p *patternParser) part(depth int) (n node, err error) {
	c := p.text[p.at]
	p.at++
	n = node{kind: 'c', min: 1, max: 1}
	switch c {
	case '(':
		p.at += len(p.text[p.at:]) - len(strings.TrimPrefix(p.text[p.at:], "?:"))
		if n, err = p.alternatives(depth + 1); err == nil && !p.take(')') {
			err = errPattern
		}
	case '[':
		err = p.class(&n)
	case '^', '$':
		n.kind = c
	case '.':
		n.add(0, 255)
	case '\\':
		err = p.escape(&n)
	case '*', '+', '?':
		return n, errPattern
	default:
		n.add(c, c)
	}
	if err == nil {
		err = p.often(&n)
	}
	return n, err
}

func (p *patternParser) take(c byte) bool {
	ok := p.at < len(p.text) && p.text[p.at] == c
	if ok {
		p.at++
	}
	return ok
}

func (p *patternParser) often(n *node) error {
	switch {
	case p.take('*'):
		n.min, n.max = 0, -1
	case p.take('+'):
		n.max = -1
	case p.take('?'):
		n.min = 0
	case p.take('{'):
		return p.counts(n)
	}
	return nil
}

// counts reads m}, m,} or m,n}.
func (p *patternParser) counts(n *node) (err error) {
	inside, rest, ok := strings.Cut(p.text[p.at:], "}")
	if !ok {
		return errPattern
	}
	p.at = len(p.text) - len(rest)
	from, to, two := strings.Cut(inside, ",")
	if n.min, err = strconv.Atoi(from); err != nil {
		return errPattern
	}
	n.max = n.min
	if two {
		n.max = -1
	}
	if to != "" {
		if n.max, err = strconv.Atoi(to); err != nil || n.max < n.min {
			return errPattern
		}
	}
	if n.min < 0 || n.min > maxRepeat || n.max > maxRepeat {
		return errPattern
	}
	return nil
}

func (p *patternParser) escape(n *node) error {
	if p.at >= len(p.text) {
		return errPattern
	}
	var e node
	switch c := p.text[p.at]; c {
	case 'd', 'D':
		e.add('0', '9')
	case 'w', 'W':
		e.add('a', 'z')
		e.add('A', 'Z')
		e.add('0', '9')
		e.add('_', '_')
	case 's', 'S':
		e.add('\t', '\r')
		e.add(' ', ' ')
	default:
		e.add(c, c)
	}
	if strings.IndexByte("DWS", p.text[p.at]) >= 0 {
		e.negate()
	}
	p.at++
	for i := range n.set {
		n.set[i] |= e.set[i]
	}
	return nil
}

// class reads the rest of [...].
func (p *patternParser) class(n *node) error {
	not := p.take('^')
	for first := true; ; first = false {
		switch {
		case p.at >= len(p.text):
			return errPattern
		case p.text[p.at] == ']' && !first:
			p.at++
			if not {
				n.negate()
			}
			return nil
		case p.take('\\'):
			if err := p.escape(n); err != nil {
				return err
			}
			continue
		}
		if err := p.rangeOf(n); err != nil {
			return err
		}
	}
}

func (p *patternParser) rangeOf(n *node) error {
	from := p.text[p.at]
	p.at++
	to := from
	if rest := p.text[p.at:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		to = rest[1]
		p.at += 2
	}
	if to < from {
		return errPattern
	}
	n.add(from, to)
	return nil
}
