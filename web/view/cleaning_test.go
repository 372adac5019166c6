package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestCleaningBlocks(t *testing.T) {
	c := message.Cleaning{Outcome: "not dirty enough", Sentence: "Not cleaned because its dirty ratio is 0.100.", FirstDirty: 100, Upper: 2857, Limit: "the active segment", CleanBytes: 9000, DirtyBytes: 1000, Ratio: .1, MinRatio: .5}
	got := written(CleaningBlocks(c))
	for _, want := range []string{"Compaction\nNot cleaned because", "a pass would end at | 2 857, the active segment", "dirty | 1000 B", "dirty ratio | 0.10, at least 0.50 needed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if CleaningBlocks(message.Cleaning{Outcome: "not compacted", Sentence: "x"}) != nil {
		t.Error("a log that is not compacted has words about compaction")
	}
}
