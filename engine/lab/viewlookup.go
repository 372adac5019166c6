package lab

import (
	"fmt"

	"logarium/engine/index"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

// lookup finds a record by offset or by time and tells how.
func (k *look) lookup() (message.Lookup, error) {
	l, err := k.log()
	if err != nil {
		return message.Lookup{}, err
	}
	v := message.Lookup{Partition: l.Name(), Offset: -1, Position: -1, Steps: []message.Step{}}
	var t plog.Trace
	switch {
	case k.p.Offset != nil:
		v.Target = *k.p.Offset
		err = k.lookupOffset(l, &v, &t)
	case k.p.Time != nil:
		v.Target, v.ByTime = *k.p.Time, true
		err = k.lookupTime(l, &v, &t)
	default:
		return v, fmt.Errorf("view lookup needs an offset or a time")
	}
	if err != nil {
		v.Error = err.Error()
	}
	k.steps(l, &v, &t)
	if k.p.Unpack {
		k.unpack(l, &v, &t)
	}
	return v, nil
}

func (k *look) lookupOffset(l *plog.Log, v *message.Lookup, t *plog.Trace) error {
	f, err := l.Read(k.env(), v.Target, 1, plog.HighWatermark, true, t)
	if err == nil && f.Size > 0 {
		v.Found, v.Offset, v.Position = true, v.Target, f.Meta.Position
	}
	return err
}

func (k *look) lookupTime(l *plog.Log, v *message.Lookup, t *plog.Trace) error {
	f, err := l.OffsetForTimestamp(k.env(), v.Target, t)
	if err == nil && f.Found {
		v.Found, v.Offset = true, f.Offset
		if n := len(t.Batches); n > 0 {
			v.Position = t.Batches[n-1].Position
		}
	}
	return err
}

// steps words the trace in the order of the search: segments, probes of the indexes, batches.
func (k *look) steps(l *plog.Log, v *message.Lookup, t *plog.Trace) {
	path := func(base int64) string { return l.Dir() + "/" + segment.Stem(base) + segment.LogSuffix }
	for i, base := range t.Segments {
		v.Steps = append(v.Steps, message.Step{Kind: "segment", Text: "segment " + grouped(base), Path: path(base), Hit: i == len(t.Segments)-1})
	}
	for s := range l.Segments(0) {
		if v.FullScan += s.Size(); len(t.Segments) > 0 && s.Base() == t.Segments[len(t.Segments)-1] {
			if v.Position >= 0 {
				v.FullScan += v.Position - s.Size()
			}
			break
		}
	}
	for _, search := range t.Index.Searches {
		k.search(v, search)
	}
	for n, b := range t.Batches {
		base, last := t.Holds(n)
		hit := v.Found && last && b.Position == v.Position // the header behind it may have been read too
		text := fmt.Sprintf("batch %s–%s at %s", grouped(b.BaseOffset), grouped(b.LastOffset), grouped(b.Position))
		v.Steps = append(v.Steps, message.Step{Kind: kind(hit), Text: text, Path: path(base), Offset: b.Position, Length: b.Size, Hit: hit})
	}
	v.BytesRead += t.HeaderBytes
}

func kind(hit bool) string {
	if hit {
		return "batch"
	}
	return "scan"
}

// search adds the probes of one binary search, and the entry that it found.
func (k *look) search(v *message.Lookup, s index.Search) {
	size := int64(0)
	for _, p := range s.Probes {
		size = int64(p.Size)
		v.Probes++
		v.BytesRead += size
		text := fmt.Sprintf("entry #%d: %s %s, %s", p.Entry, s.Column, grouped(p.Key), p.Turn)
		v.Steps = append(v.Steps, message.Step{Kind: "probe", Text: text, Path: s.Path, Offset: p.At, Length: size})
	}
	if s.Slot < 0 {
		v.Steps = append(v.Steps, message.Step{Kind: "entry", Text: "no entry at or below " + grouped(s.Target), Path: s.Path})
		return
	}
	v.Steps = append(v.Steps, message.Step{Kind: "entry", Text: fmt.Sprintf("entry #%d", s.Slot), Path: s.Path, Offset: int64(s.Slot) * size, Length: size, Hit: true})
}
