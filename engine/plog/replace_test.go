package plog

import (
	"slices"
	"strings"
	"testing"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// oneRecord is a batch at an offset, as a follower gets it.
func oneRecord(t *testing.T, offset int64, value string) []byte {
	t.Helper()
	o := record.DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch = offset, 0
	var b record.Builder
	b.Reset(nil, o)
	if err := b.Append(offset, startTime, []byte("k"), []byte(value)); err != nil {
		t.Fatal(err)
	}
	raw, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func openPlain(t *testing.T, g *testMachine, clean bool) *Log {
	t.Helper()
	l, err := Open(g.env(), Options{
		Partition: event.Partition{Topic: "t", LogDir: "/logs"}, Config: config.Broker{}.Log(config.Properties{}), Owner: "t", CleanShutdown: clean,
	})
	if err != nil {
		t.Fatal(err)
	}
	g.log, g.owners["t"] = l, l
	g.runTasks(g.clock.Now())
	return l
}

func bases(l *Log) []int64 {
	var list []int64
	for s := range l.Segments(0) {
		list = append(list, s.Base())
	}
	return list
}

// A segment of an old version whose offsets reach too far is split when it has to be recovered.
func TestSplitOverflowed(t *testing.T) {
	g := newTestMachine()
	const far = 1<<31 + 7
	raw := slices.Concat(oneRecord(t, 0, "a"), oneRecord(t, 5, "b"), oneRecord(t, far, "c"))
	if err := g.disk.MkdirAll("/logs/t-0"); err != nil {
		t.Fatal(err)
	}
	if err := g.rewrite("/logs/t-0/00000000000000000000.log", raw); err != nil {
		t.Fatal(err)
	}
	l := openPlain(t, g, false)
	if got := bases(l); !slices.Equal(got, []int64{0, far}) {
		t.Fatalf("segments %v", got)
	}
	if l.LogEndOffset() != far+1 || l.Size() != int64(len(raw)) {
		t.Errorf("%v, %d bytes", l, l.Size())
	}
	if err := l.Check(g.env()); err != nil {
		t.Error(err)
	}
	var said []string
	for _, line := range g.lines {
		if s := line.Text; strings.Contains(s, "overflow") {
			said = append(said, s)
		}
	}
	if len(said) != 3 || !strings.Contains(said[0], "Caught segment overflow error: Detected offset overflow at offset 2147483655 in segment LogSegment(baseOffset=0") {
		t.Errorf("lines %q", said)
	}
	for _, f := range []int64{0, 5, far} {
		if x, err := l.Read(g.env(), f, 1, LogEnd, true, nil); err != nil || x.Meta.Offset != f {
			t.Errorf("read %d: %v, %v", f, x, err)
		}
	}
}

// Two segments become one; the files of both wait for their removal, and the snapshot between them goes.
func TestReplaceSegments(t *testing.T) {
	g := newTestMachine()
	l := openPlain(t, g, true)
	env := g.env()
	for i := range int64(3) {
		if _, err := l.AppendLeader(env, oneRecord(t, 0, "v"), 0, AppendOptions{}); err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			if err := l.Roll(env, -1); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.runTasks(g.clock.Now())
	cleaned, err := l.NewCleaned(env, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := cleaned.Append(l.IO(env), 1, oneRecord(t, 1, "v")); err != nil {
		t.Fatal(err)
	}
	old := l.Fork()
	if err := l.ReplaceSegments(env, []*segment.Segment{cleaned}, []int64{0, 1}); err != nil {
		t.Fatal(err)
	}
	if got := bases(l); !slices.Equal(got, []int64{0, 2}) {
		t.Errorf("segments %v", got)
	}
	if got := bases(old); !slices.Equal(got, []int64{0, 1, 2}) {
		t.Errorf("segments of the fork %v", got)
	}
	if err := l.Check(env); err != nil {
		t.Error(err)
	}
	list, _ := g.disk.ReadDir("/logs/t-0")
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	for _, want := range []string{"00000000000000000000.log", "00000000000000000000.log.deleted", "00000000000000000001.log.deleted", "00000000000000000001.snapshot.deleted"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
	g.runTasks(g.clock.Now() + 60000)
	if list, _ := g.disk.ReadDir("/logs/t-0"); slices.ContainsFunc(list, func(f disk.Info) bool { return strings.HasSuffix(f.Name, ".deleted") }) {
		t.Error("deleted files are still there")
	}
}
