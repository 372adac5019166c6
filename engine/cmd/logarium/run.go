package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"logarium/engine/cluster"
	"logarium/engine/lab"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
	"logarium/engine/store"
)

// run runs a script on a fresh machine and prints as the console does.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(errs)
	seed := flags.Int64("seed", 0, "seed of the machine's chance")
	digest := flags.Bool("digest", false, "print a digest of disk, log lines and clock at the end")
	files := flags.String("files", "", "write the machine's files below this folder of the computer at the end")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() != 1 {
		fmt.Fprintln(errs, "usage: logarium run [-seed N] [-digest] [-files FOLDER] FILE")
		return 2
	}
	script, err := read(flags.Arg(0), in)
	if err == nil {
		err = runScript(script, *seed, *digest, *files, out, errs)
	}
	if err != nil {
		fmt.Fprintf(errs, "logarium: %v\n", err)
		return 1
	}
	return 0
}

func read(name string, in io.Reader) (string, error) {
	var data []byte
	var err error
	if name == "-" {
		data, err = io.ReadAll(in)
	} else {
		data, err = os.ReadFile(name)
	}
	return string(data), err
}

func runScript(script string, seed int64, digest bool, files string, out, errs io.Writer) error {
	l, err := lab.New(store.NewMemory(), lab.Options{Cluster: cluster.Options{Seed: seed}})
	if err != nil {
		return err
	}
	for line := range lab.Lines(script) {
		command, mustFail := strings.CutPrefix(line, "! ")
		fmt.Fprintf(out, "$ %s\n", line)
		res := l.Exec(nil, command, false)
		io.WriteString(out, res.Out)
		io.WriteString(errs, res.Err)
		if (res.Exit != 0) != mustFail {
			return fmt.Errorf("exit status %d of: %s", res.Exit, brief(line))
		}
	}
	if digest {
		if err := printDigest(l, out); err != nil {
			return err
		}
	}
	return exportFiles(l.Disk(0), files)
}

// brief is the beginning of a line, as a message can carry it: without control characters, for a terminal would obey them.
func brief(line string) string {
	const most = 200
	var b strings.Builder
	for i, r := range line {
		if i >= most {
			b.WriteString("…")
			break
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			r = '\uFFFD'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func printDigest(l *lab.Lab, out io.Writer) error {
	view, err := l.View("lab", []byte(`{"digest":true}`))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "digest %s\n", view.(message.Lab).Digest)
	return nil
}

// exportFiles writes a disk into a folder of this computer, if one is named.
func exportFiles(d *disk.Disk, folder string) error {
	if folder == "" {
		return nil
	}
	return exportTree(d, "/", folder)
}

func exportTree(d *disk.Disk, from, to string) error {
	list, err := d.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, f := range list {
		source, target := path.Join(from, f.Name), filepath.Join(to, f.Name)
		if f.Dir {
			err = exportTree(d, source, target)
		} else {
			err = exportFile(d, source, target, f.Size)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// exportFile copies page by page, so that holes stay holes.
func exportFile(d *disk.Disk, from, to string, size int64) error {
	h, err := d.Open(from)
	if err != nil {
		return err
	}
	defer d.Close(h)
	w, err := os.Create(to)
	if err != nil {
		return err
	}
	page, zeros := make([]byte, disk.PageSize), make([]byte, disk.PageSize)
	for at := int64(0); at < size && err == nil; at += disk.PageSize {
		n, failed := d.ReadAt(h, page, at)
		if failed != nil && failed != io.EOF {
			err = failed
		} else if string(page[:n]) != string(zeros[:n]) {
			_, err = w.WriteAt(page[:n], at)
		}
	}
	if err == nil {
		err = w.Truncate(size)
	}
	if closed := w.Close(); err == nil {
		err = closed
	}
	return err
}
