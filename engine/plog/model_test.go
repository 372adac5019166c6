package plog

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

// modelBatch is a batch in the dumb model: what was appended, in order.
type modelBatch struct {
	base   int64
	values [][]byte
	ts     []int64
}

func (b *modelBatch) last() int64 { return b.base + int64(len(b.values)) - 1 }

// model is a log as a slice of batches, beside the real one.
type model struct {
	g       *testMachine
	batches []modelBatch
	start   int64 // log start offset
	end     int64 // log end offset
	now     int64
	serial  int

	synced  int64 // everything below has survived a flush
	strange bool  // a segment may not know its largest timestamp: see find
	cut     bool  // a truncation may not be durable: power loss could bring back what it removed
}

var modelConfig = config.PropertiesOf(
	"internal.segment.bytes", "700", "index.interval.bytes", "150", "segment.index.bytes", "96", "retention.ms", "50000", "retention.bytes", "2500", "file.delete.delay.ms", "1000")

func newModel(t *rapid.T) *model {
	m := &model{g: newTestMachine(), now: startTime}
	m.open(t, true, 0, 0)
	if err := m.g.disk.SyncDir("/logs"); err != nil {
		t.Fatal(err)
	}
	if err := m.g.disk.SyncDir("/"); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *model) open(t *rapid.T, clean bool, recoveryPoint, start int64) {
	l, err := Open(m.g.env(), Options{
		Partition: event.Partition{Topic: "t", LogDir: "/logs"}, Config: config.Broker{}.Log(modelConfig), Owner: fmt.Sprintf("t#%d", len(m.g.owners)),
		CleanShutdown: clean, RecoveryPoint: recoveryPoint, LogStartOffset: start,
	})
	if err != nil {
		t.Fatal(err)
	}
	m.g.log, m.g.owners[l.Owner()] = l, l
	m.g.runTasks(m.g.clock.Now())
}

func (m *model) appendBatch(t *rapid.T) {
	n := rapid.IntRange(1, 5).Draw(t, "records")
	b := modelBatch{base: m.end}
	var build record.Builder
	build.Reset(nil, record.DefaultOptions())
	for i := range n {
		m.serial++
		m.now += int64(rapid.IntRange(0, 300).Draw(t, "step"))
		v := bytes.Repeat([]byte{byte('a' + m.serial%26)}, rapid.IntRange(0, 60).Draw(t, "size"))
		b.values, b.ts = append(b.values, v), append(b.ts, m.now)
		if err := build.Append(int64(i), m.now, nil, v); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := build.Build()
	if err != nil {
		t.Fatal(err)
	}
	info, err := m.g.log.AppendLeader(m.g.env(), raw, 0, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if info.FirstOffset != b.base || info.LastOffset != b.last() {
		t.Fatalf("appended at %d to %d, want %d to %d", info.FirstOffset, info.LastOffset, b.base, b.last())
	}
	m.batches, m.end = append(m.batches, b), b.last()+1
	m.g.runTasks(m.g.clock.Now())
}

func (m *model) commit(t *rapid.T) {
	hw := rapid.Int64Range(m.start, m.end).Draw(t, "hw")
	if _, err := m.g.log.UpdateHighWatermark(m.g.env(), max(hw, m.g.log.HighWatermark())); err != nil {
		t.Fatal(err)
	}
}

func (m *model) truncate(t *rapid.T) {
	to := rapid.Int64Range(m.g.log.oldest().Base(), m.end).Draw(t, "to")
	cut, err := m.g.log.TruncateTo(m.g.env(), to)
	if err != nil || cut != (to < m.end) {
		t.Fatal(cut, err)
	}
	for len(m.batches) > 0 && m.batches[len(m.batches)-1].last() >= to {
		m.batches = m.batches[:len(m.batches)-1]
	}
	m.end, m.start, m.synced = to, min(m.start, to), min(m.synced, to)
	m.cut, m.strange = m.cut || cut, m.strange || cut
}

// deleteRecords lets the task that writes the leader epochs run, whose file makes the directory durable: the recovery
// point may have risen into a segment whose name is not, see testdata/story/unlinked-segment.
func (m *model) deleteRecords(t *rapid.T) {
	to := rapid.Int64Range(m.start, m.g.log.HighWatermark()).Draw(t, "start")
	if _, err := m.g.log.DeleteRecords(m.g.env(), to); err != nil {
		t.Fatal(err)
	}
	m.start = max(m.start, to)
	m.g.runTasks(m.g.clock.Now())
}

// retain lets time pass and runs retention: what goes are whole segments from the old end.
func (m *model) retain(t *rapid.T) {
	m.g.runTasks(m.g.clock.Now() + int64(rapid.IntRange(0, 40000).Draw(t, "pause")))
	m.now = max(m.now, m.g.clock.Now())
	var goes []int64
	aside := m.g.env()
	aside.Disk = m.g.disk.Fork()
	for v, err := range m.g.log.Fork().Verdicts(aside) {
		if err != nil {
			t.Fatal(err)
		}
		if v.Goes {
			goes = append(goes, v.Segment.Base)
		}
	}
	n, err := m.g.log.DeleteOldSegments(m.g.env())
	if err != nil || n != len(goes) {
		t.Fatalf("deleted %d segments (%v), the verdicts said %v", n, err, goes)
	}
	for _, base := range goes {
		if m.g.log.Segment(base) != nil {
			t.Fatalf("segment %d should have gone", base)
		}
	}
	m.start = max(m.start, m.g.log.LogStartOffset())
}

func (m *model) flush(t *rapid.T) {
	if err := m.g.log.Flush(m.g.env(), true); err != nil {
		t.Fatal(err)
	}
	m.synced = m.written()
}

// written is where the last batch ends. A truncation can leave the log end offset above it, until the next restart.
func (m *model) written() int64 {
	if len(m.batches) == 0 {
		return 0
	}
	return m.batches[len(m.batches)-1].last() + 1
}

func (m *model) restart(t *rapid.T) {
	l := m.g.log
	if err := m.g.stop(); err != nil {
		t.Fatal(err)
	}
	m.g.dropTasks()
	m.open(t, true, l.RecoveryPoint(), m.start)
	m.trimEnd()
	m.synced = m.written()
}

// kill ends the process: what it wrote stays in the page cache.
func (m *model) kill(t *rapid.T) {
	l := m.g.log
	m.g.disk.CloseAll(0)
	m.g.dropTasks()
	m.open(t, false, min(l.RecoveryPoint(), m.synced), m.start)
	m.trimEnd()
}

// settle makes the trimmed indexes of older segments durable. A roll right after a flush trims them and leaves no
// flush behind that would: power loss then brings back full files, whose zeros count as entries.
func (m *model) settle(t *rapid.T) {
	l, env := m.g.log, m.g.env()
	for s := range l.Segments(0) {
		if s.Base() == l.ActiveBase() {
			break
		}
		if err := l.OpenSegment(s.Base()).Flush(l.IO(env)); err != nil {
			t.Fatal(err)
		}
	}
}

// powerLoss loses what was not flushed, in part: the log must hold a prefix of what was written, and all that was
// flushed.
func (m *model) powerLoss(t *rapid.T) {
	l := m.g.log
	if m.cut {
		m.flush(t)
		if err := m.g.disk.SyncDir(l.Dir()); err != nil {
			t.Fatal(err)
		}
		m.cut = false
	}
	m.settle(t)
	m.g.disk.CloseAll(0)
	m.g.dropTasks()
	mode := rapid.SampledFrom([]disk.PowerMode{disk.LoseDirty, disk.KeepSome, disk.TearSome}).Draw(t, "mode")
	m.g.disk.PowerLoss(mode, rapid.Uint64().Draw(t, "seed"))
	m.open(t, false, min(l.RecoveryPoint(), m.synced), m.start)
	got := m.g.log.LogEndOffset()
	if got < m.synced || got > m.end {
		t.Fatalf("after power loss the log ends at %d, flushed was %d, written %d", got, m.synced, m.end)
	}
	m.end = got
	m.trimEnd()
	if got == m.start {
		m.batches = nil // the log may begin anew at its checkpointed start
	}
	if len(m.batches) > 0 && m.batches[len(m.batches)-1].last() >= got {
		t.Fatalf("the log ends at %d, inside a batch", got)
	}
}

// trimEnd follows a log that ends earlier after recovery: where a truncation left the end above the last batch, that
// is forgotten.
func (m *model) trimEnd() {
	m.end = min(m.end, m.g.log.LogEndOffset())
	m.synced = min(m.synced, m.end)
	for len(m.batches) > 0 && m.batches[len(m.batches)-1].base >= m.end {
		m.batches = m.batches[:len(m.batches)-1]
	}
	m.start = m.g.log.LogStartOffset()
}

// check reads the whole log and compares it with the model; invariants must hold.
func (m *model) check(t *rapid.T) {
	l, env := m.g.log, m.g.env()
	if err := l.Check(env); err != nil {
		t.Fatal(err)
	}
	if err := l.CheckIndexes(env); err != nil {
		t.Fatal(err)
	}
	if l.RecoveryPoint() > l.LogEndOffset() {
		t.Fatalf("recovery point %d > log end offset %d", l.RecoveryPoint(), l.LogEndOffset())
	}
	if l.LogEndOffset() != m.end || l.LogStartOffset() != m.start {
		t.Fatalf("log [%d, %d), model [%d, %d)", l.LogStartOffset(), l.LogEndOffset(), m.start, m.end)
	}
	var it record.Iterator
	at := m.start
	for _, b := range m.batches {
		if b.last() < m.start {
			continue
		}
		f, err := l.Read(env, max(at, b.base), 1, LogEnd, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := l.Bytes(env, &f, nil)
		if err != nil || f.Meta.Offset != b.base {
			t.Fatalf("read at %d found batch %d, want %d (%v)", max(at, b.base), f.Meta.Offset, b.base, err)
		}
		i := 0
		for it.Open(record.Batch(raw)); it.Next(); i++ {
			if r := it.Record(); !bytes.Equal(r.Value, b.values[i]) || r.Timestamp != b.ts[i] {
				t.Fatalf("record %d of batch %d is %q at %d", i, b.base, r.Value, r.Timestamp)
			}
		}
		at = b.last() + 1
	}
}

// find looks up a time and compares with a search in the model, which has rising timestamps. After a restart and a
// truncation a segment whose time index is empty then goes by its mtime, although it has timestamps; such logs are left
// out.
func (m *model) find(t *rapid.T) {
	ts := rapid.Int64Range(startTime, m.now+1).Draw(t, "ts")
	f, err := m.g.log.OffsetForTimestamp(m.g.env(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Found || m.strange {
		return // also what a segment answers that lies below the start
	}
	for _, b := range m.batches {
		for i, x := range b.ts {
			if offset := b.base + int64(i); x >= ts && offset >= m.start {
				if f.Offset != offset || f.Timestamp != x {
					t.Fatalf("time %d: found %d at %d, want %d at %d", ts, f.Offset, f.Timestamp, offset, x)
				}
				return
			}
		}
	}
	t.Fatalf("time %d: found %d, the model has none", ts, f.Offset)
}

// TestModel runs random operations on the log and on a slice of batches.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(t)
		t.Repeat(map[string]func(*rapid.T){
			"":              m.check,
			"append":        m.appendBatch,
			"append again":  m.appendBatch,
			"append more":   m.appendBatch,
			"commit":        m.commit,
			"truncate":      m.truncate,
			"deleteRecords": m.deleteRecords,
			"retain":        m.retain,
			"flush":         m.flush,
			"restart":       m.restart,
			"kill":          m.kill,
			"powerLoss":     m.powerLoss,
			"find":          m.find,
			"fork":          func(*rapid.T) { m.g.fork() },
			"roll": func(t *rapid.T) {
				if err := m.g.log.Roll(m.g.env(), -1); err != nil {
					t.Fatal(err)
				}
				m.g.runTasks(m.g.clock.Now())
			},
		})
	})
}
