package lab

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/cluster"
	"logarium/engine/event"
	"logarium/engine/store"
)

// waitAt runs a line up to its nth event; false if it has fewer.
func waitAt(l *Lab, line string, n int) bool {
	r := &run{line: line, control: &cluster.Control{}, number: l.position + 1}
	out := l.attempt(r, func(m int, _ event.Event) bool { return m == n })
	l.finish(out, false)
	return l.halt != nil
}

func bytesOf(t *testing.T, l *Lab) []byte { return encoded(t, l.current().cluster.Fork()) }

// TestBreak: wherever a command waits, every view can be seen and leaves no trace, going on from there ends where the command would
// have ended, and a process that ends there does so again when the journal is replayed.
func TestBreak(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLab(t, store.NewMemory())
		for range rapid.IntRange(1, 6).Draw(rt, "commands") {
			l.Exec(nil, anyLine(rt), false)
		}
		line, n := anyLine(rt), rapid.IntRange(1, 60).Draw(rt, "event")
		position, before := l.position, bytesOf(t, l)
		if !waitAt(l, line, n) {
			return
		}
		everyView(rt, l)
		if !bytes.Equal(bytesOf(t, l), before) || l.position != position {
			rt.Fatalf("%s waits at event %d, and the machine before it is another one", line, n)
		}
		if rapid.Bool().Draw(rt, "end") {
			endAt(t, rt, l)
			return
		}
		l.Exec(nil, "step over", false)
		over := bytesOf(t, l)
		l.Exec(nil, fmt.Sprintf("goto %d", position), false)
		l.Exec(nil, line, false)
		if !bytes.Equal(bytesOf(t, l), over) {
			rt.Fatalf("%s ends differently after it has waited at event %d", line, n)
		}
	})
}

func everyView(rt *rapid.T, l *Lab) {
	for _, v := range [...][2]string{
		{"lab", ""}, {"clock", ""}, {"schedule", ""}, {"cluster", ""}, {"files", `{"dir":"/tmp/kafka-logs"}`}, {"segments", `{"partition":"b-0"}`},
		{"partition", `{"partition":"b-0"}`}, {"verdicts", `{"partition":"b-0"}`}, {"batches", `{"partition":"b-0"}`}, {"lookup", `{"partition":"b-0","offset":0}`},
		{"cleaning", `{"partition":"b-0"}`}, {"consumers", ""}, {"metrics", ""}, {"serverLog", ""}, {"events", ""}, {"journal", ""}, {"machine", ""},
	} {
		func() {
			h := l.halt
			l.halt = nil // so that nothing is caught
			l.running = &run{work: h.work}
			defer func() { l.running, l.halt = nil, h }()
			if _, err := l.View(v[0], []byte(v[1])); err != nil && v[1] == "" {
				rt.Fatalf("view %s at %+v: %v", v[0], h.Break, err)
			}
		}()
	}
}

// endAt ends the broker where the command waits, and does it again from the journal.
func endAt(t *testing.T, rt *rapid.T, l *Lab) {
	position, h := l.position, l.halt
	end := rapid.SampledFrom([]string{"kill -9 101", "power-loss --mode tear"}).Draw(rt, "how")
	if res := l.Exec(nil, end, false); res.Exit != 0 {
		if h.work.cluster.Broker(1).Running() {
			rt.Fatalf("%s: %+v", end, res)
		}
		return
	}
	c, _ := l.journal.Get(l.position)
	ended := marks(t, l)
	l.Exec(nil, "broker start 1", false)
	started := marks(t, l)
	l.Exec(nil, fmt.Sprintf("goto %d", position), false)
	if res := l.Exec(nil, c.Line, false); res.Exit != 0 || marks(t, l) != ended {
		rt.Fatalf("%s is another end: %+v", c.Line, res)
	}
	if l.Exec(nil, "broker start 1", false); marks(t, l) != started {
		rt.Fatalf("another start after %s", c.Line)
	}
}

// Break points belong to the lab as the names of its states do: undo, a new machine and a reset leave them, and whoever opens the lab
// again, or a file of it, finds them, before the command that waited.
func TestBreakPointsAreKept(t *testing.T) {
	blocks := store.NewMemory()
	l := newLab(t, blocks)
	ok(t, l, "kafka-topics --create --topic b")
	if err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	ok(t, l, "break append roll recovery")
	ok(t, l, "break clear roll")
	if !l.Dirty() || l.position != 1 {
		t.Errorf("dirty is %v at command %d", l.Dirty(), l.position)
	}
	ok(t, l, "undo")
	ok(t, l, "redo")
	if ok(t, l, "produce b --record k:v"); l.halt == nil {
		t.Fatal("no command waits")
	}
	var out bytes.Buffer
	if err := l.WriteFile(&out, "test"); err != nil {
		t.Fatal(err)
	}
	opened, err := Open(blocks, "")
	if err != nil {
		t.Fatal(err)
	}
	read, _, err := ReadFile(&out, store.NewMemory(), "")
	if err != nil {
		t.Fatal(err)
	}
	for name, again := range map[string]*Lab{"opened": opened, "read": read} {
		if got := again.Exec(nil, "break", false).Out; got != "append\nrecovery\n" || again.Dirty() || again.position != 1 || again.halt != nil {
			t.Errorf("%s: points %q, dirty %v at command %d, waits at %v", name, got, again.Dirty(), again.position, again.halt)
		}
		if ok(t, again, "produce b --record k:v"); again.halt == nil || again.halt.Event != l.halt.Event {
			t.Errorf("%s: the command waits at %+v, before at %+v", name, again.halt, l.halt)
		}
		ok(t, again, "undo")
		ok(t, again, "lab reset")
		if ok(t, again, "break clear"); again.Exec(nil, "break", false).Out != "" || !again.Dirty() {
			t.Errorf("%s: points are left, or dirty is %v", name, again.Dirty())
		}
	}
}

// A file of a later program may name points that this one does not know.
func TestUnknownBreakPointsAreLetGo(t *testing.T) {
	blocks := store.NewMemory()
	l := newLab(t, blocks)
	l.setPoints([]string{"append", "of-tomorrow", "roll"})
	if err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	opened, err := Open(blocks, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := opened.Exec(nil, "break", false).Out; got != "append\nroll\n" {
		t.Errorf("points %q", got)
	}
}
