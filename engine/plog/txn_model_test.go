package plog

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// txnBatch is a batch in the dumb model of transactions: what was appended, in order. All that a log knows of producers follows from the list.
type txnBatch struct {
	base, last int64
	pid        int64
	seq        int32 // of the first record
	txn        bool
	marker     record.ControlType // Commit or Abort, with control
	control    bool
	loaded     bool // the log has been loaded since: see bounds
}

// txnProducer is what follows for a producer.
type txnProducer struct {
	seq   int32 // of the last record
	last  int64 // its offset
	first int64 // of the open transaction, -1: none
}

// txnModel is a log written by three producers, of which the third has no transactions.
type txnModel struct {
	g       *testMachine
	batches []txnBatch
	stale   bool // truncated since the last append and the last move of the high watermark
	reread  bool // truncated since the last move of the high watermark
}

func (m *txnModel) end() int64 {
	if len(m.batches) == 0 {
		return 0
	}
	return m.batches[len(m.batches)-1].last + 1
}

// fold tells what follows from the batches: producers, and the transactions that were aborted.
func (m *txnModel) fold() (map[int64]txnProducer, []index.AbortedTxn) {
	producers, aborted := map[int64]txnProducer{}, []index.AbortedTxn(nil)
	for _, b := range m.batches {
		p, ok := producers[b.pid]
		if !ok {
			p.first = -1
		}
		switch {
		case b.control:
			if b.marker == record.Abort {
				aborted = append(aborted, index.AbortedTxn{ProducerID: b.pid, FirstOffset: p.first, LastOffset: b.last})
			}
			p.first = -1
		default:
			if b.txn && p.first < 0 {
				p.first = b.base
			}
			p.seq, p.last = b.seq+int32(b.last-b.base), b.last
		}
		producers[b.pid] = p
	}
	return producers, aborted
}

// bounds are the smallest and the largest last stable offset that a log may have. A transaction that has ended counts as open until its marker is
// below the high watermark; a log that was loaded meanwhile does not know of it if it ended below the snapshot. A transaction that a truncation opens again is
// noticed at the next append or move of the high watermark, in Kafka too; one that it has read again as ended counts as open until the watermark moves.
func (m *txnModel) bounds() (low, high int64) {
	hw := m.g.log.HighWatermark()
	low, high = hw, hw
	firsts := map[int64]int64{}
	for _, b := range m.batches {
		first, open := firsts[b.pid]
		switch {
		case b.txn && !b.control && !open:
			firsts[b.pid] = b.base
		case b.control:
			delete(firsts, b.pid)
			if b.last >= hw || m.reread {
				low = min(low, first)
			}
			if b.last >= hw && !b.loaded {
				high = min(high, first)
			}
		}
	}
	for _, first := range firsts {
		low, high = min(low, first), min(high, first)
	}
	if m.stale {
		high = hw
	}
	return low, high
}

func (m *txnModel) open(t *rapid.T, clean bool, recoveryPoint int64) {
	settings := config.PropertiesOf("internal.segment.bytes", "600", "index.interval.bytes", "150", "segment.index.bytes", "96")
	l, err := Open(m.g.env(), Options{
		Partition: event.Partition{Topic: "t", LogDir: "/logs"}, Config: config.Broker{}.Log(settings), Owner: fmt.Sprintf("t#%d", len(m.g.owners)),
		CleanShutdown: clean, RecoveryPoint: recoveryPoint,
	})
	if err != nil {
		t.Fatal(err)
	}
	m.g.log, m.g.owners[l.Owner()], m.stale = l, l, false
	m.g.runTasks(m.g.clock.Now())
	m.loaded()
}

func (m *txnModel) loaded() {
	for i := range m.batches {
		m.batches[i].loaded = true
	}
}

// send appends a batch of a producer that begins with a sequence number.
func (m *txnModel) send(pid int64, seq int32, records int, txn bool) (AppendInfo, error) {
	o := record.DefaultOptions()
	o.ProducerID, o.ProducerEpoch, o.BaseSequence, o.Transactional = pid, 0, seq, txn
	var b record.Builder
	b.Reset(nil, o)
	for i := range records {
		if err := b.Append(int64(i), m.g.clock.Now(), nil, []byte("value")); err != nil {
			return AppendInfo{}, err
		}
	}
	raw, err := b.Build()
	if err != nil {
		return AppendInfo{}, err
	}
	return m.g.log.AppendLeader(m.g.env(), raw, 0, AppendOptions{})
}

func (m *txnModel) write(t *rapid.T) {
	pid, n := rapid.Int64Range(1, 3).Draw(t, "producer"), rapid.IntRange(1, 4).Draw(t, "records")
	producers, _ := m.fold()
	seq := int32(0)
	if p, ok := producers[pid]; ok {
		seq = p.seq + 1
	}
	info, err := m.send(pid, seq, n, pid < 3)
	if err != nil || info.FirstOffset != m.end() {
		t.Fatalf("written at %d (%v), want %d", info.FirstOffset, err, m.end())
	}
	m.batches = append(m.batches, txnBatch{base: m.end(), last: m.end() + int64(n) - 1, pid: pid, seq: seq, txn: pid < 3})
	m.stale = false
	m.g.runTasks(m.g.clock.Now())
}

// repeat sends a producer's last batch again: the log answers with the offset it has and appends nothing.
func (m *txnModel) repeat(t *rapid.T) {
	for _, b := range slices.Backward(m.batches) {
		if b.control {
			continue
		}
		info, err := m.send(b.pid, b.seq, int(b.last-b.base)+1, b.txn)
		if producers, _ := m.fold(); producers[b.pid].first < 0 && b.txn {
			continue // its transaction is over: sent again it would begin the next one
		}
		if err != nil || info.FirstOffset != b.base {
			t.Fatalf("the batch at %d, sent again: %d, %v", b.base, info.FirstOffset, err)
		}
		return
	}
}

// skip leaves out sequence numbers, which is refused.
func (m *txnModel) skip(t *rapid.T) {
	producers, _ := m.fold()
	for pid := int64(1); pid <= 3; pid++ {
		if p, ok := producers[pid]; ok {
			if _, err := m.send(pid, p.seq+3, 1, pid < 3); !errors.Is(err, kerr.ErrOutOfOrderSequence) {
				t.Fatalf("a gap of producer %d: %v", pid, err)
			}
		}
	}
}

// finish ends a transaction.
func (m *txnModel) finish(t *rapid.T) {
	pid := rapid.Int64Range(1, 2).Draw(t, "producer")
	if producers, _ := m.fold(); producers[pid].first < 0 || len(m.batches) == 0 {
		return
	} else if _, ok := producers[pid]; !ok {
		return
	}
	kind := rapid.SampledFrom([]record.ControlType{record.Commit, record.Abort}).Draw(t, "end")
	raw, err := record.AppendMarker(nil, record.Marker{Type: kind}, m.end(), m.g.clock.Now(), 0, pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := m.g.log.AppendLeader(m.g.env(), raw, 0, AppendOptions{Origin: record.Coordinator, TxnVersion: 1})
	if err != nil || info.FirstOffset != m.end() {
		t.Fatalf("marker at %d (%v), want %d", info.FirstOffset, err, m.end())
	}
	m.batches = append(m.batches, txnBatch{base: m.end(), last: m.end(), pid: pid, txn: true, control: true, marker: kind})
	m.stale = false
	m.g.runTasks(m.g.clock.Now())
}

func (m *txnModel) commit(t *rapid.T) {
	hw := rapid.Int64Range(m.g.log.HighWatermark(), m.end()).Draw(t, "hw")
	if _, err := m.g.log.UpdateHighWatermark(m.g.env(), hw); err != nil {
		t.Fatal(err)
	}
	m.stale, m.reread = false, false
}

func (m *txnModel) truncate(t *rapid.T) {
	if len(m.batches) == 0 {
		return
	}
	n := rapid.IntRange(0, len(m.batches)-1).Draw(t, "batches")
	if _, err := m.g.log.TruncateTo(m.g.env(), m.batches[n].base); err != nil {
		t.Fatal(err)
	}
	m.batches, m.stale, m.reread = m.batches[:n], true, true
	m.loaded()
}

func (m *txnModel) restart(t *rapid.T) {
	if err := m.g.stop(); err != nil {
		t.Fatal(err)
	}
	m.g.dropTasks()
	m.open(t, true, m.g.log.RecoveryPoint())
}

func (m *txnModel) kill(t *rapid.T) {
	m.g.disk.CloseAll(0)
	m.g.dropTasks()
	m.open(t, false, m.g.log.RecoveryPoint())
}

func (m *txnModel) roll(t *rapid.T) {
	if err := m.g.log.Roll(m.g.env(), -1); err != nil {
		t.Fatal(err)
	}
	m.g.runTasks(m.g.clock.Now())
}

// check compares what the log knows of its producers with what follows from the batches.
func (m *txnModel) check(t *rapid.T) {
	l, env := m.g.log, m.g.env()
	if err := errors.Join(l.Check(env), l.CheckIndexes(env)); err != nil {
		t.Fatal(err)
	}
	if l.LogEndOffset() != m.end() {
		t.Fatalf("the log ends at %d, the model at %d", l.LogEndOffset(), m.end())
	}
	producers, aborted := m.fold()
	known := 0
	for pid, e := range l.Producers().All() {
		known++
		p, ok := producers[pid]
		if !ok || e.LastSequence() != p.seq || e.LastDataOffset() != p.last || e.TxnFirstOffset != p.first {
			t.Fatalf("producer %d: %v, want %v (%t)", pid, e, p, ok)
		}
	}
	if known != len(producers) {
		t.Fatalf("%d producers, want %d", known, len(producers))
	}
	if low, high := m.bounds(); l.LastStableOffset() < low || l.LastStableOffset() > high {
		t.Fatalf("last stable offset %d, want %d to %d with high watermark %d", l.LastStableOffset(), low, high, l.HighWatermark())
	}
	list, err := l.CollectAborted(env, 0, m.end())
	for i := range list {
		list[i].LastStableOffset = 0
	}
	if err != nil || !slices.Equal(list, aborted) {
		t.Fatalf("aborted %v (%v), want %v", list, err, aborted)
	}
}

// consume reads as a consumer does that wants committed records only, and compares with the model.
func (m *txnModel) consume(t *rapid.T) {
	l, env := m.g.log, m.g.env()
	from := rapid.Int64Range(0, m.end()).Draw(t, "from")
	f, err := l.Read(env, from, 1<<20, TxnCommitted, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := l.Bytes(env, &f, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, end := committed(t, raw, f.Aborted)
	if end > l.LastStableOffset() {
		t.Fatalf("read to %d, the last stable offset is %d", end, l.LastStableOffset())
	}
	first := end
	if len(raw) > 0 {
		first = record.Batch(raw).BaseOffset()
	}
	if want := m.committed(first, end); !slices.Equal(got, want) {
		t.Fatalf("from %d to %d: read %v, want %v", first, end, got, want)
	}
}

// committed leaves out what the list of aborted transactions says, as a consumer does: base offsets of what is left, and where it ends.
func committed(t *rapid.T, raw []byte, aborted []index.AbortedTxn) (bases []int64, end int64) {
	slices.SortFunc(aborted, func(a, b index.AbortedTxn) int { return int(a.FirstOffset - b.FirstOffset) })
	out := map[int64]bool{}
	for b, err := range record.Batches(raw) {
		if err != nil {
			t.Fatal(err)
		}
		for len(aborted) > 0 && aborted[0].FirstOffset <= b.LastOffset() {
			out[aborted[0].ProducerID] = true
			aborted = aborted[1:]
		}
		end = b.LastOffset() + 1
		switch {
		case b.IsControl():
			delete(out, b.ProducerID())
		case !b.IsTransactional() || !out[b.ProducerID()]:
			bases = append(bases, b.BaseOffset())
		}
	}
	return bases, end
}

// committed are the base offsets between two offsets of the batches that belong to no aborted transaction.
func (m *txnModel) committed(from, to int64) (bases []int64) {
	for i, b := range m.batches {
		if b.base < from || b.base >= to || b.control {
			continue
		}
		aborted := false
		for _, later := range m.batches[i:] {
			if later.control && later.pid == b.pid {
				aborted = b.txn && later.marker == record.Abort
				break
			}
		}
		if !aborted {
			bases = append(bases, b.base)
		}
	}
	return bases
}

// TestTransactionModel runs random transactions on the log and on a list of batches.
func TestTransactionModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &txnModel{g: newTestMachine()}
		m.open(t, true, 0)
		t.Repeat(map[string]func(*rapid.T){
			"":           m.check,
			"write":      m.write,
			"write more": m.write,
			"repeat":     m.repeat,
			"skip":       m.skip,
			"finish":     m.finish,
			"commit":     m.commit,
			"consume":    m.consume,
			"truncate":   m.truncate,
			"restart":    m.restart,
			"kill":       m.kill,
			"roll":       m.roll,
			"fork":       func(*rapid.T) { m.g.fork() },
			"flush": func(t *rapid.T) {
				if err := m.g.log.Flush(m.g.env(), true); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}
