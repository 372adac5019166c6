package lab

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

// following is one record on its way through the machine. What happened comes from the events that the broker has kept, what is from
// the log, its files and the groups, what will be from retention's own verdict.
type following struct {
	*look
	log    *plog.Log
	v      message.Follow
	offset int64
	base   int64 // of the segment that holds it, or held it; -1: not known
	done   map[string]bool
}

// follow tells the life of the record with an offset.
func (k *look) follow() (message.Follow, error) {
	if k.p.Offset == nil {
		return message.Follow{}, fmt.Errorf("view follow needs an offset")
	}
	if info, ok := k.leads(); ok && info.Leader > 0 && k.first == 0 {
		k.broker = k.cluster.Broker(info.Leader)
	}
	log, err := k.log()
	if err != nil {
		return message.Follow{}, err
	}
	f := following{look: k, log: log, offset: *k.p.Offset, base: -1, done: map[string]bool{}, v: message.Follow{Partition: log.Name(), Offset: *k.p.Offset, Stations: []message.Station{}}}
	s := f.holds()
	f.past()
	if s != nil {
		if err := f.place(s); err != nil {
			return f.v, err
		}
	}
	if f.v.Found {
		err = f.present(s)
	} else {
		f.absent(s)
	}
	return f.v, err
}

func (f *following) add(kind, when string, time int64, format string, args ...any) *message.Station {
	f.v.Stations = append(f.v.Stations, message.Station{Kind: kind, Layer: broker.Layer(kind, ""), When: when, Time: time, Text: fmt.Sprintf(format, args...), Base: f.base})
	return &f.v.Stations[len(f.v.Stations)-1]
}

// holds finds the segment of the log in which the offset lies.
func (f *following) holds() (s *segment.Segment) {
	if f.offset < f.log.LogStartOffset() || f.offset >= f.log.LogEndOffset() {
		return nil
	}
	for one := range f.log.Segments(0) {
		if one.Base() > f.offset {
			break
		}
		f.base = one.Base()
	}
	return f.log.OpenSegment(f.base)
}

// past goes through the events that the broker has kept of the partition.
func (f *following) past() {
	for _, h := range f.broker.EventsFrom(0) {
		if h.Partition != f.log.Name() {
			continue
		}
		if h.Kind == "append" {
			f.written(h, numbersIn(h.Text))
		} else if f.base >= 0 {
			f.happened(h)
		}
	}
}

// written begins the story: an append brought the record, a command sent it. An earlier record of this number was cut off since, or was
// one of an earlier topic.
func (f *following) written(h broker.Happening, n []int64) {
	if len(n) != 4 || f.offset < n[1] || f.offset >= n[1]+n[0] {
		return
	}
	f.v.Stations, f.done, f.base = f.v.Stations[:0], map[string]bool{}, h.Base
	if c, ok := f.lab.journal.Get(h.Command); ok {
		f.add("produce", "past", h.Time, "Sent by command %d: %s", h.Command, firstLine(c.Line)).Pos = h.Command
	}
	f.add("append", "past", h.Time, "Written as record %d of %d in a batch of %s B, to byte %s of segment %s", f.offset-n[1]+1, n[0], grouped(n[2]), grouped(n[3]), grouped(h.Base)).Pos = h.Command
}

// happened adds an event if it is about the record; of a kind only the first.
func (f *following) happened(h broker.Happening) {
	text := ""
	switch {
	case h.Kind == "flush" && h.Number("up to offset ") > f.offset:
		text = "Forced to the disk: fsync up to offset " + grouped(h.Number("up to offset "))
	case h.Kind == "roll" && h.Base > f.base:
		text = "Its segment is sealed: the log rolled at " + grouped(h.Base)
	case h.Kind == "log-start" && h.Number("start offset to ") > f.offset:
		text = "The log start offset passed it: " + grouped(h.Number("start offset to "))
	case h.Kind == "rename" && h.Base == f.base:
		text = "The files of its segment were renamed to .deleted"
	case h.Kind == "delete-file" && h.Base == f.base && strings.Contains(h.Text, segment.LogSuffix):
		text = "The .log of its segment was deleted"
	case h.Kind == "truncate" && h.Number("Truncating to offset ") <= f.offset:
		text = "Cut off by a truncation"
	}
	if text == "" || f.done[h.Kind] {
		return
	}
	f.done[h.Kind] = true
	f.add(h.Kind, "past", h.Time, "%s", text).Pos = h.Command
}

// numbersIn are the numbers of a text.
func numbersIn(s string) (n []int64) {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		if v, err := strconv.ParseInt(w, 10, 64); err == nil {
			n = append(n, v)
		}
	}
	return n
}

// place finds where it lies now: its batch, and the index entry that leads there.
func (f *following) place(s *segment.Segment) error {
	var t segment.Trace
	b, found, err := s.Translate(f.log.IO(f.env()), f.offset, &t)
	if err != nil || !found || b.BaseOffset > f.offset {
		return err
	}
	for _, search := range t.Index.Searches {
		if search.Slot >= 0 {
			e := f.add("index", "now", -1, "Entry %d of the offset index leads there: %s to scan", search.Slot, size(b.Position-t.Batches[0].Position))
			e.Path, e.Offset, e.Length = search.Path, int64(search.Slot)*entrySize, entrySize
		}
	}
	at := f.add("batch", "now", -1, "It lies in the batch %s–%s: bytes %s to %s of segment %s", grouped(b.BaseOffset), grouped(b.LastOffset), grouped(b.Position), grouped(b.Position+b.Size-1), grouped(s.Base()))
	at.Path, at.Offset, at.Length = f.log.Dir()+"/"+segment.Stem(s.Base())+segment.LogSuffix, b.Position, b.Size
	f.v.Found = true
	return nil
}
