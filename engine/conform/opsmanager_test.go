package conform

import (
	"path/filepath"
	"testing"
)

// TestManagerRandom replays random operations on directories, partitions, copies, configurations and restarts, as real
// Kafka's log manager was recorded with them.
func TestManagerRandom(t *testing.T) {
	for _, dir := range folders(t, "manager") {
		t.Run(filepath.Base(dir), func(t *testing.T) { replayTrace(t, dir) })
	}
}
