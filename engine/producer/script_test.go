package producer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/event"
	"logarium/engine/machine/disk"
)

// story is a partition without a log: offsets and the producer state.
type story struct {
	t     *testing.T
	disk  *disk.Disk
	state State
	next  int64
	guard map[string]Guard
	out   strings.Builder
}

// TestScripts runs the stories in testdata/script. After each step it prints what Kafka would log
// and what is known of the producers.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		s := &story{t: t, disk: disk.New(disk.Options{}), guard: map[string]Guard{}}
		if err := s.disk.Mkdir("/t-0"); err != nil {
			t.Fatal(err)
		}
		s.open(false)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.out.Reset()
			if err := s.step(d); err != nil {
				return s.out.String() + err.Error()
			}
			return s.out.String() + s.describe()
		})
	})
}

func (s *story) emit(e event.Event) {
	if l, ok := e.(event.Logged); ok {
		fmt.Fprintf(&s.out, "%s %s\n", l.Line().Level, l.Line().Text)
		return
	}
	fmt.Fprintf(&s.out, "(%s)\n", e.Kind())
}

func (s *story) open(verification bool) {
	var err error
	s.state, err = Open(s.disk, event.Partition{Topic: "t", LogDir: "/"}, "/t-0", Config{1000, 60000, verification})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *story) step(d *datadriven.TestData) (err error) {
	n := func(name string, def int64) int64 {
		d.MaybeScanArgs(s.t, name, &def)
		return def
	}
	switch d.Cmd {
	case "open":
		s.open(d.HasArg("verification"))
	case "append":
		return s.append(d, n)
	case "verify":
		var g Guard
		g, err = s.state.StartVerification(n("pid", 0), int32(n("seq", 0)), int16(n("epoch", 0)), d.HasArg("v2"), n("now", 0))
		s.guard["last"] = g
	case "high-watermark":
		s.state.OnHighWatermarkUpdated(n("offset", 0))
	case "log-start":
		s.state.OnLogStartOffsetIncremented(n("offset", 0))
	case "snapshot":
		_, _, err = s.state.TakeSnapshot(s.disk, true, s.emit)
	case "reload":
		err = s.state.TruncateAndReload(s.disk, n("start", 0), n("end", 0), n("now", 0), s.emit)
		s.next = s.state.MapEndOffset()
	case "truncate-fully":
		err = s.state.TruncateFullyAndStartAt(s.disk, n("offset", 0), s.emit)
		s.next = n("offset", 0)
	case "strays":
		bases := []int64{}
		for _, a := range d.CmdArgs {
			for _, v := range a.Vals {
				var base int64
				fmt.Sscan(v, &base)
				bases = append(bases, base)
			}
		}
		err = s.state.RemoveStraySnapshots(s.disk, bases, s.emit)
	case "mark":
		var file string
		var ok bool
		file, ok, err = s.state.MarkSnapshotForDeletion(s.disk, n("offset", 0), s.emit)
		fmt.Fprintf(&s.out, "%s %t\n", file, ok)
	case "delete":
		err = DeleteSnapshotFile(s.disk, s.state.Partition(), SnapshotPath("/t-0", n("offset", 0))+deletedSuffix, s.emit)
	case "delete-before":
		err = s.state.DeleteSnapshotsBefore(s.disk, n("offset", 0), s.emit)
	case "flip":
		err = s.disk.Flip(SnapshotPath("/t-0", n("offset", 0)), n("byte", 0), 0)
	case "expire":
		s.state.RemoveExpired(n("now", 0), s.emit)
	case "late":
		fmt.Fprintf(&s.out, "late: %t\n", s.state.HasLateTxn(n("now", 0)))
	default:
		d.Fatalf(s.t, "unknown command")
	}
	return err
}

// append appends one batch: pid, epoch, seq, n records, ts; txn, commit, abort; by client,
// coordinator or replication.
func (s *story) append(d *datadriven.TestData, n func(string, int64) int64) error {
	first := n("at", s.next)
	b := Incoming{
		ProducerID: n("pid", 0), Epoch: int16(n("epoch", 0)), FirstSequence: int32(n("seq", -1)), LastSequence: NoSequence,
		FirstOffset: first, LastOffset: first + n("n", 1) - 1, MaxTimestamp: n("ts", 0), Transactional: d.HasArg("txn"),
	}
	if b.FirstSequence >= 0 {
		b.LastSequence = NextSequence(b.FirstSequence, int32(n("n", 1)-1))
	}
	how := Append{Origin: Client, At: Position{0, 100 * first}, TxnVersion: int16(n("version", 0))}
	if d.HasArg("commit") || d.HasArg("abort") {
		b.Transactional, b.Control, how.Origin = true, true, Coordinator
		b.Marker = &Marker{d.HasArg("commit"), int32(n("coordinator", 0)), b.MaxTimestamp}
	}
	if d.HasArg("replication") {
		how.Origin = Replication
	}
	if d.HasArg("guard") {
		how.Guard = s.guard["last"]
	}
	a, err := s.state.Analyze([]Incoming{b}, how, s.emit)
	if err != nil {
		return err
	}
	if a.Duplicate != nil {
		fmt.Fprintf(&s.out, "duplicate of offsets %d..%d at %d\n", a.Duplicate.FirstOffset(), a.Duplicate.LastOffset, a.Duplicate.Timestamp)
		return nil
	}
	s.next = b.LastOffset + 1
	s.state.Update(&a, s.emit)
	for _, done := range a.Completed {
		fmt.Fprintf(&s.out, "%v, last stable offset %d\n", done, s.state.LastStableOffset(done))
		if err := s.state.CompleteTxn(done, s.emit); err != nil {
			return err
		}
	}
	s.state.UpdateMapEndOffset(s.next)
	return nil
}

func (s *story) describe() string {
	var b strings.Builder
	for _, e := range s.state.All() {
		fmt.Fprintf(&b, "%d: epoch %d, coordinator %d, last %d, txn %d, batches", e.ID, e.Epoch, e.CoordinatorEpoch, e.LastTimestamp, e.TxnFirstOffset)
		for _, k := range e.Batches() {
			fmt.Fprintf(&b, " %d-%d@%d", k.FirstSequence(), k.LastSequence, k.FirstOffset())
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "end %d, snapshots %v", s.state.MapEndOffset(), s.state.Snapshots())
	if first, ok := s.state.FirstUnstableOffset(); ok {
		fmt.Fprintf(&b, ", first unstable %v", first)
	}
	return b.String()
}
