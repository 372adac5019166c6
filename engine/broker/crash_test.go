package broker

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/config"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// The run whose every instant is a crash.
const (
	crashSteps  = 2000
	crashStride = 61 // how many changes go by from one crash to the next; LOGARIUM_CRASH_STRIDE=1 crashes at each
	crashStart  = 1735689600000
	crashEpoch  = 2
)

// TestCrashAtEveryWrite runs a broker through 2,000 operations and stops it before each single change of its disk, once
// by kill -9 and once in each mode of a power loss. A new broker must start on what is left, hold all that was flushed,
// or after kill -9 all that was acknowledged, and keep exactly what `kept` says that Kafka's recovery keeps. Other strides
// see other instants.
func TestCrashAtEveryWrite(t *testing.T) {
	r := newCrashRun(t, crashStrideOf(t))
	for i := range crashSteps {
		r.step(i)
	}
	for _, c := range r.counts {
		t.Log(c.String())
		if c.crashes == 0 || c.name != "kill -9" && c.lost == 0 {
			t.Errorf("%s proved nothing", c.name)
		}
	}
	t.Logf("%d changes of the disk in %d operations, %d acknowledged batches", r.change, crashSteps, r.acknowledged())
}

func crashStrideOf(t *testing.T) int {
	text := os.Getenv("LOGARIUM_CRASH_STRIDE")
	if text == "" {
		return crashStride
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("LOGARIUM_CRASH_STRIDE=%s is no stride", text)
	}
	return n
}

// crashRun is a broker under observation.
type crashRun struct {
	t      *testing.T
	rng    *rand.Rand
	w      *world
	logs   []*crashLog
	stride int
	change int // of the disk, so far
	doing  string
	counts [4]crashCount
}

// crashLog is what the clients of a partition know.
type crashLog struct {
	name     string
	replica  Replica
	producer int64            // id of an idempotent producer, -1 without
	sequence int32            // next
	sent     map[int64][]byte // by first offset, also of a batch that is on its way
	acked    int64            // end offset that was acknowledged
}

// crashCount is what became of the crashes of one kind.
type crashCount struct {
	name    string
	mode    disk.PowerMode
	crashes int
	kept    int // batches that nobody had promised and that are there
	lost    int // batches that were acknowledged and are not there
	refused int // logs that Kafka does not open before somebody removes files by hand; see refusal
	cut     int // bytes that recovery cut off
	dropped int // segments that recovery gave up with their first bytes
	holes   int // logs with a gap that recovery does not see, as Kafka's does not
}

func (c *crashCount) String() string {
	return fmt.Sprintf("%-10s %6d crashes: %6d acknowledged batches lost, %6d kept unpromised, %7d bytes cut, %4d segments dropped, %3d holes, %3d refused",
		c.name, c.crashes, c.lost, c.kept, c.cut, c.dropped, c.holes, c.refused)
}

func newCrashRun(t *testing.T, stride int) *crashRun {
	r := &crashRun{t: t, rng: rand.New(rand.NewPCG(1, 2)), stride: stride, w: &world{clock: clock.New(crashStart), random: Random{State: 1}}}
	r.counts = [4]crashCount{{name: "kill -9"}, {name: "lose all", mode: disk.LoseDirty}, {name: "keep some", mode: disk.KeepSome}, {name: "tear some", mode: disk.TearSome}}
	r.w.broker = New(Options{ID: 1, ClusterID: "5L6g3nShT-eMCtK--X86sw", Static: config.PropertiesOf("log.dirs", "/d/1,/d/2",
		"log.retention.check.interval.ms", "5000", "log.segment.delete.delay.ms", "1000")})
	r.must(r.w.broker.Format(r.w.host()))
	r.must(r.w.broker.Start(r.w.host(), 1, nil))
	r.w.broker.logFile, r.w.broker.cleanerFile = 0, 0 // lines of server.log are writes that say nothing here
	for i, p := range []config.Properties{
		config.PropertiesOf("internal.segment.bytes", "2500"),
		config.PropertiesOf("internal.segment.bytes", "9000", "retention.bytes", "20000"),
		config.PropertiesOf("internal.segment.bytes", "20000", "flush.messages", "3", "index.interval.bytes", "300"),
		config.PropertiesOf("internal.segment.bytes", "4000", "retention.ms", "20000", "preallocate", "true"),
	} {
		l := &crashLog{name: fmt.Sprintf("t-%d", i), producer: -1, sent: map[int64][]byte{}}
		l.replica = Replica{Topic: "t", Number: int32(i), TopicID: r.w.random.ID(), LeaderEpoch: crashEpoch, Overrides: p}
		if i%2 == 0 {
			l.producer = int64(1000 + i)
		}
		r.logs = append(r.logs, l)
		r.w.replicas = append(r.w.replicas, l.replica)
	}
	r.must(r.w.broker.Create(r.w.host(), r.w.replicas))
	r.pass(10_000) // the directories' names have to reach the disk first: nothing syncs those, as in Kafka
	r.w.broker.Disk().Watch(r.changing)
	return r
}

func (r *crashRun) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%s: %v", r.doing, err)
	}
}

func (r *crashRun) acknowledged() (n int) {
	for _, l := range r.logs {
		for base := range l.sent {
			if base < l.acked {
				n++
			}
		}
	}
	return n
}

// step is one operation.
func (r *crashRun) step(i int) {
	l := r.logs[r.rng.IntN(len(r.logs))]
	switch n := r.rng.IntN(100); {
	case n < 70:
		r.doing = fmt.Sprintf("operation %d, append to %s", i, l.name)
		r.append(l, i)
	case n < 90:
		r.doing = fmt.Sprintf("operation %d, time passes", i)
		r.pass(int64(50 + r.rng.IntN(3000)))
	case n < 94:
		r.doing = fmt.Sprintf("operation %d, flush %s", i, l.name)
		r.with(l, func(env *plog.Env, log *plog.Log) error { return log.Flush(env, false) })
	case n < 97:
		r.doing = fmt.Sprintf("operation %d, roll %s", i, l.name)
		r.with(l, func(env *plog.Env, log *plog.Log) error { return log.Roll(env, log.LogEndOffset()) })
	default:
		r.doing = fmt.Sprintf("operation %d, delete records of %s", i, l.name)
		r.with(l, func(env *plog.Env, log *plog.Log) error {
			_, err := log.DeleteRecords(env, log.LogStartOffset()+(log.HighWatermark()-log.LogStartOffset())/4)
			return err
		})
	}
}

func (r *crashRun) with(l *crashLog, change func(*plog.Env, *plog.Log) error) {
	r.t.Helper()
	r.must(r.w.broker.With(r.w.host(), l.name, change))
}

func (r *crashRun) pass(ms int64) {
	to := r.w.clock.Now() + ms
	for {
		task, ok := r.w.clock.Step(to)
		if !ok {
			return
		}
		r.w.broker.Perform(r.w.host(), task)
	}
}

// append sends a batch whose bytes occur once only.
func (r *crashRun) append(l *crashLog, op int) {
	o := record.DefaultOptions()
	count := 1 + r.rng.IntN(3)
	if l.producer >= 0 {
		o.ProducerID, o.ProducerEpoch, o.BaseSequence = l.producer, 0, l.sequence
		l.sequence += int32(count)
	}
	var b record.Builder
	b.Reset(nil, o)
	for i := range count {
		value := bytes.Repeat(fmt.Appendf(nil, "%s/%d/%d ", l.name, op, i), 1+r.rng.IntN(40))
		r.must(b.Append(int64(i), r.w.clock.Now(), nil, value))
	}
	batch, err := b.Build()
	r.must(err)
	l.sent[l.acked] = bytes.Clone(batch)
	r.with(l, func(env *plog.Env, log *plog.Log) error {
		if _, err := log.AppendLeader(env, batch, crashEpoch, plog.AppendOptions{Origin: record.Client, TxnVersion: producer.TxnUnknown}); err != nil {
			return err
		}
		_, err := log.UpdateHighWatermark(env, log.LogEndOffset())
		return err
	})
	l.acked += int64(count)
}

// changing is called before each change of the disk.
func (r *crashRun) changing() {
	r.change++
	if r.change%r.stride != r.stride/2 {
		return
	}
	for i := range r.counts {
		r.crash(&r.counts[i])
	}
}

// crash stops a copy of the machine and starts a new broker on what is left of its disk.
func (r *crashRun) crash(c *crashCount) {
	c.crashes++
	left := r.w.broker.Disk().Fork()
	if c.name == "kill -9" {
		left.CloseAll(r.w.broker.PID())
	} else {
		left.PowerLoss(c.mode, uint64(r.change))
	}
	w, before := r.restart(c, left)
	for _, l := range r.logs {
		if err := r.compare(c, l, before, w); err != nil {
			r.t.Fatalf("%s, change %d, %s, %s: %v\n%s", r.doing, r.change, c.name, l.name, err, lastLines(w.said(nil)))
		}
	}
}

// restart starts a new broker on what is left. It returns it with the disk as it found it.
func (r *crashRun) restart(c *crashCount, left *disk.Disk) (*world, *disk.Disk) {
	w := &world{clock: clock.New(r.w.clock.Now()), random: Random{State: uint64(r.change)}}
	w.broker = New(Options{ID: 1, ClusterID: r.w.broker.clusterID, Static: r.w.broker.config.Static})
	for {
		before := left.Fork()
		w.broker.disk = left
		err := w.broker.Start(w.host(), 2, r.w.replicas)
		if err == nil {
			return w, before
		}
		left = before.Fork()
		if remedy := refusal(left, err); remedy == nil || c.name == "kill -9" {
			r.t.Fatalf("%s, change %d, %s: the broker does not start: %v\n%s", r.doing, r.change, c.name, err, lastLines(w.said(nil)))
		} else {
			c.refused++
			remedy()
		}
	}
}

func lastLines(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}
