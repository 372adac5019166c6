package shell

import (
	"strconv"
	"strings"
)

// maxInput is how many bytes of files one command reads to print or search them.
const maxInput = 64 << 20

// source is a text that a command reads: standard input, or a file.
type source struct{ name, text string }

// sources is the named files, or standard input. What cannot be read is reported, and exit is 1 then.
func (c *Call) sources(names []string) (list []source, exit int) {
	if len(names) == 0 {
		if !c.HasIn {
			return nil, c.Fail("no input; pipe something into it or name a file")
		}
		return []source{{"", c.In}}, 0
	}
	room := int64(maxInput)
	for _, n := range names {
		if n == "-" {
			list = append(list, source{n, c.In})
			continue
		}
		text, err := c.readText(n, &room)
		if err != "" {
			exit = c.Fail("%s: %s", n, err)
			continue
		}
		list = append(list, source{n, text})
	}
	return list, exit
}

// readText reads a file if there is room for it.
func (c *Call) readText(name string, room *int64) (text, complaint string) {
	info, err := c.Disk().Stat(c.Path(name))
	switch {
	case err != nil:
		return "", reason(err)
	case info.Dir:
		return "", "Is a directory"
	case info.Size > *room:
		return "", "more than " + strconv.Itoa(maxInput) + " bytes; hexdump -s prints a part"
	}
	*room -= info.Size
	data, err := c.Disk().ReadFile(c.Path(name))
	if err != nil {
		return "", reason(err)
	}
	return string(data), ""
}

// lines splits a text; a final newline ends the last line and does not start one.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func cat(c *Call) int {
	list, exit := c.sources(c.Args)
	for _, s := range list {
		c.Out.WriteString(s.text)
	}
	return exit
}

func echo(c *Call) int {
	words, end := c.Args, "\n"
	if len(words) > 0 && words[0] == "-n" {
		words, end = words[1:], ""
	}
	c.Printf("%s%s", strings.Join(words, " "), end)
	return 0
}

// some is one run of head or tail.
type some struct {
	n     int
	bytes bool
	plus  bool // +N: from the N-th on
	minus bool // -N: without N at the other end
}

// readSome reads the options of head and tail; -5 is short for -n 5.
func (c *Call) readSome() (s some, files []string, ok bool) {
	o, ok := c.unixOptions(someOptions)
	if !ok {
		return s, nil, false
	}
	files = o.Rest
	text := "10"
	switch {
	case o.Has("bytes"):
		text, s.bytes = o.Get("bytes", ""), true
	case o.Has("lines"):
		text = o.Get("lines", "")
	case len(files) > 0 && len(files[0]) > 1 && files[0][0] == '-':
		text, files = files[0][1:], files[1:]
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		what := "lines"
		if s.bytes {
			what = "bytes"
		}
		c.Fail("invalid number of %s: '%s'", what, text)
		return s, nil, false
	}
	s.plus, s.minus = text[0] == '+', text[0] == '-'
	s.n = max(int(n), -int(n))
	return s, files, true
}

// units are the bytes or lines of a text; a line has its end.
func (s some) units(text string) []string {
	if s.bytes {
		list := make([]string, len(text))
		for i := range list {
			list[i] = text[i : i+1]
		}
		return list
	}
	list := strings.SplitAfter(text, "\n")
	if list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

func head(c *Call) int {
	return c.part(func(s some, units []string) []string {
		if s.minus {
			return units[:max(0, len(units)-s.n)]
		}
		return units[:min(s.n, len(units))]
	})
}

func tail(c *Call) int {
	return c.part(func(s some, units []string) []string {
		if s.plus {
			return units[min(max(0, s.n-1), len(units)):]
		}
		return units[max(0, len(units)-s.n):]
	})
}

// part prints a part of each source, with a title if there are several.
func (c *Call) part(choose func(some, []string) []string) int {
	s, files, ok := c.readSome()
	if !ok {
		return 1
	}
	list, exit := c.sources(files)
	for i, src := range list {
		if len(files) > 1 {
			if i > 0 {
				c.Printf("\n")
			}
			c.Printf("==> %s <==\n", src.name)
		}
		for _, u := range choose(s, s.units(src.text)) {
			c.Out.WriteString(u)
		}
	}
	return exit
}

// counted is what wc counts of one source.
type counted struct{ lines, words, bytes int }

func wc(c *Call) int {
	o, ok := c.unixOptions(wcOptions)
	if !ok {
		return 1
	}
	list, exit := c.sources(o.Rest)
	var total counted
	for _, s := range list {
		n := counted{strings.Count(s.text, "\n"), len(strings.Fields(s.text)), len(s.text)}
		total = counted{total.lines + n.lines, total.words + n.words, total.bytes + n.bytes}
		c.printCounts(o, n, s.name)
	}
	if len(o.Rest) > 1 {
		c.printCounts(o, total, "total")
	}
	return exit
}

// printCounts prints what was asked for: a single number of standard input stands alone.
func (c *Call) printCounts(o *Options, n counted, name string) {
	var parts []string
	all := !o.Has("lines") && !o.Has("words") && !o.Has("bytes")
	for _, one := range []struct {
		name string
		n    int
	}{{"lines", n.lines}, {"words", n.words}, {"bytes", n.bytes}} {
		if all || o.Has(one.name) {
			parts = append(parts, strconv.Itoa(one.n))
		}
	}
	if len(parts) > 1 {
		for i := range parts {
			parts[i] = strings.Repeat(" ", max(0, 7-len(parts[i]))) + parts[i]
		}
	}
	c.Printf("%s\n", strings.TrimRight(strings.Join(parts, " ")+" "+name, " "))
}
