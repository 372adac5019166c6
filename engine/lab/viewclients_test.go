package lab

import (
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestConsumersView: what the panel of groups shows, out of range included, and an open transaction with the moment of its end.
func TestConsumersView(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{
		"kafka-topics --create --topic orders --partitions 2",
		"produce orders --partition 0 --count 4",
		"produce orders --partition 1 --count 1",
		"consume orders --group billing",
		"produce orders --partition 0 --count 6",
		`echo '{"partitions":[{"topic":"orders","partition":0,"offset":5}],"version":1}' > d.json`,
		"kafka-delete-records --offset-json-file d.json",
		"tx begin --producer pay --timeout 15s",
		"tx send --producer pay --topic orders --partition 1 --record 'k:v'",
	} {
		ok(t, l, line)
	}
	v, now := view[message.Consumers](t, l, "consumers", ""), view[message.Clock](t, l, "clock", "").Now
	g := v.Groups[0]
	if len(v.Groups) != 1 || g.ID != "billing" || g.State != "Empty" || g.Coordinator != 1 || g.Partition != "__consumer_offsets-1" || g.Generation != 2 || g.Lag != 7 {
		t.Errorf("%+v", v.Groups)
	}
	want := []message.GroupOffset{
		{Partition: "orders-0", Offset: 4, Lag: 6, Start: 5, End: 10, Where: "below", Committed: now, Expires: now + 7*86_400_000},
		{Partition: "orders-1", Offset: 1, Lag: 1, Start: 0, End: 2, Where: "within", Committed: now, Expires: now + 7*86_400_000},
	}
	for i := range want {
		if g.Offsets[i] != want[i] {
			t.Errorf("%+v\nwant %+v", g.Offsets[i], want[i])
		}
	}
	tx := v.Transactions[0]
	if len(v.Transactions) != 1 || tx.ID != "pay" || tx.State != "Ongoing" || tx.Aborts != now+15_000 || len(tx.Partitions) != 1 || tx.Partitions[0] != "orders-1" {
		t.Errorf("%+v", v.Transactions)
	}
}
