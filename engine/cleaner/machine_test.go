package cleaner

import (
	"bytes"
	"fmt"
	"testing"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/record"
)

const (
	start  = 1735689600000 // 2025-01-01 00:00 UTC
	logDir = "/logs"
)

// machine is a disk, a clock and the logs on it.
type machine struct {
	disk   *disk.Disk
	clock  clock.Clock
	logs   []*plog.Log
	lines  []event.Line
	failed map[string]bool
}

func newMachine() *machine {
	m := &machine{disk: disk.New(disk.Options{}), clock: clock.New(start), failed: map[string]bool{}}
	m.disk.SetTime(start)
	if err := m.disk.MkdirAll(logDir); err != nil {
		panic(err)
	}
	if err := checkpoint.Ensure(m.disk, logDir+"/"+checkpoint.CleanerOffset); err != nil {
		panic(err)
	}
	m.disk.SyncAll()
	return m
}

func (m *machine) env() *plog.Env {
	m.disk.SetTime(m.clock.Now())
	return &plog.Env{
		Now: m.clock.Now(), Disk: m.disk, Emit: m.emit, Schedule: m.clock.Schedule, Cancel: func(id uint64) { m.clock.Cancel(id) },
		Offline: func(dir string) bool { return m.failed[dir] }, Fail: func(dir string) { m.failed[dir] = true },
	}
}

func (m *machine) emit(e event.Event) {
	if l, ok := e.(event.Logged); ok {
		if line := l.Line(); line.Level >= event.INFO {
			m.lines = append(m.lines, line)
		}
	}
}

// fork is a copy of the machine that knows nothing of the original's logs but the given one.
func (m *machine) fork(l *plog.Log) (*machine, *plog.Log) {
	f := &machine{disk: m.disk.Fork(), clock: m.clock.Fork(), failed: map[string]bool{}}
	c := l.Fork()
	f.logs = []*plog.Log{c}
	return f, c
}

// open opens a log, "topic-0".
func (m *machine) open(topic string, p config.Properties, clean bool) (*plog.Log, error) {
	l, err := plog.Open(m.env(), plog.Options{
		Partition: event.Partition{Topic: topic, LogDir: logDir}, Config: config.Broker{}.Log(p), CleanShutdown: clean,
		Owner: fmt.Sprintf("%s#%d", topic, len(m.logs)),
	})
	if err != nil {
		return nil, err
	}
	m.logs = append(m.logs, l)
	m.advance(0)
	return l, nil
}

// advance moves time and runs what is due. Tasks of logs of a former process run without them, if they can.
func (m *machine) advance(ms int64) {
	until := m.clock.Now() + ms
	for {
		t, ok := m.clock.Step(until)
		if !ok {
			break
		}
		m.run(t)
	}
	m.disk.SetTime(m.clock.Now())
}

func (m *machine) run(t clock.Task) {
	for _, l := range m.logs {
		if l.Owner() == t.Owner {
			_ = l.Run(m.env(), t)
			return
		}
	}
	_, _ = plog.RunDetached(m.env(), t)
}

// stop ends the process: its files stay as they are in the page cache.
func (m *machine) stop() {
	m.disk.ClearFaults("")
	m.disk.CloseAll(0)
	var ids []uint64
	for t := range m.clock.Tasks() {
		ids = append(ids, t.ID)
	}
	for _, id := range ids {
		m.clock.Cancel(id)
	}
	m.logs, m.lines, m.failed = nil, nil, map[string]bool{}
}

// pair is a record as far as compaction cares. A nil value is a tombstone.
type pair struct{ key, value []byte }

func (m *machine) append(l *plog.Log, ts int64, o record.Options, list ...pair) error {
	var b record.Builder
	b.Reset(nil, o)
	for i, p := range list {
		if err := b.Append(int64(i), ts, p.key, p.value); err != nil {
			return err
		}
	}
	raw, err := b.Build()
	if err != nil {
		return err
	}
	return m.appendRaw(l, raw)
}

func (m *machine) appendRaw(l *plog.Log, raw []byte) error {
	origin := record.Client
	if record.Batch(raw).IsControl() {
		origin = record.Coordinator
	}
	if _, err := l.AppendLeader(m.env(), raw, 0, plog.AppendOptions{Origin: origin}); err != nil {
		return err
	}
	m.advance(0)
	return nil
}

// kept is a record of a log.
type kept struct {
	offset, ts int64
	key, value []byte
	control    bool
}

func (k kept) String() string {
	v := string(k.value)
	if k.value == nil {
		v = "null"
	}
	return fmt.Sprintf("%d %s=%s", k.offset, k.key, v)
}

// everything reads all records of a log, old or cleaned.
func (m *machine) everything(l *plog.Log) (list []kept, err error) {
	io := l.IO(m.env())
	var it record.Iterator
	for s := range l.Segments(0) {
		scan := s.Scan(io, 0, s.Size())
		for scan.Next() {
			raw, err := s.ReadBatch(io, &scan.Batch, nil)
			if err != nil {
				return nil, err
			}
			for r, err := range it.All(raw) {
				if err != nil {
					return nil, err
				}
				list = append(list, kept{r.Offset, r.Timestamp, bytes.Clone(r.Key), bytes.Clone(r.Value), record.Batch(raw).IsControl()})
			}
		}
		if scan.Err() != nil {
			return nil, scan.Err()
		}
	}
	return list, nil
}

func mustRead(t testing.TB, m *machine, l *plog.Log) []kept {
	t.Helper()
	list, err := m.everything(l)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// options are a thread's with a map for so many keys.
func options(slots int) Options {
	return Options{Memory: int64(slots) * entrySize, LoadFactor: 1, Buffer: 256 << 10, MaxBuffer: 1 << 20}
}
