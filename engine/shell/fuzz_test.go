package shell

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"logarium/engine/cluster"
)

// storyLines are the commands of all stories.
func storyLines(t testing.TB) (lines []string) {
	names, err := filepath.Glob("testdata/stories/*")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split("\n"+string(data), "\nrun")[1:] {
			_, rest, _ := strings.Cut(block, "\n")
			line, _, _ := strings.Cut(rest, "\n----")
			lines = append(lines, line)
		}
	}
	return lines
}

// stopAfter is a control that stops a command after some steps.
func stopAfter(steps int) *cluster.Control {
	return &cluster.Control{Yield: func() bool { steps--; return steps < 0 }}
}

// FuzzRun: whatever is typed, nothing panics; a line that does not say so changes nothing; and the journal's line does
// again what was done.
func FuzzRun(f *testing.F) { fuzzRun(f, newWorld(f), 1) }

// FuzzRunOnThree is the same on a cluster of three brokers, one of which has stopped.
func FuzzRunOnThree(f *testing.F) {
	c, err := cluster.New(cluster.Options{Seed: 1, Brokers: 3})
	if err != nil {
		f.Fatal(err)
	}
	fuzzRun(f, &world{shell: New(), cluster: c}, 3)
}

func fuzzRun(f *testing.F, base *world, brokers int) {
	for _, line := range storyLines(f) {
		f.Add(line)
	}
	base.must(f, fmt.Sprintf("kafka-topics --create --topic orders --partitions 2 --replication-factor %d --config internal.segment.bytes=500 --config segment.index.bytes=4096", brokers),
		"kafka-topics --create --topic profiles --config cleanup.policy=compact --config segment.index.bytes=4096",
		"produce orders --count 9 --partition 1", "workload start w --topic orders --rate 1 --size 50", "clock advance 5s", "echo some text > t")
	if brokers > 1 {
		base.must(f, "broker stop 3", "clock advance 20s", "produce orders --count 3 --partition 0")
	}
	before := digest(base.cluster.Fork(), false)
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 300 {
			return
		}
		work := base.cluster.Fork()
		work.SetCommand(base.command + 1)
		got := base.shell.Run(&Env{Cluster: work, Control: stopAfter(20)}, line)
		if !got.Changed {
			if digest(work, false) != before {
				t.Fatalf("%q changed something and does not say so", line)
			}
			return
		}
		again := base.cluster.Fork()
		again.SetCommand(base.command + 1)
		second := base.shell.Run(&Env{Cluster: again, Control: stopAfter(100)}, got.Line)
		if second.Exit != 0 || digest(again, true) != digest(work, true) {
			t.Fatalf("%q: the journal's %q does not do it again (exit %d)", line, got.Line, second.Exit)
		}
		base.shell.Complete(&Env{Cluster: again}, line)
	})
}

// TestLineString: a line comes back from its text as it was.
func TestLineString(t *testing.T) {
	for _, line := range storyLines(t) {
		first, err := Parse(line)
		if err != nil || len(first.Stages) == 0 {
			continue
		}
		second, err := Parse(first.String())
		if err != nil || second.String() != first.String() || len(second.Stages) != len(first.Stages) {
			t.Errorf("%q became %q, %v", line, first.String(), err)
		}
	}
}
