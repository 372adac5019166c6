package segment

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/epoch"
	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/producer"
	"logarium/engine/record"
)

const testStart = 1700000000000

// bench is one segment on a disk of its own, with whatever it has emitted.
type bench struct {
	t     *testing.T
	disk  *disk.Disk
	io    *IO
	seg   *Segment
	next  int64
	lines []string
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, disk: disk.New(disk.Options{})}
	b.disk.SetTime(testStart)
	part := event.Partition{Topic: "t", LogDir: "/logs"}
	if err := b.disk.MkdirAll(part.Dir()); err != nil {
		t.Fatal(err)
	}
	b.io = &IO{Disk: b.disk, Now: testStart, Emit: b.emit, Part: &part, Dir: part.Dir()}
	return b
}

func (b *bench) emit(e event.Event) {
	switch e := e.(type) {
	case event.IndexEntryAdded:
		b.say("  index entry %d: offset %d at %d", e.Number, e.Offset, e.Position)
	case event.TimeIndexEntryAdded:
		b.say("  time entry %d: T%+d for offset %d", e.Number, e.Timestamp-testStart, e.Offset)
	case event.Logged:
		if l := e.Line(); l.Level >= event.INFO {
			b.say("  %s %s", l.Level, l.Text)
		}
	}
}

func (b *bench) say(format string, args ...any) {
	b.lines = append(b.lines, fmt.Sprintf(format, args...))
}

func (b *bench) check(err error) {
	if err != nil {
		b.say("  error: %v", err)
	}
}

// TestSegment runs the scripts in testdata/story.
func TestSegment(t *testing.T) {
	datadriven.Walk(t, "testdata/story", func(t *testing.T, path string) {
		b := newBench(t)
		datadriven.RunTest(t, path, func(_ *testing.T, d *datadriven.TestData) string {
			b.lines = nil
			b.run(d)
			if b.seg != nil && b.seg.Handle() != 0 {
				if err := b.seg.Check(b.io); err != nil {
					b.say("  UNSOUND: %v", err)
				}
				b.say("%s", b.describe())
			}
			return strings.Join(b.lines, "\n")
		})
	})
}

func (b *bench) describe() string {
	ts, offset := b.seg.CachedMax()
	largest := "no timestamp known"
	switch {
	case ts >= 0:
		largest = fmt.Sprintf("largest T%+d at %d", ts-testStart, offset)
	case offset >= 0:
		largest = "no timestamp"
	}
	return fmt.Sprintf("size %d, entries %d/%d, %d since the last, %s", b.seg.Size(), b.seg.IndexEntries(), b.seg.TimeIndexEntries(), b.seg.SinceIndexEntry(), largest)
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

func (b *bench) run(d *datadriven.TestData) {
	switch d.Cmd {
	case "create", "open":
		set := Settings{IndexInterval: arg(d, "interval", 100), IndexBytes: arg(d, "index", 200), SegmentBytes: 10000, Preallocate: d.HasArg("preallocate")}
		make := Create
		if d.Cmd == "open" {
			make = Open
		}
		s, err := make(b.io, &Token{}, arg(d, "base", 0), set, "")
		b.check(err)
		b.seg = s
		if s != nil && d.Cmd == "create" {
			b.next = s.Base()
		}
	case "append":
		for range arg(d, "times", 1) {
			b.append(d)
		}
	case "translate":
		b.translate(arg(d, "offset", 0))
	case "time":
		b.time(testStart+arg(d, "ts", 0), arg(d, "start", 0))
	case "roll?":
		b.roll(d)
	case "inactive":
		b.check(b.seg.BecomeInactive(b.io))
	case "truncate":
		cut, err := b.seg.TruncateTo(b.io, arg(d, "offset", 0))
		b.check(err)
		b.next = arg(d, "offset", 0)
		b.say("  %d bytes cut", cut)
	case "recover":
		b.recover()
	case "flip":
		b.check(b.disk.Flip(b.seg.LogPath(b.io.Dir), arg(d, "at", 0), 0))
	case "close":
		b.check(b.seg.Close(b.io))
	case "rename":
		b.check(b.seg.Rename(b.io, DeletedSuffix))
	case "delete":
		again, err := FromTicket(b.seg.Ticket(), b.io.Dir)
		b.check(err)
		b.check(again.Delete(b.io))
		b.seg = nil
	case "next":
		n, err := b.seg.NextOffset(b.io)
		b.check(err)
		b.say("  next offset %d", n)
	case "ls":
		list, err := b.disk.ReadDir(b.io.Dir)
		b.check(err)
		for _, f := range list {
			b.say("  %s %d", f.Name, f.Size)
		}
	default:
		b.t.Fatalf("unknown command %s", d.Cmd)
	}
}

// append adds a batch of n records with values of size bytes.
func (b *bench) append(d *datadriven.TestData) {
	var build record.Builder
	o := record.DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch = arg(d, "offset", b.next), 0
	build.Reset(nil, o)
	last := o.BaseOffset
	for i := range arg(d, "n", 1) {
		last = o.BaseOffset + i
		ts := int64(-1)
		if d.HasArg("ts") {
			ts = testStart + arg(d, "ts", 0)
		}
		b.check(build.Append(last, ts, nil, make([]byte, arg(d, "size", 30))))
	}
	raw, err := build.Build()
	b.check(err)
	b.check(b.seg.Append(b.io, last, raw))
	b.next = last + 1
}

func (b *bench) translate(offset int64) {
	var t Trace
	found, ok, err := b.seg.Translate(b.io, offset, &t)
	b.check(err)
	for _, s := range t.Index.Searches {
		b.say("  index: %d probes of %d entries, slot %d", len(s.Probes), s.Entries, s.Slot)
	}
	for _, x := range t.Batches {
		b.say("  batch [%d, %d] at %d", x.BaseOffset, x.LastOffset, x.Position)
	}
	if !ok {
		b.say("  not here")
		return
	}
	b.say("  found in batch %d at %d, %d bytes", found.BaseOffset, found.Position, found.Size)
}

func (b *bench) time(ts, start int64) {
	var t Trace
	f, ok, err := b.seg.FindByTimestamp(b.io, ts, start, Decoder{}, &t)
	b.check(err)
	if !ok {
		b.say("  none, after %d batches and %d records", len(t.Batches), t.Records)
		return
	}
	b.say("  offset %d at T%+d, after %d batches and %d records", f.Offset, f.Timestamp-testStart, len(t.Batches), t.Records)
}

func (b *bench) roll(d *datadriven.TestData) {
	r, err := b.seg.ShouldRoll(b.io, RollLimits{SegmentBytes: arg(d, "bytes", 1000), SegmentMs: arg(d, "ms", 1000)},
		testStart+arg(d, "ts", 0), arg(d, "last", b.next), arg(d, "incoming", 100))
	b.check(err)
	b.say("  roll %t %q: size %d > %d - %d, waited %d > %d, index %d/%d, time index %d/%d", r.Roll, r.Why, r.Size, r.SegmentBytes, r.Incoming,
		r.Waited, r.WaitLimit, r.IndexEntries, r.MaxIndexEntries, r.TimeEntries, r.MaxTimeEntries)
}

func (b *bench) recover() {
	cache, err := epoch.Open(b.disk, *b.io.Part, b.io.Dir+"/leader-epoch-checkpoint", event.Discard)
	b.check(err)
	state, err := producer.Open(b.disk, *b.io.Part, b.io.Dir, producer.Config{})
	b.check(err)
	cut, err := b.seg.Recover(b.io, &cache, &state)
	b.check(err)
	b.say("  %d bytes cut, epochs %v, producers up to %d", cut, cache.Entries(), state.MapEndOffset())
}
