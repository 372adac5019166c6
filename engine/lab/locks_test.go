package lab

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/cluster"
	"logarium/engine/store"
)

// TestLocksAreSerial: whatever clients want, a lock is held by one of them at a time, nobody's appends change their order, nobody waits for a
// lock that is free, and no time is lost.
func TestLocksAreSerial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clients, lanes := rapid.IntRange(1, 4).Draw(t, "clients"), rapid.IntRange(1, 3).Draw(t, "lanes")
		c := contention{lanes: make([]string, lanes)}
		for client := 1; client <= clients; client++ {
			for range rapid.IntRange(1, 6).Draw(t, "appends") {
				c.held = append(c.held, held{client: client, lane: rapid.IntRange(0, lanes-1).Draw(t, "lane"), cost: rapid.Int64Range(1, 50).Draw(t, "cost"), bytes: int64(len(c.held))})
			}
		}
		c.layOut(clients)
		free, ready, last, sum := make([]int64, lanes), make([]int64, clients+1), make([]int64, clients+1), int64(0)
		for _, h := range c.held {
			if h.from < free[h.lane] || h.from-h.waited != ready[h.client] || h.waited > 0 && h.from != free[h.lane] {
				t.Fatalf("%+v: the lock is free from %d, the client is ready at %d", h, free[h.lane], ready[h.client])
			}
			if h.bytes < last[h.client] {
				t.Fatalf("client %d is out of order", h.client)
			}
			free[h.lane], ready[h.client], last[h.client] = h.from+h.cost, h.from+h.cost, h.bytes
			sum += h.cost
		}
		if b := c.beside(sum); b < 0 || b >= sum || lanes == 1 && b != 0 {
			t.Fatalf("%d of %d beside another", b, sum)
		}
	})
}

// TestLocks: two partitions go side by side, two clients of one do not, and an fsync of flush.messages is done under the lock. The machine
// stays as it was.
func TestLocks(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"kafka-topics --create --topic a --config index.interval.bytes=4096", "kafka-topics --create --topic b --config flush.messages=2"} {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatal(res)
		}
	}
	before := digestOf(t, l)
	for line, want := range map[string]string{
		"locks 'produce a --count 2 --size 5000' 'produce a --count 2 --size 5000'": "over after 6.0 us; locks held 6.0 us, 0.0 us of them beside another partition's; 4.5 us waited",
		"locks 'produce a --count 2 --size 5000' 'produce b --size 5000'":           "over after 3.0 us; locks held 4.5 us, 1.5 us of them beside another partition's; 0.0 us waited",
		"locks 'produce b --count 2 --size 5000'":                                   "\n< 2                   1\n",
	} {
		res := l.Exec(nil, line, false)
		if res.Exit != 0 || !strings.Contains(res.Out, want) {
			t.Errorf("%s: %+v", line, res)
		}
	}
	out := l.Exec(nil, "locks 'produce b --count 2 --size 5000'", false).Out
	if lines := strings.Split(out, "\n"); len(strings.Fields(lines[2])) != 8 || strings.Fields(lines[1])[6] != "0" || strings.Fields(lines[2])[6] == "0" {
		t.Errorf("the second record of b is not flushed under the lock:\n%s", out)
	}
	if digestOf(t, l) != before || l.Position() != 2 {
		t.Error("the machine has changed")
	}
	for line, want := range map[string]string{"locks": "expected 1 to 8 lines", "locks ls": "nothing was appended", "locks 'produce c --count 1'": "produce c"} {
		if res := l.Exec(nil, line, false); res.Exit == 0 || !strings.Contains(res.Err, want) {
			t.Errorf("%s: %+v", line, res)
		}
	}
}

// TestLocksLeaveTheLab: a line cannot do to the lab what it could if it was typed.
func TestLocksLeaveTheLab(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic a")
	ok(t, l, "produce a --count 3")
	before := digestOf(t, l)
	for _, line := range []string{"undo", "goto 0", "checkpoint here", "break roll", "lab new b", "rulebook articles"} {
		for _, within := range []string{"locks '" + line + "' 'produce a'", "break 1 '" + line + "' kill -9 101", "break 1 'produce a' " + line} {
			if res := l.Exec(nil, within, false); res.Exit == 0 {
				t.Errorf("%s: %+v", within, res)
			}
		}
	}
	if l.Position() != 2 || l.marks.Len() > 0 || len(l.points) > 0 || digestOf(t, l) != before || l.current().name != DefaultName {
		t.Errorf("at %d, %d checkpoints, break points %v, lab %s", l.Position(), l.marks.Len(), l.points, l.current().name)
	}
}

// TestLocksOfLeaders: what followers append is not done by clients, and not under the leader's lock.
func TestLocksOfLeaders(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "lab new three --brokers 3")
	ok(t, l, "kafka-topics --create --topic a --partitions 1 --replication-factor 3")
	res := l.Exec(nil, "locks 'produce a --count 3 --acks all' 'produce a --count 2' 'clock advance 1s'", false)
	if res.Exit != 0 || strings.Count(res.Out, " a-0 ") != 3+2 {
		t.Errorf("%+v", res)
	}
}

// TestLocksAreStopped: what a line has done so far is not stored as the lab's, and there is a limit.
func TestLocksAreStopped(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic a")
	n := 0
	control := &cluster.Control{Yield: func() bool {
		if n++; n == 5 {
			if err := l.Commit(); err != nil || l.savedUpTo != 1 {
				t.Errorf("%d commands are stored, %v", l.savedUpTo, err)
			}
		}
		return n == 9
	}}
	if res := l.Exec(control, "locks 'produce a --count 30' 'produce a --count 30'", false); res.Exit == 0 || n != 9 {
		t.Errorf("after %d steps: %+v", n, res)
	}
	if res := l.Exec(nil, "locks 'produce a --count 100001'", false); !strings.Contains(res.Err, "more than 100000 appends") {
		t.Errorf("%+v", res)
	}
}

// TestLocksAlign: numbers stand in columns however long a topic's name is.
func TestLocksAlign(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic a")
	ok(t, l, "kafka-topics --create --topic a-topic-with-a-long-name")
	res := l.Exec(nil, "locks 'produce a' 'produce a-topic-with-a-long-name'", false)
	lines := strings.Split(res.Out, "\n")
	if res.Exit != 0 || len(lines) < 6 {
		t.Fatal(res)
	}
	for _, line := range lines[1:3] {
		if len(line) != len(lines[0]) {
			t.Errorf("%q is not as long as\n%q", line, lines[0])
		}
	}
	if a, b := strings.Index(lines[4], "|"), strings.Index(lines[5], "|"); a != b {
		t.Errorf("the lanes begin in columns %d and %d", a, b)
	}
}
