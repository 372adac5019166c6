package producer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"logarium/engine/event"
	"logarium/engine/internal/golden"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// replay is the producer's side of a log: it assigns offsets, asks the state, and writes snapshots
// when the log is closed.
type replay struct {
	t     *testing.T
	disk  *disk.Disk
	state State
	dir   string
	leo   int64
	hw    int64
	guard Guard
	log   []string
}

// TestGolden replays appends that real Kafka did and compares every error, the state of all
// producers, the first unstable offset, log lines and the bytes of snapshots after each.
func TestGolden(t *testing.T) {
	for _, name := range []string{"producer-idempotence", "producer-expiration", "producer-snapshots",
		"txn-errors", "txn-lso", "txn-verification", "txn-aborted-reads", "fuzz-basic-12", "fuzz-all-5",
		"testdata/golden/verification", "testdata/golden/verification-spent", "testdata/golden/verification-state", "testdata/golden/hash-order"} {
		t.Run(name, func(t *testing.T) {
			r := &replay{t: t, disk: disk.New(disk.Options{})}
			steps := 0
			for _, l := range golden.Load(t, name) {
				if !r.step(l) || t.Failed() {
					break
				}
				steps++
			}
			t.Logf("%d operations", steps)
		})
	}
}

func (r *replay) emit(e event.Event) {
	if l, ok := e.(event.Logged); ok && l.Line().Level >= event.INFO {
		r.log = append(r.log, l.Line().Level.String()+" "+l.Line().Text)
	}
}

// step does one operation; it reports false for one that only a whole log can do.
func (r *replay) step(l golden.Line) bool {
	r.log = nil
	before := r.bytes()
	from := r.leo
	switch l.Op.Str("op") {
	case "open":
		r.open(l)
	case "close":
		r.close(l)
	case "appendLeader", "appendFollower":
		r.append(l)
	case "startVerification":
		g, err := r.state.StartVerification(l.Op.Int("pid"), int32(l.Op.Int("seq")), int16(l.Op.Int("pepoch")), l.Op.Bool("supportsEpochBump", true), l.Trace.Now)
		r.expect(l, err)
		r.guard = g
	case "updateHighWatermark":
		r.hw = l.Op.Int("offset")
		r.state.OnHighWatermarkUpdated(r.hw)
	case "advance", "removeExpiredProducers":
		if r.dir != "" {
			r.state.RemoveExpired(l.Trace.Now, r.emit)
		}
	case "takeProducerSnapshot":
		r.snapshot()
	case "meta", "read", "tasks", "segmentIndex", "listOffsets", "collectAbortedTxns", "fsRead", "dump", "snapshotRead":
	default:
		return false
	}
	r.compareState(l)
	r.compareSnapshots(l, from, before)
	r.compareLog(l)
	return true
}

func (r *replay) open(l golden.Line) {
	name := l.Op.Str("log")
	if r.dir != golden.Root+"/"+name {
		r.leo, r.hw = 0, 0
	}
	r.dir = golden.Root + "/" + name
	topic, _, _ := strings.Cut(name, "-")
	if err := r.disk.MkdirAll(r.dir); err != nil {
		r.t.Fatal(err)
	}
	config := Config{ExpirationMs: 86400000, MaxTxnTimeoutMs: 900000, Verification: l.Op.Bool("txnVerification", false)}
	l.Op.Read("producerIdExpirationMs", &config.ExpirationMs)
	var err error
	if r.state, err = Open(r.disk, event.Partition{Topic: topic, LogDir: golden.Root}, r.dir, config); err != nil {
		r.t.Fatal(err)
	}
	if err := r.state.TruncateAndReload(r.disk, 0, r.leo, l.Trace.Now, r.emit); err != nil {
		r.t.Fatal(err)
	}
	r.state.UpdateMapEndOffset(r.leo)
	r.hw = 0
}

func (r *replay) close(golden.Line) { r.snapshot() }

func (r *replay) snapshot() {
	r.state.UpdateMapEndOffset(r.leo)
	if _, _, err := r.state.TakeSnapshot(r.disk, true, r.emit); err != nil {
		r.t.Fatal(err)
	}
}

// kinds are the errors of this package.
var kinds = []*kerr.Error{kerr.ErrInvalidProducerEpoch, kerr.ErrOutOfOrderSequence, kerr.ErrInvalidTxnState, kerr.ErrTransactionCoordFenced}

func (r *replay) append(l golden.Line) {
	if f := l.Trace.Error; f != nil && !slices.ContainsFunc(kinds, func(k *kerr.Error) bool { return k.Class == f.Class }) {
		return // refused by another part of the log
	}
	how := Append{Origin: Replication, At: UnknownPosition(), TxnVersion: TxnUnknown}
	list := r.incoming(l, l.Op.Str("op") == "appendLeader")
	if l.Op.Str("op") == "appendLeader" {
		how.Origin, how.TxnVersion = origin(l, list), int16(l.Op.Int("txnVersion"))
		if l.Op.Bool("guard", false) {
			how.Guard = r.guard
		}
	}
	a, err := r.state.Analyze(list, how, r.emit)
	r.expect(l, err)
	if err != nil {
		return
	}
	if a.Duplicate != nil {
		r.compareDuplicate(l, *a.Duplicate)
		return
	}
	r.apply(&a, list[len(list)-1].LastOffset+1)
	if l.Op.Bool("hw", false) {
		r.hw = r.leo
		r.state.OnHighWatermarkUpdated(r.hw)
	}
}

func (r *replay) apply(a *Analysis, end int64) {
	r.leo = end
	r.state.Update(a, r.emit)
	for _, done := range a.Completed {
		if err := r.state.CompleteTxn(done, r.emit); err != nil {
			r.t.Fatal(err)
		}
	}
	r.state.UpdateMapEndOffset(end)
}

func origin(l golden.Line, list []Incoming) Origin {
	switch l.Op.Str("origin") {
	case "COORDINATOR":
		return Coordinator
	case "RAFT_LEADER":
		return RaftLeader
	case "":
		if list[0].Marker != nil {
			return Coordinator
		}
	}
	return Client
}

type batchJSON struct {
	Records []struct {
		TS    *int64
		Times int64
	}
	PID        *int64
	PEpoch     int16
	Seq        *int32
	Txn        bool
	Control    bool
	Marker     string
	TS         int64
	Coord      int32 `json:"coordinatorEpoch"`
	BaseOffset int64
	LastOffset *int64
	Empty      bool
}

func (r *replay) incoming(l golden.Line, leader bool) []Incoming {
	var batches []batchJSON
	var one batchJSON
	if l.Op.Read("batch", &one) {
		batches = append(batches, one)
	}
	l.Op.Read("batches", &batches)
	var list []Incoming
	next := r.leo
	for _, b := range batches {
		in := b.incoming()
		if leader {
			in.FirstOffset, in.LastOffset = next, next+in.LastOffset-in.FirstOffset
		}
		next = in.LastOffset + 1
		list = append(list, in)
	}
	return list
}

func (b batchJSON) incoming() Incoming {
	in := Incoming{ProducerID: NoProducerID, Epoch: b.PEpoch, Transactional: b.Txn, Control: b.Control, FirstOffset: b.BaseOffset, MaxTimestamp: b.TS}
	if b.PID != nil {
		in.ProducerID = *b.PID
	}
	n := int64(0)
	for _, rec := range b.Records {
		n += max(1, rec.Times)
		if rec.TS != nil {
			in.MaxTimestamp = max(in.MaxTimestamp, *rec.TS)
		}
	}
	if b.Marker != "" {
		in.Transactional, in.Control, n = true, true, 1
		in.Marker = &Marker{Commit: b.Marker == "COMMIT", CoordinatorEpoch: b.Coord, Timestamp: b.TS}
	}
	in.LastOffset = b.BaseOffset + n - 1
	if b.LastOffset != nil {
		in.LastOffset = *b.LastOffset
	}
	in.FirstSequence, in.LastSequence = NoSequence, NoSequence
	if b.Seq != nil {
		in.FirstSequence = *b.Seq
		in.LastSequence = NextSequence(*b.Seq, int32(in.LastOffset-in.FirstOffset))
	}
	return in
}

func (r *replay) expect(l golden.Line, err error) {
	switch {
	case l.Trace.Error == nil && err != nil:
		r.t.Errorf("%s: %v", l.Where, err)
	case l.Trace.Error != nil:
		if problem := l.Trace.Error.Differs(err); problem != "" {
			r.t.Errorf("%s: %s", l.Where, problem)
		}
	}
}

func (r *replay) compareDuplicate(l golden.Line, b Batch) {
	var ok struct{ FirstOffset, LastOffset, LogAppendTime int64 }
	if err := json.Unmarshal(l.Trace.OK, &ok); err != nil {
		r.t.Fatal(err)
	}
	if ok.FirstOffset != b.FirstOffset() || ok.LastOffset != b.LastOffset || ok.LogAppendTime != b.Timestamp {
		r.t.Errorf("%s: duplicate of %+v, want %+v", l.Where, b, ok)
	}
}

type producerJSON struct {
	ID               int64
	Epoch            int16
	CoordinatorEpoch int32
	LastTimestamp    int64
	TxnFirst         *int64
	Batches          [][5]int64
}

func (r *replay) compareState(l golden.Line) {
	var want *struct {
		FirstUnstableOffset *int64
		MapEndOffset        int64
		Producers           []producerJSON
	}
	if l.Trace.State == nil {
		return
	}
	if err := json.Unmarshal(l.Trace.State, &want); err != nil || want == nil {
		return
	}
	got := make([]producerJSON, 0)
	for _, e := range r.state.All() {
		got = append(got, toJSON(e))
	}
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want.Producers)
	if string(g) != string(w) {
		r.t.Errorf("%s:\n got %s\nwant %s", l.Where, g, w)
	}
	first, ok := r.state.FirstUnstableOffset()
	if ok != (want.FirstUnstableOffset != nil) || ok && first.Offset != *want.FirstUnstableOffset {
		r.t.Errorf("%s: first unstable offset %v %t", l.Where, first, ok)
	}
	if r.state.MapEndOffset() != want.MapEndOffset {
		r.t.Errorf("%s: map end %d, want %d", l.Where, r.state.MapEndOffset(), want.MapEndOffset)
	}
}

func toJSON(e Entry) producerJSON {
	p := producerJSON{e.ID, e.Epoch, e.CoordinatorEpoch, e.LastTimestamp, nil, [][5]int64{}}
	if e.HasTxn() {
		p.TxnFirst = &e.TxnFirstOffset
	}
	for _, b := range e.Batches() {
		p.Batches = append(p.Batches, [5]int64{int64(b.FirstSequence()), int64(b.LastSequence), b.FirstOffset(), b.LastOffset, b.Timestamp})
	}
	return p
}

// compareSnapshots checks the files that Kafka wrote: before the append if it rolled, or after it.
func (r *replay) compareSnapshots(l golden.Line, from int64, before []byte) {
	for _, f := range l.Trace.Files.Set {
		name, ok := strings.CutPrefix(f[0].(string), strings.TrimPrefix(r.dir, golden.Root+"/")+"/")
		offset, isSnapshot := snapshotOffset(name)
		if !ok || !isSnapshot {
			continue
		}
		data := r.bytes()
		if offset == from && from != r.leo {
			data = before
			if err := writeSnapshot(r.disk, SnapshotPath(r.dir, offset), data, false); err != nil {
				r.t.Fatal(err)
			}
			r.state.snapshots.Set(offset, struct{}{})
			r.state.snapEnd = offset
		}
		sum := sha256.Sum256(data)
		if got, want := fmt.Sprintf("%d %s", len(data), hex.EncodeToString(sum[:8])), fmt.Sprintf("%v %v", f[1], f[2]); got != want {
			r.t.Errorf("%s: snapshot %d: %s, want %s", l.Where, offset, got, want)
		}
	}
}

func (r *replay) bytes() []byte { return EncodeSnapshot(r.state.inHashOrder()) }

// compareLog checks the lines of this package, but not the snapshots of a roll.
func (r *replay) compareLog(l golden.Line) {
	mine := map[string]bool{"ProducerAppendInfo": true}
	if op := l.Op.Str("op"); op == "open" || op == "close" || op == "takeProducerSnapshot" {
		mine["ProducerStateManager"], mine["SnapshotFile"] = true, true
	}
	var want []string
	for _, line := range l.Trace.Log {
		var level, logger, text string
		if json.Unmarshal(line[0], &level) != nil || json.Unmarshal(line[1], &logger) != nil || json.Unmarshal(line[2], &text) != nil {
			continue
		}
		if slices.ContainsFunc(slices.Collect(maps.Keys(mine)), func(k string) bool { return strings.HasSuffix(logger, "."+k) }) {
			want = append(want, level+" "+text)
		}
	}
	if !slices.Equal(r.log, want) {
		r.t.Errorf("%s: log\n got %q\nwant %q", l.Where, r.log, want)
	}
}

// TestGoldenDamage reads damaged snapshots as Kafka does.
func TestGoldenDamage(t *testing.T) {
	golden.Run(t, "testdata/golden/snapshot-damage", false, func(c *golden.Case, op golden.Op) (golden.Result, bool) {
		if op.Str("op") != "snapshotRead" {
			return golden.Result{}, false
		}
		list, err := ReadSnapshot(c.Disk, op.File())
		all := []map[string]any{}
		for _, e := range list {
			p := toJSON(e)
			row := map[string]any{"id": p.ID, "epoch": p.Epoch, "coordinatorEpoch": p.CoordinatorEpoch, "lastTimestamp": p.LastTimestamp, "batches": p.Batches}
			if p.TxnFirst != nil {
				row["txnFirst"] = *p.TxnFirst
			}
			all = append(all, row)
		}
		return golden.Result{Value: map[string]any{"producers": all}, Err: err}, true
	})
}
