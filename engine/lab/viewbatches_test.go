package lab

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/message"
)

// headersOf asks for the headers of some segments and of the last ones.
func headersOf(t *testing.T, l *Lab, bases []int64, last int) []message.Batches {
	t.Helper()
	params, _ := json.Marshal(map[string]any{"partition": "orders-0", "bases": bases, "last": last, "limit": 50})
	return view[message.Headers](t, l, "headers", string(params)).Segments
}

// TestHeadersAreThoseOfEachSegment: what is asked for in one question is what the single ones tell, also of segments that are renamed.
func TestHeadersAreThoseOfEachSegment(t *testing.T) {
	l := orders(t)
	stats := l.current().cluster.Broker(1).Disk().Stats()
	var bases []int64
	var want []message.Batches
	renamed := 0
	for _, s := range view[message.Segments](t, l, "segments", `{"partition":"orders-0"}`).Segments {
		if s.State == "renamed" {
			renamed++
		}
		bases = append(bases, s.Base)
		want = append(want, view[message.Batches](t, l, "batches", fmt.Sprintf(`{"partition":"orders-0","base":%d,"limit":50}`, s.Base)))
	}
	if renamed == 0 || len(bases) < renamed+3 || len(want[0].Batches) == 0 {
		t.Fatalf("%d segments, %d of them renamed", len(bases), renamed)
	}
	if diff := cmp.Diff(want, headersOf(t, l, bases, 2)); diff != "" {
		t.Error("of all by their bases", diff)
	}
	n := len(bases) - renamed
	if diff := cmp.Diff(want[renamed:], headersOf(t, l, nil, n)); diff != "" {
		t.Error("of the last ones", diff)
	}
	if diff := cmp.Diff(want[renamed:], headersOf(t, l, nil, 1000)); diff != "" {
		t.Error("of more than there are", diff)
	}
	if got := l.current().cluster.Broker(1).Disk().Stats(); got != stats {
		t.Errorf("the views are counted: %+v, before %+v", got, stats)
	}
	if got := headersOf(t, l, []int64{bases[0] + 1}, 0); len(got) != 0 {
		t.Error("a segment that is not there:", got)
	}
}

// TestHeadersEndAtTheDamage, and say which batches have been changed.
func TestHeadersEndAtTheDamage(t *testing.T) {
	l := orders(t)
	s := headersOf(t, l, nil, 2)[0]
	file := fmt.Sprintf("/tmp/kafka-logs/orders-0/%020d.log", s.Base)
	ok(t, l, fmt.Sprintf("flip %s %d", file, s.Batches[2].Position+s.Batches[2].Size-1))
	if got := headersOf(t, l, nil, 2)[0]; got.Batches[2].Valid || !got.Batches[1].Valid || got.Total != s.Total {
		t.Errorf("a value has changed: %+v", got.Batches[:3])
	}
	ok(t, l, fmt.Sprintf("flip %s %d 7", file, s.Batches[3].Position+8)) // the batch's length
	if got := headersOf(t, l, nil, 2); len(got) != 2 || got[0].Total >= s.Total || len(got[0].Batches) < 3 {
		t.Errorf("a length has changed: %+v", got)
	}
}
