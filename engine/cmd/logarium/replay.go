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
func replay(in io.Reader, out, errs io.Writer) int {
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
			return 1
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintf(errs, "logarium: standard input: %v\n", err)
		return 1
	}
	return 0
}
