package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

// TestHiddenRecordsAreExplained: a log start in the middle of a segment has deleted nothing, and the panel says why.
func TestHiddenRecordsAreExplained(t *testing.T) {
	all := message.Verdicts{NextCheck: -1, Verdicts: []message.Verdict{{Base: 0, Decisive: "time", Expires: -1, Renamed: -1, Removed: -1}, {Base: 80, Decisive: "time", Expires: -1, Renamed: -1, Removed: -1}}}
	part := message.Partition{LogStartOffset: 41, LogEndOffset: 100}
	segs := []message.Segment{{Base: 0, Next: 80}, {Base: 80, Next: 100}}
	if w := NewWhy(all, segs, part, 0); !strings.HasPrefix(w.Note, "Records below 41 are hidden, not deleted") {
		t.Error(w.Note)
	}
	if w := NewWhy(all, segs, part, 80); strings.Contains(w.Note, "hidden") {
		t.Error(w.Note)
	}
}
