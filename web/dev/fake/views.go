package fake

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
)

// params of all views together.
type params struct {
	Path, Dir, Filter, Level   string
	Type, Name                 string
	Offset, Length, Base, From int64
	Limit                      int64
	Lines                      bool
	Opened, Closed, Bases      []int64
	Last                       int
}

// View answers a view request.
func (l *Lab) View(name string, raw json.RawMessage) (any, error) {
	var p params
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
	}
	switch name {
	case "lab":
		return message.Lab{Name: "orders", Rulebook: "kafka", Position: l.position, Saved: l.position, Undo: l.position, Redo: len(l.journal) - l.position, Store: "indexeddb"}, nil
	case "clock":
		return message.Clock{Now: l.now, Start: start, Next: l.now/5000*5000 + 5000}, nil
	case "schedule":
		return l.schedule(), nil
	case "cluster":
		return l.cluster(), nil
	case "journal":
		from, to := window(p, len(l.journal))
		j := message.Journal{From: from, Position: l.position, Total: len(l.journal), Commands: append([]message.Command(nil), l.journal[from:to]...)}
		for i := range j.Commands {
			j.Commands[i].Undone = from+i >= l.position
		}
		return j, nil
	case "partition", "segments", "batches", "headers", "verdicts":
		if l.Stopped {
			return nil, errors.New("no log is loaded")
		}
		return l.logView(name, p)
	case "files":
		return l.filesView(p), nil
	case "hex":
		return l.hex(p)
	case "fields":
		return l.fields(p)
	case "serverLog":
		return l.serverLog(p), nil
	case "events":
		from, to := window(p, len(l.events))
		return message.Events{Total: int64(len(l.events)), From: int64(from), Rows: l.events[from:to]}, nil
	}
	return l.toolView(name, p)
}

func (l *Lab) logView(name string, p params) (any, error) {
	switch name {
	case "partition":
		return l.partition(), nil
	case "segments":
		return l.segmentsView(p), nil
	case "batches":
		return l.batches(p)
	case "headers":
		return l.headers(p), nil
	}
	return l.verdicts(), nil
}

func (l *Lab) cluster() message.Cluster {
	parts := []message.PartitionSummary{{Name: "__consumer_offsets-12", Role: "leader"}, {Name: "orders-0", Role: "leader", Epoch: 4}, {Name: "orders-1", Role: "leader", Epoch: 2}}
	if l.Stopped {
		for i := range parts {
			parts[i].Role = "offline"
		}
	}
	return message.Cluster{Topics: []message.Topic{{Name: "orders", Partitions: 2}},
		Brokers: []message.Broker{{ID: 1, PID: 101, Running: !l.Stopped, Since: start, Dirs: []message.LogDir{{Path: dir, Partitions: parts}}}}}
}

func window(p params, n int) (from, to int) {
	from = int(p.From)
	if from < 0 {
		from = max(0, n+from)
	}
	from = min(from, n)
	return from, min(n, from+int(p.Limit))
}

func (l *Lab) schedule() message.Schedule {
	next := l.now/5000*5000 + 5000
	s := message.Schedule{Tasks: []message.Task{{ID: 1, Name: "highwatermark-checkpoint", Owner: "b1", Due: next, Period: 5000}}}
	for i, n := range []string{"kafka-log-retention", "delete-file", "delete-file", "delete-file", "kafka-recovery-point-checkpoint", "kafka-log-start-offset-checkpoint"} {
		s.Tasks = append(s.Tasks, message.Task{ID: uint64(2 + i), Name: n, Owner: "b1", Due: checkAt, Period: 60000})
	}
	for i, seg := range l.segments {
		if st, _, _, _ := l.state(i); st == "kept" {
			s.Thresholds = append(s.Thresholds, message.Threshold{At: seg.batches[len(seg.batches)-1].MaxTs + keepMs, Text: fmt.Sprintf("%d past retention", seg.base), Topic: "orders-0", Base: seg.base})
		}
	}
	return s
}

func (l *Lab) partition() message.Partition {
	p := message.Partition{Name: "orders-0", Dir: dir + "/orders-0", RetentionMs: keepMs, RetentionBytes: keepB, SegmentBytes: roll, IndexInterval: between,
		DeleteDelayMs: 60000, NextCheck: checkAt, SinceIndex: l.since, LeaderEpoch: 4, Policy: "delete"}
	p.LogEndOffset = l.active().next
	p.HighWatermark, p.LastStableOffset, p.RecoveryPoint = p.LogEndOffset-9, p.LogEndOffset-19, l.active().base
	for i, s := range l.segments {
		if st, _, _, _ := l.state(i); st != "renamed" {
			if p.Segments == 0 {
				p.LogStartOffset = s.base
			}
			p.Segments++
			p.Size += int64(len(s.log))
		}
	}
	return p
}

func (l *Lab) segmentsView(p params) message.Segments {
	if p.Offset > 0 {
		at := 0
		for i, s := range l.segments {
			if s.base <= p.Offset {
				at = i
			}
		}
		p.From = int64(max(0, min(at-int(p.Limit)/2, len(l.segments)-int(p.Limit))))
	}
	from, to := window(p, len(l.segments))
	v := message.Segments{Total: len(l.segments), From: from}
	for i, s := range l.segments {
		if i < from || i >= to {
			continue
		}
		last := s.batches[len(s.batches)-1]
		m := message.Segment{Base: s.base, Next: s.next, Size: int64(len(s.log)), Batches: len(s.batches), FirstTs: s.batches[0].firstTs, LargestTs: last.MaxTs, LargestFrom: "record",
			IndexEntries: len(s.indexed), IndexBytes: int64(len(s.index)), IndexPos: s.indexed, Expires: last.MaxTs + keepMs, Gone: -1, FlushedTo: int64(len(s.log))}
		m.State, m.Word, m.Short, m.Gone = l.state(i)
		if s == l.active() {
			m.FlushedTo = 0
		}
		v.Segments = append(v.Segments, m)
	}
	return v
}

func (l *Lab) find(base int64) *segment {
	for _, s := range l.segments {
		if s.base == base {
			return s
		}
	}
	return nil
}

func (l *Lab) batches(p params) (any, error) {
	s := l.find(p.Base)
	if s == nil {
		return nil, errors.New("no such segment")
	}
	v := message.Batches{Base: s.base, Total: len(s.batches)}
	for _, b := range s.batches {
		if p.Offset > 0 && (p.Offset < b.BaseOffset || p.Offset > b.LastOffset) {
			continue
		}
		v.Batches = append(v.Batches, b.Batch)
	}
	return v, nil
}

func (l *Lab) headers(p params) message.Headers {
	v := message.Headers{Segments: []message.Batches{}}
	for i, s := range l.segments {
		if slices.Contains(p.Bases, s.base) || i >= len(l.segments)-p.Last {
			one, _ := l.batches(params{Base: s.base})
			v.Segments = append(v.Segments, one.(message.Batches))
		}
	}
	return v
}

func (l *Lab) files() message.Files {
	v := message.Files{Dir: dir + "/orders-0", Disk: message.Disk{Named: 21 << 20, Du: 208 << 10, Used: 24 << 20, Capacity: 64 << 20, Clean: 38, Dirty: 6, Handles: 13, Limit: 1024}}
	fd := 40
	add := func(name, kind string, base, size int64, pages, dirty int, suffix string) {
		f := message.File{Name: name, Path: v.Dir + "/" + name, Kind: kind, Base: base, Suffix: suffix, Size: size, OnDisk: int64(pages) * 4096, Pages: pages, Dirty: dirty, FD: -1, Gone: -1}
		if kind == "log" || kind == "index" {
			f.FD, f.Handles = fd, 1
			fd++
		}
		v.Entries = append(v.Entries, f)
	}
	for i, s := range l.segments {
		suffix, end := "", ""
		if st, _, _, _ := l.state(i); st == "renamed" {
			suffix, end = "deleted", ".deleted"
		}
		name := fmt.Sprintf("%020d", s.base)
		index, dirty := int64(len(s.index)), 0
		if s == l.active() {
			index, dirty = 10<<20, 4
		}
		add(name+".log"+end, "log", s.base, int64(len(s.log)), (len(s.log)+4095)/4096, dirty, suffix)
		add(name+".index"+end, "index", s.base, index, 1, min(1, dirty), suffix)
		add(name+".timeindex"+end, "timeindex", s.base, index/8*12, 1, min(1, dirty), suffix)
		add(name+".snapshot"+end, "snapshot", s.base, 56, 1, 0, suffix)
	}
	add("leader-epoch-checkpoint", "checkpoint", -1, 8, 1, 0, "")
	add("partition.metadata", "properties", -1, 43, 1, 0, "")
	return v
}

func (l *Lab) open(path string) (s *segment, data []byte, kind string) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	base, kind, _ := strings.Cut(strings.TrimSuffix(name, ".deleted"), ".")
	var n int64
	if _, err := fmt.Sscanf(base, "%d", &n); err != nil {
		return nil, []byte("version: 0\ntopic_id: 8Wq1mJd0S0O2iR6u0b1xDQ\n"), "text"
	}
	if s = l.find(n); s == nil {
		return nil, nil, kind
	}
	switch kind {
	case "log":
		return s, s.log, kind
	case "index":
		if s == l.active() {
			return s, append(append([]byte(nil), s.index...), make([]byte, 65536)...), kind
		}
		return s, s.index, kind
	}
	return s, make([]byte, 56), kind
}

func (l *Lab) hex(p params) (any, error) {
	_, data, _ := l.open(p.Path)
	from := min(p.Offset, int64(len(data)))
	to := min(int64(len(data)), from+p.Length)
	return message.Hex{Path: p.Path, Size: int64(len(data)), Offset: from, Bytes: data[from:to], Used: int64(len(data))}, nil
}

func (l *Lab) fields(p params) (any, error) {
	s, data, kind := l.open(p.Path)
	v := message.Fields{Path: p.Path, Kind: kind}
	switch {
	case s == nil:
		v.Items = []message.Field{{Name: "text", Start: 0, End: int64(len(data)), Family: "v", Value: string(data), Number: 0}}
	case kind == "log":
		v.Total = len(s.batches)
		for _, b := range s.batches {
			if b.Position < p.Offset+p.Length && b.Position+b.Size > p.Offset {
				v.Items = append(v.Items, b.fields)
			}
		}
	case kind == "index":
		v.Total = len(s.indexed)
		for i, pos := range s.indexed {
			at := int64(i * 8)
			if at < p.Offset || at >= p.Offset+p.Length {
				continue
			}
			v.Items = append(v.Items, l.entry(s, i, at, pos, p.Path))
		}
	}
	return v, nil
}

func (l *Lab) entry(s *segment, i int, at, pos int64, path string) message.Field {
	var b batch
	for _, b = range s.batches {
		if b.Position == pos {
			break
		}
	}
	rel := b.LastOffset - s.base
	link := &message.Link{Path: strings.Replace(path, ".index", ".log", 1), Offset: pos, Length: b.Size, Text: "batch " + view.Group(b.BaseOffset)}
	return message.Field{Name: "entry", Start: at, End: at + 8, Number: i, Value: fmt.Sprintf("offset %d → position %d", b.LastOffset, pos), Link: link,
		Children: []message.Field{{Name: "relativeOffset", Family: "o", Value: fmt.Sprint(rel), Note: fmt.Sprintf("%d + %d = offset %d", s.base, rel, b.LastOffset), Start: at, End: at + 4, Number: -1},
			{Name: "position", Family: "n", Value: fmt.Sprint(pos), Start: at + 4, End: at + 8, Number: -1, Link: link}}}
}

func (l *Lab) verdicts() message.Verdicts {
	v := message.Verdicts{Now: l.now, NextCheck: checkAt, Period: 60000, Rulebook: "kafka"}
	total := l.partition().Size
	for _, s := range l.segments {
		newest := s.batches[len(s.batches)-1].MaxTs
		age := l.now - newest
		d := message.Verdict{Base: s.base, Goes: age > keepMs, Decisive: "time", Expires: newest + keepMs, Renamed: checkAt, Removed: checkAt + 60000}
		d.Sentence = "Still here because its newest record is " + view.Age(age) + " old and retention.ms is 60 s."
		if d.Goes {
			d.Sentence = "Goes at the next check: its newest record is " + view.Age(age) + " old and retention.ms is 60 s."
		}
		d.Rules = []message.Rule{{Name: "time", Test: "now − largestTimestamp > retention.ms", Numbers: view.Age(age) + " > 60 s", Pass: d.Goes, Active: true},
			{Name: "size", Test: "total − retention.bytes ≥ size", Numbers: view.Group(total) + " − " + view.Group(keepB) + " ≥ " + view.Group(int64(len(s.log))), Active: true},
			{Name: "start", Test: "next base offset ≤ log start offset", Numbers: view.Group(s.next) + " ≤ " + view.Group(l.partition().LogStartOffset), Active: true},
			{Name: "limit", Test: "high watermark ≥ next base offset", Numbers: view.Group(l.partition().HighWatermark) + " ≥ " + view.Group(s.next), Pass: true, Active: true},
			{Name: "order", Test: "every older segment goes", Numbers: "1 935", Pass: true, Active: true}}
		v.Verdicts = append(v.Verdicts, d)
	}
	return v
}

func (l *Lab) serverLog(p params) message.ServerLog {
	var match []message.LogLine
	for _, x := range l.log {
		if p.Level != "INFO" && x.Level == "INFO" || !strings.Contains(x.Text, p.Filter) {
			continue
		}
		match = append(match, x)
	}
	from, to := window(p, len(match))
	return message.ServerLog{Total: int64(len(match)), From: int64(from), Lines: match[from:to]}
}
