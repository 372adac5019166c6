package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"logarium/engine/kerr"
)

// toolError prints an error as Kafka's Java tools do, up to the first stack frame: one line for people, then the log
// line of the tool's class.
func (c *Call) toolError(lead string, err error, class string) int {
	fmt.Fprintf(&c.Err, "%s%s\n", lead, message(err))
	fmt.Fprintf(&c.Err, "[%s] ERROR %s\n (%s)\n", logTime(c.Now()), java(err), class)
	return 1
}

// logTime is a time as the log4j pattern prints it.
func logTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05,000") }

func message(err error) string {
	if e := kerr.As(err); e != nil {
		return e.Message
	}
	return err.Error()
}

// java is an error as Java prints it: class and message.
func java(err error) string {
	var opt *OptionError
	if errors.As(err, &opt) {
		return optionClass(opt) + ": " + opt.Text
	}
	return kerr.JavaText(err)
}

func optionClass(e *OptionError) string {
	switch {
	case strings.HasPrefix(e.Text, "Cannot parse"):
		return "joptsimple.OptionArgumentConversionException"
	case strings.HasPrefix(e.Text, "Found multiple"):
		return "joptsimple.MultipleArgumentsForOptionException"
	case strings.HasSuffix(e.Text, "requires an argument"):
		return "joptsimple.OptionMissingRequiredArgumentException"
	}
	return "joptsimple.UnrecognizedOptionException"
}

// missing is what the tools say of an option that they need.
func missing(option string) string { return fmt.Sprintf("Missing required argument \"[%s]\"", option) }

// asksHelp answers a tool's --help, which no arguments at all stand for too, and --version.
func (o *Options) asksHelp(c *Call, about string, table []Option) bool {
	switch {
	case o.Has("help") || len(c.Args) == 0:
		fmt.Fprintf(&c.Err, "%s\n%s", about, optionTable(table))
	case o.Has("version"):
		c.Printf("%s\n", kafkaVersion)
	default:
		for _, option := range table {
			if option.Idle && o.Has(option.Name) {
				fmt.Fprintf(&c.Err, "--%s has no effect here.\n", option.Name)
			}
		}
		return false
	}
	return true
}

// withIdle puts options that the real tool has and that have no effect here into a table, in the order of names. Each is written as in the tool's
// table without its dashes: a name, with <ARGUMENT> or [ARGUMENT] behind it.
func withIdle(table []Option, idle ...string) []Option {
	for _, text := range idle {
		name, arg, _ := strings.Cut(text, " ")
		o := Option{Name: name, Doc: "has no effect here", Idle: true}
		if arg != "" {
			o.Arg, o.Maybe = arg[1:len(arg)-1], arg[0] == '['
		}
		table = append(table, o)
	}
	slices.SortStableFunc(table, func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
	return table
}

// helpExit is the exit status after asksHelp: the tools end as after a mistake when they print their options.
func (o *Options) helpExit() int {
	if o.Has("version") && !o.Has("help") {
		return 0
	}
	return 1
}

// kafkaVersion is the version that everything here follows.
const kafkaVersion = "4.4.0"

// usage prints what is wrong and the options, as the tools do for a command line that makes no sense.
func (c *Call) usage(what string, options []Option) int {
	fmt.Fprintf(&c.Err, "%s\n%s", what, optionTable(options))
	return 1
}
