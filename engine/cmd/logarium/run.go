package main

import (
	"encoding/json"
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
	flags := options("run [-json] [-seed N] [-digest] [-files FOLDER] FILE", errs)
	seed := flags.Int64("seed", 0, "seed of the machine's chance")
	digest := flags.Bool("digest", false, "print a digest of disk, log lines and clock at the end")
	files := flags.String("files", "", "write the machine's files below this `folder` of the computer at the end")
	asJSON := flags.Bool("json", false, "a line of JSON for each command: line, exit, out, err")
	if !parsed(flags, args, 1, 1) {
		return exitUsage
	}
	script, err := read(flags.Arg(0), in)
	if err == nil {
		t := printer{out: out, errs: errs}
		if *asJSON {
			t.lines = json.NewEncoder(out)
			t.lines.SetEscapeHTML(false)
		}
		err = runScript(script, *seed, *digest, *files, t)
	}
	if err != nil {
		return failed(errs, err)
	}
	return exitOK
}

// printer prints what a command has done: as the console does, or as JSON.
type printer struct {
	out, errs io.Writer
	lines     *json.Encoder
}

func (t printer) tell(line string, res message.Result) {
	if t.lines != nil {
		t.lines.Encode(struct { // plain fields, to a writer that keeps its errors
			Line string `json:"line"`
			Exit int    `json:"exit"`
			Out  string `json:"out"`
			Err  string `json:"err"`
		}{line, res.Exit, res.Out, res.Err})
		return
	}
	fmt.Fprintf(t.out, "$ %s\n%s", line, res.Out)
	io.WriteString(t.errs, res.Err)
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

func runScript(script string, seed int64, digest bool, files string, t printer) error {
	l, err := lab.New(store.NewMemory(), lab.Options{Cluster: cluster.Options{Seed: seed}})
	if err != nil {
		return err
	}
	for line := range lab.Lines(script) {
		command, mustFail := strings.CutPrefix(line, "! ")
		res := l.Exec(nil, command, false)
		t.tell(line, res)
		if (res.Exit != 0) != mustFail {
			return fmt.Errorf("exit status %d of: %s", res.Exit, brief(line))
		}
	}
	if digest {
		if err := printDigest(l, t); err != nil {
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

func printDigest(l *lab.Lab, t printer) error {
	view, err := l.View("lab", []byte(`{"digest":true}`))
	if err != nil {
		return err
	}
	digest := view.(message.Lab).Digest
	if t.lines != nil {
		return t.lines.Encode(map[string]string{"digest": digest})
	}
	_, err = fmt.Fprintf(t.out, "digest %s\n", digest)
	return err
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
