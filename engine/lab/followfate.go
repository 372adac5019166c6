package lab

import (
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/segment"
	"logarium/engine/shell"
)

// present says who can read the record, where its bytes are safe, and what becomes of it.
func (f *following) present(s *segment.Segment) error {
	if tp, ok := cluster.ParsePartition(f.log.Name()); ok {
		list, err := f.cluster.Whereabouts(tp, f.offset)
		if err != nil {
			return err
		}
		for _, w := range list {
			f.add("disk", "now", -1, "%s", safety(w))
		}
	}
	if hw := f.log.HighWatermark(); f.offset < hw {
		f.add("watermark", "now", -1, "The high watermark, %s, is behind it: consumers may read it", grouped(hw))
	} else {
		f.add("watermark", "now", -1, "The high watermark, %s, has not passed it: no consumer may read it yet", grouped(hw))
	}
	f.readers()
	base := s.Base()
	f.p.Base = &base
	v, err := f.verdicts()
	if err != nil {
		return err
	}
	for _, one := range v.Verdicts {
		f.add("verdict", "now", -1, "%s", one.Sentence)
		if one.Renamed >= 0 {
			f.add("rename", "ahead", one.Renamed, "Its segment will be renamed to .deleted")
			f.add("delete-file", "ahead", one.Removed, "Its files will be removed")
		}
	}
	if strings.Contains(policy(f.log), "compact") {
		if c, err := f.cleaning(); err == nil {
			f.add("compact", "now", -1, "%s", c.Record)
		}
	}
	return nil
}

func safety(w cluster.Whereabouts) string {
	id := strconv.Itoa(int(w.Broker))
	switch w.Place {
	case cluster.OnDisk:
		return "On broker " + id + " it is on the disk: a power loss leaves it"
	case cluster.InCache:
		return "On broker " + id + " a power loss would take it: its bytes, or the name of its file, are in the page cache only"
	}
	return "Broker " + id + " does not have it"
}

// readers are the groups with an offset here. What reads without a group leaves no trace.
func (f *following) readers() {
	for _, g := range f.consumers().Groups {
		for _, o := range g.Offsets {
			switch {
			case o.Partition != f.log.Name():
			case o.Offset > f.offset:
				f.add("read", "now", o.Committed, "Group %s has read it: it has committed %s", g.ID, grouped(o.Offset))
			default:
				f.add("read", "now", o.Committed, "Group %s has not read it: it has committed %s", g.ID, grouped(o.Offset))
			}
		}
	}
}

// absent says why there is no such record.
func (f *following) absent(s *segment.Segment) {
	switch start, end := f.log.LogStartOffset(), f.log.LogEndOffset(); {
	case s != nil:
		f.add("compact", "now", -1, "The log has no record there any more: compaction removed it, or it was a marker's place")
	case f.offset >= end:
		f.add("append", "now", -1, "There is no such record yet: the log ends at %s", grouped(end))
	case f.log.Segment(f.first()) != nil && f.first() <= f.offset:
		f.add("start", "now", -1, "It is hidden, not deleted: the log begins at %s. No single record is deleted; its bytes stay until their whole segment goes", grouped(start))
	default:
		f.add("start", "now", -1, "It is gone: the log begins at %s. Who asks for it gets OFFSET_OUT_OF_RANGE", grouped(start))
		for _, w := range f.renamed(f.log) {
			if w.segment.Base() == f.base {
				f.add("delete-file", "ahead", w.due, "Its files will be removed")
			}
		}
	}
	if s == nil {
		f.cause()
	}
}

// cause leads from the error that readers get to the event behind it, in the words of server.log.
func (f *following) cause() {
	h, ok := f.broker.OutOfRange(f.log.Name(), f.offset)
	if !ok {
		return
	}
	line := "no line of the journal"
	if c, ok := f.lab.journal.Get(h.Command); ok {
		line = firstLine(c.Line)
	}
	_, text, _ := strings.Cut(h.Text, "] ") // behind the name of the partition
	f.add("cause", "past", h.Time, "The cause of the error, in command %d, %s: %s", h.Command, line, text).Pos = h.Command
}

// first is the base offset of the oldest segment.
func (f *following) first() int64 {
	for s := range f.log.Segments(0) {
		return s.Base()
	}
	return f.log.LogEndOffset()
}

// followCommand prints the life of a record.
func (l *Lab) followCommand(c *shell.Call) int {
	p := params{}
	if len(c.Args) == 2 {
		offset, err := strconv.ParseInt(c.Args[1], 10, 64)
		if p.Partition = c.Args[0]; err == nil && offset >= 0 {
			p.Offset = &offset
		}
	}
	if p.Offset == nil {
		return c.Fail("expected a partition and an offset")
	}
	k, ok := l.at(c, p)
	if !ok {
		return c.Fail("broker %d is not running", k.p.Broker)
	}
	v, err := k.follow()
	if err != nil {
		return c.Fail("%v", err)
	}
	for _, s := range v.Stations {
		when := s.When
		if s.Time >= 0 {
			when = stamp(s.Time, c.Now())
		}
		c.Printf("%-12s %-6s %s\n", when, s.Layer, s.Text)
	}
	return 0
}
