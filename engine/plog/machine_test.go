package plog

import (
	"maps"
	"slices"

	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
)

const startTime = 1735689600000

// testMachine is a disk, a clock and a log on it.
type testMachine struct {
	disk   *disk.Disk
	clock  clock.Clock
	log    *Log
	owners map[string]*Log // tasks outlive their log
	lines  []event.Line    // INFO and above
	ran    []string        // tasks
	failed map[string]bool
}

func newTestMachine() *testMachine {
	g := &testMachine{disk: disk.New(disk.Options{}), clock: clock.New(startTime), owners: map[string]*Log{}, failed: map[string]bool{}}
	g.disk.SetTime(startTime)
	if err := g.disk.MkdirAll("/logs"); err != nil {
		panic(err)
	}
	return g
}

func (g *testMachine) env() *Env {
	g.disk.SetTime(g.clock.Now())
	return &Env{
		Now: g.clock.Now(), Disk: g.disk, Emit: g.emit, Schedule: g.clock.Schedule, Cancel: func(id uint64) { g.clock.Cancel(id) },
		Jitter: func() int32 { return 0 }, Offline: func(dir string) bool { return g.failed[dir] }, Fail: func(dir string) { g.failed[dir] = true },
	}
}

func (g *testMachine) emit(e event.Event) {
	if l, ok := e.(event.Logged); ok && l.Line().Level >= event.INFO {
		g.lines = append(g.lines, l.Line())
	}
}

// runTasks performs what is due, up to a time.
func (g *testMachine) runTasks(limit int64) {
	for {
		t, ok := g.clock.Step(limit)
		if !ok {
			return
		}
		g.ran = append(g.ran, t.Name)
		if err := g.owners[t.Owner].Run(g.env(), t); err != nil {
			g.ran[len(g.ran)-1] += ": " + err.Error()
		}
	}
}

// stop closes the log as a broker does that shuts down.
func (g *testMachine) stop() error {
	l := g.log
	for _, step := range []func(*Env) error{l.PrepareClose, func(env *Env) error { return l.Flush(env, true) }, l.Close} {
		if err := step(g.env()); err != nil {
			return err
		}
	}
	return nil
}

// dropTasks forgets what the closed log had scheduled.
func (g *testMachine) dropTasks() {
	for _, t := range slices.Collect(g.clock.Tasks()) {
		g.clock.Cancel(t.ID)
	}
}

// fork replaces the machine's parts by copies.
func (g *testMachine) fork() {
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

// rewrite replaces a file's bytes by others.
func (g *testMachine) rewrite(file string, b []byte) error {
	if err := g.disk.Remove(file); err != nil && g.disk.Exists(file) {
		return err
	}
	return g.disk.WriteFile(file, b)
}
