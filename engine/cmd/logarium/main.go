// Command logarium is the machine without a browser: it runs scripts, serves the page, and looks at the files of real Kafka
// brokers on this computer.
package main

import (
	"fmt"
	"io"
	"os"

	"logarium/engine/cmd/logarium/serve"
)

const usage = `usage: logarium COMMAND

  run FILE          run a script of shell lines on a fresh machine; - reads standard input
  lesson [-check] [-rewrite] FILE
                    go through a lesson; -check: only say what does not come out as it says
  serve [DIR]       serve the page (PORT, 8080 if not set)
  dump OPTIONS      print log, index and snapshot files, with the options of kafka-dump-log
  hex FILE          print a log, index, snapshot or checkpoint file byte by byte, each with its name
  fields FILE...    the same as JSON, a line for each file
  why DIR           say of each segment in a broker's log directory why it is still there
  replay [-files FOLDER]
                    run operations (JSON lines) from standard input and report as the conformance traces do

A script's lines are printed with what they print. A line that starts with "! " must fail. The exit status is 1 if a line
failed that should not have, or the other way round; 2 for a wrong command line.
`

func main() { os.Exit(command(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func command(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	switch args[0] {
	case "run":
		return run(args[1:], in, out, errs)
	case "lesson":
		return lessonCommand(args[1:], in, out, errs)
	case "serve":
		return serve.Main(args[1:], out, errs)
	case "dump":
		return dump(args[1:], out, errs)
	case "hex":
		return hex(args[1:], out, errs)
	case "fields":
		return fields(args[1:], out, errs)
	case "why":
		return why(args[1:], out, errs)
	case "replay":
		return replay(args[1:], in, out, errs)
	case "help", "-h", "--help":
		fmt.Fprint(out, usage)
		return 0
	}
	fmt.Fprintf(errs, "logarium: there is no command %q\n\n%s", args[0], usage)
	return 2
}
