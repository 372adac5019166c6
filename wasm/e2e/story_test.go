package e2e

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"logarium/engine/message"
)

const (
	orders = "orders-0"
	dir    = "/tmp/kafka-logs/orders-0"
)

// TestStory is what a person does on the first visit, by the JavaScript API: look at the topic that has lived for a while,
// produce, follow an index entry to its batch, see a segment go with Kafka's log lines, undo, and come back after a reload.
func TestStory(t *testing.T) {
	p := visit(t, shared, site(t))
	s := &story{t: t, tab: p}
	s.theTopicHasLived()
	s.theNextTaskRuns()
	s.recordsArrive()
	s.anIndexEntryLeadsToItsBatch()
	s.aSegmentGoes()
	s.undoBringsItBack()
	s.aReloadChangesNothing()
}

type story struct {
	t *testing.T
	*tab
	segment message.Segment // the one that goes
	before  message.Lab     // before it went
}

func (s *story) partition() (v message.Partition) {
	s.t.Helper()
	s.view("partition", map[string]string{"partition": orders}, &v)
	return v
}

func (s *story) segments() []message.Segment {
	s.t.Helper()
	var v message.Segments
	s.view("segments", map[string]any{"partition": orders, "limit": 1000}, &v)
	return v.Segments
}

func (s *story) clock() (v message.Clock) {
	s.t.Helper()
	s.view("clock", nil, &v)
	return v
}

func (s *story) theTopicHasLived() {
	if n := s.partition().Segments; n < 3 {
		s.t.Errorf("%d segments", n)
	}
	if out := s.exec("kafka-topics --list").Out; out != "orders\n" {
		s.t.Errorf("topics %q", out)
	}
}

func (s *story) theNextTaskRuns() {
	var schedule message.Schedule
	s.view("schedule", nil, &schedule)
	due := int64(0)
	for _, task := range schedule.Tasks { // a step goes past what the workload sends
		if !strings.HasPrefix(task.Owner, "workload/") {
			due = task.Due
			break
		}
	}
	s.exec("step")
	if now := s.clock().Now; now != due {
		s.t.Errorf("stepped to %d, the next task was due at %d", now, due)
	}
}

func (s *story) recordsArrive() {
	end := s.partition().LogEndOffset
	s.exec("kafka-console-producer.sh --topic orders <<END\nfirst\nsecond\nEND")
	s.exec("produce orders --key k --value v")
	if got := s.partition().LogEndOffset; got != end+3 {
		s.t.Errorf("log end offset %d, want %d", got, end+3)
	}
	result := s.run("kafka-topics --create --topic 'no spaces' --partitions 1")
	if result.Exit == 0 || s.partition().LogEndOffset != end+3 {
		s.t.Errorf("a wrong name: %+v", result)
	}
}

// anIndexEntryLeadsToItsBatch reads the offset index with names, follows an entry's link, and finds there the bytes of the
// batch that holds the entry's offset.
func (s *story) anIndexEntryLeadsToItsBatch() {
	segment := s.kept()
	var index message.Fields
	s.view("fields", map[string]any{"path": fmt.Sprintf("%s/%020d.index", dir, segment.Base), "length": 64}, &index)
	if index.Kind != "index" || len(index.Items) == 0 {
		s.t.Fatalf("index %+v", index)
	}
	link := find(index.Items)
	if link == nil {
		s.t.Fatalf("no entry has a link: %+v", index.Items)
	}
	var hex message.Hex
	s.view("hex", map[string]any{"path": link.Path, "offset": link.Offset, "length": 61}, &hex)
	first := int64(binary.BigEndian.Uint64(hex.Bytes))
	last := first + int64(binary.BigEndian.Uint32(hex.Bytes[23:]))
	if hex.Bytes[16] != 2 || first < segment.Base || last >= segment.Next {
		s.t.Errorf("at %s:%d: magic %d, offsets %d to %d of segment %d to %d (%s)", link.Path, link.Offset, hex.Bytes[16], first, last,
			segment.Base, segment.Next, base64.StdEncoding.EncodeToString(hex.Bytes))
	}
}

// find returns the first link in a tree of fields.
func find(fields []message.Field) *message.Link {
	for _, f := range fields {
		if f.Link != nil {
			return f.Link
		}
		if link := find(f.Children); link != nil {
			return link
		}
	}
	return nil
}

// kept is the oldest segment that is not on its way out, and closed.
func (s *story) kept() message.Segment {
	s.t.Helper()
	for _, g := range s.segments() {
		if g.State != "renamed" && g.State != "active" {
			return g
		}
	}
	s.t.Fatal("no segment is kept")
	return message.Segment{}
}

// aSegmentGoes lets the clock run until the oldest segment is renamed, and then removed, and reads both in server.log.
func (s *story) aSegmentGoes() {
	s.segment = s.kept()
	s.before = s.lab()
	log := fmt.Sprintf("%s/%020d.log", dir, s.segment.Base)
	for minutes := 0; s.state(s.segment.Base) != "renamed"; minutes++ {
		if minutes == 5 {
			s.t.Fatalf("segment %d is still %s", s.segment.Base, s.state(s.segment.Base))
		}
		s.exec("clock advance 1m")
	}
	if out := s.exec("ls " + dir).Out; !strings.Contains(out, fmt.Sprintf("%020d.log.deleted", s.segment.Base)) {
		s.t.Errorf("not renamed:\n%s", out)
	}
	s.exec("clock advance 61s")
	if state := s.state(s.segment.Base); state != "" {
		s.t.Errorf("segment %d is still there: %s", s.segment.Base, state)
	}
	s.logged("due to log retention time 60000ms breach")
	s.logged("Deleted log " + log + ".deleted.")
}

// state is what the view says of a segment, nothing if it is gone.
func (s *story) state(base int64) string {
	for _, g := range s.segments() {
		if g.Base == base {
			return g.State
		}
	}
	return ""
}

func (s *story) logged(text string) {
	s.t.Helper()
	var log message.ServerLog
	s.view("serverLog", map[string]any{"filter": text}, &log)
	if log.Total == 0 {
		s.t.Errorf("server.log has no line with %q", text)
	}
}

func (s *story) undoBringsItBack() {
	for s.lab().Position > s.before.Position {
		s.exec("undo")
	}
	if after := s.lab(); after.Digest != s.before.Digest || after.Redo == 0 {
		s.t.Errorf("after undo %+v, before %+v", after, s.before)
	}
	if state := s.state(s.segment.Base); state != s.segment.State {
		s.t.Errorf("segment %d is %q after undo, was %q", s.segment.Base, state, s.segment.State)
	}
}

func (s *story) aReloadChangesNothing() {
	s.saved()
	names := map[string]map[string]any{
		"clock": nil, "schedule": nil, "cluster": nil, "journal": nil, "serverLog": nil, "events": nil, "machine": nil,
		"files": {"dir": dir}, "partition": {"partition": orders}, "segments": {"partition": orders},
		"verdicts": {"partition": orders}, "config": {"type": "topic", "name": "orders"},
	}
	before := map[string]string{}
	for name, params := range names {
		before[name] = s.raw(name, params)
	}
	digest, redo := s.lab().Digest, s.lab().Redo
	s.reload()
	for name, params := range names {
		if after := s.raw(name, params); after != before[name] {
			s.t.Errorf("view %s was\n%.2000s\nand is after the reload\n%.2000s", name, before[name], after)
		}
	}
	if after := s.lab(); after.Digest != digest || after.Redo != redo {
		s.t.Errorf("lab after the reload %+v", after)
	}
	s.exec("redo")
}

func (s *story) raw(name string, params map[string]any) string {
	s.t.Helper()
	var v json.RawMessage
	s.view(name, params, &v)
	return string(v)
}
