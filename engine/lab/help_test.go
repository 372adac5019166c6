package lab

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"logarium/engine/shell"
	"logarium/engine/store"
)

// prepared is where the examples of the help pages work.
const prepared = `kafka-topics --create --topic orders --partitions 1 --config segment.bytes=1048576
kafka-topics --create --topic profiles --config cleanup.policy=compact
produce orders --count 5 --batch-bytes 1000
produce profiles --count 10 --keys 3
consume orders --group billing --max-messages 1
echo '{"partitions":[{"topic":"orders","partition":0,"offset":1}],"version":1}' > delete.json
echo '{"version":1,"partitions":[{"topic":"orders","partition":0,"replicas":[1],"log_dirs":["any"]}]}' > move.json
mkdir /tmp/empty
tx begin --producer pay
`

// elsewhere are commands whose examples need what one broker or this package does not have.
var elsewhere = []string{"kafka-leader-election", "kafka-reassign-partitions", "lesson", "network", "on", "replica"}

// TestExamples: every command has an example, and it does what it is there for.
func TestExamples(t *testing.T) {
	l := newLab(t, store.NewMemory())
	if res := l.Run(nil, prepared); res.Exit != 0 {
		t.Fatal(res.Err)
	}
	position := l.position
	examples := l.shell.Examples()
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if len(examples[name]) == 0 {
			t.Errorf("%s has no example", name)
		}
		for _, line := range examples[name] {
			if slices.Contains(elsewhere, name) {
				continue
			}
			if _, err := shell.Parse(line); err != nil || !strings.Contains(line, name) {
				t.Errorf("%s: %s: %v", name, line, err)
			}
			if res := l.Exec(nil, line, false); res.Exit != 0 && res.Err != "" { // grep may find nothing
				t.Errorf("%s: %+v", line, res)
			}
			l.halt, l.points = nil, nil
			l.jump(position)
		}
	}
}

// TestPages: help, man and --help print one page; Kafka's tools print their own for --help.
func TestPages(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, name := range l.shell.Names() {
		help, man := l.Exec(nil, "help "+name, false), l.Exec(nil, "man "+name, false)
		if help != man || help.Exit != 0 || !strings.HasPrefix(help.Out, name) {
			t.Errorf("%s: %+v, %+v", name, help, man)
		}
		if own := l.Exec(nil, name+" --help", false); !strings.HasPrefix(name, "kafka-") && own != help || own.Out+own.Err == "" {
			t.Errorf("%s --help: %+v", name, own)
		}
	}
}
