package lab

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/store"
)

// lines are commands from which random journals are made. Some fail in some states: those must leave nothing.
func anyLine(t *rapid.T) string {
	return rapid.OneOf(
		rapid.Just("kafka-topics --create --topic a --partitions 2 --config internal.segment.bytes=2000"),
		rapid.Just("kafka-topics --create --topic b --config retention.ms=20000 --config internal.segment.bytes=3000"),
		rapid.Just("kafka-topics --delete --topic a"),
		rapid.Just("workload start w --topic b --rate 3 --batch 2"),
		rapid.Just("workload stop w"),
		rapid.Just("produce a --count 20 --size 100"),
		rapid.Just("produce b --key k --value v --count 5"),
		rapid.Just("kafka-configs --alter --entity-type topics --entity-name b --add-config retention.bytes=5000"),
		rapid.Just("step"),
		rapid.Just("step --task kafka-log-retention"),
		rapid.Just("broker restart 1"),
		rapid.Just("kill -9 101"),
		rapid.Just("broker start 1"),
		rapid.Just("kafka-topics --list"),
		rapid.Just("rulebook articles"),
		rapid.Map(rapid.Int64Range(1, 200_000), func(ms int64) string { return fmt.Sprintf("clock advance %dms", ms) }),
	).Draw(t, "line")
}

// marks is what must be equal for two machines to count as equal.
func marks(t testing.TB, l *Lab) string {
	log := view[message.ServerLog](t, l, "serverLog", `{"from":-50,"limit":50}`)
	events := view[message.Events](t, l, "events", `{"from":-50,"limit":50}`)
	return fmt.Sprint(digestOf(t, l), log, events) + fleetMarks(t, l)
}

// TestHistory: undo to any point and redo give the machine of then, a replay of the journal gives it again, and so does
// a lab that was stored and opened.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { anyHistory(t, rt, nil, anyLine) })
}

// anyHistory makes a journal that begins with given lines.
func anyHistory(t *testing.T, rt *rapid.T, begin []string, line func(*rapid.T) string) {
	blocks := store.NewMemory()
	l := newLab(t, blocks)
	states := []string{marks(t, l)}
	for _, one := range begin {
		ok(t, l, one)
		states = append(states, marks(t, l))
	}
	for range rapid.IntRange(1, 8).Draw(rt, "commands") {
		before := l.Position()
		l.Exec(nil, line(rt), false)
		switch l.Position() {
		case before:
			if got := marks(t, l); got != states[before] {
				rt.Fatalf("a command outside the journal changed the machine\n%s\n%s", states[before], got)
			}
		case before + 1:
			states = append(states[:before+1], marks(t, l))
		}
		if rapid.IntRange(0, 4).Draw(rt, "commit") == 0 {
			if err := l.Commit(); err != nil {
				rt.Fatal(err)
			}
		}
		if to := rapid.IntRange(0, 2*l.Position()).Draw(rt, "goto"); to < l.Position() {
			l.Exec(nil, fmt.Sprintf("goto %d", to), false)
			if marks(t, l) != states[to] {
				rt.Fatalf("state %d is another one after going back", to)
			}
		}
	}
	if err := l.Commit(); err != nil {
		rt.Fatal(err)
	}
	compareReplay(t, rt, l, states)
	compareStored(t, rt, l, blocks, states)
}

func compareReplay(t *testing.T, rt *rapid.T, l *Lab, states []string) {
	again := newLab(t, store.NewMemory())
	for n, c := range l.journal.All() {
		if res := again.Exec(nil, c.Line, false); res.Exit != 0 || again.Position() != n {
			rt.Fatalf("replay of %q: %+v, position %d", c.Line, res, again.Position())
		}
		if marks(t, again) != states[n] {
			rt.Fatalf("replay differs after command %d, %s", n, c.Line)
		}
	}
}

func compareStored(t *testing.T, rt *rapid.T, l *Lab, blocks store.Blocks, states []string) {
	opened, err := Open(blocks, "")
	if err != nil {
		rt.Fatal(err)
	}
	if opened.position != l.position || opened.total() != l.total() {
		rt.Fatalf("opened at %d of %d, was %d of %d", opened.position, opened.total(), l.position, l.total())
	}
	total := opened.total()
	opened.Exec(nil, fmt.Sprintf("goto %d", total), false)
	if err := opened.Commit(); err != nil {
		rt.Fatal(err)
	}
	sweeping, err := opened.BeginSweep()
	for more := true; more && err == nil; _, more, err = sweeping.Step() {
		opened.Exec(nil, "clock advance 1s", false)
		opened.Exec(nil, "undo", false)
		if err := opened.Commit(); err != nil {
			rt.Fatal(err)
		}
	}
	if err != nil {
		rt.Fatal(err)
	}
	for n := total; n >= 0; n-- {
		opened.Exec(nil, fmt.Sprintf("goto %d", n), false)
		if marks(t, opened) != states[n] {
			rt.Fatalf("state %d of the stored lab is another one", n)
		}
	}
}

// encoded is the machine as bytes.
func encoded(t *testing.T, c *cluster.Cluster) []byte {
	blocks := store.NewMemory()
	s, err := store.Open(blocks)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(c.Code); err != nil {
		t.Fatal(err)
	}
	root, _ := blocks.Root()
	ids, _ := blocks.List()
	data, _ := blocks.Read(ids)
	return append(root, bytes.Join(data, nil)...)
}

// TestForkEncodesAlike: a fork has the bytes of the original, and goes on having them when the original changes.
func TestForkEncodesAlike(t *testing.T) {
	l := orders(t)
	c := l.current().cluster
	want := encoded(t, c.Fork())
	fork := c.Fork()
	c.Fork().AdvanceTo(c.Now()+100_000, nil)
	if !bytes.Equal(encoded(t, fork), want) {
		t.Error("the fork's bytes are others")
	}
}

// TestTwoRuns: the same script gives the same bytes.
func TestTwoRuns(t *testing.T) {
	a, b := orders(t), orders(t)
	if marks(t, a) != marks(t, b) || !bytes.Equal(encoded(t, a.current().cluster.Fork()), encoded(t, b.current().cluster.Fork())) {
		t.Error("two runs differ")
	}
}

// TestPlay: advances of play make one line of their own, which undo takes back as a whole.
func TestPlay(t *testing.T) {
	l := orders(t)
	l.Exec(nil, "clock advance 1s", false)
	n, before := l.Position(), digestOf(t, l)
	for range 5 {
		l.Exec(nil, "clock advance 16ms", true)
	}
	c, _ := l.journal.Get(l.position)
	if l.Position() != n+1 || c.Line != "clock advance 80ms" {
		t.Errorf("position %d, line %q", l.Position(), c.Line)
	}
	ok(t, l, "undo")
	if digestOf(t, l) != before {
		t.Error("undo of play left another machine")
	}
	if res := l.Exec(nil, "clock advance 1s", true); res.Err == "" || l.Position() != n+1 || l.total() != n+1 {
		t.Errorf("a command behind an undo: %+v, %d of %d", res, l.Position(), l.total())
	}
}

// TestStop: a long command that is stopped leaves what is done with a line that does just that; so does a commit on
// the way.
func TestStop(t *testing.T) {
	blocks := store.NewMemory()
	l := newLab(t, blocks)
	ok(t, l, "kafka-topics --create --topic a --config internal.segment.bytes=2000")
	steps, half := 0, 0
	control := &cluster.Control{}
	control.Yield = func() bool {
		if steps++; steps == 20 {
			if err := l.Commit(); err != nil {
				t.Error(err)
			}
			half = view[message.Lab](t, l, "lab", "").Saved
		}
		return steps == 40
	}
	if res := l.Exec(control, "clock advance 1h", false); res.Exit != 0 && l.Position() != 2 {
		t.Fatalf("%+v", res)
	}
	c, _ := l.journal.Get(2)
	if half != 2 || l.Position() != 2 || c.Line == "clock advance 1h" {
		t.Errorf("saved %d, position %d, line %q", half, l.Position(), c.Line)
	}
	opened, err := Open(blocks, "")
	if err != nil {
		t.Fatal(err)
	}
	part, _ := opened.journal.Get(2)
	again := newLab(t, store.NewMemory())
	ok(t, again, "kafka-topics --create --topic a --config internal.segment.bytes=2000")
	ok(t, again, part.Line)
	if digestOf(t, again) != digestOf(t, opened) {
		t.Errorf("%q does not do what was stored", part.Line)
	}
	ok(t, again, "undo")
	ok(t, again, c.Line)
	if digestOf(t, again) != digestOf(t, l) {
		t.Errorf("%q does not do what was done", c.Line)
	}
}

// TestWaiting: an undo or a redo is a change that waits for its commit, although no command is there that is not stored.
func TestWaiting(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "clock advance 1s")
	ok(t, l, "clock advance 2s")
	for _, line := range []string{"clock advance 3s", "undo", "redo", "goto 1"} {
		ok(t, l, line)
		if v := view[message.Lab](t, l, "lab", ""); !v.Dirty {
			t.Errorf("%s: nothing waits: %+v", line, v)
		}
		if err := l.Commit(); err != nil {
			t.Fatal(err)
		}
		if v := view[message.Lab](t, l, "lab", ""); v.Dirty || v.Saved != v.Position {
			t.Errorf("%s: after its commit %+v", line, v)
		}
	}
}
