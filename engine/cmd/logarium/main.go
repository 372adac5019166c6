// Command logarium is the machine without a browser: it runs scripts, serves the page, and looks at the files of real Kafka
// brokers on this computer.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"logarium/engine/cmd/logarium/serve"
)

const usage = `usage: logarium COMMAND

  run [-json] FILE  run a script of shell lines on a fresh machine; - reads standard input
  lesson [-check] [-rewrite] FILE
                    go through a lesson; -check: only say what does not come out as it says
  serve [DIR]       serve the page (PORT, 8080 if not set)
  lab VERB ...      make, show, run and unpack lab files (docs/labs.md)
  share FILE|LINK   turn a script into a link, or a link into its script
  dump OPTIONS      print log, index and snapshot files, with the options of kafka-dump-log
  hex [-json] FILE  print a log, index, snapshot or checkpoint file byte by byte, each with its name
  fields FILE...    the same as JSON, a line for each file
  why [-json] DIR   say of each segment in a broker's log directory why it is still there
  verify [-json] DIR
                    look for faults in a broker's log directory: checksums, indexes, snapshots, checkpoints
  replay [-files FOLDER]
                    run operations (JSON lines) from standard input and report as the conformance traces do

A script's lines are printed with what they print. A line that starts with "! " must fail. The exit status is 0 if all is well, 1 if
it could not be done or a line failed that should not have, or the other way round, 2 for a wrong command line, 3 if verify has
found faults. docs/cli.md says more.
`

func main() { os.Exit(command(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// commands by name; help is not among them.
var commands = map[string]func(args []string, in io.Reader, out, errs io.Writer) int{
	"run":    run,
	"lab":    labCommand,
	"lesson": lessonCommand,
	"serve":  quiet(serve.Main),
	"share":  link,
	"dump":   quiet(dump),
	"hex":    quiet(hex),
	"fields": quiet(fields),
	"why":    quiet(why),
	"verify": quiet(verify),
	"replay": replay,
}

func asksHelp(args []string) bool {
	return len(args) == 1 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help")
}

// options reads the options of a command, whose help is a line of usage above the list of them.
func options(usage string, errs io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(usage, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprintf(errs, "usage: logarium %s\n", usage)
		flags.PrintDefaults()
	}
	return flags
}

// parsed reads a command line with so many arguments behind its options, or says what a right one looks like.
func parsed(flags *flag.FlagSet, args []string, least, most int) bool {
	if flags.Parse(args) != nil {
		return false
	}
	if n := flags.NArg(); n < least || n > most {
		flags.Usage()
		return false
	}
	return true
}

// quiet is for a command that does not read standard input.
func quiet(f func(args []string, out, errs io.Writer) int) func([]string, io.Reader, io.Writer, io.Writer) int {
	return func(args []string, _ io.Reader, out, errs io.Writer) int { return f(args, out, errs) }
}

func command(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "--help":
		fmt.Fprint(out, usage)
		return exitOK
	}
	if f, ok := commands[args[0]]; ok {
		exit := f(args[1:], in, out, errs)
		if exit == exitUsage && asksHelp(args[1:]) {
			return exitOK
		}
		return exit
	}
	fmt.Fprintf(errs, "logarium: there is no command %q\n\n%s", args[0], usage)
	return exitUsage
}
