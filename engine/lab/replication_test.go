package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/store"
)

// TestReplication runs the stories of several brokers in testdata/replication. `run` is command lines with what they print, standard
// error behind `2> `. `log N words...` are the lines that broker N (0: the controller) has logged since the last time and that contain
// one of the words, without time and logger.
func TestReplication(t *testing.T) {
	datadriven.Walk(t, "testdata/replication", func(t *testing.T, path string) {
		w := &telling{l: newLab(t, store.NewMemory()), seen: map[int]int64{}}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "run":
				return w.run(d.Input)
			case "log":
				var broker int
				d.ScanArgs(t, "broker", &broker)
				return w.log(broker, strings.Split(d.Input, "\n"))
			}
			t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

type telling struct {
	l    *Lab
	seen map[int]int64 // lines of each log that were shown or passed over
}

func (w *telling) run(script string) string {
	var b strings.Builder
	for line := range Lines(script) {
		res := w.l.Exec(nil, line, false)
		if strings.Contains(script, "\n") {
			fmt.Fprintf(&b, "$ %s\n", line)
		}
		b.WriteString(res.Out)
		if res.Err != "" {
			b.WriteString("2> " + strings.ReplaceAll(strings.TrimSuffix(res.Err, "\n"), "\n", "\n2> ") + "\n")
		}
		if res.Exit != 0 {
			fmt.Fprintf(&b, "[exit %d]\n", res.Exit)
		}
	}
	return b.String()
}

func (w *telling) log(id int, words []string) string {
	var b strings.Builder
	c := w.l.current().cluster
	lines := c.ControllerLines
	if id > 0 {
		lines = c.Broker(int32(id)).LinesFrom
	}
	for n, line := range lines(w.seen[id] + 1) {
		w.seen[id] = n
		for _, word := range words {
			if strings.Contains(line.Text, word) {
				fmt.Fprintf(&b, "%s %s\n", line.Level, line.Text)
				break
			}
		}
	}
	return b.String()
}
