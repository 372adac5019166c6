package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"logarium/engine/conform"
)

// maxOperation is the longest line of operations, in bytes.
const maxOperation = 256 << 20

// replay answers each operation with one line, flushed, so that it can be driven in lock step. {"op":"reset"} starts afresh.
func replay(args []string, in io.Reader, out, errs io.Writer) int {
	flags := options("replay [-files FOLDER] <OPERATIONS", errs)
	files := flags.String("files", "", "write the machine's files below this `folder` of the computer at the end")
	if !parsed(flags, args, 0, 0) {
		return exitUsage
	}
	d, err := operate(in, out)
	if err == nil {
		err = exportFiles(d.Disk(), *files)
	}
	if err != nil {
		fmt.Fprintf(errs, "logarium: %v\n", err)
		return 1
	}
	return 0
}

// operate runs the operations, and returns the machine as they left it.
func operate(in io.Reader, out io.Writer) (*conform.Driver, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxOperation)
	w := bufio.NewWriter(out)
	d := conform.New()
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if conform.IsReset(line) {
			d = conform.New()
			fmt.Fprintln(w, `{"op":"reset","ok":{}}`)
		} else {
			w.Write(d.Run(line))
			w.WriteByte('\n')
		}
		if err := w.Flush(); err != nil {
			return d, err
		}
	}
	return d, lines.Err()
}
