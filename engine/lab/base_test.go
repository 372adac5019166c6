package lab

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/cluster"
	"logarium/engine/share"
	"logarium/engine/store"
)

const firstScript = `lab new shop --seed 3 --clock 0
kafka-topics --create --topic t --partitions 1
produce t --count 20 --size 50
clock advance 10s
`

func built(t *testing.T, blocks store.Blocks) *Lab {
	t.Helper()
	l := newLab(t, blocks)
	if res := l.Build(nil, firstScript); res.Exit != 0 {
		t.Fatal(res.Err)
	}
	return l
}

// TestResetGoesBackToTheBeginning: as often as one likes, after a reload too, and it can be undone.
func TestResetGoesBackToTheBeginning(t *testing.T) {
	blocks := store.NewMemory()
	l := built(t, blocks)
	begun := digestOf(t, l)
	for range 2 {
		ok(t, l, "produce t --count 7 --size 50")
		ok(t, l, "clock advance 1h")
		changed := digestOf(t, l)
		ok(t, l, "lab reset")
		if digestOf(t, l) != begun {
			t.Fatal("the lab is not as it began")
		}
		ok(t, l, "undo")
		if digestOf(t, l) != changed {
			t.Fatal("the reset cannot be undone")
		}
		if err := l.Commit(); err != nil {
			t.Fatal(err)
		}
		var err error
		if l, err = Open(blocks, "memory"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestResetOfALabThatBeganEmpty(t *testing.T) {
	l := newLab(t, store.NewMemory())
	begun := digestOf(t, l)
	ok(t, l, "kafka-topics --create --topic t")
	ok(t, l, "lab reset")
	if digestOf(t, l) != begun {
		t.Error("the lab is not empty")
	}
	ok(t, l, "lab new other --seed 9 --clock 5")
	fresh := digestOf(t, l)
	ok(t, l, "kafka-topics --create --topic t")
	ok(t, l, "lab reset")
	if digestOf(t, l) != fresh || l.Name() != "other" {
		t.Errorf("lab %s is not the new one as it began", l.Name())
	}
}

// TestScriptLeadsToTheSameState: what share prints makes the same machine, with resets and undone commands on the way.
func TestScriptLeadsToTheSameState(t *testing.T) {
	l := built(t, store.NewMemory())
	for _, line := range []string{"produce t --count 3", "lab reset", "produce t --count 5 --size 9", "undo", "clock advance 3s", "rulebook articles"} {
		ok(t, l, line)
		text := strings.TrimSpace(ok(t, l, "share --view tab=why"))
		link, err := share.Decode(text)
		if err != nil || link.View != "tab=why" {
			t.Fatalf("%s: %+v, %v", text, link, err)
		}
		other := newLab(t, store.NewMemory())
		if res := other.Build(nil, link.Script); res.Exit != 0 {
			t.Fatalf("after %s: %s", line, res.Err)
		}
		if digestOf(t, other) != digestOf(t, l) {
			t.Errorf("after %s the link leads elsewhere:\n%s", line, link.Script)
		}
		if got := ok(t, l, "share --script"); got != link.Script {
			t.Errorf("the script is %q, in the link %q", got, link.Script)
		}
	}
}

func TestShareRefusesALongLab(t *testing.T) {
	l := built(t, store.NewMemory())
	chance := rand.New(rand.NewPCG(1, 2))
	for range 120 {
		ok(t, l, "produce t --value "+strconv.FormatUint(chance.Uint64(), 36)+strconv.FormatUint(chance.Uint64(), 36))
	}
	res := l.Exec(nil, "share", false)
	if res.Exit == 0 || !strings.Contains(res.Err, "more than the 2000") || res.Out != "" {
		t.Errorf("%q %q", res.Out, res.Err)
	}
}

// TestStoppedBuildGoesOn: a script that is stopped keeps whole commands, and `lab continue` leads to the same end, after a reload too.
func TestStoppedBuildGoesOn(t *testing.T) {
	want := digestOf(t, built(t, store.NewMemory()))
	for stopAt := range 30 {
		blocks := store.NewMemory()
		l := newLab(t, blocks)
		steps := 0
		l.Build(&cluster.Control{Yield: func() bool { steps++; return steps > stopAt }}, firstScript)
		if l.Waiting() == 0 {
			continue
		}
		if err := l.Commit(); err != nil {
			t.Fatal(err)
		}
		l, err := Open(blocks, "memory")
		if err != nil {
			t.Fatal(err)
		}
		ok(t, l, "lab continue")
		if digestOf(t, l) != want || l.Waiting() != 0 {
			t.Errorf("stopped after %d steps: another end; %d lines wait", stopAt, l.Waiting())
		}
		if res := l.Exec(nil, "lab continue", false); res.Exit == 0 {
			t.Error("there is nothing to go on with")
		}
	}
}
