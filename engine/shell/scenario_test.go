package shell

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/cluster"
	"logarium/engine/config"
)

// TestCapturedScenarios: captures that begin on a broker of their own. `= NAME=VALUE` is a line of its server.properties (brokers: how many there are),
// `> COMMAND` prepares, and x*N in such a command stands for N letters.
func TestCapturedScenarios(t *testing.T) {
	for _, name := range []string{"bad-dir", "compaction", "full-disk", "indexes", "no-broker", "open-handles", "replication", "rolls", "small-segments", "topics"} {
		t.Run(name, func(t *testing.T) {
			properties := capturedProperties(t, name)
			brokers, _ := properties.Get("brokers")
			n, _ := strconv.Atoi(brokers)
			c, err := cluster.New(cluster.Options{Seed: 1, Clock: 1795994700000, Brokers: n, Properties: properties})
			if err != nil {
				t.Fatal(err)
			}
			s := New()
			for _, one := range readCaptures(t, name) {
				if one.exit < 0 {
					if load(t, s, c, one) {
						continue
					}
				}
				compareCapture(t, s, c, one)
			}
		})
	}
}

// load does `load TOPIC FIRST N`: N batches of ten records of 1000 bytes whose keys are FIRST and so on, as the captured client sent them.
func load(t *testing.T, s *Shell, c *cluster.Cluster, one captured) bool {
	var topic string
	var first, n int
	if !scan(one.typed, "load %s %d %d", &topic, &first, &n) {
		return false
	}
	for i := range n {
		key := first + 10*i
		key += int(math.Pow10(len(strconv.Itoa(key)))) // the real keys are k0, k1, ...; these have the same lengths
		one.typed = fmt.Sprintf("produce %s --records-per-batch 10 --size 1000 --keys %d..%d --acks 1 --no-idempotence", topic, key, key+9)
		compareCapture(t, s, c, one)
	}
	return true
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
