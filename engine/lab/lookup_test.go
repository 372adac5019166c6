package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/message"
	"logarium/engine/store"
)

// The batch that is marked as the hit holds the record, also where the header behind it was read too.
func TestLookupMarksTheBatchOfTheRecord(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t")
	ok(t, l, "produce t --count 3 --records-per-batch 4")
	for offset, position := range map[int64]int{0: 0, 3: 0, 4: 1, 11: 2} {
		v := view[message.Lookup](t, l, "lookup", fmt.Sprintf(`{"partition":"t-0","offset":%d}`, offset))
		var hits []message.Step
		for _, s := range v.Steps {
			if s.Hit && s.Kind == "batch" {
				hits = append(hits, s)
			}
		}
		if !v.Found || len(hits) != 1 || hits[0].Offset != v.Position || hits[0].Offset != int64(position)*hits[0].Length {
			t.Errorf("offset %d: %+v", offset, v)
		}
	}
}

// TestLookupGoesOnBehindASegment whose last record the cleaner has removed: each batch that was passed is shown in the file where it lies, and the one
// that was found is taken apart, though one at the same position was passed before.
func TestLookupGoesOnBehindASegment(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --config cleanup.policy=compact --config internal.segment.bytes=170 --config min.cleanable.dirty.ratio=0.01")
	ok(t, l, "produce t --no-idempotence --record ka:aaaa")
	ok(t, l, "produce t --no-idempotence --record kb:aaaa")
	ok(t, l, "produce t --no-idempotence --record kb:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
	ok(t, l, "produce t --no-idempotence --count 3 --keys 3 --size 20")
	ok(t, l, "clock advance 2m")
	v := view[message.Lookup](t, l, "lookup", `{"partition":"t-0","offset":1}`)
	var got []string
	for _, s := range v.Steps {
		got = append(got, fmt.Sprintf("%s %t %s %d: %s", s.Kind, s.Hit, strings.TrimPrefix(s.Path, "/tmp/kafka-logs/t-0/00000000000000000"), s.Offset, s.Text))
	}
	want := []string{
		"segment false 000.log 0: segment 0", "segment true 002.log 0: segment 2",
		"scan false 000.log 0: batch 0–0 at 0", "batch true 002.log 0: batch 2–2 at 0",
		"unpack false 002.log 0: header: count 1, base offset 2", "record true 002.log 61: record 0: offset 2, 44 B",
	}
	if d := cmp.Diff(want, got); d != "" || !v.Found || v.Position != 0 {
		t.Errorf("%+v\n%s", v, d)
	}
}

// TestLookupGoesBackToTheLargestTimestamp, which is not in the last of the segments that were asked for theirs.
func TestLookupGoesBackToTheLargestTimestamp(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --config internal.segment.bytes=170")
	ok(t, l, "produce t --no-idempotence --record a:aaaa --ts 1735689600500")
	ok(t, l, "produce t --no-idempotence --count 5 --size 20 --ts 1735689600000")
	v := view[message.Lookup](t, l, "lookup", `{"partition":"t-0","time":-3}`)
	for _, s := range v.Steps {
		if (s.Hit || s.Kind == "batch" || s.Kind == "unpack") && !strings.HasSuffix(s.Path, "/t-0/00000000000000000000.log") && s.Kind != "entry" {
			t.Errorf("%+v", s)
		}
	}
	if last := v.Steps[len(v.Steps)-1]; !v.Found || v.Offset != 0 || !last.Hit || last.Kind != "record" {
		t.Errorf("%+v", v)
	}
}
