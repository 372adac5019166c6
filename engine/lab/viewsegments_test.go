package lab

import (
	"fmt"
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestNoSegmentIsBlockedByItself: one that only the rule book keeps is called active.
func TestNoSegmentIsBlockedByItself(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "rulebook articles")
	ok(t, l, "kafka-topics --create --topic t --config retention.ms=1000")
	ok(t, l, "produce t --count 3 --batch-bytes 400")
	ok(t, l, "clock advance 1h")
	got := view[message.Segments](t, l, "segments", `{"partition":"t-0"}`).Segments
	if len(got) != 1 || got[0].State != "active" || got[0].Word != "active, 1.2\u00a0KiB of 1\u00a0GiB" {
		t.Fatalf("%+v", got)
	}
}

// TestWindowsOfSegments: every window of the view is that part of the whole, whichever end it is counted from, or around an offset.
func TestWindowsOfSegments(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic t --config internal.segment.bytes=500 --config retention.bytes=3000")
	ok(t, l, "produce t --count 9 --batch-bytes 400")
	ok(t, l, "step --task kafka-log-retention")
	ok(t, l, "produce t --count 4 --batch-bytes 400")
	all := view[message.Segments](t, l, "segments", `{"partition":"t-0"}`).Segments
	if len(all) != 13 || all[0].State != "renamed" {
		t.Fatalf("%d segments, the first is %s", len(all), all[0].State)
	}
	for from := range len(all) {
		for limit := 1; limit <= len(all); limit++ {
			part := view[message.Segments](t, l, "segments", fmt.Sprintf(`{"partition":"t-0","from":%d,"limit":%d}`, from, limit)).Segments
			if want := all[from:min(from+limit, len(all))]; fmt.Sprint(part) != fmt.Sprint(want) {
				t.Fatalf("from %d, limit %d: %v", from, limit, part)
			}
		}
	}
	const limit = 4
	for offset := int64(-1); offset < 15; offset++ {
		at := 0
		for i, one := range all {
			if one.Base <= offset {
				at = i
			}
		}
		from := max(0, min(at-limit/2, len(all)-limit))
		part := view[message.Segments](t, l, "segments", fmt.Sprintf(`{"partition":"t-0","offset":%d,"limit":%d}`, offset, limit))
		if want := all[from : from+limit]; part.From != from || fmt.Sprint(part.Segments) != fmt.Sprint(want) {
			t.Fatalf("around %d: from %d, want %d: %v", offset, part.From, from, part.Segments)
		}
	}
}
