package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"pgregory.net/rapid"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestDiff runs command lines with what they print: how the files of two moments differ.
func TestDiff(t *testing.T) {
	w := &telling{l: newLab(t, store.NewMemory()), seen: map[int]int64{}}
	datadriven.RunTest(t, "testdata/diff", func(t *testing.T, d *datadriven.TestData) string { return w.run(d.Input) })
}

// TestDiffIsWhatTheViewsOfBothMomentsShow: of a random journal and any two of its moments, the files that the view names are those
// whose names or bytes the views "files" and "hex" of both moments show to differ, with the right ranges; all others are equal.
func TestDiffIsWhatTheViewsOfBothMomentsShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, err := New(store.NewMemory(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(2, 8).Draw(t, "commands") {
			l.Exec(nil, anyLine(t), false)
		}
		from := rapid.IntRange(l.oldest(), l.position).Draw(t, "from")
		to := rapid.IntRange(from, l.position).Draw(t, "to")
		v, err := l.View("diff", fmt.Appendf(nil, `{"from":%d,"to":%d}`, from, to))
		if err != nil {
			t.Fatal(err)
		}
		before, after := wholeFiles(t, l, from), wholeFiles(t, l, to)
		for _, f := range v.(message.Diff).Files {
			a, was := before[f.Was]
			b, is := after[f.Path]
			if f.What == "gone" {
				if is = !is; f.SizeB >= 0 {
					t.Fatalf("%s is still there", f.Path)
				}
			}
			if !is || was == (f.What == "new") || was && f.SizeA != a.size {
				t.Fatalf("%+v", f)
			}
			if f.What == "changed" || f.What == "renamed" {
				rebuilt(t, &f, a, b)
			}
			delete(before, f.Was)
			delete(after, f.Path)
		}
		for path, a := range before {
			if b, ok := after[path]; !ok || a != b {
				t.Fatalf("%s differs between %d and %d, and is not named", path, from, to)
			}
			delete(after, path)
		}
		for path := range after {
			t.Fatalf("%s is new and not named", path)
		}
	})
}

// head is the size of a file with its first 64 KiB: what is behind them is a preallocated index here.
type head struct {
	size  int64
	bytes string
}

// rebuilt makes the second content of the first one and the ranges that differ.
func rebuilt(t *rapid.T, f *message.FileDiff, a, b head) {
	made, n := make([]byte, len(b.bytes)), int64(len(b.bytes))
	copy(made, a.bytes)
	for _, s := range f.Diffs {
		if s.Start < n {
			copy(made[s.Start:min(s.End, n)], b.bytes[s.Start:])
		}
	}
	if string(made) != b.bytes || a.size != b.size && len(f.Diffs) == 0 {
		t.Fatalf("%s: %v is not all that differs", f.Path, f.Diffs)
	}
}

// wholeFiles reads the files in all log directories at a moment, by its views.
func wholeFiles(t *rapid.T, l *Lab, moment int) map[string]head {
	files := map[string]head{}
	dirs := []string{""}
	for len(dirs) > 0 {
		v, err := l.View("files", fmt.Appendf(nil, `{"moment":%d,"dir":%q}`, moment, dirs[0]))
		if err != nil {
			t.Fatal(err)
		}
		dirs = dirs[1:]
		for _, f := range v.(message.Files).Entries {
			if f.Dir {
				dirs = append(dirs, f.Path)
				continue
			}
			v, err := l.View("hex", fmt.Appendf(nil, `{"moment":%d,"path":%q}`, moment, f.Path))
			if err != nil {
				t.Fatal(err)
			}
			files[f.Path] = head{f.Size, string(v.(message.Hex).Bytes)}
		}
	}
	return files
}

// TestDiffKnowsAnotherMachine: inodes and versions of a machine that takes the place of another count for nothing.
func TestDiffKnowsAnotherMachine(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"kafka-topics --create --topic t", "produce t --record a:one", "lab new lab", "kafka-topics --create --topic t", "produce t --record a:two"} {
		ok(t, l, line)
	}
	v := view[message.Diff](t, l, "diff", `{"from":2,"dir":"/tmp/kafka-logs/t-0"}`)
	for _, f := range v.Files {
		if strings.HasSuffix(f.Path, ".log") {
			if f.What != "changed" || len(f.Diffs) == 0 {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("%+v", v)
}

func TestAMomentThatIsNotKeptIsRefused(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, params := range []string{`{"moment":1}`, `{"moment":-1}`} {
		if _, err := l.View("lab", []byte(params)); err == nil || !strings.Contains(err.Error(), "is not between 0 and 0") {
			t.Errorf("%s: %v", params, err)
		}
	}
	if _, err := l.View("diff", []byte(`{"from":3}`)); err == nil {
		t.Error("a moment that never was is compared")
	}
}

// TestSealedBytesDoNotChange: whatever a broker does, appends, retention, a restart, no byte of a sealed segment changes where it lies; one
// bit that a device inverts is counted. Of the active segment nothing is.
func TestSealedBytesDoNotChange(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"kafka-topics --create --topic t --config internal.segment.bytes=16384 --config retention.bytes=30000", "produce t --count 60 --batch-bytes 1000",
		"produce t --count 40 --batch-bytes 1000", "clock advance 7m", "broker restart 1"} {
		ok(t, l, line)
	}
	sealed := func(from, segments int, bytes int64) {
		t.Helper()
		v := view[message.Diff](t, l, "diff", fmt.Sprintf(`{"from":%d}`, from))
		if v.Sealed != segments || v.SealedBytes != bytes {
			t.Errorf("since %d: %d sealed, %d bytes; not %d, %d", from, v.Sealed, v.SealedBytes, segments, bytes)
		}
	}
	sealed(2, 0, 0)
	sealed(3, 2, 0)
	ok(t, l, "flip t-0/00000000000000000096.log 70")
	sealed(3, 2, 0)
	ok(t, l, "flip t-0/00000000000000000080.log 70")
	sealed(3, 2, 1)
}

// TestDiffOfOneAmongMany: a file is found however many others differ, under its name now and then.
func TestDiffOfOneAmongMany(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --partitions 1 --config internal.segment.bytes=1000 --config retention.bytes=0")
	ok(t, l, fmt.Sprint("produce t --size 900 --count ", maxFileDiffs))
	last := fmt.Sprintf("/tmp/kafka-logs/t-0/%020d.log", maxFileDiffs-1)
	if res := l.Exec(nil, "diff 0 "+last, false); !strings.Contains(res.Out, "\nnew      "+last) || strings.Contains(res.Out, "more files") {
		t.Errorf("%+v", res)
	}
	first := "/tmp/kafka-logs/t-0/00000000000000000000.log"
	ok(t, l, "clock advance 40s")
	for _, name := range []string{first, first + ".deleted"} {
		if res := l.Exec(nil, "diff 2 "+name, false); !strings.Contains(res.Out, "\nrenamed  "+first+" -> "+first+".deleted") {
			t.Errorf("%+v", res)
		}
	}
}
