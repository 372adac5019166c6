package conform

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestManagerTraces replays what real Kafka's log manager was seen to do: life with background tasks, compaction on the clock,
// deletion, moves between directories, recovery after a crash.
func TestManagerTraces(t *testing.T) {
	n := 0
	for _, dir := range folders(t, "golden") {
		if name := filepath.Base(dir); strings.HasPrefix(name, "manager-") {
			n++
			t.Run(name, func(t *testing.T) { replayTrace(t, dir) })
		}
	}
	if n != 6 {
		t.Errorf("%d traces", n)
	}
}

// TestManagerCases replays the questions from practice that need the log manager or the cleaner.
func TestManagerCases(t *testing.T) {
	for name := range partsOfCases {
		t.Run(name, func(t *testing.T) { replayTrace(t, filepath.Join("testdata/cases", name)) })
	}
}
