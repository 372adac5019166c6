package cleaner

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// TestStory runs the scripts in testdata/story. T is 1735689600000.
//
//	open [topic=]            settings as lines name=value
//	append                   one batch; a line each: [+ms] key=value, key (a tombstone), or "commit P" / "abort P" [producer=P] [seq=N]
//	roll, hw [offset=], advance ms=, truncate offset=
//	judge                    the numbers of every log
//	clean [slots=] [from=] [trace] [steps] [log]   one pass over the log
//	round                    one turn of the thread's loop, with Kafka's lines
//	log, segments, hex base=, checkpoint, damage base= at= byte=
func TestStory(t *testing.T) {
	datadriven.Walk(t, "testdata/story", func(t *testing.T, path string) {
		s := &story{t: t, m: newMachine()}
		datadriven.RunTest(t, path, func(_ *testing.T, d *datadriven.TestData) string {
			s.out, s.m.lines = nil, nil
			s.run(d)
			return strings.ReplaceAll(strings.Join(s.out, "\n"), "17356896", "T")
		})
	})
}

type story struct {
	t       *testing.T
	m       *machine
	cleaner Cleaner
	out     []string
}

func (s *story) say(format string, args ...any) { s.out = append(s.out, fmt.Sprintf(format, args...)) }

func (s *story) check(err error) {
	if err != nil {
		s.say("error: %v", err)
	}
}

func arg(d *datadriven.TestData, name string, otherwise int64) int64 {
	for _, a := range d.CmdArgs {
		if a.Key == name && len(a.Vals) == 1 {
			n, err := strconv.ParseInt(a.Vals[0], 10, 64)
			if err != nil {
				panic(err)
			}
			return n
		}
	}
	return otherwise
}

// log is the one that a command means: the last one opened, or that of topic=.
func (s *story) log(d *datadriven.TestData) *plog.Log {
	for _, a := range d.CmdArgs {
		for _, l := range s.m.logs {
			if a.Key == "topic" && l.Partition().Topic == a.Vals[0] {
				return l
			}
		}
	}
	if len(s.m.logs) == 0 {
		return nil
	}
	return s.m.logs[len(s.m.logs)-1]
}

func (s *story) run(d *datadriven.TestData) {
	l := s.log(d)
	switch d.Cmd {
	case "open":
		s.open(d)
	case "config":
		l.UpdateConfig(config.Broker{}.Log(settings(d.Input)))
	case "append":
		s.append(d, l)
	case "roll":
		s.check(l.Roll(s.m.env(), -1))
		s.m.advance(0)
	case "hw":
		_, err := l.UpdateHighWatermark(s.m.env(), arg(d, "offset", l.LogEndOffset()))
		s.check(err)
	case "advance":
		s.m.advance(arg(d, "ms", 0))
	case "truncate":
		_, err := l.TruncateTo(s.m.env(), arg(d, "offset", 0))
		s.check(err)
	case "judge":
		s.judge()
	case "clean":
		s.clean(d, l)
	case "round":
		s.round()
	case "log":
		s.records(l)
	case "segments":
		for x := range l.Segments(0) {
			s.say("%v", x.View(l.IO(s.m.env())))
		}
	case "hex":
		b, err := s.m.disk.ReadFile(l.Segment(arg(d, "base", 0)).LogPath(l.Dir()))
		s.check(err)
		for ; len(b) > 0; b = b[min(len(b), 24):] {
			s.say("% x", b[:min(len(b), 24)])
		}
	case "damage":
		path := l.Segment(arg(d, "base", 0)).LogPath(l.Dir())
		b, err := s.m.disk.ReadFile(path)
		s.check(err)
		b[arg(d, "at", 0)] = byte(arg(d, "byte", 0))
		s.check(s.m.disk.WriteFile(path, b))
	case "checkpoint":
		path := logDir + "/" + checkpoint.CleanerOffset
		if d.Input != "" {
			s.check(s.m.disk.WriteFile(path, []byte(d.Input+"\n")))
		}
		b, err := s.m.disk.ReadFile(path)
		s.check(err)
		s.say("%s", strings.TrimSpace(string(b)))
	default:
		s.t.Fatalf("unknown command %s", d.Cmd)
	}
}

func settings(text string) config.Properties {
	p := config.Properties{}
	for _, line := range strings.Split(text, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			p = p.With(name, value)
		}
	}
	return p
}

func (s *story) open(d *datadriven.TestData) {
	topic := "t"
	for _, a := range d.CmdArgs {
		if a.Key == "topic" {
			topic = a.Vals[0]
		}
	}
	_, err := s.m.open(topic, settings(d.Input), true)
	s.check(err)
}

func (s *story) append(d *datadriven.TestData, l *plog.Log) {
	o := record.DefaultOptions()
	if p := arg(d, "producer", -1); p >= 0 {
		o.ProducerID, o.ProducerEpoch, o.BaseSequence, o.Transactional = p, 0, int32(arg(d, "seq", 0)), d.HasArg("txn")
	}
	var b record.Builder
	b.Reset(nil, o)
	for i, line := range strings.Split(d.Input, "\n") {
		words := strings.Fields(line)
		ts := s.m.clock.Now()
		if step, ok := strings.CutPrefix(words[0], "+"); ok {
			n, err := strconv.Atoi(step)
			s.check(err)
			ts, words = ts+int64(n), words[1:]
		}
		if len(words) == 2 { // commit or abort
			s.marker(l, words)
			return
		}
		key, value, has := strings.Cut(words[0], "=")
		var v []byte
		if has {
			v = []byte(value)
		}
		s.check(b.Append(int64(i), ts, []byte(key), v))
	}
	raw, err := b.Build()
	s.check(err)
	s.check(s.m.appendRaw(l, raw))
}

func (s *story) marker(l *plog.Log, words []string) {
	kind := map[string]record.ControlType{"commit": record.Commit, "abort": record.Abort}[words[0]]
	id, err := strconv.ParseInt(words[1], 10, 64)
	s.check(err)
	raw, err := record.AppendMarker(nil, record.Marker{Type: kind}, 0, s.m.clock.Now(), -1, id, 0)
	s.check(err)
	s.check(s.m.appendRaw(l, raw))
}

func (s *story) judge() {
	env := s.m.env()
	known := ReadCheckpoints(env, []string{logDir})
	for _, l := range s.m.logs {
		offset, has := known[partition(l)]
		v, err := Judge(env, l, offset, has)
		s.check(err)
		s.say("%s: %v: dirty from %d, to %d by %v (%d); %d clean and %d dirty bytes, ratio %s against %s, %d ms late",
			v.Log, v.Outcome, v.FirstDirty, v.Upper, v.Limit, v.FirstUncleanable, v.CleanBytes, v.CleanableBytes,
			event.Fixed(v.Ratio, 3), event.Fixed(v.MinRatio, 2), v.Delay)
	}
	s.tell("WARN")
}

// tell prints Kafka's lines of a level and above.
func (s *story) tell(level string) {
	for _, l := range s.m.lines {
		if level == "INFO" || l.Level >= event.WARN {
			s.say("%v %s", l.Level, strings.TrimRight(strings.ReplaceAll(l.Text, "\n\t", "\n    "), "\n"))
		}
	}
}

func (s *story) clean(d *datadriven.TestData, l *plog.Log) {
	var trace Trace
	o := options(int(arg(d, "slots", 1000)))
	p := NewPass(l, arg(d, "from", l.LogStartOffset()), min(l.ActiveBase(), l.LastStableOffset()), s.m.clock.Now(), o)
	var phases []string
	for more := true; more; {
		phases = append(phases, p.Phase().String())
		var err error
		if more, err = p.Step(s.m.env(), l, &trace); err != nil {
			s.check(err)
			return
		}
	}
	if d.HasArg("steps") {
		s.say("%s", strings.Join(phases, ", "))
	}
	if d.HasArg("log") {
		s.tell("INFO")
	}
	if d.HasArg("trace") {
		for _, b := range trace.Batches {
			s.verdict(b)
		}
	}
	st := p.Stats()
	s.say("%d keys, clean up to %d; %d bytes with %d records became %d with %d", p.Map().Size(), p.End(), st.BytesRead, st.MessagesRead, st.BytesWritten, st.MessagesWritten)
}

func (s *story) verdict(b BatchVerdict) {
	more := ""
	if b.Held != Nobody {
		more += ", needed by " + b.Held.String()
	}
	if b.Horizon >= 0 {
		more += fmt.Sprintf(", delete horizon T+%d", b.Horizon-start)
	}
	if b.HorizonSet {
		more += " (set now)"
	}
	s.say("[%d, %d] %v, %d to %d bytes%s", b.Base, b.Last, b.Fate, b.Size, b.NewSize, more)
	for _, r := range b.Records {
		word := "drop"
		if r.Why.Kept() {
			word = "keep"
		}
		newer := ""
		if r.Why == DropSuperseded {
			newer = fmt.Sprintf(" by %d", r.Newer)
		}
		s.say("  %s %d: %v%s", word, r.Offset, r.Why, newer)
	}
}

func (s *story) round() {
	cfg := Config{Threads: 1, DedupeBuffer: 1 << 20, LoadFactor: 0.9, IOBuffer: 512 << 10, MaxMessage: 1 << 20}
	cleaned, _ := s.cleaner.Round(s.m.env(), cfg, []string{logDir}, s.m.logs, 0)
	s.tell("INFO")
	s.say("cleaned: %t", cleaned)
}

func (s *story) records(l *plog.Log) {
	list, err := s.m.everything(l)
	s.check(err)
	var words []string
	for _, r := range list {
		if r.control {
			words = append(words, fmt.Sprintf("%d marker %s", r.offset, hex.EncodeToString(r.key)))
			continue
		}
		words = append(words, r.String())
	}
	s.say("%s", strings.Join(words, ", "))
}
