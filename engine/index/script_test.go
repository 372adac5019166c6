package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/machine/disk"
)

// script is one story: a disk and the three indexes of one segment.
type script struct {
	t      *testing.T
	disk   *disk.Disk
	offset OffsetIndex
	time   TimeIndex
	txn    TxnIndex
}

// TestScripts runs the stories in testdata/script; the file is printed after every step that changes
// it. Accept what is printed with -rewrite.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		s := &script{t: t, disk: disk.New(disk.Options{})}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			kind, cmd, _ := strings.Cut(d.Cmd, "-")
			var out string
			var err error
			switch kind {
			case "offset":
				out, err = s.doOffset(d, cmd)
			case "time":
				out, err = s.doTime(d, cmd)
			case "txn":
				out, err = s.doTxn(d, cmd)
			default:
				d.Fatalf(t, "unknown command")
			}
			if err != nil {
				return err.Error()
			}
			return out
		})
	})
}

func num(t *testing.T, d *datadriven.TestData, name string) (n int64) {
	d.MaybeScanArgs(t, name, &n)
	return n
}

func (s *script) doOffset(d *datadriven.TestData, cmd string) (string, error) {
	x, n := &s.offset, func(name string) int64 { return num(s.t, d, name) }
	var tr Trace
	switch cmd {
	case "open":
		*x = NewOffsetIndex(fmt.Sprintf("/%020d.index", n("base")), n("base"), int32(n("size")))
		return s.dumpOffset(x.Open(s.disk))
	case "append":
		return s.dumpOffset(x.Append(s.disk, n("offset"), int32(n("position"))))
	case "fill":
		for i := range n("n") {
			if err := x.Append(s.disk, n("offset")+i*n("step"), int32(100*i)); err != nil {
				return "", err
			}
		}
		return fmt.Sprint(x.String()), nil
	case "lookup":
		e, err := x.Lookup(s.disk, n("offset"), &tr)
		return fmt.Sprintf("%sscan from %d (offset %d)", tr.describe(), e.Position, e.Offset), err
	case "bound":
		e, ok, err := x.FetchUpperBound(s.disk, OffsetPosition{Position: int32(n("position"))}, int32(n("size")), &tr)
		return fmt.Sprintf("%s%+v %t", tr.describe(), e, ok), err
	case "truncate":
		return s.dumpOffset(x.TruncateTo(s.disk, n("offset")))
	case "trim":
		return s.dumpOffset(x.Trim(s.disk))
	case "extend":
		return s.dumpOffset(x.Extend(s.disk))
	case "reset":
		return s.dumpOffset(x.Reset(s.disk))
	case "close":
		return "", x.Close(s.disk)
	}
	d.Fatalf(s.t, "unknown command")
	return "", nil
}

func (s *script) doTime(d *datadriven.TestData, cmd string) (string, error) {
	x, n := &s.time, func(name string) int64 { return num(s.t, d, name) }
	var tr Trace
	switch cmd {
	case "open":
		*x = NewTimeIndex(fmt.Sprintf("/%020d.timeindex", n("base")), n("base"), int32(n("size")))
		return s.dumpTime(x.Open(s.disk))
	case "append":
		added, err := x.MaybeAppend(s.disk, n("ts"), n("offset"), d.HasArg("force"))
		if err == nil && !added {
			return "nothing added", nil
		}
		return s.dumpTime(err)
	case "lookup":
		e, err := x.Lookup(s.disk, n("ts"), &tr)
		return fmt.Sprintf("%s%+v", tr.describe(), e), err
	case "truncate":
		return s.dumpTime(x.TruncateTo(s.disk, n("offset")))
	case "trim":
		return s.dumpTime(x.Trim(s.disk))
	}
	d.Fatalf(s.t, "unknown command")
	return "", nil
}

func (s *script) doTxn(d *datadriven.TestData, cmd string) (string, error) {
	x, n := &s.txn, func(name string) int64 { return num(s.t, d, name) }
	switch cmd {
	case "open":
		*x = NewTxnIndex(fmt.Sprintf("/%020d.txnindex", n("file")), n("base"))
		return s.dumpTxn(x.Open(s.disk))
	case "append":
		return s.dumpTxn(x.Append(s.disk, AbortedTxn{n("pid"), n("first"), n("last"), n("lso")}))
	case "collect":
		list, complete, err := x.Collect(s.disk, nil, n("fetch"), n("upper"))
		return fmt.Sprintf("%v\ncomplete: %t", list, complete), err
	case "truncate":
		return s.dumpTxn(x.TruncateTo(s.disk, n("offset")))
	case "check":
		return "sound", x.SanityCheck(s.disk)
	case "reset":
		return s.dumpTxn(x.Reset(s.disk))
	}
	d.Fatalf(s.t, "unknown command")
	return "", nil
}

func (s *script) dumpOffset(err error) (string, error) {
	if err != nil {
		return "", err
	}
	x := &s.offset
	dump := s.bytes(x.Path(), OffsetLayout())
	return fmt.Sprintf("%s%d of %d entries, last offset %d, full: %t", dump, x.Entries(), x.MaxEntries(), x.LastOffset(), x.Full()), nil
}

func (s *script) dumpTime(err error) (string, error) {
	if err != nil {
		return "", err
	}
	x := &s.time
	dump := s.bytes(x.Path(), TimeLayout())
	return fmt.Sprintf("%s%d of %d entries, last %+v, full: %t", dump, x.Entries(), x.MaxEntries(), x.Last(), x.Full()), nil
}

func (s *script) dumpTxn(err error) (string, error) {
	if err != nil {
		return "", err
	}
	if !s.disk.Exists(s.txn.Path()) {
		return "no file", nil
	}
	empty, err := s.txn.Empty(s.disk)
	return s.bytes(s.txn.Path(), TxnLayout()) + fmt.Sprintf("empty: %t", empty), err
}

// shown is how many entries of a file are printed.
const shown = 6

// bytes prints a file entry by entry, field by field.
func (s *script) bytes(path string, l Layout) string {
	data, err := s.disk.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	for at := 0; at < len(data); at += l.Size {
		if at >= shown*l.Size {
			fmt.Fprintf(&b, "... %d bytes in all\n", len(data))
			break
		}
		fmt.Fprintf(&b, "%04x:", at)
		for _, f := range l.Fields {
			fmt.Fprintf(&b, " %c %x", f.Family, data[min(len(data), at+f.At):min(len(data), at+f.At+f.Size)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *Trace) describe() string {
	var b strings.Builder
	for _, search := range t.Searches {
		fmt.Fprintf(&b, "%s %d in %d entries, warm from #%d\n", search.Column, search.Target, search.Entries, search.Hot)
		for _, p := range search.Probes {
			temperature := "cold"
			if p.Warm {
				temperature = "warm"
			}
			fmt.Fprintf(&b, "  #%d at %d: %d, %s (%s)\n", p.Entry, p.At, p.Key, p.Turn, temperature)
		}
		fmt.Fprintf(&b, "  slot %d\n", search.Slot)
	}
	return b.String()
}
