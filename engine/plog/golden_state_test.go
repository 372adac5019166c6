package plog

import (
	"maps"
	"slices"
	"testing"

	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// TestGoldenForked replays every trace on a fork of a fork of a fork: after each operation the machine goes on with a
// copy, and at the end every state that was left behind must be as it was.
func TestGoldenForked(t *testing.T) {
	for _, name := range goldenCases {
		t.Run(name, func(t *testing.T) {
			type past struct {
				machine goldenMachine
				state   string
			}
			var left []past
			replay(t, name, func(g *goldenMachine) {
				old := *g
				left = append(left, past{old, text(g.state())})
				g.fork()
			})
			for i, p := range left {
				if now := text(p.machine.state()); now != p.state {
					t.Fatalf("the fork left behind after operation %d changed\n was %s\n is  %s", i, p.state, now)
				}
			}
		})
	}
}

// TestGoldenStored replays every trace while the whole state is written and read back after each operation.
func TestGoldenStored(t *testing.T) {
	for _, name := range goldenCases {
		t.Run(name, func(t *testing.T) {
			memory := store.NewMemory()
			replay(t, name, func(g *goldenMachine) { g.reopen(t, memory) })
		})
	}
}

// fork replaces the machine's parts by copies.
func (g *goldenMachine) fork() {
	g.disk, g.clock = g.disk.Fork(), g.clock.Fork()
	owners := map[string]*Log{}
	for name, l := range g.owners {
		f := l.Fork()
		owners[name] = f
		if g.log == l {
			g.log = f
		}
	}
	g.owners, g.failed = owners, maps.Clone(g.failed)
}

// code lists the machine's state; what is read goes into the parts given.
func (g *goldenMachine) code(c *store.Coder, d *disk.Disk, logs []*Log) {
	d.Code(c)
	g.clock.Code(c)
	for _, l := range logs {
		l.Code(c)
	}
}

// reopen writes the state and reads it back into new objects.
func (g *goldenMachine) reopen(t *testing.T, memory *store.Memory) {
	t.Helper()
	names := slices.Sorted(maps.Keys(g.owners))
	var logs, read []*Log
	for _, name := range names {
		logs, read = append(logs, g.owners[name]), append(read, &Log{})
	}
	s, err := store.Open(memory)
	if err == nil {
		err = s.Commit(func(c *store.Coder) { g.code(c, g.disk, logs) })
	}
	if err != nil {
		t.Fatal(err)
	}
	d := &disk.Disk{}
	if s, err = store.Open(memory); err == nil {
		err = s.Load(func(c *store.Coder) { g.code(c, d, read) })
	}
	if err != nil {
		t.Fatal(err)
	}
	g.disk = d
	for i, name := range names {
		if g.log == logs[i] {
			g.log = read[i]
		}
		g.owners[name] = read[i]
	}
}
