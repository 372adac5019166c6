package producer

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// model is what a producer must have seen to be accepted, kept the simple way.
type model struct {
	epoch int16
	next  int32
	txn   int64
	known bool
}

// TestAppendsModel appends random batches as a client and compares acceptance with a simple model;
// after each step the invariants hold, and a snapshot gives the same producers back.
func TestAppendsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := State{partition: event.Partition{Topic: "t"}, config: Config{ExpirationMs: 1 << 40}, oldestTxn: NoTimestamp}
		models := map[int64]*model{}
		leo := int64(0)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := rapid.Int64Range(0, 3).Draw(t, "pid")
			m := models[id]
			if m == nil {
				m = &model{txn: NoOffset}
				models[id] = m
			}
			if rapid.IntRange(0, 4).Draw(t, "marker?") == 0 {
				leo = endTxn(t, &s, m, id, leo)
			} else {
				leo = appendData(t, &s, m, id, leo)
			}
			hw := rapid.Int64Range(0, leo).Draw(t, "high watermark")
			s.OnHighWatermarkUpdated(hw)
			checkState(t, &s, models, hw)
		}
	})
}

func appendData(t *rapid.T, s *State, m *model, id, leo int64) int64 {
	n := rapid.Int32Range(1, 3).Draw(t, "records")
	b := Incoming{
		ProducerID: id, Epoch: max(0, m.epoch+rapid.Int16Range(-1, 1).Draw(t, "epoch")), FirstSequence: m.next + rapid.Int32Range(0, 1).Draw(t, "gap"),
		FirstOffset: leo, LastOffset: leo + int64(n) - 1, Transactional: rapid.Bool().Draw(t, "txn"), MaxTimestamp: leo,
	}
	if b.Epoch > m.epoch {
		b.FirstSequence -= m.next
	}
	b.LastSequence = NextSequence(b.FirstSequence, n-1)
	want := b.Epoch >= m.epoch && (b.FirstSequence == m.next && b.Epoch == m.epoch || b.Epoch > m.epoch && b.FirstSequence == 0) || !m.known
	if m.txn != NoOffset && !b.Transactional {
		want = false
	}
	a, err := s.Analyze([]Incoming{b}, Append{Origin: Client, At: UnknownPosition()}, event.Discard)
	if a.Duplicate != nil {
		return leo
	}
	if (err == nil) != want {
		t.Fatalf("%+v on %+v: %v", b, *m, err)
	}
	if err != nil {
		return leo
	}
	s.Update(&a, event.Discard)
	m.known, m.epoch, m.next = true, b.Epoch, NextSequence(b.LastSequence, 1)
	if b.Transactional && m.txn == NoOffset {
		m.txn = leo
	}
	s.UpdateMapEndOffset(b.LastOffset + 1)
	return b.LastOffset + 1
}

func endTxn(t *rapid.T, s *State, m *model, id, leo int64) int64 {
	b := Incoming{ProducerID: id, Epoch: m.epoch, FirstSequence: -1, LastSequence: -1, FirstOffset: leo, LastOffset: leo, Transactional: true, Control: true,
		Marker: &Marker{Commit: rapid.Bool().Draw(t, "commit"), Timestamp: leo}}
	a, err := s.Analyze([]Incoming{b}, Append{Origin: Coordinator, At: UnknownPosition()}, event.Discard)
	if err != nil || len(a.Completed) > 0 != (m.txn != NoOffset) {
		t.Fatal(a.Completed, err)
	}
	s.Update(&a, event.Discard)
	for _, done := range a.Completed {
		if done.FirstOffset != m.txn {
			t.Fatal(done)
		}
		if err := s.CompleteTxn(done, event.Discard); err != nil {
			t.Fatal(err)
		}
	}
	if !m.known {
		m.next = 0
	}
	m.known, m.txn = true, NoOffset
	s.UpdateMapEndOffset(leo + 1)
	return leo + 1
}

func checkState(t *rapid.T, s *State, models map[int64]*model, hw int64) {
	oldest := int64(1 << 60)
	for id, m := range models {
		if e, ok := s.Get(id); ok && e.TxnFirstOffset != m.txn {
			t.Fatalf("producer %d: %d, want %d", id, e.TxnFirstOffset, m.txn)
		}
		if m.txn != NoOffset {
			oldest = min(oldest, m.txn)
		}
	}
	for _, done := range s.Unreplicated() {
		if done.LastOffset < hw {
			t.Fatal(done)
		}
		oldest = min(oldest, done.First.Offset)
	}
	if first, ok := s.FirstUnstableOffset(); ok != (oldest < 1<<60) || ok && first.Offset != oldest {
		t.Fatalf("first unstable %v, want %d", first, oldest)
	}
	list, err := DecodeSnapshot(EncodeSnapshot(s.inHashOrder()))
	if err != nil || len(list) != s.Len() {
		t.Fatal(list, err)
	}
}

// TestForksAreIndependent: a copy keeps what it had while the original goes on.
func TestForksAreIndependent(t *testing.T) {
	d := disk.New(disk.Options{})
	if err := d.Mkdir("/t-0"); err != nil {
		t.Fatal(err)
	}
	s, err := Open(d, event.Partition{Topic: "t"}, "/t-0", Config{1000, 60000, true})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, &s, 0, 200)
	before := print(&s)
	fork := s.Fork()
	fill(t, &s, 100, 300)
	s.RemoveExpired(5000, event.Discard)
	if _, _, err := s.TakeSnapshot(d, true, event.Discard); err != nil {
		t.Fatal(err)
	}
	if print(&fork) != before || print(&s) == before {
		t.Fatal("the copy was changed")
	}
}

// TestState: what is written is read back, and both go on the same way.
func TestState(t *testing.T) {
	s := State{partition: event.Partition{Topic: "t", Number: 3, LogDir: "/d"}, dir: "/d/t-3", config: Config{1000, 60000, true}, oldestTxn: NoTimestamp}
	fill(t, &s, 0, 200)
	if _, err := s.StartVerification(7, 5, 3, true, 99); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(store.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Commit(s.Code); err != nil {
		t.Fatal(err)
	}
	var again State
	if err := db.Load(again.Code); err != nil {
		t.Fatal(err)
	}
	if print(&again) != print(&s) || !bytes.Equal(EncodeSnapshot(again.inHashOrder()), EncodeSnapshot(s.inHashOrder())) {
		t.Fatal("not the same")
	}
	fill(t, &s, 150, 260)
	fill(t, &again, 150, 260)
	if print(&again) != print(&s) {
		t.Fatal("does not go on the same way")
	}
}

// fill appends one transactional batch for each of some producers; every third one commits.
func fill(t *testing.T, s *State, from, to int64) {
	for id := from; id < to; id++ {
		at := s.MapEndOffset()
		list := []Incoming{{ProducerID: id, Epoch: 1, FirstSequence: int32(at), LastSequence: int32(at), FirstOffset: at, LastOffset: at, MaxTimestamp: at, Transactional: true}}
		if id%3 == 0 {
			list = append(list, Incoming{ProducerID: id, Epoch: 1, FirstOffset: at + 1, LastOffset: at + 1, Transactional: true, Control: true, Marker: &Marker{}})
		}
		a, err := s.Analyze(list, Append{Origin: Replication, TxnVersion: TxnUnknown}, event.Discard)
		if err != nil {
			t.Fatal(err)
		}
		s.Update(&a, event.Discard)
		for _, done := range a.Completed {
			if err := s.CompleteTxn(done, event.Discard); err != nil {
				t.Fatal(err)
			}
		}
		s.UpdateMapEndOffset(at + 2)
	}
}

func print(s *State) string {
	var all []string
	for _, e := range s.All() {
		all = append(all, fmt.Sprintf("%+v", e))
	}
	for _, x := range s.Ongoing() {
		all = append(all, fmt.Sprintf("%+v", x))
	}
	for _, x := range s.Unreplicated() {
		all = append(all, fmt.Sprintf("%+v", x))
	}
	for id, v := range s.verifications.All() {
		all = append(all, fmt.Sprintf("%d %+v", id, v))
	}
	return fmt.Sprint(all, s.Snapshots(), s.mapEnd, s.snapEnd, s.oldestTxn, s.lastGuard, s.born, s.peak, s.partition, s.dir, s.config)
}

// FuzzDecodeSnapshot: no bytes make it fail, and what it accepts is encoded to the same entries.
func FuzzDecodeSnapshot(f *testing.F) {
	e := newEntry(1000)
	e.add(Batch{2, 2, 2, t0})
	f.Add(EncodeSnapshot(nil))
	f.Add(EncodeSnapshot([]Entry{e, newEntry(5)}))
	f.Add([]byte{0, 2})
	f.Add([]byte{0, 1, 0, 0, 0, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := DecodeSnapshot(b)
		if err != nil {
			return
		}
		again, err := DecodeSnapshot(EncodeSnapshot(list))
		if err != nil || !slices.Equal(again, list) {
			t.Fatal(list, again, err)
		}
	})
}
