package shell

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/cluster"
	"logarium/engine/config"
)

// TestCapturedScenarios: captures that begin on a broker of their own. `= NAME=VALUE` is a line of its server.properties,
// `> COMMAND` prepares, and x*N in such a command stands for N letters.
func TestCapturedScenarios(t *testing.T) {
	for _, name := range []string{"bad-dir", "compaction", "full-disk", "indexes", "rolls", "small-segments"} {
		t.Run(name, func(t *testing.T) {
			c, err := cluster.New(cluster.Options{Seed: 1, Clock: 1795994700000, Properties: capturedProperties(t, name)})
			if err != nil {
				t.Fatal(err)
			}
			s := New()
			for _, one := range readCaptures(t, name) {
				if one.exit < 0 {
					one.typed = letters26.ReplaceAllStringFunc(one.typed, repeated)
				}
				compareCapture(t, s, c, one)
			}
		})
	}
}

var letters26 = regexp.MustCompile(`x\*\d+`)

func repeated(word string) string {
	n, _ := strconv.Atoi(word[2:])
	return strings.Repeat("x", n)
}

func capturedProperties(t *testing.T, name string) (p config.Properties) {
	data, err := os.ReadFile("testdata/captures/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line, ok := strings.CutPrefix(strings.TrimSpace(line), "= "); ok {
			k, v, _ := strings.Cut(line, "=")
			p = p.With(k, v)
		}
	}
	return p
}
