package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option is one `--name` of a command, and what the help page says of it.
type Option struct {
	Name  string              // without dashes
	Arg   string              // "String: topic", "Integer: count"; empty: a flag
	Doc   string              // in own words, one or two sentences
	Words func(*Env) []string // completes the argument; nil: nothing
	Files bool                // the argument is a file, or a list of files
	Short byte                // one-letter form, 0 if none
	Maybe bool                // the argument may be left out
	Idle  bool                // the real tool has it; here it changes nothing
}

// Options are the parsed options of one call.
type Options struct {
	values map[string][]string
	Rest   []string // arguments that belong to no option
}

// OptionError is a wrong command line, in the words of the parser of Kafka's tools.
type OptionError struct {
	Option string
	Text   string
}

func (e *OptionError) Error() string { return e.Text }

// ParseOptions reads GNU-style options: `--name value`, `--name=value`, `-n`, and `--`; where the options are not those of a Kafka tool also
// `--na value` if that is unambiguous.
func ParseOptions(table []Option, args []string) (*Options, error) {
	o := &Options{values: map[string][]string{}}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			o.Rest = append(o.Rest, args[i+1:]...)
			return o, nil
		case len(a) < 2 || a[0] != '-' || isNumber(a):
			o.Rest = append(o.Rest, a)
			continue
		}
		used, err := o.take(table, a, args[i+1:])
		if err != nil {
			return nil, err
		}
		i += used
	}
	return o, nil
}

// take reads the option a, and its argument from after if it needs one; it says how many of after it used.
func (o *Options) take(table []Option, a string, after []string) (int, error) {
	name, value, inline := strings.Cut(a, "=")
	opt, err := findOption(table, name)
	if err != nil {
		return 0, err
	}
	switch {
	case opt.Arg == "" || inline || opt.Maybe && (len(after) == 0 || strings.HasPrefix(after[0], "-")): // behind a flag, `=VALUE` counts for nothing, as with Kafka's tools
		o.values[opt.Name] = append(o.values[opt.Name], value)
		return 0, nil
	case len(after) == 0 || !strict(table) && strings.HasPrefix(after[0], "--") && len(after[0]) > 2:
		return 0, &OptionError{opt.Name, fmt.Sprintf("Option %s requires an argument", opt.Name)}
	}
	o.values[opt.Name] = append(o.values[opt.Name], after[0])
	return 1, nil
}

// strict says that the options are those of a Kafka tool: it has --help, takes no beginnings of names, and what follows an option is its argument,
// whatever it looks like.
func strict(table []Option) bool {
	return slices.ContainsFunc(table, func(o Option) bool { return o.Name == "help" && o.Short == 0 })
}

// findOption looks an option up by its name, its letter, or an unambiguous beginning of its name. Where no option has a
// letter, as with Kafka's tools, one dash does for two.
func findOption(table []Option, word string) (*Option, error) {
	name := strings.TrimLeft(word, "-")
	lettered := slices.ContainsFunc(table, func(o Option) bool { return o.Short != 0 })
	long := strings.HasPrefix(word, "--") || !lettered
	var found []*Option
	for i := range table {
		o := &table[i]
		switch {
		case name == "":
		case long && o.Name == name, !long && len(name) == 1 && o.Short == name[0]:
			return o, nil
		case long && strings.HasPrefix(o.Name, name) && !strict(table):
			found = append(found, o)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, &OptionError{name, fmt.Sprintf("%s is not a recognized option", name)}
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// Has says whether the option was given.
func (o *Options) Has(name string) bool { return len(o.values[name]) > 0 }

// Get is the last value of an option, or otherwise if it was not given.
func (o *Options) Get(name, otherwise string) string {
	if v := o.values[name]; len(v) > 0 {
		return v[len(v)-1]
	}
	return otherwise
}

// All is every value of an option, in order.
func (o *Options) All(name string) []string { return slices.Clone(o.values[name]) }

// Int is a whole number within the type's range; the error is that of the tools.
func (o *Options) Int(name string, otherwise int64, bits int) (int64, error) {
	if !o.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(o.Get(name, ""), 10, bits)
	if err != nil {
		return 0, o.wrong(name)
	}
	return n, nil
}

// once is the error of an option with an argument that was given more than once, but for those that may be.
func (o *Options) once(table []Option, but ...string) error {
	for _, option := range table {
		if option.Arg != "" && len(o.values[option.Name]) > 1 && !slices.Contains(but, option.Name) {
			return &OptionError{option.Name, fmt.Sprintf("Found multiple arguments for option %s, but you asked for only one", option.Name)}
		}
	}
	return nil
}

// onceOnly prints what the tools say of an option given twice: what is wrong, and the same as an exception.
func (c *Call) onceOnly(o *Options, table []Option, but ...string) bool {
	err := o.once(table, but...)
	if err != nil {
		fmt.Fprintf(&c.Err, "%s\n%s\n", err, java(err))
	}
	return err == nil
}

// Float is a number.
func (o *Options) Float(name string, otherwise float64) (float64, error) {
	if !o.Has(name) {
		return otherwise, nil
	}
	f, err := strconv.ParseFloat(o.Get(name, ""), 64)
	if err != nil {
		return 0, o.wrong(name)
	}
	return f, nil
}

func (o *Options) wrong(name string) error {
	return &OptionError{name, fmt.Sprintf("Cannot parse argument '%s' of option %s", o.Get(name, ""), name)}
}

// Duration reads "250ms", "41s", "5m", "1h", "2d" or combinations ("1m30s") as milliseconds. A bare number is milliseconds.
func Duration(s string) (int64, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, nil
	}
	total, rest := int64(0), strings.TrimPrefix(s, "+")
	sign := int64(1)
	if strings.HasPrefix(rest, "-") {
		sign, rest = -1, rest[1:]
	}
	for rest != "" {
		ms, tail, err := durationPart(rest)
		if err != nil || total > (1<<62)-ms {
			return 0, fmt.Errorf("%q is not a duration; write for example 250ms, 41s, 5m, 1h30m or 2d", s)
		}
		total, rest = total+ms, tail
	}
	if s == "" || s == "+" || s == "-" {
		return 0, fmt.Errorf("%q is not a duration; write for example 250ms, 41s, 5m, 1h30m or 2d", s)
	}
	return sign * total, nil
}

var durationUnits = [...]struct {
	name string
	ms   float64
}{{"ms", 1}, {"s", 1000}, {"m", 60_000}, {"h", 3_600_000}, {"d", 86_400_000}}

func durationPart(s string) (int64, string, error) {
	digits := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if digits <= 0 {
		return 0, "", strconv.ErrSyntax
	}
	n, err := strconv.ParseFloat(s[:digits], 64)
	if err != nil || n > 1e12 {
		return 0, "", strconv.ErrSyntax
	}
	for _, u := range durationUnits {
		tail, ok := strings.CutPrefix(s[digits:], u.name)
		if ok && (u.name != "m" || !strings.HasPrefix(tail, "s")) {
			return int64(n * u.ms), tail, nil
		}
	}
	return 0, "", strconv.ErrSyntax
}

// words is the command with its arguments.
func (c *Call) words() []string { return append([]string{c.Name}, c.Args...) }

// withOption is a command with one value for an option, whatever it had before; table is what the command knows.
func withOption(table []Option, words []string, name, value string) []string {
	var out []string
	at := -1
	for i := 0; i < len(words); i++ {
		n := span(table, words[i:], name)
		switch {
		case words[i] == "--" && at < 0:
			return append(append(out, name, value), words[i:]...)
		case n == 0:
			out = append(out, words[i])
			continue
		case at < 0:
			at = len(out)
			out = append(out, name, value)
		}
		i += n - 1
	}
	if at < 0 {
		out = append(out, name, value)
	}
	return out
}

// span is how many words an option takes if that is what they begin with, 0 if not.
func span(table []Option, words []string, name string) int {
	w, _, inline := strings.Cut(words[0], "=")
	if len(w) < 2 || w[0] != '-' || isNumber(w) {
		return 0
	}
	o, err := findOption(table, w)
	switch {
	case err != nil || "--"+o.Name != name:
		return 0
	case inline || len(words) == 1:
		return 1
	}
	return 2
}
