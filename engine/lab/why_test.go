package lab

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/store"
)

// TestWhy: what the lab says of segments, in stories of commands. Each command prints what the console would.
func TestWhy(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if strings.Contains(filepath.Base(path), ".") || strings.Contains(path, "/replication/") || filepath.Base(path) == "diff" { // no story, or told elsewhere
			return
		}
		l := newLab(t, store.NewMemory())
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out := ""
			for line := range Lines(d.Input) {
				res := l.Exec(nil, line, false)
				out += res.Out + res.Err
			}
			return out
		})
	})
}
