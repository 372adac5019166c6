package lab

import (
	"fmt"
	"testing"

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
