package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"logarium/engine/glass"
)

const verifyUsage = `usage: logarium verify [-json] DIR

DIR is a broker's log directory, or that of one partition. Every fault is printed with its file and byte.
`

// verify looks for faults in the files of a log directory. Its exit status is 3 if there are any.
func verify(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, verifyUsage) }
	asJSON := flags.Bool("json", false, "a fault a line, as JSON")
	if flags.Parse(args) != nil {
		return exitUsage
	}
	if flags.NArg() != 1 {
		fmt.Fprint(errs, verifyUsage)
		return exitUsage
	}
	files, err := filesIn(flags.Arg(0))
	if err != nil {
		return failed(errs, err)
	}
	faults, err := glass.Verify(glass.InFolder(os.DirFS(flags.Arg(0))), files)
	if err != nil {
		return failed(errs, err)
	}
	lines := json.NewEncoder(out)
	for _, f := range faults {
		if *asJSON {
			lines.Encode(f) // plain fields, to a writer that keeps its errors
			continue
		}
		fmt.Fprintln(out, f)
	}
	if !*asJSON {
		fmt.Fprintf(out, "%d files, %d faults\n", len(files), len(faults))
	}
	if len(faults) > 0 {
		return exitFaults
	}
	return exitOK
}

// filesIn lists the files below a folder, relative to it.
func filesIn(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(dir, name)
		files = append(files, filepath.ToSlash(inside))
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there is no file in it", dir)
	}
	return files, err
}
