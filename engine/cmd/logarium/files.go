package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/kerr"
	"logarium/engine/shell"
)

// dump is kafka-dump-log on the files of this computer.
func dump(args []string, out, errs io.Writer) int {
	opts, answer, exit := shell.DumpUsage(args)
	switch {
	case exit != 0:
		fmt.Fprint(errs, answer)
		return exit
	case answer != "":
		fmt.Fprint(out, answer)
		return 0
	}
	if dir, err := os.Getwd(); err == nil {
		opts.Dir = strings.TrimPrefix(filepath.ToSlash(dir), "/")
	}
	if err := glass.Dump(glass.InFolder(os.DirFS("/")), opts, out, errs); err != nil {
		fmt.Fprintf(errs, "Exception in thread \"main\" %s\n", kerr.JavaText(err))
		return 1
	}
	return 0
}

// reason is an error about a file whose name is printed before it: of a missing one Java's message is the name alone.
func reason(err error) error {
	if errors.Is(err, kerr.ErrNoSuchFile) {
		return errors.New("no such file")
	}
	return err
}

// hex prints every byte of a file with its name.
func hex(args []string, out, errs io.Writer) int {
	flags := options("hex [-json] FILE", errs)
	asJSON := flags.Bool("json", false, "all fields as one line of JSON")
	if !parsed(flags, args, 1, 1) {
		return exitUsage
	}
	if args = flags.Args(); *asJSON {
		return fields(args, out, errs)
	}
	abs, err := filepath.Abs(args[0])
	if err == nil {
		err = glass.WriteHex(out, glass.InFolder(os.DirFS("/")), filepath.ToSlash(abs), glass.Window{})
	}
	if err != nil {
		fmt.Fprintf(errs, "logarium: %s: %v\n", args[0], reason(err))
		return 1
	}
	return 0
}
