package cleaner

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/config"
	"logarium/engine/plog"
	"logarium/engine/record"
)

var small = config.PropertiesOf("cleanup.policy", "compact", "internal.segment.bytes", "600", "index.interval.bytes", "150",
	"segment.index.bytes", "120", "delete.retention.ms", "1000", "file.delete.delay.ms", "500", "min.cleanable.dirty.ratio", "0")

// randomLog fills a log: keys that come again, tombstones, transactions that are committed and aborted.
func randomLog(t *rapid.T, m *machine, batches int) *plog.Log {
	l, err := m.open("t", small, true)
	if err != nil {
		t.Fatal(err)
	}
	p := producers{next: map[int64]int32{}, open: map[int64]bool{}}
	for range batches {
		p.append(t, m, l)
		if rapid.IntRange(0, 9).Draw(t, "wait") == 0 {
			m.advance(int64(rapid.IntRange(1, 900).Draw(t, "ms")))
		}
	}
	if _, err := l.UpdateHighWatermark(m.env(), l.LogEndOffset()); err != nil {
		t.Fatal(err)
	}
	return l
}

// producers are what clients remember: the next sequence number, and whether a transaction is open.
type producers struct {
	next map[int64]int32
	open map[int64]bool
}

func (p *producers) append(t *rapid.T, m *machine, l *plog.Log) {
	o := record.DefaultOptions()
	id := int64(rapid.IntRange(0, 5).Draw(t, "producer"))
	if p.open[id] && rapid.IntRange(0, 2).Draw(t, "end") == 0 {
		kind := record.ControlType(rapid.IntRange(0, 1).Draw(t, "marker"))
		raw, err := record.AppendMarker(nil, record.Marker{Type: kind}, 0, m.clock.Now(), -1, id, 0)
		if err == nil {
			err = m.appendRaw(l, raw)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.open[id] = false
		return
	}
	var list []pair
	for range rapid.IntRange(1, 4).Draw(t, "records") {
		r := pair{key: fmt.Append(nil, "k", rapid.IntRange(0, 9).Draw(t, "key"))}
		if rapid.IntRange(0, 5).Draw(t, "tombstone") != 0 {
			r.value = fmt.Append(nil, "v", l.LogEndOffset(), rapid.StringMatching(`x{0,40}`).Draw(t, "value"))
		}
		list = append(list, r)
	}
	if id < 3 {
		o.ProducerID, o.ProducerEpoch, o.BaseSequence, o.Transactional = id, 0, p.next[id], true
		p.next[id] += int32(len(list))
		p.open[id] = true
	}
	if err := m.append(l, m.clock.Now(), o, list...); err != nil {
		t.Fatal(err)
	}
}

// pass runs one pass over all that may be cleaned.
func pass(t testing.TB, m *machine, l *plog.Log, slots int) *Pass {
	t.Helper()
	v, err := Judge(m.env(), l, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPass(l, v.FirstDirty, v.FirstUncleanable, m.clock.Now(), options(slots))
	if err := p.Run(m.env(), l, nil); err != nil {
		t.Fatal(err)
	}
	return p
}

// latest are the newest records of each key, by offset, of those that a reader would see: not aborted.
func latest(list []kept, aborted func(int64) bool) map[string]kept {
	m := map[string]kept{}
	for _, r := range list {
		if !r.control && !aborted(r.offset) {
			m[string(r.key)] = r
		}
	}
	return m
}

// abortedIn tells which offsets belong to aborted transactions, by what a client does with a fetch.
func abortedIn(t testing.TB, m *machine, l *plog.Log) func(int64) bool {
	t.Helper()
	known, err := l.CollectAborted(m.env(), 0, l.LogEndOffset())
	if err != nil {
		t.Fatal(err)
	}
	io := l.IO(m.env())
	gone := map[int64]bool{}
	for s := range l.Segments(0) {
		for scan := s.Scan(io, 0, s.Size()); scan.Next(); {
			for _, a := range known {
				if a.ProducerID == scan.ProducerID && a.FirstOffset <= scan.BaseOffset && scan.LastOffset < a.LastOffset {
					for o := scan.BaseOffset; o <= scan.LastOffset; o++ {
						gone[o] = true
					}
				}
			}
		}
	}
	return func(offset int64) bool { return gone[offset] }
}

// TestCompactionKeepsTheLatest: whatever is cleaned, every record that is left has its old offset, timestamp and bytes,
// and the newest value of every key is still there; only tombstones may go.
func TestCompactionKeepsTheLatest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine()
		l := randomLog(rt, m, rapid.IntRange(1, 60).Draw(rt, "batches"))
		before := mustRead(t, m, l)
		values := latest(before, abortedIn(t, m, l))
		for range rapid.IntRange(1, 3).Draw(rt, "passes") {
			pass(t, m, l, rapid.SampledFrom([]int{1, 3, 8, 1000}).Draw(rt, "slots"))
			if err := l.Check(m.env()); err != nil {
				rt.Fatal(err)
			}
			m.advance(int64(rapid.SampledFrom([]int{0, 400, 1100}).Draw(rt, "ms")))
		}
		after := mustRead(t, m, l)
		checkSubset(rt, before, after)
		for key, want := range values {
			at, found := slices.BinarySearchFunc(after, want.offset, func(k kept, o int64) int { return int(k.offset - o) })
			if !found && want.value != nil {
				rt.Fatalf("%s: the newest value, at offset %d, is gone", key, want.offset)
			}
			if found && !bytes.Equal(after[at].value, want.value) {
				rt.Fatalf("%s: %v, want %v", key, after[at], want)
			}
		}
	})
}

// checkSubset fails unless each record of after stands in before, byte for byte, and they are in order.
func checkSubset(t interface{ Fatalf(string, ...any) }, before, after []kept) {
	at := 0
	for _, r := range after {
		for at < len(before) && before[at].offset < r.offset {
			at++
		}
		if at == len(before) || !same(before[at], r) {
			t.Fatalf("%v was not there before", r)
		}
		at++
	}
}

func same(a, b kept) bool {
	return a.offset == b.offset && a.ts == b.ts && bytes.Equal(a.key, b.key) && bytes.Equal(a.value, b.value) && (a.value == nil) == (b.value == nil)
}

// TestSecondPassIsIdle: without a change of time, a pass over what was cleaned drops no record more, whole transactions
// aside whose data the first one has removed.
func TestSecondPassIsIdle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine()
		l := randomLog(rt, m, rapid.IntRange(1, 40).Draw(rt, "batches"))
		pass(t, m, l, 1000)
		first := mustRead(t, m, l)
		pass(t, m, l, 1000)
		data := func(list []kept) []kept {
			return slices.DeleteFunc(list, func(k kept) bool { return k.control })
		}
		if a, b := data(first), data(mustRead(t, m, l)); !slices.EqualFunc(a, b, same) {
			rt.Fatalf("%v\nthen %v", a, b)
		}
	})
}
