package conform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"logarium/engine/producer"
	"logarium/engine/segment"
)

// stateChanged is the "state" member: the log named last, whole the first time, afterwards with only those segments that
// changed; nil if it is no longer open.
func (d *Driver) stateChanged() (any, bool) {
	if d.managed {
		return d.managedStates()
	}
	l, open := d.logs[d.current]
	last, known := d.lastState[d.current]
	if !open {
		delete(d.lastState, d.current)
		return nil, known
	}
	now := plain(d.state(l))
	if d.delta && known && same(now, last) {
		return nil, false
	}
	d.lastState[d.current] = now
	if !d.delta || !known {
		return now, true
	}
	return segmentsChanged(now, last), true
}

// plain brings a value into the form of parsed JSON, so that two of them can be compared.
func plain(v any) map[string]any {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("a state is no JSON: %v", err))
	}
	n, err := parseNode(b)
	if err != nil {
		panic(fmt.Sprintf("a state does not parse: %v", err))
	}
	return n
}

func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// segmentsChanged is a copy of now whose segments hold the difference to last.
func segmentsChanged(now, last map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range now {
		out[k] = v
	}
	delete(out, "segments")
	before, after := byBase(last), byBase(now)
	change := map[string]any{}
	for _, base := range sortedBases(after) {
		if !same(before[base], after[base]) {
			change["set"] = append(anyList(change["set"]), after[base])
		}
	}
	for _, base := range sortedBases(before) {
		if _, ok := after[base]; !ok {
			change["del"] = append(anyList(change["del"]), base)
		}
	}
	if len(change) > 0 {
		out["segments"] = change
	}
	return out
}

func byBase(state map[string]any) map[int64]any {
	m := map[int64]any{}
	for _, s := range anyList(state["segments"]) {
		m[number(anyList(s)[0])] = s
	}
	return m
}

func sortedBases(m map[int64]any) []int64 {
	bases := make([]int64, 0, len(m))
	for b := range m {
		bases = append(bases, b)
	}
	slices.Sort(bases)
	return bases
}

// state is a log as the oracle describes it.
func (d *Driver) state(l *openLog) map[string]any {
	o := map[string]any{
		"logStartOffset": l.LogStartOffset(), "highWatermark": l.HighWatermark(), "lastStableOffset": l.LastStableOffset(),
		"logEndOffset": l.LogEndOffset(), "recoveryPoint": l.RecoveryPoint(), "size": l.Size(), "activeSegment": l.ActiveBase(),
		"lastFlushTime": l.LastFlushTime(), "mapEndOffset": l.Producers().MapEndOffset(),
	}
	if first, ok := l.FirstUnstableOffset(); ok {
		o["firstUnstableOffset"] = first
	}
	if at, ok := l.Producers().LatestSnapshotOffset(); ok {
		o["latestSnapshot"] = at
	}
	rows := []any{}
	io := l.IO(d.env())
	for s := range l.Segments(0) {
		rows = append(rows, segmentRow(io, s, l.Config().SegmentJitterMs > 0))
	}
	o["segments"] = rows
	epochs := []any{}
	for _, e := range l.Epochs() {
		epochs = append(epochs, []any{e.Epoch, e.StartOffset})
	}
	o["epochs"] = epochs
	o["producers"] = producers(l.Producers())
	return o
}

// segmentRow is [base, size, maxTs, maxTsOffset, indexEntries, timeIndexEntries, bytesSinceLastIndexEntry, firstBatchTs,
// created, mtime(, jitter)].
func segmentRow(io *segment.IO, s *segment.Segment, withJitter bool) []any {
	ts, offset := s.CachedMax()
	var first any
	if at, known := s.CachedFirstTimestamp(); known {
		first = at
	}
	row := []any{s.Base(), s.Size(), ts, offset, s.IndexEntries(), s.TimeIndexEntries(), s.SinceIndexEntry(), first, s.Created(), s.Modified(io)}
	if withJitter {
		row = append(row, s.Jitter())
	}
	return row
}

func producers(m *producer.State) []any {
	out := []any{}
	for _, e := range m.All() {
		out = append(out, producerRow(e))
	}
	return out
}

func producerRow(e producer.Entry) map[string]any {
	row := map[string]any{"id": e.ID, "epoch": e.Epoch, "coordinatorEpoch": e.CoordinatorEpoch, "lastTimestamp": e.LastTimestamp}
	if e.HasTxn() {
		row["txnFirst"] = e.TxnFirstOffset
	}
	batches := []any{}
	for _, b := range e.Batches() {
		batches = append(batches, []any{b.FirstSequence(), b.LastSequence, b.FirstOffset(), b.LastOffset, b.Timestamp})
	}
	row["batches"] = batches
	return row
}

// partitionOf splits "orders-0".
func partitionOf(name string) (topic string, number int32, err error) {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] != '-' {
			continue
		}
		n, err := strconv.ParseInt(name[i+1:], 10, 32)
		if err != nil {
			break
		}
		return name[:i], int32(n), nil
	}
	return "", 0, &badOperation{name + " is no partition"}
}
