package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestReplication runs the stories of several brokers in testdata/replication. `run` is command lines with what they print, standard
// error behind `2> `. `log N words...` are the lines that broker N (0: the controller) has logged since the last time and that contain
// one of the words, without time and logger. `replicas` is the view of that name with the parameters given, `cluster` that one.
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
			case "replicas":
				return w.replicas(t, d.Input)
			case "cluster":
				return w.fleet(t)
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

func (w *telling) replicas(t *testing.T, params string) string {
	v := view[message.Replicas](t, w.l, "replicas", params)
	var b strings.Builder
	for _, s := range []message.Side{v.A, v.B} {
		fmt.Fprintf(&b, "broker %d: running %t, leader %t, in sync %t, end %d, high watermark %d, epochs %v\n", s.Broker, s.Running, s.Leader, s.InSync, s.LogEndOffset, s.HighWatermark, s.Epochs)
	}
	for _, f := range v.Files {
		if f.Same {
			fmt.Fprintf(&b, "= %s, %d bytes\n", f.Name, f.SizeA)
		} else {
			fmt.Fprintf(&b, "≠ %s, %d and %d bytes: %v\n", f.Name, f.SizeA, f.SizeB, f.Diffs)
		}
	}
	for _, c := range v.Cuts {
		fmt.Fprintf(&b, "broker %d cut %d..%d to be as broker %d, its high watermark was %d:", c.Broker, c.From, c.To, c.Leader, c.HighWatermark)
		for _, x := range c.Batches {
			fmt.Fprintf(&b, " [%d..%d of epoch %d, %d bytes]", x.Base, x.Last, x.Epoch, len(x.Bytes))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (w *telling) fleet(t *testing.T) string {
	v := view[message.Cluster](t, w.l, "cluster", "{}")
	var b strings.Builder
	for _, m := range v.Fleet.Members {
		fmt.Fprintf(&b, "%+v\n", m)
	}
	for _, p := range v.Fleet.Partitions {
		fmt.Fprintf(&b, "%s: leader %d epoch %d/%d, isr %v elr %v last %v of %v, min %d, recovering %t, moving +%v -%v\n", p.Name, p.Leader, p.LeaderEpoch, p.PartitionEpoch, p.ISR, p.ELR, p.LastKnownELR, p.Replicas, p.MinISR, p.Recovering, p.Adding, p.Removing)
		for _, h := range p.Has {
			fmt.Fprintf(&b, "  %+v\n", h)
		}
	}
	for _, l := range v.Fleet.Links {
		fmt.Fprintf(&b, "%+v\n", l)
	}
	for _, r := range v.Fleet.Waiting {
		fmt.Fprintf(&b, "%+v\n", r)
	}
	return b.String()
}
