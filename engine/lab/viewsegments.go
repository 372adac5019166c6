package lab

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

const (
	defaultSegments = 100
	countedBatches  = 256 << 10 // bytes of a segment up to which its batches are counted for the view
	maxPositions    = 256
)

func (k *look) partition() (message.Partition, error) {
	l, err := k.log()
	if err != nil {
		return message.Partition{}, err
	}
	c := l.Config()
	epoch, _ := l.LatestEpoch()
	v := message.Partition{
		Name: l.Name(), TopicID: l.TopicID().String(), Dir: l.Dir(),
		LogStartOffset: l.LogStartOffset(), LastStableOffset: l.LastStableOffset(), HighWatermark: l.HighWatermark(),
		LogEndOffset: l.LogEndOffset(), RecoveryPoint: l.RecoveryPoint(), LeaderEpoch: epoch,
		Segments: l.NumberOfSegments(), Size: l.Size(), Policy: policy(l),
		RetentionMs: c.RetentionMs, RetentionBytes: c.RetentionBytes, SegmentBytes: int64(c.SegmentBytes), SegmentMs: c.SegmentMs,
		IndexInterval: int64(c.IndexIntervalBytes), DeleteDelayMs: c.FileDeleteDelayMs,
	}
	v.NextCheck, _ = k.nextTask(broker.TaskRetention)
	if s := l.Segment(l.ActiveBase()); s != nil {
		v.SinceIndex = s.SinceIndexEntry()
	}
	return v, nil
}

func policy(l *plog.Log) string {
	switch c := l.Config(); {
	case c.Compact && c.Delete:
		return "compact,delete"
	case c.Compact:
		return "compact"
	case c.Delete:
		return "delete"
	}
	return ""
}

// segments lists the renamed segments that wait for their removal, then the log's own.
func (k *look) segments() (message.Segments, error) {
	l, err := k.log()
	if err != nil {
		return message.Segments{}, err
	}
	k.broker.Disk().Peek()
	renamed := k.renamed(l)
	total := len(renamed) + l.NumberOfSegments()
	if k.p.Offset != nil {
		k.p.From = k.around(*k.p.Offset, l, renamed, total)
	}
	from, to := window(k.p.From, k.p.Limit, defaultSegments, int64(total))
	v := message.Segments{Total: total, From: int(from), Segments: []message.Segment{}}
	for i := from; i < min(to, int64(len(renamed))); i++ {
		v.Segments = append(v.Segments, k.renamedView(l, renamed[i]))
	}
	j, err := k.judge(l)
	if err != nil {
		return v, err
	}
	n := int64(len(renamed))
	for _, base := range basesOf(l, int(max(0, from-n)), int(max(0, to-n))) {
		one, err := k.segment(l, base, j)
		if err != nil {
			return v, err
		}
		v.Segments = append(v.Segments, one)
	}
	return v, nil
}

// basesOf are the base offsets of the segments number from to to, counted from the end at which they are: the others may have
// to be read from the store.
func basesOf(l *plog.Log, from, to int) (bases []int64) {
	n := l.NumberOfSegments()
	if from < n/2 {
		i := 0
		for base := range l.Bases() {
			if i >= to {
				break
			}
			if i >= from {
				bases = append(bases, base)
			}
			i++
		}
		return bases
	}
	i := n
	for s := range l.SegmentsBackward() {
		if i--; i < from {
			break
		}
		if i < to {
			bases = append(bases, s.Base())
		}
	}
	slices.Reverse(bases)
	return bases
}

// around is the first row of a window with the segment that holds an offset in its middle; the nearest one if none does.
func (k *look) around(offset int64, l *plog.Log, renamed []waiting, total int) *int64 {
	at := 0
	for i, w := range renamed {
		if w.segment.Base() <= offset {
			at = i
		}
	}
	if n := begun(l, offset); n > 0 {
		at = len(renamed) + n - 1
	}
	limit := k.p.Limit
	if limit <= 0 {
		limit = defaultSegments
	}
	from := int64(max(0, min(at-limit/2, total-limit)))
	return &from
}

// begun is how many segments of a log begin at an offset or before it, counted from the end that is nearer.
func begun(l *plog.Log, offset int64) (n int) {
	if offset-l.LogStartOffset() < l.LogEndOffset()-offset {
		for base := range l.Bases() {
			if base > offset {
				break
			}
			n++
		}
		return n
	}
	n = l.NumberOfSegments()
	for s := range l.SegmentsBackward() {
		if s.Base() <= offset {
			break
		}
		n--
	}
	return n
}

// waiting is a renamed segment and when its files go.
type waiting struct {
	segment *segment.Segment
	dir     string
	due     int64
}

// renamed finds the segments of a log that wait for delete-file.
func (k *look) renamed(l *plog.Log) (list []waiting) {
	for _, r := range k.agenda().removing(plog.TaskDeleteFile) {
		if r.Owner != l.Owner() {
			continue
		}
		for _, s := range r.tickets() {
			list = append(list, waiting{s, r.dir, r.Due})
		}
	}
	return list
}

func (k *look) renamedView(l *plog.Log, w waiting) message.Segment {
	s := w.segment
	max, _ := s.CachedMax()
	v := message.Segment{
		Base: s.Base(), Next: -1, Size: s.Size(), Batches: -1, FirstTs: -1, LargestTs: max, LargestFrom: "record",
		IndexEntries: -1, TimeEntries: -1, Created: -1, State: "renamed", Expires: -1, Gone: w.due, FlushedTo: s.Size(), IndexPos: []int64{},
	}
	left := age(w.due - k.cluster.Now())
	v.Word, v.Short = "removed in "+left, left
	k.scan(l, s, &v)
	return v
}

// segment is one segment of the log, with the state that retention sees in it.
func (k *look) segment(l *plog.Log, base int64, j judged) (message.Segment, error) {
	env := k.env()
	io, s := l.IO(env), l.OpenSegment(base)
	largest, byMtime, err := s.LargestTimestamp(io)
	if err != nil {
		return message.Segment{}, err
	}
	v := message.Segment{
		Base: base, Next: l.LogEndOffset(), Size: s.Size(), Batches: -1, FirstTs: -1, LargestTs: largest, LargestFrom: "record",
		IndexEntries: s.IndexEntries(), TimeEntries: s.TimeIndexEntries(), Created: s.Created(), Expires: -1, Gone: -1,
		FlushedTo: k.flushed(s), IndexPos: []int64{},
	}
	for next := range l.Segments(base + 1) {
		if next.Base() > base {
			v.Next = next.Base()
			break
		}
	}
	if byMtime {
		v.LargestFrom = "mtime"
	}
	if first, known, err := s.FirstTimestamp(io); err == nil && known {
		v.FirstTs = first
	}
	v.IndexBytes = int64(v.IndexEntries)*entrySize + int64(v.TimeEntries)*timeEntrySize
	for n := range min(v.IndexEntries, maxPositions) {
		e, err := s.OffsetEntry(io, n)
		if err != nil {
			return v, err
		}
		v.IndexPos = append(v.IndexPos, int64(e.Position))
	}
	k.scan(l, s, &v)
	j.describe(k, l, &v)
	return v, nil
}

// scan counts the batches of a segment that is not too large.
func (k *look) scan(l *plog.Log, s *segment.Segment, v *message.Segment) {
	if s.Size() > countedBatches {
		return
	}
	v.Batches = 0
	scan := s.Scan(l.IO(k.env()), 0, s.Size())
	for scan.Next() {
		if v.Batches++; v.State == "renamed" {
			v.Next = scan.LastOffset + 1
			if v.FirstTs < 0 {
				v.FirstTs = scan.MaxTs
			}
		}
	}
}

// flushed is how many bytes of a .log are on the disk. A log is only ever appended to, so that its dirty pages are the
// last ones.
func (k *look) flushed(s *segment.Segment) int64 {
	info, err := k.broker.Disk().StatHandle(s.Handle())
	if err != nil || info.Dirty == 0 {
		return s.Size()
	}
	const page = 4096
	pages := (s.Size() + page - 1) / page
	return max(0, min(s.Size(), (pages-int64(info.Dirty))*page))
}
