package shell

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/cluster"
)

// longLine is a command that consists of many steps.
func longLine(t *rapid.T) string {
	n := rapid.IntRange(2, 40).Draw(t, "n")
	rate := rapid.SampledFrom([]string{"-1", "4", "0.3", "1/7", "700"}).Draw(t, "rate")
	over := rapid.IntRange(0, 5000).Draw(t, "over")
	return rapid.SampledFrom([]string{
		fmt.Sprintf("kafka-producer-perf-test --topic a --num-records %d --record-size 300 --throughput %s", n, rate),
		fmt.Sprintf("kafka-producer-perf-test.sh --throughput=%s --num-records=7 --topic=a --payload-monotonic --num-rec=%d", rate, n),
		fmt.Sprintf("kafka-producer-perf-test --topic fresh --num-records %d --record-size 9 --throughput %s | tail -n 1 > report", n, rate),
		fmt.Sprintf("produce a --count %d --over %dms --size 200 --keys a..c --key-skew 0.4", n, over),
		fmt.Sprintf("produce b --count %d --over %dms --batch-bytes 500 --records-per-batch 3 --ts-step 7", n, over),
		fmt.Sprintf("produce b --count=%d --kind orders --producer 'my own'", n),
		fmt.Sprintf("produce b --key k --value '--count' --count %d > 'a file'", n),
		fmt.Sprintf("clock advance %ds", n),
		"clock to 2025-01-01T00:03:00Z",
		"step --task kafka-log-retention",
		"kafka-console-consumer --topic b --from-beginning --group g",
		"kafka-console-consumer --topic b --from-beginning --group g --max-messages 90 | wc -l > count",
		"consume b --group h",
		"! kafka-producer-perf-test --topic b --num-records 30 --record-size 3 --throughput 5",
		fmt.Sprintf("echo x:y | kafka-console-producer --topic b | produce a --count %d | cat > out", n),
		"produce b --key k --value v --ts-step 600000 --count 30",
	}).Draw(t, "line")
}

// busy is a cluster on which those commands have something to do.
func busy(t testing.TB) *world {
	w := newWorld(t, "log.retention.check.interval.ms", "10000", "log.initial.task.delay.ms", "1000")
	w.must(t, "kafka-topics --create --topic a --partitions 2 --config segment.index.bytes=4096 --config internal.segment.bytes=1000 --config retention.ms=5000",
		"kafka-topics --create --topic b --config segment.index.bytes=4096 --config internal.segment.bytes=300000", "workload start w --topic a --rate 1.5 --size 40",
		"produce b --count 150 --records-per-batch 2 --size 10000", "consume b --group h --max-messages 7")
	return w
}

// TestStoppedCommands: a command that is stopped leaves a line behind that, run on a machine of before, does exactly
// what was done; so does the line for a machine that is stored between two steps.
func TestStoppedCommands(t *testing.T) {
	base := busy(t)
	rapid.Check(t, func(rt *rapid.T) {
		line := longLine(rt)
		stop := rapid.IntRange(1, 50).Draw(rt, "stop")
		middle := rapid.IntRange(1, stop).Draw(rt, "store")
		work := base.cluster.Fork()
		work.SetCommand(base.command + 1)
		control := &cluster.Control{}
		steps := 0
		control.Yield = func() bool {
			steps++
			if partial, ok := control.Line(); ok && steps == middle {
				same(rt, base, partial, work.Fork())
			}
			return steps >= stop
		}
		got := base.shell.Run(&Env{Cluster: work, Control: control}, line)
		if got.Changed {
			same(rt, base, got.Line, work)
		}
	})
}

// same runs a line from the beginning and compares.
func same(t *rapid.T, base *world, line string, want *cluster.Cluster) {
	fresh := base.cluster.Fork()
	fresh.SetCommand(base.command + 1)
	got := base.shell.Run(&Env{Cluster: fresh}, line)
	if got.Exit != 0 {
		t.Fatalf("%s: exit %d\n%s", line, got.Exit, got.Err)
	}
	if digest(fresh, true) != digest(want.Fork(), true) {
		t.Fatalf("%q does not do what was done: at %d, not %d", line, fresh.Now(), want.Now())
	}
}
