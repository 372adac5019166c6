package cleaner

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/store/storetest"
)

// ways to die.
func deaths() map[string]func(*disk.Disk) {
	return map[string]func(*disk.Disk){
		"kill -9":    func(*disk.Disk) {},
		"power loss": func(d *disk.Disk) { d.PowerLoss(disk.LoseDirty, 1) },
		"torn pages": func(d *disk.Disk) { d.PowerLoss(disk.TearSome, 7) },
		"some pages": func(d *disk.Disk) { d.PowerLoss(disk.KeepSome, 3) },
	}
}

// TestCrashAtEveryStep ends the machine after each step of a pass, in every way, and at each change of a file within the
// steps that change names; then the log must load and hold the records of before or after that step.
func TestCrashAtEveryStep(t *testing.T) {
	seeds := 12
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		m := newMachine()
		l := rapid.Custom(func(rt *rapid.T) *plog.Log { return randomLog(rt, m, 30) }).Example(seed + 1)
		if err := l.Flush(m.env(), true); err != nil {
			t.Fatal(err)
		}
		m.disk.SyncAll()
		v, err := Judge(m.env(), l, 0, false)
		if err != nil {
			t.Fatal(err)
		}
		p := NewPass(l, v.FirstDirty, v.FirstUncleanable, m.clock.Now(), options(1000))
		states := [][]kept{mustRead(t, m, l)}
		for more := true; more; {
			crashes(t, m, l, p, states[len(states)-1])
			if more, err = p.Step(m.env(), l, nil); err != nil {
				t.Fatal(err)
			}
			states = append(states, mustRead(t, m, l))
			for name, die := range deaths() {
				f, _ := m.fork(l)
				die(f.disk)
				survives(t, f, fmt.Sprintf("seed %d, %s before %v", seed, name, p.Phase()), states[len(states)-1], states[len(states)-2])
			}
		}
	}
}

// crashes breaks the next step off at each operation on a file.
func crashes(t *testing.T, m *machine, l *plog.Log, p *Pass, before []kept) {
	for _, op := range []disk.Op{disk.OnWrite, disk.OnName, disk.OnSync} {
		for skip := 0; ; skip++ {
			f, fl := m.fork(l)
			q := p.Fork()
			f.disk.SetFault(disk.Fault{Path: "/", On: op, Skip: skip})
			if _, err := q.Step(f.env(), fl, nil); err == nil {
				break // no operation was left to fail
			}
			aside, al := m.fork(l)
			after := p.Fork()
			if _, err := after.Step(aside.env(), al, nil); err != nil {
				t.Fatal(err)
			}
			survives(t, f, fmt.Sprintf("operation %d of kind %d in %v", skip, op, p.Phase()), before, mustRead(t, aside, al))
		}
	}
}

// survives loads the log on what is left of the machine.
func survives(t *testing.T, f *machine, what string, either ...[]kept) {
	t.Helper()
	f.stop()
	l, err := f.open("t", small, false)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	got := mustRead(t, f, l)
	for _, want := range either {
		if slices.EqualFunc(got, want, same) {
			if leftovers(t, f) {
				t.Fatalf("%s: the loader left files", what)
			}
			return
		}
	}
	t.Fatalf("%s: after loading the log has\n%v\nbefore %v\nafter %v", what, got, either[0], either[len(either)-1])
}

func leftovers(t *testing.T, f *machine) bool {
	list, err := f.disk.ReadDir(logDir + "/t-0")
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(list, func(i disk.Info) bool {
		return len(i.Name) > 28 && i.Name[20] == '.' && (i.Name[len(i.Name)-5:] == ".swap" || i.Name[len(i.Name)-8:] == ".cleaned")
	})
}

// TestPassIsData: a pass may be put aside, copied, and stored between any two steps, and ends the same.
func TestPassIsData(t *testing.T) {
	m := newMachine()
	l := rapid.Custom(func(rt *rapid.T) *plog.Log { return randomLog(rt, m, 40) }).Example(5)
	reference, rl := m.fork(l)
	pass(t, reference, rl, 1000)
	want := mustRead(t, reference, rl)

	v, err := Judge(m.env(), l, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	o := options(1000)
	o.Buffer = 300 // so that a segment takes several steps
	p := NewPass(l, v.FirstDirty, v.FirstUncleanable, m.clock.Now(), o)
	for more, steps := true, 0; more; steps++ {
		f, fl := m.fork(l)
		q := new(Pass)
		storetest.RoundTrip(t, p.Code, q.Code)
		if err := q.Run(f.env(), fl, nil); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, f, fl); !slices.EqualFunc(got, want, same) {
			t.Fatalf("stored before step %d (%v): %v, want %v", steps, p.Phase(), got, want)
		}
		if more, err = p.Step(m.env(), l, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := mustRead(t, m, l); !slices.EqualFunc(got, want, same) {
		t.Fatalf("%v, want %v", got, want)
	}
}
