package bench

import (
	"fmt"
	"math"
	"testing"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/segment"
)

const (
	day = 24 * 3600 * 1000 // ms
	now = t0 + 100*day
)

// machine is a disk with one log on it. Background work waits in tasks until it is asked for; nobody listens to events.
type machine struct {
	tb     testing.TB
	env    *plog.Env
	tasks  []clock.Task
	config *config.Log
	log    *plog.Log
}

// newMachine opens an empty log. The settings are Kafka's defaults but for a segment.ms without end and no retention.
func newMachine(tb testing.TB, overrides ...string) *machine {
	tb.Helper()
	settings := []string{
		"segment.bytes", "1073741824", "index.interval.bytes", "4096", "segment.index.bytes", "10485760", "retention.ms", "-1",
		"segment.ms", fmt.Sprint(int64(math.MaxInt64)),
	}
	m := &machine{tb: tb, config: config.Broker{}.Log(config.PropertiesOf(append(settings, overrides...)...))}
	m.env = &plog.Env{
		Now: now, Disk: disk.New(disk.Options{CacheBytes: 8 << 30}), Emit: event.Discard, Schedule: m.schedule, Cancel: func(uint64) {},
		Codecs: &record.Codecs{},
	}
	m.env.Disk.SetTime(now)
	m.open(true, 0)
	return m
}

func (m *machine) schedule(t clock.Task) uint64 {
	if t.Period == 0 {
		m.tasks = append(m.tasks, t)
	}
	return 1
}

// runTasks does the background work that waits.
func (m *machine) runTasks() {
	for len(m.tasks) > 0 {
		t := m.tasks[0]
		m.tasks = m.tasks[1:]
		m.must(m.log.Run(m.env, t))
	}
}

func (m *machine) open(clean bool, recoveryPoint int64) {
	l, err := plog.Open(m.env, plog.Options{
		Partition: event.Partition{Topic: "bench", LogDir: "/data"}, Config: m.config, CleanShutdown: clean, RecoveryPoint: recoveryPoint,
	})
	m.must(err)
	m.log = l
}

func (m *machine) append(batch []byte) {
	_, err := m.log.AppendLeader(m.env, batch, 0, plog.AppendOptions{})
	m.must(err)
}

// commitAll moves the high watermark to the end of the log.
func (m *machine) commitAll() {
	_, err := m.log.UpdateHighWatermark(m.env, m.log.LogEndOffset())
	m.must(err)
}

func (m *machine) roll() { m.must(m.log.Roll(m.env, -1)) }

func (m *machine) active() *segment.Segment { return m.log.ActiveSegment() }

func (m *machine) must(err error) {
	if err != nil {
		m.tb.Helper()
		m.tb.Fatal(err)
	}
}

// expect makes sure that a workload does what it claims.
func (m *machine) expect(ok bool, format string, args ...any) {
	if !ok {
		m.tb.Helper()
		m.tb.Fatalf("not what it claims: "+format, args...)
	}
}
