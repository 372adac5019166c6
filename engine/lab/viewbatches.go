package lab

import (
	"fmt"
	"slices"

	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/segment"
)

const defaultBatches = 200

// batches lists batch headers of one segment, its own or a renamed one's.
func (k *look) batches() (message.Batches, error) {
	l, err := k.log()
	if err != nil {
		return message.Batches{}, err
	}
	if k.p.Base == nil {
		return message.Batches{}, fmt.Errorf("view batches needs a base")
	}
	s := k.find(l, *k.p.Base)
	if s == nil {
		return message.Batches{}, fmt.Errorf("%s has no segment %d", l.Name(), *k.p.Base)
	}
	heads, err := k.heads(l, s)
	if err != nil {
		return message.Batches{}, err
	}
	from, to := window(k.batchFrom(heads), k.p.Limit, defaultBatches, int64(len(heads)))
	return k.some(l, s, heads, int(from), int(to)), nil
}

// some are the batches of a segment from one number to another.
func (k *look) some(l *plog.Log, s *segment.Segment, heads []segment.Batch, from, to int) message.Batches {
	v := message.Batches{Base: s.Base(), Total: len(heads), From: from, Batches: []message.Batch{}}
	indexed := k.indexed(l, s)
	for n := from; n < to; n++ {
		v.Batches = append(v.Batches, k.batch(l, s, n, heads[n], indexed))
	}
	return v
}

// headersView lists the first batch headers of some segments and of the last ones of the log: of a damaged segment those before the damage.
// A segment that is gone is left out.
func (k *look) headersView() (message.Headers, error) {
	v := message.Headers{Segments: []message.Batches{}}
	l, err := k.log()
	if err != nil {
		return v, err
	}
	k.broker.Disk().Peek()
	n := l.NumberOfSegments()
	last := basesOf(l, max(0, n-k.p.Last), n)
	for _, base := range slices.Concat(k.p.Bases, last) {
		done := func(b message.Batches) bool { return b.Base == base }
		s := k.find(l, base)
		if s == nil || slices.ContainsFunc(v.Segments, done) {
			continue
		}
		heads, _ := k.heads(l, s)
		_, to := window(nil, k.p.Limit, defaultBatches, int64(len(heads)))
		v.Segments = append(v.Segments, k.some(l, s, heads, 0, int(to)))
	}
	return v, nil
}

// find is a segment of the log, or one that waits for its removal.
func (k *look) find(l *plog.Log, base int64) *segment.Segment {
	if s := l.OpenSegment(base); s != nil {
		return s
	}
	for _, w := range k.renamed(l) {
		if w.segment.Base() == base {
			return w.segment
		}
	}
	return nil
}

func (k *look) heads(l *plog.Log, s *segment.Segment) (list []segment.Batch, err error) {
	scan := s.Scan(l.IO(k.env()), 0, s.Size())
	for scan.Next() {
		list = append(list, scan.Batch)
	}
	return list, scan.Err()
}

// batchFrom is the number of the batch that the window begins with: given as such, by position, or by offset.
func (k *look) batchFrom(heads []segment.Batch) *int64 {
	if k.p.At == nil && k.p.Offset == nil {
		return k.p.From
	}
	n := int64(len(heads))
	for i, b := range heads {
		if k.p.At != nil && b.Position+b.Size > *k.p.At || k.p.At == nil && b.LastOffset >= *k.p.Offset {
			n = int64(i)
			break
		}
	}
	return &n
}

// indexed maps positions to the offset index entries that point there.
func (k *look) indexed(l *plog.Log, s *segment.Segment) map[int64]int {
	m := map[int64]int{}
	io := l.IO(k.env())
	for n := range s.IndexEntries() {
		if e, err := s.OffsetEntry(io, n); err == nil {
			m[int64(e.Position)] = n
		}
	}
	return m
}

func (k *look) batch(l *plog.Log, s *segment.Segment, n int, b segment.Batch, indexed map[int64]int) message.Batch {
	v := message.Batch{
		N: n, Position: b.Position, Size: b.Size, BaseOffset: b.BaseOffset, LastOffset: b.LastOffset, Count: int(b.Count),
		MaxTs: b.MaxTs, Indexed: -1,
	}
	if at, ok := indexed[b.Position]; ok {
		v.Indexed = at
	}
	bytes, err := s.ReadBatch(l.IO(k.env()), &b, nil)
	if err == nil {
		batch := record.Batch(bytes)
		v.Codec, v.Txn, v.Control, v.Valid = batch.Codec().String(), batch.IsTransactional(), batch.IsControl(), batch.IsValid()
	}
	return v
}
