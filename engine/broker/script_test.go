package broker

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/config"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// world is a broker with what a controller would know.
type world struct {
	broker   *Broker
	clock    clock.Clock
	random   Random
	replicas []Replica
	epoch    int64
	seen     int64 // lines of server.log that were printed
}

func (w *world) host() *Host { return &Host{Clock: &w.clock, Random: &w.random} }

// TestScripts runs the stories in testdata.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		w := &world{clock: clock.New(1735689600000), random: Random{State: 1}}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out := w.run(t, d)
			if w.broker != nil {
				w.broker = w.broker.Fork() // what a snapshot leaves behind must not matter
			}
			return out
		})
	})
}

func (w *world) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "new":
		return w.new(d)
	case "start":
		w.epoch++
		for i := range w.replicas {
			w.replicas[i].LeaderEpoch += 2
		}
		return w.said(w.broker.Start(w.host(), w.epoch, w.replicas))
	case "stop":
		return w.said(w.broker.Stop(w.host()))
	case "kill":
		w.broker.Kill(w.host())
		return w.said(nil)
	case "power-loss":
		return fmt.Sprintf("%+v\n", w.broker.PowerLoss(w.host(), disk.LoseDirty))
	case "create":
		return w.create(d)
	case "delete":
		return w.delete(d)
	case "append":
		return w.append(t, d)
	case "advance":
		return w.advance(t, d)
	case "marks":
		return w.marks()
	case "ls":
		return w.ls(t, d)
	case "cat":
		data, err := w.broker.Disk().ReadFile(w.arg(d, 0))
		return fmt.Sprintf("%s%s", data, failure(err))
	case "mkdir":
		return failure(w.broker.Disk().MkdirAll(w.arg(d, 0)))
	case "rm":
		return failure(w.broker.Disk().RemoveAll(w.arg(d, 0)))
	case "fail":
		w.broker.Disk().SetFault(disk.Fault{Path: w.arg(d, 0), On: disk.OnAll})
		return ""
	case "tasks":
		return w.tasks()
	case "configure":
		layers := w.broker.Config()
		layers.Cluster = properties(d.CmdArgs)
		w.broker.Reconfigure(w.host(), layers, w.overrides)
		return w.said(nil)
	case "alter":
		w.alter(w.arg(d, 0), properties(d.CmdArgs[1:]))
		w.broker.Reconfigure(w.host(), w.broker.Config(), w.overrides)
		return w.said(nil)
	case "verdicts":
		return w.verdicts(t)
	case "delete-records":
		return w.said(w.broker.With(w.host(), w.arg(d, 0), func(env *plog.Env, l *plog.Log) error {
			offset, _ := strconv.ParseInt(w.arg(d, 1), 10, 64)
			_, err := l.DeleteRecords(env, offset)
			return err
		}))
	case "move":
		return w.move(d)
	case "commit":
		return w.commit(d)
	case "kept":
		return w.kept(t, d)
	}
	t.Fatalf("unknown command %s", d.Cmd)
	return ""
}

func (w *world) arg(d *datadriven.TestData, n int) string { return d.CmdArgs[n].Key }

func failure(err error) string {
	if err == nil {
		return ""
	}
	return "error: " + err.Error() + "\n"
}

func properties(args []datadriven.CmdArg) (p config.Properties) {
	for _, a := range args {
		p = p.With(a.Key, strings.Join(a.Vals, ","))
	}
	return p
}

func (w *world) new(d *datadriven.TestData) string {
	w.broker = New(Options{ID: 1, ClusterID: "5L6g3nShT-eMCtK--X86sw", Static: properties(d.CmdArgs)})
	return failure(w.broker.Format(w.host()))
}

// said prints the lines that are new in server.log, then the error.
func (w *world) said(err error) string {
	var b strings.Builder
	for n, l := range w.broker.LinesFrom(w.seen + 1) {
		short := l.Logger[strings.LastIndexByte(l.Logger, '.')+1:]
		fmt.Fprintf(&b, "%s %s (%s)\n", l.Level, l.Text, short)
		if l.Thrown != "" {
			fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(l.Thrown, "\n", "\n  "))
		}
		w.seen = n
	}
	return b.String() + failure(err)
}

func (w *world) create(d *datadriven.TestData) string {
	topic, number, _ := strings.Cut(w.arg(d, 0), "/")
	n, _ := strconv.Atoi(number)
	r := Replica{Topic: topic, Number: int32(n), TopicID: w.random.ID(), Overrides: properties(d.CmdArgs[1:])}
	w.replicas = append(w.replicas, r)
	if !w.broker.Running() {
		return ""
	}
	return w.said(w.broker.Create(w.host(), []Replica{r}))
}

func (w *world) delete(d *datadriven.TestData) string {
	name := w.arg(d, 0)
	for i, r := range w.replicas {
		if r.Name() == name {
			w.replicas = append(w.replicas[:i:i], w.replicas[i+1:]...)
			break
		}
	}
	if !w.broker.Running() {
		return ""
	}
	return w.said(w.broker.Delete(w.host(), []string{name}))
}

// append sends batches of one record each to a log: append NAME COUNT SIZE [KEYS|uncommitted]. With KEYS that many keys take
// turns; uncommitted leaves the high watermark where it is.
func (w *world) append(t *testing.T, d *datadriven.TestData) string {
	count, _ := strconv.Atoi(w.arg(d, 1))
	size, _ := strconv.Atoi(w.arg(d, 2))
	keys := 0
	if len(d.CmdArgs) > 3 {
		keys, _ = strconv.Atoi(w.arg(d, 3))
	}
	var last error
	for i := range count {
		var key []byte
		if keys > 0 {
			key = fmt.Append(nil, "k", i%keys)
		}
		var b record.Builder
		b.Reset(nil, record.DefaultOptions())
		if err := b.Append(0, w.clock.Now(), key, make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		batch, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		last = w.broker.With(w.host(), w.arg(d, 0), func(env *plog.Env, l *plog.Log) error {
			_, err := l.AppendLeader(env, batch, 0, plog.AppendOptions{Origin: record.Client, TxnVersion: producer.TxnUnknown})
			if err == nil && !d.HasArg("uncommitted") {
				_, err = l.UpdateHighWatermark(env, l.LogEndOffset())
			}
			return err
		})
	}
	return w.said(last)
}

// move copies a partition to another directory: move NAME DIR.
func (w *world) move(d *datadriven.TestData) string {
	for _, r := range w.replicas {
		if r.Name() == w.arg(d, 0) {
			return w.said(w.broker.Move(w.host(), r, w.arg(d, 1)))
		}
	}
	return "no such partition\n"
}

// commit moves the high watermark: commit NAME OFFSET.
func (w *world) commit(d *datadriven.TestData) string {
	offset, _ := strconv.ParseInt(w.arg(d, 1), 10, 64)
	return failure(w.broker.With(w.host(), w.arg(d, 0), func(env *plog.Env, l *plog.Log) error {
		_, err := l.UpdateHighWatermark(env, offset)
		return err
	}))
}

// kept says what retention thinks of each segment of a log.
func (w *world) kept(t *testing.T, d *datadriven.TestData) string {
	aside := w.broker.Fork()
	l := aside.Log(w.arg(d, 0))
	var b strings.Builder
	for v, err := range l.Verdicts(aside.Env(w.host())) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d to %d: goes %v, by %s; high watermark %d\n", v.Segment.Base, v.Next, v.Goes, v.Decisive, l.HighWatermark())
	}
	return b.String()
}

// advance lets time pass: advance MS.
func (w *world) advance(t *testing.T, d *datadriven.TestData) string {
	ms, err := strconv.ParseInt(w.arg(d, 0), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	to := w.clock.Now() + ms
	for {
		task, ok := w.clock.Step(to)
		if !ok {
			return w.said(nil)
		}
		if !w.broker.Owns(task) {
			t.Fatalf("task %+v belongs to nobody", task)
		}
		w.broker.Perform(w.host(), task)
	}
}

func (w *world) marks() string {
	var b strings.Builder
	for name, l := range w.broker.Logs() {
		fmt.Fprintf(&b, "%s start %d hw %d end %d recovery point %d segments %d\n",
			name, l.LogStartOffset(), l.HighWatermark(), l.LogEndOffset(), l.RecoveryPoint(), l.NumberOfSegments())
	}
	for name, l := range w.broker.Futures() {
		fmt.Fprintf(&b, "%s on its way to %s: start %d hw %d end %d\n", name, l.Partition().LogDir, l.LogStartOffset(), l.HighWatermark(), l.LogEndOffset())
	}
	return b.String()
}

func (w *world) ls(t *testing.T, d *datadriven.TestData) string {
	infos, err := w.broker.Disk().ReadDir(w.arg(d, 0))
	var b strings.Builder
	for _, i := range infos {
		if i.Dir {
			fmt.Fprintf(&b, "%s/\n", i.Name)
		} else {
			fmt.Fprintf(&b, "%s %d\n", i.Name, i.Size)
		}
	}
	return b.String() + failure(err)
}

func (w *world) overrides(topic string) config.Properties {
	for _, r := range w.replicas {
		if r.Topic == topic {
			return r.Overrides
		}
	}
	return nil
}

func (w *world) alter(topic string, p config.Properties) {
	for i := range w.replicas {
		if w.replicas[i].Topic == topic {
			w.replicas[i].Overrides = p
		}
	}
}

// verdicts asks a fork which log the cleaner would take.
func (w *world) verdicts(t *testing.T) string {
	aside := w.broker.Fork()
	list, err := aside.CleanerVerdicts(w.host())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintf(&b, "%s %v: clean %d, dirty %d bytes\n", v.Log, v.Outcome, v.CleanBytes, v.CleanableBytes)
	}
	return b.String()
}

func (w *world) tasks() string {
	var b strings.Builder
	for t := range w.clock.Tasks() {
		fmt.Fprintf(&b, "%s %s +%d every %d\n", t.Owner, t.Name, t.Due-w.clock.Now(), t.Period)
	}
	return b.String()
}
