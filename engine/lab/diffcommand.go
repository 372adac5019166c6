package lab

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/machine/disk"
	"logarium/engine/message"
	"logarium/engine/shell"
)

// positionOf reads a place in the journal: its number, or the name of a checkpoint.
func (l *Lab) positionOf(word string) (int64, error) {
	n, ok := l.marks.Get(word)
	if !ok {
		var err error
		if n, err = strconv.Atoi(word); err != nil {
			return 0, fmt.Errorf("there is no checkpoint %s", word)
		}
	}
	return int64(n), nil
}

// diffCommand prints which files differ between two moments; of one file also the bytes.
func (l *Lab) diffCommand(c *shell.Call) int {
	if len(c.Args) < 1 || len(c.Args) > 3 {
		return c.Fail("expected one or two numbers of commands or names of checkpoints, and perhaps a file, a directory or a partition")
	}
	k, _ := l.at(c, params{})
	at, now := [2]int64{0, int64(l.position)}, c.Args
	k.p.From, k.p.To = &at[0], &at[1]
	for i := 0; i < 2 && len(now) > 0; i++ {
		n, err := l.positionOf(now[0])
		switch {
		case err != nil && i == 1 && len(now) == 1: // what is compared, up to now
		case err != nil:
			return c.Fail("%v", err)
		default:
			at[i], now = n, now[1:]
		}
	}
	file := ""
	if len(now) > 0 {
		k.p.Dir = c.Path(now[0])
		switch there, dir := l.kindAt(k.p, k.p.Dir); {
		case !there:
			return c.Fail("%s is there at neither moment", now[0])
		case !dir:
			file = k.p.Dir
			k.p.Dir = file[:max(1, strings.LastIndexByte(file, '/'))]
		}
	}
	v, err := k.diffAt(file)
	if err != nil {
		return c.Fail("%v", err)
	}
	c.Printf("command %d, %s -> command %d, %s\n", v.From.Position, stamp(v.From.Now, v.To.Now), v.To.Position, stamp(v.To.Now, v.To.Now))
	for i := range v.Files {
		printDiff(c, &v.Files[i])
		if file != "" {
			l.printBytes(c, k.p.Broker, &v, &v.Files[i])
		}
	}
	if v.Sealed > 0 {
		c.Printf("sealed   %s, bytes changed in place: %d\n", plural(v.Sealed, ".log file"), v.SealedBytes)
	}
	if v.Total == 0 {
		c.Printf("nothing differs\n")
	} else if v.Total > len(v.Files) {
		c.Printf("and %d more files\n", v.Total-len(v.Files))
	}
	return 0
}

// kindAt tells whether there is or was something at a path, and whether that is or was a directory.
func (l *Lab) kindAt(p params, path string) (there, dir bool) {
	for _, n := range []int64{*p.From, *p.To} {
		m, err := l.state(int(n))
		if err != nil || m.cluster.Broker(p.Broker) == nil {
			there = there || err != nil // which diff tells
			continue
		}
		i, err := m.fork().cluster.Broker(p.Broker).Disk().Stat(path)
		there, dir = there || err == nil, dir || err == nil && i.Dir
	}
	return there, dir
}

// diffAt is the view, of one file if one is named, under its name then or now.
func (k *look) diffAt(file string) (message.Diff, error) {
	k.file = file
	return k.diff()
}

func printDiff(c *shell.Call, f *message.FileDiff) {
	switch f.What {
	case "new":
		c.Printf("new      %s  %d bytes\n", f.Path, f.SizeB)
	case "gone":
		c.Printf("gone     %s  %d bytes\n", f.Path, f.SizeA)
	default:
		name, size, where := f.Path, fmt.Sprintf("%d bytes", f.SizeB), ""
		if f.Was != f.Path {
			name = f.Was + " -> " + f.Path
		}
		if f.SizeA != f.SizeB {
			size = fmt.Sprintf("%d -> %d bytes", f.SizeA, f.SizeB)
		}
		if f.Why != "" {
			where = "; not compared: " + f.Why
		} else if len(f.Diffs) > 0 {
			where = "; " + ranges(f.Diffs)
		}
		c.Printf("%-8s %s  %s%s\n", f.What, name, size, where)
	}
}

// ranges are the first few spans: "at 0-7 and 512-1023, and 3 more".
func ranges(list []message.Span) string {
	const most = 4
	var b strings.Builder
	for i, s := range list[:min(most, len(list))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d-%d", s.Start, s.End-1)
	}
	if n := len(list) - most; n > 0 {
		fmt.Fprintf(&b, " and %d more", n)
	}
	return b.String()
}

const (
	shownSpans = 16
	shownBytes = 64 // of one span
)

// printBytes prints the bytes that differ, as they were and as they are.
func (l *Lab) printBytes(c *shell.Call, broker int32, v *message.Diff, f *message.FileDiff) {
	for i, s := range f.Diffs {
		if i == shownSpans {
			c.Printf("  and %d more ranges\n", len(f.Diffs)-i)
			return
		}
		c.Printf("  at %d:\n", s.Start)
		l.printSide(c, "-", v.From.Position, broker, f.Was, s)
		l.printSide(c, "+", v.To.Position, broker, f.Path, s)
	}
}

func (l *Lab) printSide(c *shell.Call, sign string, position int, broker int32, path string, s message.Span) {
	m, err := l.state(position)
	if err != nil {
		return
	}
	data := partOf(m.fork().cluster.Broker(broker).Disk(), path, s)
	for len(data) > 0 {
		n := min(16, len(data))
		c.Printf("    %s % x\n", sign, data[:n])
		data = data[n:]
	}
}

// partOf are the first bytes of a range of a file, as many as it has.
func partOf(d *disk.Disk, path string, s message.Span) []byte {
	h, err := d.Open(path)
	if err != nil {
		return nil
	}
	buf := make([]byte, min(shownBytes, s.End-s.Start))
	n, _ := d.ReadAt(h, buf, s.Start) // as far as it goes
	return buf[:n]
}
