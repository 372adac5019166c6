package view

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/message"
)

// fleetOfTwo has two brokers, the first with two directories.
func fleetOfTwo() message.Cluster {
	dir := func(path string, names ...string) message.LogDir {
		d := message.LogDir{Path: path}
		for _, n := range names {
			d.Partitions = append(d.Partitions, message.PartitionSummary{Name: n, Role: "leader", Epoch: -1})
		}
		return d
	}
	return message.Cluster{Brokers: []message.Broker{
		{ID: 1, Running: true, Dirs: []message.LogDir{dir("/data/1/a", "orders-0", "clicks-0"), dir("/data/1/b", "orders-1")}},
		{ID: 2, Running: true, Dirs: []message.LogDir{dir("/data/2", "clicks-1")}},
	}, Topics: []message.Topic{{Name: "orders", Partitions: 2}, {Name: "clicks", Partitions: 2}}}
}

func namesOf(rows []Node) string {
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
	}
	return strings.Join(names, " ")
}

func TestATreeIsNarrowedToWhatAFilterFinds(t *testing.T) {
	for _, c := range []struct {
		filter, want string
		byTopic      bool
		n            int
	}{
		{"", "broker 1 /data/1/a orders-0 clicks-0 /data/1/b orders-1 broker 2 /data/2 clicks-1", false, 4},
		{"ORDERS", "broker 1 /data/1/a orders-0 /data/1/b orders-1", false, 2},
		{"clicks", "broker 1 /data/1/a clicks-0 broker 2 /data/2 clicks-1", false, 2},
		{"data/1/b", "broker 1 /data/1/b orders-1", false, 1},
		{"broker 2", "broker 2 /data/2 clicks-1", false, 1},
		{"1 clicks", "broker 2 /data/2 clicks-1", false, 1},
		{"payments", "", false, 0},
		{"clicks", "clicks clicks-0 clicks-1", true, 2},
		{"-1", "orders orders-1 clicks clicks-1", true, 2},
	} {
		rows, n := Found(Tree(fleetOfTwo(), 0, c.byTopic, nil, ""), c.filter)
		if got := namesOf(rows); got != c.want || n != c.n {
			t.Errorf("%q: %s, %d", c.filter, got, n)
		}
	}
}

// TestFoundRowsHangTogether: whatever is looked for, each row that is kept stands below its own parent, and each row that matches is
// kept.
func TestFoundRowsHangTogether(t *testing.T) {
	all := Tree(fleetOfTwo(), 0, false, nil, "")
	rapid.Check(t, func(t *rapid.T) {
		filter := rapid.StringMatching(`[a-z0-9/ -]{1,4}`).Draw(t, "filter")
		rows, _ := Found(append([]Node(nil), all...), filter)
		kept := " "
		for i, r := range rows {
			kept += r.Key + " "
			if i == 0 && r.Depth > 0 || i > 0 && r.Depth > rows[i-1].Depth+1 {
				t.Fatalf("%q: %s hangs in the air in %s", filter, r.Name, namesOf(rows))
			}
		}
		for _, r := range all {
			if strings.TrimSpace(filter) != "" && Matches(r.Name, filter) && !strings.Contains(kept, " "+r.Key+" ") {
				t.Fatalf("%q: %s is missing in %s", filter, r.Name, namesOf(rows))
			}
		}
	})
}
