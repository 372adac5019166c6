package lab

import (
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestMetricsView: the filter chooses, the limit shortens, and the points are what the samples were.
func TestMetricsView(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"kafka-topics --create --topic a --config internal.segment.bytes=2000", "produce a --count 10 --size 500", "clock advance 1m", "produce a --count 10 --size 500", "clock advance 1m"} {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatalf("%s: %s", line, res.Err)
		}
	}
	all := view[message.Metrics](t, l, "metrics", `{}`)
	if len(all.Metrics) < 20 || all.Step != 5000 {
		t.Fatalf("%d metrics every %d ms", len(all.Metrics), all.Step)
	}
	v := view[message.Metrics](t, l, "metrics", `{"filter":"LogEndOffset,topic=a","limit":15}`)
	if len(v.Metrics) != 1 || v.Metrics[0].Value != 20 || len(v.Metrics[0].Points) != 15 {
		t.Fatalf("%+v", v)
	}
	points := v.Metrics[0].Points
	if points[0][1] != 10 || points[14][1] != 20 || points[14][0]-points[0][0] != 14*5000 {
		t.Errorf("points %v", points)
	}
}
