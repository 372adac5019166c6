package shell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

var sortOptions = []Option{
	{Name: "key", Short: 'k', Arg: "N", Doc: "compare from the Nth word of a line on"},
	{Name: "numeric-sort", Short: 'n', Doc: "compare as numbers"},
	{Name: "reverse", Short: 'r', Doc: "the other way round"},
	{Name: "unique", Short: 'u', Doc: "equal lines once"},
}

// sortCommand prints lines in order: that of their bytes, as with LC_ALL=C.
func sortCommand(c *Call) int {
	o, ok := c.unixOptions(sortOptions)
	if !ok {
		return 1
	}
	key, err := strconv.Atoi(o.Get("key", "1"))
	if err != nil || key < 1 {
		return c.Fail("invalid number at field start: '%s'", o.Get("key", ""))
	}
	list, exit := c.sources(o.Rest)
	var all []string
	for _, s := range list {
		all = append(all, lines(s.text)...)
	}
	s := sorting{key: key, numeric: o.Has("numeric-sort"), sign: 1}
	if o.Has("reverse") {
		s.sign = -1
	}
	slices.SortStableFunc(all, s.compare)
	if o.Has("unique") {
		all = slices.CompactFunc(all, func(a, b string) bool { return s.byKey(a, b) == 0 })
	}
	for _, l := range all {
		c.Printf("%s\n", l)
	}
	return exit
}

type sorting struct {
	key     int
	numeric bool
	sign    int
}

func (s sorting) compare(a, b string) int { return s.sign * cmp.Or(s.byKey(a, b), cmp.Compare(a, b)) }

func (s sorting) byKey(a, b string) int {
	a, b = s.field(a), s.field(b)
	if s.numeric {
		return cmp.Compare(leadingNumber(a), leadingNumber(b))
	}
	return cmp.Compare(a, b)
}

// field is a line from its key on.
func (s sorting) field(line string) string {
	for range s.key - 1 {
		line = strings.TrimLeft(line, " \t")
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return ""
		}
		line = line[i:]
	}
	return line
}

// leadingNumber is the number with which a text begins, 0 if there is none.
func leadingNumber(s string) float64 {
	s = strings.TrimLeft(s, " \t")
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || end == 0 && s[end] == '-') {
		end++
	}
	n, _ := strconv.ParseFloat(s[:end], 64)
	return n
}
