package plog

import (
	"iter"
	"math"

	"logarium/engine/event"
	"logarium/engine/segment"
)

// edit returns a segment for changing it: a clone if another fork of the log may see it.
func (l *Log) edit(base int64) *segment.Segment {
	s, ok := l.segments.Get(base)
	if !ok {
		return nil
	}
	return l.own(s)
}

func (l *Log) own(s *segment.Segment) *segment.Segment {
	if s == nil || s.OwnedBy(l.token) {
		return s
	}
	s = s.Clone(l.token)
	l.segments.Set(s.Base(), s)
	return s
}

// activeSegment returns the newest segment for changing it.
func (l *Log) activeSegment() *segment.Segment {
	if l.active == nil {
		_, s, _ := l.segments.Max()
		l.active = l.own(s)
	}
	return l.active
}

// add puts a segment into the log.
func (l *Log) add(s *segment.Segment) {
	if old, ok := l.segments.Get(s.Base()); ok {
		l.size -= old.Size()
	}
	l.segments.Set(s.Base(), s)
	l.size += s.Size()
	l.active = nil
}

// drop takes a segment out of the log. Its files stay.
func (l *Log) drop(base int64) {
	if s, ok := l.segments.Get(base); ok {
		l.segments.Delete(base)
		l.size -= s.Size()
		l.active = nil
	}
}

// floor returns the segment with the greatest base offset that is at most offset.
func (l *Log) floor(offset int64) *segment.Segment {
	if a := l.active; a != nil && offset >= a.Base() {
		return a
	}
	_, s, _ := l.segments.Floor(offset)
	return s
}

// higher returns the segment after the one with that base offset, nil if it is the last.
func (l *Log) higher(base int64) *segment.Segment {
	if base == math.MaxInt64 {
		return nil
	}
	_, s, _ := l.segments.Ceiling(base + 1)
	return s
}

func (l *Log) oldest() *segment.Segment {
	_, s, _ := l.segments.Min()
	return s
}

// between returns the segments that may hold offsets in [from, to), the one that contains from included.
func (l *Log) between(from, to int64) []*segment.Segment {
	if from >= to {
		return nil
	}
	s := l.floor(from)
	if s == nil {
		_, s, _ = l.segments.Ceiling(from)
	}
	var list []*segment.Segment
	for ; s != nil && s.Base() < to; s = l.higher(s.Base()) {
		list = append(list, s)
	}
	return list
}

// NumberOfSegments returns how many segments the log has.
func (l *Log) NumberOfSegments() int { return l.segments.Len() }

// IndexSize sums the entries of the offset and time indexes of all segments, in bytes.
func (l *Log) IndexSize() (sum int64) {
	for _, s := range l.segments.All() {
		sum += s.IndexSize()
	}
	return sum
}

// Bases goes over the base offsets of the segments, oldest first: no segment is looked at.
func (l *Log) Bases() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for base := range l.segments.All() {
			if !yield(base) {
				return
			}
		}
	}
}

// ActiveBase returns the base offset of the segment that appends go to.
func (l *Log) ActiveBase() int64 {
	base, _, _ := l.segments.Max()
	return base
}

// Segments goes over the segments from the one that contains offset from upwards. They are for reading only: a log
// changes its own through its methods.
func (l *Log) Segments(from int64) iter.Seq[*segment.Segment] {
	return func(yield func(*segment.Segment) bool) {
		s := l.floor(from)
		if s == nil {
			s = l.oldest()
		}
		for ; s != nil; s = l.higher(s.Base()) {
			if !yield(s) {
				return
			}
		}
	}
}

// Segment returns the segment with that base offset, for reading only; nil if there is none.
// SegmentsBackward goes over the segments from the active one on, for reading only.
func (l *Log) SegmentsBackward() iter.Seq[*segment.Segment] {
	return func(yield func(*segment.Segment) bool) {
		for _, s := range l.segments.Backward() {
			if !yield(s) {
				return
			}
		}
	}
}

func (l *Log) Segment(base int64) *segment.Segment {
	s, _ := l.segments.Get(base)
	return s
}

// OpenSegment returns the segment with that base offset for a look into its indexes, which opens them, as Kafka does
// when it reads them. nil if there is none.
func (l *Log) OpenSegment(base int64) *segment.Segment { return l.edit(base) }

// ActiveSegment is OpenSegment for the segment that appends go to.
func (l *Log) ActiveSegment() *segment.Segment { return l.activeSegment() }

// IO makes what a segment's methods need.
func (l *Log) IO(env *Env) *segment.IO { return l.io(env) }

func (l *Log) views(env *Env, list []*segment.Segment) []event.Segment {
	io := l.io(env)
	out := make([]event.Segment, len(list))
	for i, s := range list {
		out[i] = s.View(io)
	}
	return out
}
