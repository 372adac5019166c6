package plog

import (
	"logarium/engine/segment"
)

// Timestamps of ListOffsets that ask for a place instead of a time.
const (
	LatestTimestamp         int64 = -1
	EarliestTimestamp       int64 = -2
	MaxTimestamp            int64 = -3
	EarliestLocalTimestamp  int64 = -4
	LatestTieredTimestamp   int64 = -5
	EarliestPendingUploadTs int64 = -6
)

// NoEpoch stands for an unknown leader epoch.
const NoEpoch int32 = -1

// OffsetFound is the answer to a look-up by timestamp. Found false: there is no such record.
type OffsetFound struct {
	Found       bool
	Timestamp   int64 // -1 for the special timestamps
	Offset      int64 // -1: tiered storage is off
	LeaderEpoch int32 // NoEpoch if unknown
	Tiered      bool  // the answer is the fixed one of a log without tiered storage
}

// OffsetForTimestamp answers ListOffsets (KIP-79, KIP-734) without the limits that a request adds: for a time, the
// first record in the log with that timestamp or a later one, searched in the first segment whose largest timestamp
// is late enough and in no other.
func (l *Log) OffsetForTimestamp(env *Env, ts int64, t *Trace) (OffsetFound, error) {
	if err := l.available(env); err != nil {
		return OffsetFound{}, err
	}
	f, err := l.offsetFor(env, ts, t)
	if err != nil {
		err = l.fail(env, says("Error while fetching offset by timestamp for %s in dir %s", l.Name(), l.part.LogDir), err)
	}
	return f, err
}

func (l *Log) offsetFor(env *Env, ts int64, t *Trace) (OffsetFound, error) {
	switch ts {
	case EarliestTimestamp, EarliestLocalTimestamp:
		f := OffsetFound{Found: true, Timestamp: -1, Offset: l.logStart, LeaderEpoch: NoEpoch}
		if e, ok := l.epochs.Earliest(); ok && e.StartOffset <= l.logStart {
			f.LeaderEpoch = e.Epoch
		}
		return f, nil
	case LatestTimestamp:
		f := OffsetFound{Found: true, Timestamp: -1, Offset: l.leo.Offset, LeaderEpoch: NoEpoch}
		if e, ok := l.epochs.Latest(); ok {
			f.LeaderEpoch = e.Epoch
		}
		return f, nil
	case LatestTieredTimestamp, EarliestPendingUploadTs:
		return OffsetFound{Found: true, Timestamp: -1, Offset: -1, LeaderEpoch: -1, Tiered: true}, nil
	case MaxTimestamp:
		return l.offsetOfMax(env, t)
	}
	return l.offsetOfTime(env, ts, t)
}

// offsetOfMax looks in the first of the segments with the greatest largest timestamp.
func (l *Log) offsetOfMax(env *Env, t *Trace) (OffsetFound, error) {
	io := l.io(env)
	var best *segment.Segment
	bestTs := int64(0)
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		s = l.own(s)
		t.Visit(s.Base())
		ts, _, err := s.Max(io)
		if err != nil {
			return OffsetFound{}, err
		}
		if best == nil || ts > bestTs {
			best, bestTs = s, ts
		}
	}
	if best == nil {
		return OffsetFound{}, nil
	}
	if best.Base() != l.ActiveBase() {
		t.Visit(best.Base()) // back to it
	}
	f, ok, err := best.FindMax(io, l.decoder(env), t)
	f.LeaderEpoch = max(f.LeaderEpoch, NoEpoch) // here, and not where a time is looked up, every negative one is unknown
	return found(f, ok), err
}

// offsetOfTime looks in the first segment that is late enough.
func (l *Log) offsetOfTime(env *Env, ts int64, t *Trace) (OffsetFound, error) {
	io := l.io(env)
	for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
		s = l.own(s)
		t.Visit(s.Base())
		largest, _, err := s.LargestTimestamp(io)
		if err != nil {
			return OffsetFound{}, err
		}
		if largest >= ts {
			f, ok, err := s.FindByTimestamp(io, ts, l.logStart, l.decoder(env), t)
			return found(f, ok), err
		}
	}
	return OffsetFound{}, nil
}

func found(f segment.Found, ok bool) OffsetFound {
	return OffsetFound{Found: ok, Timestamp: f.Timestamp, Offset: f.Offset, LeaderEpoch: f.LeaderEpoch}
}

func (l *Log) decoder(env *Env) segment.Decoder {
	return segment.Decoder{Codecs: env.Codecs, MaxRecordSize: int(l.config.MaxDecompressedBytes)}
}
