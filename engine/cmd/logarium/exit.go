package main

import (
	"fmt"
	"io"
)

// Exit statuses, as docs/cli.md has them.
const (
	exitOK     = 0
	exitFailed = 1 // it could not be done, or a line of a script failed
	exitUsage  = 2 // the command line makes no sense
	exitFaults = 3 // verify has found faults
)

// failed prints an error and is the exit status for it.
func failed(errs io.Writer, err error) int {
	fmt.Fprintf(errs, "logarium: %v\n", err)
	return exitFailed
}
