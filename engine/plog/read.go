package plog

import (
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/segment"
)

// Isolation says up to where a reader may see.
type Isolation uint8

// The isolation levels of a fetch.
const (
	LogEnd        Isolation = iota // followers: all there is
	HighWatermark                  // read_uncommitted
	TxnCommitted                   // read_committed: up to the last stable offset
)

func (i Isolation) String() string {
	return [...]string{"LOG_END", "HIGH_WATERMARK", "TXN_COMMITTED"}[i]
}

// Trace records how a look-up was done; nil records nothing and costs nothing.
type Trace = segment.Trace

// FetchInfo is the answer to a read: a slice of one segment's .log that begins with a whole batch and may end in the
// middle of one. Nothing is copied until Bytes is called.
type FetchInfo struct {
	Meta       event.OffsetMetadata // base offset of the first batch and where it lies; without data, where the log ends
	Size       int64                // bytes, 0 if there is nothing to read
	Incomplete bool                 // the limit of bytes was smaller than the first batch
	Aborted    []index.AbortedTxn   // for TxnCommitted: the transactions that the reader has to leave out
	HasAborted bool                 // the read was for TxnCommitted, and Aborted has been looked up

	found bool  // Meta is a place in a segment, and not only a limit
	since int64 // pages that the device had read before
}

// Read finds the batch that holds offset, or the next one, and what follows it in the same segment, as far as the
// isolation level lets the reader see and up to maxBytes. minOne returns the first batch whole, however large.
//
// An offset at or beyond the reader's limit gives an empty answer. Error: kerr.ErrOffsetOutOfRange below the log
// start offset or above the log end offset.
func (l *Log) Read(env *Env, offset int64, maxBytes int32, isolation Isolation, minOne bool, t *Trace) (FetchInfo, error) {
	since := env.Disk.ReadPages()
	f, err := l.readIsolated(env, offset, maxBytes, isolation, minOne, t)
	f.since = since
	if err != nil && isIO(err) {
		err = l.fail(env, says("Exception while reading from %s in dir %s", l.Name(), l.part.LogDir), err)
	}
	return f, err
}

func (l *Log) readIsolated(env *Env, offset int64, maxBytes int32, isolation Isolation, minOne bool, t *Trace) (FetchInfo, error) {
	if offset < l.logStart {
		return FetchInfo{}, kerr.ErrOffsetOutOfRange.With("Received request for offset %d for partition %s, but we only have log segments starting from offset: %d.",
			offset, l.Name(), l.logStart)
	}
	if err := l.available(env); err != nil {
		return FetchInfo{}, err
	}
	limit, err := l.limit(env, isolation)
	if err != nil {
		return FetchInfo{}, err
	}
	f, err := l.read(env, offset, maxBytes, limit, minOne, t)
	f.HasAborted = f.HasAborted && isolation == TxnCommitted
	if err == nil && f.HasAborted && f.found {
		f.Aborted, err = l.abortedFor(env, offset, &f)
	}
	return f, err
}

// limit is where a reader has to stop.
func (l *Log) limit(env *Env, isolation Isolation) (event.OffsetMetadata, error) {
	switch isolation {
	case LogEnd:
		return l.leo, nil
	case HighWatermark:
		return l.fetchHighWatermark(env)
	default:
		return l.fetchLastStable(env)
	}
}

// read is Read up to a limit.
func (l *Log) read(env *Env, offset int64, maxBytes int32, limit event.OffsetMetadata, minOne bool, t *Trace) (FetchInfo, error) {
	s := l.floor(offset)
	switch {
	case offset > l.leo.Offset || s == nil:
		return FetchInfo{}, kerr.ErrOffsetOutOfRange.With("Received request for offset %d for partition %s, but we only have log segments upto %d.",
			offset, l.Name(), l.leo.Offset)
	case offset == limit.Offset:
		return FetchInfo{Meta: limit, HasAborted: true}, nil
	case offset > limit.Offset:
		m, err := l.locate(env, offset)
		return FetchInfo{Meta: m, HasAborted: true}, err
	}
	io := l.io(env)
	for ; s != nil; s = l.higher(s.Base()) {
		s = l.own(s)
		t.Visit(s.Base())
		b, found, err := s.Translate(io, offset, t)
		if err != nil {
			return FetchInfo{}, err
		}
		if found {
			return slice(s, &b, maxBytes, limit, minOne), nil
		}
	}
	return FetchInfo{Meta: l.leo}, nil // no segment reaches that far: then Kafka lists no aborted transactions either
}

// slice cuts the answer out of a segment. A reader's limit in this segment ends it; if the place of the limit is not
// known, or lies in an older segment, there is nothing to read.
func slice(s *segment.Segment, b *segment.Batch, maxBytes int32, limit event.OffsetMetadata, minOne bool) FetchInfo {
	f := FetchInfo{Meta: event.OffsetMetadata{Offset: b.BaseOffset, SegmentBase: s.Base(), Position: b.Position}, HasAborted: true, found: true}
	most := int64(maxBytes)
	if minOne {
		most = max(most, b.Size)
	}
	end := int64(-1)
	switch {
	case s.Base() < limit.SegmentBase:
		end = s.Size()
	case s.Base() == limit.SegmentBase && !offsetOnly(limit):
		end = limit.Position
	}
	if most == 0 || end < 0 {
		return f
	}
	f.Size = max(0, min(end-b.Position, most))
	f.Incomplete = most < b.Size
	return f
}

// Bytes returns the bytes of an answer, in buf if it is large enough.
func (l *Log) Bytes(env *Env, f *FetchInfo, buf []byte) ([]byte, error) {
	s := l.Segment(f.Meta.SegmentBase)
	if f.Size == 0 || s == nil {
		return buf[:0], nil
	}
	return s.ReadBytes(l.io(env), f.Meta.Position, f.Size, buf)
}

// Send is Bytes for a client or a follower: the bytes go to the network, encrypted (tls) or not.
func (l *Log) Send(env *Env, f *FetchInfo, buf []byte, tls bool) ([]byte, error) {
	s := l.Segment(f.Meta.SegmentBase)
	if f.Size == 0 || s == nil {
		return buf[:0], nil
	}
	return s.SendBytes(l.io(env), f.Meta.Position, f.Size, buf, f.since, tls)
}

// abortedFor lists the aborted transactions that overlap a fetch.
func (l *Log) abortedFor(env *Env, offset int64, f *FetchInfo) ([]index.AbortedTxn, error) {
	s := l.edit(f.Meta.SegmentBase)
	upper, ok, err := s.UpperBound(l.io(env), f.Meta.Offset, f.Meta.Position, f.Size)
	if err != nil {
		return nil, err
	}
	if !ok {
		upper = l.leo.Offset
		if next := l.higher(s.Base()); next != nil {
			upper = next.Base()
		}
	}
	return l.collectAborted(env, s, offset, upper)
}

// CollectAborted lists the aborted transactions that the segments from the one with offset from on know of, begun
// before upper. It is meant for the cleaner: what was aborted before from is in the list, unless it lies below the log
// start offset.
func (l *Log) CollectAborted(env *Env, from, upper int64) ([]index.AbortedTxn, error) {
	s := l.floor(from)
	if s == nil {
		return nil, nil
	}
	return l.collectAborted(env, s, l.logStart, upper)
}

func (l *Log) collectAborted(env *Env, s *segment.Segment, from, upper int64) (list []index.AbortedTxn, err error) {
	io := l.io(env)
	for complete := false; s != nil && !complete && err == nil; s = l.higher(s.Base()) {
		list, complete, err = l.own(s).CollectAborted(io, list, from, upper)
	}
	return list, err
}
