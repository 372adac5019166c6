package cleaner

import (
	"errors"
	"math"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// read reads a buffer full of a segment from the present position on.
func (p *Pass) read(env *plog.Env, l *plog.Log, s *segment.Segment) ([]byte, error) {
	b, err := s.ReadBytes(l.IO(env), p.position, min(int64(p.buffer), s.Size()-p.position), p.tools.in)
	p.tools.in = b
	p.moved += int64(len(b))
	return b, err
}

// mapSome reads the keys of one buffer of batches.
func (p *Pass) mapSome(env *plog.Env, l *plog.Log) error {
	s, err := open(l, p.work[p.at])
	if err != nil {
		return err
	}
	if p.position < 0 {
		if p.position, err = s.PositionOf(l.IO(env), p.first); err != nil {
			return err
		}
	}
	if p.position < s.Size() {
		full, err := p.mapChunk(env, l, s)
		if full {
			env.Emit(event.MapFull{Partition: l.Partition(), Thread: p.o.Thread, Segments: p.at, Base: s.Base()})
			p.mapped(env, l)
		}
		if err != nil || full || p.position < s.Size() {
			return err
		}
	}
	p.mapNext(env, l)
	return nil
}

// mapNext goes to the next segment. The map speaks of every offset of the one that is done, whatever gaps it has.
func (p *Pass) mapNext(env *plog.Env, l *plog.Log) {
	p.buffer = p.o.Buffer
	p.at, p.position = p.at+1, -1
	if p.at < len(p.work) {
		p.m.SetLatest(p.work[p.at] - 1)
		return
	}
	p.m.SetLatest(p.upper - 1)
	p.mapped(env, l)
}

func (p *Pass) mapChunk(env *plog.Env, l *plog.Log, s *segment.Segment) (full bool, err error) {
	in, err := p.read(env, l, s)
	if err != nil {
		return false, err
	}
	size := int64(0)
	for b, err := range record.Batches(in) {
		if err != nil {
			return false, err
		}
		if full, err = p.mapBatch(b); full || err != nil {
			return full, err
		}
		size += int64(len(b))
	}
	p.position += size
	p.stats.MapBytesRead += size
	if size == 0 {
		return false, p.grow(env, l, s, in)
	}
	return false, nil
}

// mapBatch puts the keys of a batch into the map. full: there is no room for the next one.
func (p *Pass) mapBatch(b record.Batch) (full bool, err error) {
	switch {
	case b.IsControl():
		if _, _, err = p.txns.marker(b, &p.tools.markers); err != nil {
			return false, err
		}
		p.stats.MapMessagesRead++
	case p.txns.data(b):
		p.stats.MapMessagesRead += int64(b.Count())
	default:
		if full, err = p.mapRecords(b); full || err != nil {
			return full, err
		}
	}
	if b.LastOffset() >= p.first {
		p.m.SetLatest(b.LastOffset())
	}
	return false, nil
}

func (p *Pass) mapRecords(b record.Batch) (full bool, err error) {
	limit := int(float64(p.m.Slots()) * p.o.LoadFactor)
	it := &p.tools.records
	for it.Open(b); it.Next(); {
		if r := it.Record(); r.HasKey() && r.Offset >= p.first {
			if p.m.Size() >= limit {
				return true, nil
			}
			if err := p.m.Put(r.Key, r.Offset); err != nil {
				return false, err
			}
		}
		p.stats.MapMessagesRead++
	}
	return false, it.Err()
}

// copySome rewrites one buffer of batches.
func (p *Pass) copySome(env *plog.Env, l *plog.Log, t *Trace) error {
	s, err := open(l, p.work[p.at])
	if err != nil {
		return err
	}
	if p.position < 0 {
		if err := p.enter(env, l, s); err != nil {
			return err
		}
	}
	if p.position < s.Size() {
		err := p.copyChunk(env, l, s, t)
		if errors.Is(err, kerr.ErrLogSegmentOffsetOverflow) {
			return p.split(env, l, s, err)
		}
		if err != nil || p.position < s.Size() {
			return err
		}
	}
	p.buffer = p.o.Buffer
	p.at, p.position = p.at+1, -1
	if p.at == len(p.work) {
		p.phase = Seal
	}
	return nil
}

// enter begins with the next source segment.
func (p *Pass) enter(env *plog.Env, l *plog.Log, s *segment.Segment) error {
	io := l.IO(env)
	upper := int64(0)
	if p.at+1 < len(p.work) {
		upper = p.work[p.at+1]
	} else {
		next, err := s.NextOffset(io)
		if err != nil {
			return err
		}
		upper = next
	}
	aborted, err := l.CollectAborted(env, s.Base(), upper)
	if err != nil {
		return err
	}
	p.txns.learn(aborted)
	p.position = 0
	env.Emit(event.CleaningSegment{Partition: l.Partition(), Thread: p.o.Thread, Segment: s.View(l.IO(env)), Into: p.fresh.Base(),
		Horizon: p.legacy, RetainDeletes: p.retainDeletes(env, l, s)})
	return nil
}

// retainDeletes says whether tombstones of the old formats stay: their segment is younger than delete.retention.ms
// before the last clean one.
func (p *Pass) retainDeletes(env *plog.Env, l *plog.Log, s *segment.Segment) bool {
	return s.Modified(l.IO(env)) > p.legacy
}

func (p *Pass) copyChunk(env *plog.Env, l *plog.Log, s *segment.Segment, t *Trace) error {
	in, err := p.read(env, l, s)
	if err != nil {
		return err
	}
	f := filter{m: &p.m, txns: &p.txns, log: l, stats: &p.stats, trace: t, tools: p.tools, source: s.Base(), now: p.now,
		retainDeletes: p.retainDeletes(env, l, s), out: p.tools.out[:0], largest: -1}
	size := int64(0)
	for b, err := range record.Batches(in) {
		if err == nil {
			err = f.batch(b)
		}
		if err != nil {
			return err
		}
		size += int64(len(b))
		if len(f.out) > p.buffer { // the write buffer had to grow
			break
		}
	}
	p.tools.out = f.out
	if err := p.write(env, l, &f); err != nil {
		return err
	}
	p.position += size
	if size == 0 {
		return p.grow(env, l, s, in)
	}
	return nil
}

// write appends what a chunk has left to the output.
func (p *Pass) write(env *plog.Env, l *plog.Log, f *filter) error {
	io := l.IO(env)
	for _, a := range f.aborted {
		if err := p.fresh.AddAborted(io, a); err != nil {
			return err
		}
	}
	p.moved += int64(len(f.out))
	return p.fresh.Append(io, f.largest, f.out)
}

// split divides a segment whose offsets do not fit an index; the pass ends, the next one will find segments that do.
func (p *Pass) split(env *plog.Env, l *plog.Log, s *segment.Segment, cause error) error {
	env.Emit(event.CleaningOverflow{Partition: l.Partition(), Thread: p.o.Thread, Message: kerr.As(cause).Message})
	if err := l.SplitOverflowed(env, s); err != nil {
		return err
	}
	return ErrAborted
}

// grow makes room for a batch that does not fit the buffers: they double up to the largest message that is allowed, and
// for one that is there nevertheless up to its size.
func (p *Pass) grow(env *plog.Env, l *plog.Log, s *segment.Segment, in []byte) error {
	limit := int64(l.Config().MaxMessageBytes)
	if int64(p.buffer) >= limit {
		size, err := p.firstSize(env, l, s, in)
		if err != nil {
			return err
		}
		limit = size
	}
	limit = max(limit, int64(p.o.MaxBuffer))
	if int64(p.buffer) >= limit {
		return failing("This log contains a message larger than maximum allowable size of %d.", limit)
	}
	from := p.buffer
	p.buffer = int(min(2*int64(from), limit))
	env.Emit(event.CleanerBuffersGrown{Thread: p.o.Thread, From: from, To: p.buffer})
	return nil
}

// firstSize is the size of the batch at the present position.
func (p *Pass) firstSize(env *plog.Env, l *plog.Log, s *segment.Segment, in []byte) (int64, error) {
	what := func() string { return s.LogPath(l.Dir()) }
	if len(in) < record.LogOverhead+5 { // up to the magic number
		return 0, failing("Could not determine next batch size for log segment %s at position %d", what(), p.position)
	}
	size, left := int64(record.Batch(in).Size()), s.Size()-p.position
	switch {
	case size <= 0 || size > math.MaxInt32:
		return 0, failing("Invalid batch size %d for log segment %s at position %d", size, what(), p.position)
	case size <= int64(p.buffer):
		return 0, failing("Batch size %d < buffer size %d, but not processed for log segment %s at position %d", size, p.buffer, what(), p.position)
	case size > left:
		return 0, kerr.ErrCorruptRecord.With("Log segment may be corrupt, batch size %d > %d bytes left in segment for log segment %s at position %d",
			size, left, what(), p.position)
	}
	return size, nil
}
