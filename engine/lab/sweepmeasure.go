package lab

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// measures are what a sweep can measure, each with its unit.
func measures() []message.SweepColumn {
	return []message.SweepColumn{
		{Name: "log segments"},
		{Name: "files on disk"},                       // in the partition's directory
		{Name: "open files"},                          // descriptors of the machine
		{Name: "index maps"},                          // files that are mapped into memory
		{Name: "log bytes", Unit: "B"},                // of all segments
		{Name: "largest segment", Unit: "B"},          // what one deletion frees at most
		{Name: "index entries"},                       // of the offset indexes
		{Name: "index bytes", Unit: "B"},              // of entries in offset and time indexes
		{Name: "scanned", Unit: "B"},                  // passed over from the index entry to the batch, mean of look-ups
		{Name: "scanned without an index", Unit: "B"}, // the same from the segment's start
		{Name: "headers read"},                        // of batches, mean of look-ups
		{Name: "bytes per record", Unit: "B", Decimals: 2},
		{Name: "header bytes per record", Unit: "B", Decimals: 2},
		{Name: "kept too long", Unit: "B"}, // in batches older than retention.ms
		{Name: "segments deleted"},         // by retention, in all
		{Name: "sent to the reader", Unit: "B"},
		{Name: "readers broken off"},
		{Name: passMeasures[0]}, // of retention
		{Name: passMeasures[1]},
		{Name: passMeasures[2]}, // as often as a rule came to one
		{Name: passMeasures[3]}, // numbers that a rule has compared
		{Name: passMeasures[4]}, // for an mtime
		{Name: passMeasures[5], Unit: "µs"},
	}
}

// passMeasures are the metrics Retention... of the broker, in their order there.
var passMeasures = [...]string{"passes", "partitions looked at", "segments looked at", "verdicts", "stat calls", "work of the passes"}

func measureNames() (names []string) {
	for _, m := range measures() {
		names = append(names, m.Name)
	}
	return names
}

func measureNamed(name string) (message.SweepColumn, bool) {
	for _, m := range measures() {
		if m.Name == name {
			return m, true
		}
	}
	return message.SweepColumn{}, false
}

// measuring is a small lab after its lines, as the views see it.
type measuring struct {
	*look
	log      *plog.Log
	segments []*segment.Segment
	batches  []segment.Batch // of all segments, in order
	lookedUp
}

// lookedUp is the sum over several look-ups.
type lookedUp struct{ n, scanned, without, headers int64 }

// A sweep looks up so many offsets all over the log. Their distance, a golden part of it, falls into step with nothing that is spaced evenly.
const (
	lookups = 64
	golden  = 40503 // of 65,536
)

func (l *Lab) measuring() (*measuring, error) {
	k := &look{lab: l, machine: l.current().fork(), p: params{Broker: 1, Partition: "t-0"}}
	k.cluster = k.machine.cluster
	if k.broker = k.cluster.Broker(1); k.broker == nil {
		return nil, fmt.Errorf("no broker 1")
	}
	log, err := k.log()
	if err != nil {
		return nil, err
	}
	m := &measuring{look: k, log: log}
	for s := range log.Segments(0) {
		m.segments = append(m.segments, s)
		heads, err := k.heads(log, s)
		if err != nil {
			return nil, err
		}
		m.batches = append(m.batches, heads...)
	}
	return m, m.lookUp()
}

// lookUp finds records all over the log, each as a fetch would.
func (m *measuring) lookUp() error {
	first, end := m.log.LogStartOffset(), m.log.HighWatermark()
	for i := range int64(lookups) {
		offset := first + (end-first)*(i*golden%65536)/65536
		if offset >= end {
			return nil
		}
		var t plog.Trace
		f, err := m.log.Read(m.env(), offset, 1, plog.HighWatermark, true, &t)
		if err != nil {
			return err
		}
		m.n++
		m.without += f.Meta.Position
		for _, b := range t.Batches {
			if m.headers++; b.Position < f.Meta.Position {
				m.scanned += b.Size
			}
		}
	}
	return nil
}

// measure gives one number.
func (m *measuring) measure(name string) (n int64, err error) {
	switch name {
	case "log segments":
		return int64(len(m.segments)), nil
	case "files on disk":
		_, total, err := m.broker.Disk().ReadDirWindow(m.log.Dir(), 0, 0)
		return int64(total), err
	case "open files", "index maps":
		open, mapped := m.broker.Disk().OpenCount()
		if name == "index maps" {
			open = mapped
		}
		return int64(open), nil
	case "segments deleted":
		m.p.Kind = "rename"
		v, err := m.events()
		return int64(v.Total), err
	case "log bytes":
		return m.log.Size(), nil
	case "scanned":
		return m.scanned / max(1, m.n), nil
	case "scanned without an index":
		return m.without / max(1, m.n), nil
	case "headers read":
		return m.headers / max(1, m.n), nil
	case "sent to the reader", "readers broken off":
		for _, r := range m.cluster.Readers() {
			switch {
			case name == "sent to the reader":
				n += r.Sent
			case r.State == cluster.ReaderBroken:
				n++
			}
		}
		return n, nil
	case "bytes per record", "header bytes per record", "kept too long":
		return m.ofBatches(name), nil
	}
	if i := slices.Index(passMeasures[:], name); i >= 0 {
		return m.ofPasses(i), nil
	}
	for _, s := range m.segments {
		switch name {
		case "largest segment":
			n = max(n, s.Size())
		case "index entries":
			n += int64(s.IndexEntries())
		case "index bytes":
			n += int64(s.IndexEntries())*entrySize + int64(s.TimeIndexEntries())*timeEntrySize
		}
	}
	return n, nil
}

// ofBatches adds up the batches.
func (m *measuring) ofBatches(name string) (n int64) {
	records := int64(0)
	keep := m.log.Config().RetentionMs
	for _, b := range m.batches {
		records += int64(b.Count)
		switch {
		case name == "bytes per record":
			n += b.Size
		case name == "header bytes per record":
			n += record.HeaderSize
		case keep >= 0 && b.MaxTs+keep < m.cluster.Now():
			n += b.Size
		}
	}
	if name == "kept too long" {
		return n
	}
	return 100 * n / max(1, records)
}

// ofPasses is a metric of retention's work.
func (m *measuring) ofPasses(i int) int64 {
	for _, x := range m.broker.Metrics() {
		if strings.HasPrefix(x.Name, "logarium:name=Retention") {
			if i == 0 {
				return x.Value
			}
			i--
		}
	}
	return 0
}
