package plog

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
)

// TestStory runs the scripts in testdata/story: each command, then Kafka's log lines (INFO and above), the tasks that
// ran, and what was asked for.
func TestStory(t *testing.T) {
	datadriven.Walk(t, "testdata/story", func(t *testing.T, path string) {
		s := &story{t: t, g: newTestMachine()}
		datadriven.RunTest(t, path, func(_ *testing.T, d *datadriven.TestData) string {
			s.g.lines, s.g.ran, s.out = nil, nil, nil
			s.run(d)
			s.g.runTasks(s.g.clock.Now())
			return s.report()
		})
	})
}

type story struct {
	t   *testing.T
	g   *testMachine
	out []string
}

func (s *story) say(format string, args ...any) { s.out = append(s.out, fmt.Sprintf(format, args...)) }

func (s *story) check(err error) {
	if err != nil {
		s.say("error: %s", kerr.JavaText(err))
	}
}

// report is what a step prints. Class names are cut, times are relative.
func (s *story) report() string {
	var b strings.Builder
	for _, l := range s.g.lines {
		text := l.Text
		if i := strings.Index(text, "] "); strings.HasPrefix(text, "[") && i > 0 {
			text = text[i+2:]
		}
		fmt.Fprintf(&b, "%s %s: %s\n", l.Level, l.Logger[strings.LastIndexByte(l.Logger, '.')+1:], text)
	}
	for _, r := range s.g.ran {
		fmt.Fprintf(&b, "task %s\n", r)
	}
	for _, line := range s.out {
		b.WriteString(line + "\n")
	}
	if l := s.g.log; l != nil && !l.Closed() {
		if err := l.Check(s.g.env()); err != nil {
			fmt.Fprintf(&b, "UNSOUND: %v\n", err)
		}
	}
	return strings.ReplaceAll(b.String(), "17356896", "T")
}

func argOf(d *datadriven.TestData, name string, otherwise int64) int64 {
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

func (s *story) settings(d *datadriven.TestData) config.Properties {
	p := config.Properties{}
	for _, line := range strings.Split(d.Input, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			p = p.With(name, value)
		}
	}
	return p
}

func (s *story) run(d *datadriven.TestData) {
	env, l := s.g.env(), s.g.log
	switch d.Cmd {
	case "open":
		l, err := Open(env, Options{
			Partition: event.Partition{Topic: "t", LogDir: "/logs"}, Config: config.Broker{}.Log(s.settings(d)), Owner: "t#" + strconv.Itoa(len(s.g.owners)),
			CleanShutdown: !d.HasArg("unclean"), RecoveryPoint: argOf(d, "recovery-point", 0), LogStartOffset: argOf(d, "start", 0),
		})
		s.check(err)
		if err == nil {
			s.g.log, s.g.owners[l.Owner()] = l, l
		}
	case "config":
		l.UpdateConfig(config.Broker{}.Log(s.settings(d)))
	case "append":
		s.append(d)
	case "hw":
		_, err := l.UpdateHighWatermark(env, argOf(d, "offset", l.LogEndOffset()))
		s.check(err)
	case "advance":
		s.g.runTasks(s.g.clock.Now() + argOf(d, "ms", 0))
	case "roll":
		s.check(l.Roll(env, -1))
	case "flush":
		s.check(l.Flush(env, true))
	case "retain":
		n, err := l.DeleteOldSegments(env)
		s.check(err)
		s.say("%d deleted", n)
	case "verdicts":
		s.verdicts()
	case "rulebook":
		l.SetRulebook(Kafka)
		if d.HasArg("articles") {
			l.SetRulebook(Articles)
		}
	case "delete-records":
		_, err := l.DeleteRecords(env, argOf(d, "offset", -1))
		s.check(err)
	case "read":
		s.read(argOf(d, "offset", 0))
	case "time":
		s.time(startTime + argOf(d, "ts", 0))
	case "why-rolled":
		if r, ok := l.LastRoll(); ok {
			s.say("segment %d: %q, size %d of %d with %d more, waited %d of %d, index %d/%d, time index %d/%d", r.Base, r.Decision.Why, r.Decision.Size, r.Decision.SegmentBytes,
				r.Decision.Incoming, r.Decision.Waited, r.Decision.WaitLimit, r.Decision.IndexEntries, r.Decision.MaxIndexEntries, r.Decision.TimeEntries, r.Decision.MaxTimeEntries)
		}
	case "truncate":
		_, err := l.TruncateTo(env, argOf(d, "offset", 0))
		s.check(err)
	case "close":
		s.check(s.g.stop())
		s.g.dropTasks()
	case "crash":
		s.g.disk.CloseAll(0)
		s.g.dropTasks()
		s.g.log = nil
	case "power-loss":
		s.g.disk.PowerLoss(disk.LoseDirty, 1)
		s.g.dropTasks()
		s.g.log = nil
	case "sync-parents":
		s.check(s.g.disk.SyncDir("/logs"))
		s.check(s.g.disk.SyncDir("/"))
	case "fault":
		s.g.disk.SetFault(disk.Fault{Path: "/logs/t-0/" + d.CmdArgs[0].Key, On: disk.OnWrite})
	case "ls":
		s.list()
	case "segments":
		for x := range l.Segments(0) {
			s.say("%v, entries %d/%d", x.View(l.IO(env)), x.IndexEntries(), x.TimeIndexEntries())
		}
	case "log":
		s.say("%v", l)
	default:
		s.t.Fatalf("unknown command %s", d.Cmd)
	}
}

func (s *story) append(d *datadriven.TestData) {
	for range argOf(d, "times", 1) {
		var b record.Builder
		b.Reset(nil, record.DefaultOptions())
		for i := range argOf(d, "n", 1) {
			s.check(b.Append(i, startTime+argOf(d, "ts", 0), nil, make([]byte, argOf(d, "size", 100))))
		}
		raw, err := b.Build()
		s.check(err)
		_, err = s.g.log.AppendLeader(s.g.env(), raw, int32(argOf(d, "epoch", 0)), AppendOptions{})
		s.check(err)
		s.g.runTasks(s.g.clock.Now())
	}
}

func (s *story) verdicts() {
	aside := s.g.env()
	aside.Disk = s.g.disk.Fork()
	for v, err := range s.g.log.Fork().Verdicts(aside) {
		s.check(err)
		word := "stays"
		if v.Goes {
			word = "goes"
		}
		s.say("[%d, %d) %s by %s", v.Segment.Base, v.Next, word, v.Decisive)
		for _, j := range v.Judgement {
			if j.Active {
				s.say("  %-5s %d against %d: %t; watermark %d >= %d: %t; oldest so far %t, empty %t", j.Rule, j.Left, j.Right, j.Breached, j.HighWatermark, j.Upper, j.Limit, j.First, j.Empty)
			}
		}
	}
}

func (s *story) read(offset int64) {
	var t Trace
	f, err := s.g.log.Read(s.g.env(), offset, 1, LogEnd, true, &t)
	s.check(err)
	s.say("segments %v, %d index searches, %d batch headers: batch %d at %d of segment %d, %d bytes",
		t.Segments, len(t.Index.Searches), len(t.Batches), f.Meta.Offset, f.Meta.Position, f.Meta.SegmentBase, f.Size)
}

func (s *story) time(ts int64) {
	var t Trace
	f, err := s.g.log.OffsetForTimestamp(s.g.env(), ts, &t)
	s.check(err)
	s.say("segments %v, %d batch headers, %d records: found %t, offset %d", t.Segments, len(t.Batches), t.Records, f.Found, f.Offset)
}

func (s *story) list() {
	list, err := s.g.disk.ReadDir("/logs/t-0")
	s.check(err)
	for _, f := range list {
		s.say("%s %d", f.Name, f.Size)
	}
}
