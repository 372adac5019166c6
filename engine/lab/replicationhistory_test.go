package lab

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/store"
)

// fleetMarks is what must be equal of several brokers beyond their files.
func fleetMarks(t testing.TB, l *Lab) string {
	v := view[message.Cluster](t, l, "cluster", "{}")
	if v.Fleet == nil {
		return ""
	}
	text, err := json.Marshal(v.Fleet)
	if err != nil {
		t.Fatal(err)
	}
	log := view[message.ServerLog](t, l, "serverLog", fmt.Sprintf(`{"broker":%d,"from":-20,"limit":20}`, cluster.Controller))
	return fmt.Sprint(string(text), log)
}

// fleetLine is a command for three brokers.
func fleetLine(t *rapid.T) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"produce t --record k:v", "produce t --acks 1 --count 3", "produce t --acks all --no-wait --record k:v", "kill -9 101", "kill -9 102", "power-loss 3", "broker start 1",
			"broker start 2", "broker start 3", "broker stop 2", "network cut 1", "network delay 2 1 40ms", "network heal", "replica pause 3", "replica resume 3",
			"kafka-leader-election --election-type preferred --all-topic-partitions", "kafka-topics --describe", "where t-0 0",
			"kafka-configs --alter --entity-type topics --entity-name t --add-config min.insync.replicas=1", "workload start w --topic t --rate 2",
		}),
		rapid.Map(rapid.Int64Range(1, 20_000), func(ms int64) string { return fmt.Sprintf("clock advance %dms", ms) }),
	).Draw(t, "line")
}

// TestFleetHistory: undo and redo, a replay of the journal, and a lab that was stored give the very same three brokers again, in the middle of
// failures too.
func TestFleetHistory(t *testing.T) {
	begin := []string{"lab new fleet --seed 3 --brokers 3 --property min.insync.replicas=2 --property log.index.size.max.bytes=4096", "kafka-topics --create --topic t --partitions 2 --replication-factor 3"}
	rapid.Check(t, func(rt *rapid.T) { anyHistory(t, rt, begin, fleetLine) })
}

// TestFleetLink: the script of a lab of several brokers makes it again.
func TestFleetLink(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{
		"lab new fleet --seed 3 --brokers 3 --property min.insync.replicas=2 --property log.index.size.max.bytes=4096", "kafka-topics --create --topic t --partitions 2 --replication-factor 3",
		"produce t --count 5", "kill -9 101", "clock advance 12s", "broker start 1", "network delay 1 2 30ms", "produce t --record k:v", "clock advance 7s",
	} {
		ok(t, l, line)
	}
	again := newLab(t, store.NewMemory())
	if res := again.Run(nil, l.Script()); res.Exit != 0 {
		t.Fatalf("%s%s", res.Out, res.Err)
	}
	if marks(t, l) != marks(t, again) {
		t.Error("the script makes another lab")
	}
}
