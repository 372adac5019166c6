package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"logarium/engine/archive"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

const labUsage = `usage: logarium lab make [-o FILE] SCRIPT     run a script and write the lab as a lab file
       logarium lab show FILE...             say what lab files hold
       logarium lab script FILE              print the commands that lead to the lab's state
       logarium lab run [-o FILE] FILE LINE...  run command lines in the lab, and perhaps write it as another file
       logarium lab zip [-o FILE] FILE [DIR] write a log directory of the lab's broker as a zip file
`

// labVersion is what lab files that are written here say of their program.
const labVersion = "native"

// labCommand works on lab files (docs/labs.md).
func labCommand(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, labUsage)
		return 2
	}
	flags := flag.NewFlagSet("lab", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, labUsage) }
	to := flags.String("o", "", "file to write")
	if flags.Parse(args[1:]) != nil {
		return 2
	}
	rest := flags.Args()
	var err error
	switch verb := args[0]; {
	case verb == "make" && len(rest) == 1:
		err = labMake(rest[0], *to, in, out)
	case verb == "show" && len(rest) > 0:
		err = labShow(rest, out)
	case verb == "script" && len(rest) == 1:
		err = labScript(rest[0], out)
	case verb == "run" && len(rest) > 1:
		err = labRun(rest[0], rest[1:], *to, out, errs)
	case verb == "zip" && (len(rest) == 1 || len(rest) == 2):
		err = labZip(rest, *to, out)
	default:
		fmt.Fprint(errs, labUsage)
		return 2
	}
	if err != nil {
		fmt.Fprintf(errs, "logarium: %v\n", err)
		return 1
	}
	return 0
}

// into writes a file of this computer, or standard output if none is named. A file that could not be finished is removed.
func into(name string, out io.Writer, write func(io.Writer) error) error {
	if name == "" {
		return write(out)
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(name) // the first error counts
	}
	return err
}

func labMake(script, to string, in io.Reader, out io.Writer) error {
	text, err := read(script, in)
	if err != nil {
		return err
	}
	l, err := lab.New(store.NewMemory(), lab.Options{})
	if err != nil {
		return err
	}
	if res := l.Build(nil, text); res.Exit != 0 {
		return fmt.Errorf("%s: %s", script, brief(res.Err))
	}
	return into(to, out, func(w io.Writer) error { return l.WriteFile(w, labVersion) })
}

// readLab opens a lab file.
func readLab(name string) (*lab.Lab, archive.Info, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, archive.Info{}, err
	}
	defer f.Close()
	l, info, err := lab.ReadFile(f, store.NewMemory(), "")
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return l, info, err
}

func labShow(names []string, out io.Writer) error {
	for _, name := range names {
		l, info, err := readLab(name)
		if err != nil {
			return err
		}
		v, err := l.View("lab", nil)
		if err != nil {
			return err
		}
		m := v.(message.Lab)
		fmt.Fprintf(out, "%s: lab %s, written by %s, command %d of %d, %d can be undone, %d bytes of state\n", name, info.Name, info.Program, m.Position, m.Position+m.Redo, m.Undo, m.Bytes)
	}
	return nil
}

func labScript(name string, out io.Writer) error {
	l, _, err := readLab(name)
	if err == nil {
		_, err = io.WriteString(out, l.Script())
	}
	return err
}

func labRun(name string, lines []string, to string, out, errs io.Writer) error {
	l, _, err := readLab(name)
	if err != nil {
		return err
	}
	for _, line := range lines {
		res := l.Exec(nil, line, false)
		io.WriteString(out, res.Out)
		io.WriteString(errs, res.Err)
		if res.Exit != 0 {
			return fmt.Errorf("exit status %d of: %s", res.Exit, brief(line))
		}
	}
	if to == "" {
		return nil
	}
	return into(to, out, func(w io.Writer) error { return l.WriteFile(w, labVersion) })
}

func labZip(args []string, to string, out io.Writer) error {
	l, _, err := readLab(args[0])
	if err != nil {
		return err
	}
	dir := ""
	if len(args) == 2 {
		dir = args[1]
	}
	return into(to, out, func(w io.Writer) error { return l.WriteZip(w, 1, dir) })
}
