package fake

import (
	"fmt"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
)

const (
	start   = int64(1772445600000) // 2026-03-02 10:00:00 UTC
	origin  = start + 280000
	dir     = "/tmp/kafka-logs"
	roll    = int64(16384)
	keepMs  = int64(60000)
	keepB   = int64(81920)
	between = int64(4096)
	checkAt = start + 330000
)

type segment struct {
	base, next int64
	log        []byte
	index      []byte
	batches    []batch
	indexed    []int64
}

// Lab is the fake machine.
type Lab struct {
	Stopped  bool // the broker does not run
	now      int64
	segments []*segment
	since    int64
	journal  []message.Command
	position int
	log      []message.LogLine
	events   []message.Happened
}

// New generates the partition: about seven records a batch, 250 ms apart, from offset 1289.
func New() *Lab {
	l := &Lab{now: origin}
	offset, n := int64(1289), 0
	ts := origin - 147000
	for ts < origin-700 {
		count := 5 + (n*5)%4
		l.append(offset, count, ts, n%41 == 20)
		offset += int64(count)
		ts += 700
		n++
	}
	lines := []string{"kafka-topics --create --topic orders --partitions 2", "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=60000",
		"workload start web --topic orders --rate 10", "clock advance 1m", "clock advance 1m", "clock advance 1m", "produce orders --count 40", "clock advance 1m", "step --task kafka-log-retention", "clock advance 29s"}
	for i, s := range lines {
		at := start + int64(i)*29000
		l.journal = append(l.journal, message.Command{N: i + 1, At: at, After: min(origin, at+20000), Line: s})
	}
	l.position = len(lines)
	l.messages()
	return l
}

func (l *Lab) active() *segment { return l.segments[len(l.segments)-1] }

func (l *Lab) append(offset int64, count int, ts int64, txn bool) {
	if len(l.segments) == 0 {
		l.segments = append(l.segments, &segment{base: offset, next: offset})
	}
	s := l.active()
	b, meta := makeBatch(len(s.batches), int64(len(s.log)), offset, count, ts, 2, txn)
	if int64(len(s.log)+len(b)) > roll {
		s = &segment{base: offset, next: offset}
		l.segments = append(l.segments, s)
		l.since = 0
		b, meta = makeBatch(0, 0, offset, count, ts, 2, txn)
	}
	if l.since > between {
		meta.Indexed = len(s.indexed)
		s.indexed = append(s.indexed, meta.Position)
		s.index = append(append(s.index, u32(offset+int64(count)-1-s.base)...), u32(meta.Position)...)
		l.since = 0
	}
	s.log = append(s.log, b...)
	s.batches = append(s.batches, meta)
	s.next = offset + int64(count)
	l.since += int64(len(b))
}

// messages writes what the retention check of half a minute ago said.
func (l *Lab) messages() {
	add := func(level, logger, text string, base int64) {
		l.log = append(l.log, message.LogLine{Seq: int64(len(l.log)), Time: origin - 10000, Level: level, Logger: logger, Text: text, Topic: "orders-0", Base: base, Pos: 9})
	}
	pre := "[UnifiedLog partition=orders-0, dir=" + dir + "] "
	for i := range 40 {
		add("INFO", "kafka.log.UnifiedLog", pre+fmt.Sprintf("Rolled new log segment at offset %d in 0 ms.", 100+i*30), int64(100+i*30))
	}
	add("WARN", "kafka.server.BrokerServer", "[BrokerServer id=1] A line of level WARN, to see its colour", -1)
	for _, s := range l.segments[:3] {
		add("INFO", "kafka.log.UnifiedLog", pre+fmt.Sprintf("Deleting segment LogSegment(baseOffset=%d, size=%d, lastModifiedTime=%d, largestRecordTimestamp=%d) due to log retention time 60000ms breach based on the largest record timestamp in the segment", s.base, len(s.log), origin, origin), s.base)
		add("INFO", "kafka.log.LocalLog", fmt.Sprintf("Deleted log %s/orders-0/%020d.log.deleted.", dir, s.base), s.base)
	}
	add("INFO", "kafka.log.UnifiedLog", pre+"Incremented log start offset to 1935 due to segment deletion", -1)
	for i, s := range l.segments {
		l.events = append(l.events, message.Happened{Seq: int64(i), Time: origin - 10000 + int64(i), Kind: "segment rolled", Text: fmt.Sprintf("new segment %d", s.base), Topic: "orders-0", Base: s.base, Pos: 9})
	}
}

// Exec runs the few commands that the fake knows.
func (l *Lab) Exec(line string) message.Result {
	w := strings.Fields(line)
	if len(w) == 0 {
		return message.Result{}
	}
	switch {
	case w[0] == "undo" && l.position > 0:
		l.position = max(0, l.position-count(w))
		l.now = l.journal[l.position].At
		return message.Result{}
	case w[0] == "redo" && l.position < len(l.journal):
		l.position = min(len(l.journal), l.position+count(w))
		l.now = l.journal[l.position-1].After
		return message.Result{}
	case strings.HasPrefix(line, "share"):
		return message.Result{Out: "#s=AQ\n"}
	case w[0] == "help":
		return message.Result{Out: "clock advance D\nproduce TOPIC --count N\nstep\nundo\nredo\n"}
	}
	before := l.now
	switch {
	case w[0] == "clock" && len(w) == 3:
		ms := duration(w[2])
		if ms < 0 {
			return message.Result{Exit: 1, Err: "clock: not a duration: " + w[2] + "\n"}
		}
		l.now += ms
	case w[0] == "step":
		l.now = min(checkAt, l.now/5000*5000+5000)
	case w[0] == "produce":
		s := l.active()
		l.append(s.next, 1, l.now, false)
	default:
		return message.Result{Exit: 127, Err: w[0] + ": command not found\n"}
	}
	l.journal = append(l.journal[:l.position], message.Command{N: l.position + 1, At: before, After: l.now, Line: line})
	l.position++
	l.log = append(l.log, message.LogLine{Seq: int64(len(l.log)), Time: l.now, Level: "INFO", Logger: "fake", Text: "[Fake] ran " + line, Base: -1, Pos: l.position})
	return message.Result{}
}

func duration(s string) int64 {
	for _, u := range []struct {
		name string
		ms   int64
	}{{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}} {
		if n, ok := strings.CutSuffix(s, u.name); ok {
			var v int64
			if _, err := fmt.Sscan(n, &v); err == nil {
				return v * u.ms
			}
		}
	}
	return -1
}

func (l *Lab) state(i int) (state, word, short string, gone int64) {
	s := l.segments[i]
	newest := s.batches[len(s.batches)-1].MaxTs
	switch {
	case s.base < 1935 && i < 3:
		return "renamed", "removed in " + view.Age(checkAt-l.now), "gone " + view.Age(checkAt-l.now), checkAt
	case s == l.active():
		return "active", "active, " + view.Bytes(int64(len(s.log))) + " of 16 KiB", "active", -1
	case l.now-newest > keepMs:
		return "due", "due; check in " + view.Age(checkAt-l.now), "due, " + view.Age(checkAt-l.now), -1
	}
	return "kept", "kept, " + view.Age(keepMs-(l.now-newest)) + " left", view.Age(keepMs-(l.now-newest)) + " left", -1
}
