package conform

import (
	"fmt"

	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/segment"
)

func (d *Driver) roll(l *openLog, op node) (any, error) {
	if err := l.Roll(d.env(), op.num("expected", -1)); err != nil {
		return nil, err
	}
	return map[string]any{"base": l.ActiveBase()}, nil
}

func (d *Driver) deleteOldSegments(l *openLog, _ node) (any, error) {
	n, err := l.DeleteOldSegments(d.env())
	return map[string]any{"deleted": n}, err
}

func (d *Driver) flush(l *openLog, op node) (any, error) {
	switch {
	case op.has("offset"):
		return none(l.FlushTo(d.env(), op.num("offset", 0)))
	}
	return none(l.Flush(d.env(), op.flag("forceFlushActiveSegment", false)))
}

// deleteRecords is what the partition's leader does with a request.
func (d *Driver) deleteRecords(l *openLog, op node) (any, error) {
	offset := op.num("offset", 0)
	if offset == -1 {
		offset = l.HighWatermark()
	}
	if offset < 0 {
		return nil, kerr.ErrOffsetOutOfRange.With("The offset %d for partition %s is not valid", offset, l.Name())
	}
	raised, err := l.IncrementLogStartOffset(d.env(), offset, event.ForDeleteRecords)
	return map[string]any{"raised": raised, "logStartOffset": l.LogStartOffset()}, err
}

func (d *Driver) incrementLogStartOffset(l *openLog, op node) (any, error) {
	reasons := map[string]string{
		"LeaderOffsetIncremented": event.ForLeader, "SegmentDeletion": event.ForSegmentDeletion,
		"ClientRecordDeletion": event.ForDeleteRecords, "SnapshotGenerated": event.ForSnapshot,
	}
	raised, err := l.IncrementLogStartOffset(d.env(), op.num("offset", 0), reasons[op.str("reason", "LeaderOffsetIncremented")])
	return map[string]any{"raised": raised}, err
}

func (d *Driver) truncateTo(l *openLog, op node) (any, error) {
	done, err := l.TruncateTo(d.env(), op.num("offset", 0))
	return map[string]any{"truncated": done}, err
}

func (d *Driver) truncateFully(l *openLog, op node) (any, error) {
	offset := op.num("offset", 0)
	return none(l.TruncateFullyAndStartAt(d.env(), offset, op.num("logStartOffset", -1)))
}

func (d *Driver) takeSnapshot(l *openLog, _ node) (any, error) {
	return none(l.TakeProducerSnapshot(d.env()))
}

func (d *Driver) removeExpired(l *openLog, op node) (any, error) {
	env := d.env()
	env.Now = op.num("now", env.Now)
	l.RemoveExpiredProducers(env)
	return none(nil)
}

func (d *Driver) assignEpoch(l *openLog, op node) (any, error) {
	return none(l.AssignEpoch(d.env(), int32(op.num("epoch", 0)), op.num("offset", l.LogEndOffset())))
}

func (d *Driver) endOffsetForEpoch(l *openLog, op node) (any, error) {
	epoch, offset := l.EndOffsetForEpoch(int32(op.num("epoch", 0)))
	if offset < 0 {
		return map[string]any{"epoch": nil}, nil
	}
	return map[string]any{"epoch": epoch, "offset": offset}, nil
}

func (d *Driver) latestEpoch(l *openLog, _ node) (any, error) {
	epoch, ok := l.LatestEpoch()
	if !ok {
		return map[string]any{"epoch": nil}, nil
	}
	return map[string]any{"epoch": epoch}, nil
}

func (d *Driver) updateConfig(l *openLog, op node) (any, error) {
	l.UpdateConfig(settings(op))
	return none(nil)
}

// segmentIndex lists the entries of one segment's indexes, which opens them.
func (d *Driver) segmentIndex(l *openLog, op node) (any, error) {
	base := op.num("base", -1)
	if base < 0 {
		base = l.ActiveBase()
	}
	s := l.OpenSegment(base)
	if s == nil {
		return nil, &badOperation{fmt.Sprintf("no segment %d", base)}
	}
	io := l.IO(d.env())
	offsets, times, err := indexRows(io, s)
	if err != nil {
		return nil, err
	}
	aborted, err := s.AbortedTxns(io)
	if err != nil {
		return nil, err
	}
	max, _, err := s.Max(io)
	if err != nil {
		return nil, err
	}
	largest, _, err := s.LargestTimestamp(io)
	return map[string]any{"base": base, "offset": offsets, "time": times, "txn": abortedRows(aborted), "maxTimestampSoFar": max, "largestTimestamp": largest}, err
}

func indexRows(io *segment.IO, s *segment.Segment) (offsets, times []any, err error) {
	offsets, times = []any{}, []any{}
	if _, err := s.OffsetEntry(io, 0); err != nil && s.IndexEntries() < 0 {
		return nil, nil, err // the look at an entry opens the file
	}
	for n := range s.IndexEntries() {
		var e index.OffsetPosition
		if e, err = s.OffsetEntry(io, n); err != nil {
			return nil, nil, err
		}
		offsets = append(offsets, []any{e.Offset, e.Position})
	}
	if _, err := s.TimeEntry(io, 0); err != nil && s.TimeIndexEntries() < 0 {
		return nil, nil, err
	}
	for n := range s.TimeIndexEntries() {
		var e index.TimestampOffset
		if e, err = s.TimeEntry(io, n); err != nil {
			return nil, nil, err
		}
		times = append(times, []any{e.Timestamp, e.Offset})
	}
	return offsets, times, nil
}
