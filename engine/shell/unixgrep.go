package shell

import "strconv"

// searching is one run of grep.
type searching struct {
	*Call
	o     *Options
	want  *regex
	found int // lines in all
}

// grep's exit status is 0 if a line was found, 1 if none was, 2 if something is wrong.
func grep(c *Call) int {
	o, ok := c.unixOptions(grepOptions)
	if !ok {
		return 2
	}
	if len(o.Rest) == 0 {
		c.Fail("give a pattern to look for")
		return 2
	}
	want, err := compile(grepPattern(o), o.Has("ignore-case"))
	if err != nil {
		c.Fail("%s: %s", o.Rest[0], err)
		return 2
	}
	list, exit := c.sources(o.Rest[1:])
	g := searching{Call: c, o: o, want: want}
	for _, s := range list {
		g.source(s, len(o.Rest) > 2)
	}
	switch {
	case exit != 0:
		return 2
	case g.found == 0:
		return 1
	}
	return 0
}

// grepPattern is the pattern as an extended expression.
func grepPattern(o *Options) string {
	switch {
	case o.Has("fixed-strings"):
		return literal(o.Rest[0])
	case o.Has("extended-regexp"):
		return o.Rest[0]
	}
	return basic(o.Rest[0])
}

func (g *searching) source(s source, named bool) {
	prefix := ""
	if named {
		prefix = s.name + ":"
	}
	count := 0
	for i, l := range lines(s.text) {
		if _, _, ok := g.want.find(l); ok == g.o.Has("invert-match") {
			continue
		}
		count++
		if !g.o.Has("count") && !g.o.Has("quiet") {
			g.line(prefix, i+1, l)
		}
	}
	g.found += count
	if g.o.Has("count") && !g.o.Has("quiet") {
		g.Printf("%s%d\n", prefix, count)
	}
}

func (g *searching) line(prefix string, number int, line string) {
	if g.o.Has("line-number") {
		prefix += strconv.Itoa(number) + ":"
	}
	if !g.o.Has("only-matching") || g.o.Has("invert-match") {
		g.Printf("%s%s\n", prefix, line)
		return
	}
	for line != "" {
		from, to, ok := g.want.find(line)
		if !ok {
			return
		}
		if to > from {
			g.Printf("%s%s\n", prefix, line[from:to])
		}
		line = line[max(to, from+1):]
	}
}
