package shell

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/machine/disk"
)

// TestCapturedDumps: over directories that real brokers left, kafka-dump-log prints what the real tool printed, to the byte: nothing is normalised.
func TestCapturedDumps(t *testing.T) {
	w := newWorld(t)
	for _, one := range readCaptures(t, "dumps") {
		d := w.cluster.Broker(1).Disk()
		if one.exit < 0 {
			dumpStep(t, d, one)
			continue
		}
		got, known := unixStep(t, d, one.command)
		if !known {
			got = w.captureDump(t, one.command)
		}
		all, want := plain(append(lines(got.Out), lines(got.Err)...)), plain(one.want)
		if !slices.Equal(all, want) || got.Exit != one.exit {
			t.Errorf("%s: %s\nexit %d, want %d\nonly here\n%s\nonly there\n%s\n", one.line, one.command, got.Exit, one.exit,
				strings.Join(without(all, want), "\n"), strings.Join(without(want, all), "\n"))
		}
	}
}

// plain is an output without empty lines at its end and, in a table of options, without our own descriptions.
func plain(all []string) (out []string) {
	for i, l := range all {
		if strings.HasPrefix(l+" ", "Option ") {
			return append(out, firstColumn(all[i:])...)
		}
		out = append(out, l)
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// firstColumn are the first column of a table of options.
func firstColumn(table []string) (names []string) {
	end := strings.Index(table[0], "Description")
	for _, l := range table {
		if end > 0 {
			l = l[:min(len(l), end)]
		}
		if l = strings.TrimSpace(l); l != "" {
			names = append(names, l)
		}
	}
	return names
}

// dumpStep prepares: `lay NAME DIR` or `flip FILE BYTE BIT`.
func dumpStep(t *testing.T, d *disk.Disk, one captured) {
	w := strings.Fields(one.command)
	var err error
	switch {
	case len(w) == 3 && w[0] == "lay":
		err = layCapture(d, w[1], w[2])
	case len(w) == 4 && w[0] == "flip":
		off, _ := strconv.ParseInt(w[2], 10, 64)
		bit, _ := strconv.Atoi(w[3])
		err = d.Flip(w[1], off, uint(bit))
	default:
		err = fmt.Errorf("unknown step")
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", one.line, one.command, err)
	}
}

// layCapture puts the files of a directory that a real broker left where it had them.
func layCapture(d *disk.Disk, name, dir string) error {
	f, err := os.Open("../conform/testdata/captures/" + name + "/ops.jsonl.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	if d.Exists(dir) {
		if err := d.RemoveAll(dir); err != nil {
			return err
		}
	}
	for in := bufio.NewReader(z); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil
		}
		if err := layFile(d, dir, line); err != nil {
			return err
		}
	}
}

func layFile(d *disk.Disk, dir string, line []byte) error {
	var op struct {
		Op, File string
		Size     int64
		Data     struct{ B64 string }
	}
	if err := json.Unmarshal(line, &op); err != nil || op.Op != "fsPut" && op.Op != "fsTruncate" {
		return nil // of those only files count
	}
	name := dir + "/" + op.File
	if op.Op == "fsTruncate" {
		return resize(d, name, op.Size)
	}
	data, err := base64.StdEncoding.DecodeString(op.Data.B64)
	if err != nil {
		return err
	}
	if err := d.MkdirAll(name[:strings.LastIndexByte(name, '/')]); err != nil {
		return err
	}
	return d.WriteFile(name, data)
}

func resize(d *disk.Disk, name string, size int64) error {
	h, err := d.Open(name)
	if err != nil {
		return err
	}
	defer d.Close(h)
	return d.Truncate(h, size)
}

// captureDump runs a captured line with kafka-dump-log. What of it only a Unix shell knows is done here: `$(ls ...)` names files, `for` repeats, `cut` shortens.
func (w *world) captureDump(t *testing.T, line string) Outcome {
	if rest, ok := strings.CutPrefix(line, "for f in "); ok {
		glob, body, _ := strings.Cut(rest, "; do ")
		line = strings.ReplaceAll(strings.TrimSuffix(body, "; done"), "$f", strings.Join(w.glob(t, glob), ","))
	}
	if before, rest, ok := strings.Cut(line, "$("); ok {
		inner, after, _ := strings.Cut(rest, ")")
		line = before + w.expand(t, inner) + after
	}
	line, cut, _ := strings.Cut(line, " | cut ")
	got := w.shell.Run(&Env{Cluster: w.cluster}, line)
	for _, stage := range strings.Split(cut, " | ") {
		got.Out = cutShort(t, got.Out, strings.ReplaceAll(stage, "-d' ' ", ""))
	}
	return got
}

// expand is what `ls [-d] GLOB | ...` in a captured line names: with `head` the first, else all with commas between them.
func (w *world) expand(t *testing.T, command string) string {
	stages := strings.Split(command, " | ")
	names := w.glob(t, strings.TrimPrefix(strings.TrimPrefix(stages[0], "ls "), "-d "))
	if stages[1] == "head -1" {
		return names[0]
	}
	if stages[1] == "grep -v txn" {
		names = slices.DeleteFunc(names, func(n string) bool { return strings.Contains(n, "txn") })
	}
	return strings.Join(names, ",")
}

// glob are the files that a pattern of one directory names; the console knows no patterns.
func (w *world) glob(t *testing.T, pattern string) (found []string) {
	dir, last := path.Split(pattern)
	names, err := w.cluster.Broker(1).Disk().Names(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if ok, _ := path.Match(last, n); ok {
			found = append(found, dir+n)
		}
	}
	return found
}

// cutShort does `cut -cFROM-TO`, `cut -f1-16,22-24` of words, and `head -N`.
func cutShort(t *testing.T, text, how string) string {
	all := lines(strings.TrimSuffix(text, "\n"))
	n, last := 0, 0
	switch {
	case how == "":
		return text
	case how == "-f1-16,22-24":
		for i, l := range all {
			words := strings.Split(l, " ")
			if len(words) > 16 {
				words = append(words[:16:16], words[21:min(24, len(words))]...)
			}
			all[i] = strings.Join(words, " ")
		}
	case scan(how, "-c%d-%d", &n, &last):
		for i, l := range all {
			all[i] = l[:min(len(l), last)]
		}
	case scan(how, "head -%d", &n):
		all = all[:min(len(all), n)]
	default:
		t.Fatalf("what is %s?", how)
	}
	return strings.Join(all, "\n") + "\n"
}

func scan(text, format string, into ...any) bool {
	n, err := fmt.Sscanf(text, format, into...)
	return err == nil && n == len(into)
}

// unixStep does what the captured sessions did with tools that the console lacks.
func unixStep(t *testing.T, d *disk.Disk, line string) (got Outcome, known bool) {
	var n int64
	var name string
	var err error
	switch {
	case scan(line, "truncate -s -%d %s", &n, &name):
		info, e := d.Stat(name)
		if e != nil {
			t.Fatal(e)
		}
		err = resize(d, name, info.Size-n)
	case scan(line, "head -c %d /dev/zero >> %s", &n, &name):
		err = appendBytes(d, name, make([]byte, n))
	case scan(line, "printf 'xyz' >> %s", &name):
		err = appendBytes(d, name, []byte("xyz"))
	default:
		return got, false
	}
	if err != nil {
		t.Fatal(line, err)
	}
	return got, true
}

func appendBytes(d *disk.Disk, name string, data []byte) error {
	h, err := d.Open(name)
	if err != nil {
		return err
	}
	defer d.Close(h)
	_, err = d.WriteAt(h, data, d.Size(h))
	return err
}
