package plog

import (
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/segment"
	"logarium/engine/store"
)

// Fork returns a copy in constant time; both may be changed from then on. The files are not copied: each side works
// on its own fork of the disk.
func (l *Log) Fork() *Log {
	f := *l
	f.segments, f.producers = l.segments.Fork(), l.producers.Fork()
	f.token, f.active = &segment.Token{}, nil
	l.token, l.active = &segment.Token{}, nil
	return &f
}

// Code writes or reads the log. What is written is not changed in place afterwards: every segment counts as shared.
func (l *Log) Code(c *store.Coder) {
	l.token, l.active = &segment.Token{}, nil
	c.Version(1)
	codePartition(c, &l.part)
	l.name = l.part.Name()
	c.String(&l.dir)
	c.String(&l.owner)
	if c.Reading() {
		l.config = &config.Log{}
	}
	l.config.Code(c)
	id := string(l.topicID[:])
	c.String(&id)
	copy(l.topicID[:], id)
	c.Bool(&l.writeID)
	c.Bool(&l.hasMetadata)
	l.segments.Code(c, (*store.Coder).Int64, codeSegment)
	l.codeMarks(c)
	l.epochs.Code(c)
	l.producers.Code(c)
	c.Uint64(&l.expireTask)
	c.Bool(&l.closed)
	c.Bool(&l.offline)
	store.Number(c, &l.rulebook)
	l.codeLastRoll(c)
}

func (l *Log) codeMarks(c *store.Coder) {
	c.Int64(&l.size)
	c.Int64(&l.logStart)
	codeOffset(c, &l.leo)
	codeOffset(c, &l.hw)
	codeOffset(c, &l.unstable)
	c.Bool(&l.hasUnstable)
	c.Int64(&l.recoveryPoint)
	c.Int64(&l.lastFlush)
}

// codeSegment codes a segment that belongs to nobody when it is read: whoever changes it clones it.
func codeSegment(c *store.Coder, s **segment.Segment) {
	if c.Reading() {
		*s = &segment.Segment{}
	}
	(*s).Code(c)
}

func codeOffset(c *store.Coder, m *event.OffsetMetadata) {
	c.Int64(&m.Offset)
	c.Int64(&m.SegmentBase)
	c.Int64(&m.Position)
}

func codePartition(c *store.Coder, p *event.Partition) {
	c.String(&p.Topic)
	c.Int32(&p.Number)
	c.String(&p.LogDir)
	c.String(&p.DirName)
}

func (l *Log) codeLastRoll(c *store.Coder) {
	there := l.lastRoll != nil
	c.Bool(&there)
	if !there {
		l.lastRoll = nil
		return
	}
	if c.Reading() {
		l.lastRoll = &RollReport{}
	}
	r := l.lastRoll
	c.Int64(&r.At)
	c.Int64(&r.Base)
	d := &r.Decision
	c.Bool(&d.Roll)
	c.String(&d.Why)
	for _, p := range [...]*int64{&d.Size, &d.Incoming, &d.SegmentBytes, &d.Waited, &d.WaitLimit, &d.LastOffset, &d.LargestFittingAbove} {
		c.Int64(p)
	}
	for _, p := range [...]*int{&d.IndexEntries, &d.MaxIndexEntries, &d.TimeEntries, &d.MaxTimeEntries} {
		c.Int(p)
	}
}
