package plog

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/producer"
)

const goldenStart = 1735689600000

// goldenMachine is a disk, a clock and the logs on it, driven by the operations of a trace.
type goldenMachine struct {
	disk    *disk.Disk
	clock   clock.Clock
	log     *Log
	name    string          // of the log last named
	owners  map[string]*Log // tasks outlive their log
	lines   []any
	ran     []any
	hold    bool // tasks wait for runTasks
	jitters []int32
	guard   producer.Guard
	failed  map[string]bool
}

func newGoldenMachine() *goldenMachine {
	g := &goldenMachine{disk: disk.New(disk.Options{}), clock: clock.New(goldenStart), owners: map[string]*Log{}, failed: map[string]bool{}}
	g.disk.SetTime(goldenStart)
	if err := g.disk.MkdirAll("/logs"); err != nil {
		panic(err)
	}
	return g
}

func (g *goldenMachine) env() *Env {
	g.disk.SetTime(g.clock.Now())
	return &Env{
		Now: g.clock.Now(), Disk: g.disk, Emit: g.emit, Schedule: g.clock.Schedule, Cancel: func(id uint64) { g.clock.Cancel(id) },
		Jitter: g.jitter, Offline: func(dir string) bool { return g.failed[dir] }, Fail: func(dir string) { g.failed[dir] = true },
	}
}

func (g *goldenMachine) jitter() int32 {
	if len(g.jitters) == 0 {
		return 0
	}
	j := g.jitters[0]
	g.jitters = g.jitters[1:]
	return j
}

func (g *goldenMachine) emit(e event.Event) {
	l, ok := e.(event.Logged)
	if !ok {
		return
	}
	line := l.Line()
	if line.Level < event.INFO {
		return
	}
	g.lines = append(g.lines, []any{line.Level.String(), line.Logger, line.Text})
}

// runTasks performs what is due, up to a time.
func (g *goldenMachine) runTasks(limit int64) {
	for {
		t, ok := g.clock.Step(limit)
		if !ok {
			return
		}
		g.ran = append(g.ran, []any{t.Name, t.Due})
		if err := g.owners[t.Owner].Run(g.env(), t); err != nil {
			g.ran[len(g.ran)-1] = []any{t.Name, t.Due, err.Error()}
		}
	}
}

// open opens a log, whose tasks come back to this very object.
func (g *goldenMachine) open(op object) error {
	g.name = str(op["log"])
	dir, base := path.Split("/logs/" + g.name)
	dash := strings.LastIndexByte(base, '-')
	settings := config.Properties{}
	overrides, _ := op["config"].(object)
	for k, v := range overrides {
		settings = settings.With(k, str(v))
	}
	if list, ok := op["jitters"].([]any); ok {
		g.jitters = nil
		for _, j := range list {
			g.jitters = append(g.jitters, int32(num(object{"x": j}, "x", 0)))
		}
	}
	var id checkpoint.UUID
	if s := str(op["topicId"]); s != "" {
		var err error
		if id, err = checkpoint.ParseUUID(s); err != nil {
			return err
		}
	}
	clean, given := op["lastShutdownClean"].(bool)
	part := event.Partition{Topic: base[:max(dash, 0)], LogDir: strings.TrimSuffix(dir, "/")}
	for _, c := range base[dash+1:] {
		part.Number = part.Number*10 + (c - '0')
	}
	owner := g.name + "#" + number(int64(len(g.owners)))
	l, err := Open(g.env(), Options{
		Partition: part, Config: config.Broker{}.Log(settings), Owner: owner,
		RecoveryPoint: num(op, "recoveryPoint", 0), LogStartOffset: num(op, "logStartOffset", 0), CleanShutdown: clean || !given, TopicID: id,
		Producers: producer.Config{
			ExpirationMs: num(op, "producerIdExpirationMs", 86400000), MaxTxnTimeoutMs: num(op, "maxTransactionTimeoutMs", 900000),
			Verification: op["txnVerification"] == true,
		},
		ProducerExpirationCheckMs: num(op, "producerIdExpirationCheckIntervalMs", 600000),
	})
	g.log = nil
	if l != nil {
		g.owners[owner] = l
	}
	if err == nil {
		g.log = l
	}
	return err
}

// state is the log as the traces show it.
func (g *goldenMachine) state() object {
	l := g.log
	if l == nil || l.Closed() {
		return nil
	}
	env := g.env()
	s := object{
		"logStartOffset": l.LogStartOffset(), "highWatermark": l.HighWatermark(), "lastStableOffset": l.LastStableOffset(),
		"logEndOffset": l.LogEndOffset(), "recoveryPoint": l.RecoveryPoint(), "size": l.Size(), "activeSegment": l.ActiveBase(),
		"lastFlushTime": l.LastFlushTime(), "mapEndOffset": l.producers.MapEndOffset(),
	}
	if offset, ok := l.producers.LatestSnapshotOffset(); ok {
		s["latestSnapshot"] = offset
	}
	if offset, known := l.FirstUnstableOffset(); known {
		s["firstUnstableOffset"] = offset
	}
	epochs := []any{}
	for _, e := range l.Epochs() {
		epochs = append(epochs, []any{e.Epoch, e.StartOffset})
	}
	s["epochs"] = epochs
	s["producers"] = g.producers()
	segments := object{}
	for seg := range l.Segments(0) {
		ts, offset := seg.CachedMax()
		var first any
		if v, known := seg.CachedFirstTimestamp(); known {
			first = v
		}
		row := []any{seg.Base(), seg.Size(), ts, offset, seg.IndexEntries(), seg.TimeIndexEntries(), seg.SinceIndexEntry(), first, seg.Created(), seg.Modified(l.IO(env))}
		if l.Config().SegmentJitterMs != 0 {
			row = append(row, seg.Jitter())
		}
		segments[number(seg.Base())] = row
	}
	s["segments"] = segments
	return s
}

func (g *goldenMachine) producers() []any {
	out := []any{}
	for _, e := range g.log.Producers().All() {
		p := object{"id": e.ID, "epoch": e.Epoch, "coordinatorEpoch": e.CoordinatorEpoch, "lastTimestamp": e.LastTimestamp}
		if e.HasTxn() {
			p["txnFirst"] = e.TxnFirstOffset
		}
		batches := []any{}
		for _, b := range e.Batches() {
			batches = append(batches, []any{b.FirstSequence(), b.LastSequence, b.FirstOffset(), b.LastOffset, b.Timestamp})
		}
		p["batches"] = batches
		out = append(out, p)
	}
	return out
}

// files is the whole tree: name to size and the first digits of the hash.
func (g *goldenMachine) files() object {
	out := object{}
	g.walk("/logs", out)
	return out
}

func (g *goldenMachine) walk(dir string, out object) {
	list, err := g.disk.ReadDir(dir)
	if err != nil {
		return
	}
	if len(list) == 0 && dir != "/logs" {
		out[strings.TrimPrefix(dir, "/logs/")+"/"] = []any{0, ""}
	}
	for _, f := range list {
		p := dir + "/" + f.Name
		if f.Dir {
			g.walk(p, out)
			continue
		}
		b, err := g.disk.ReadFile(p)
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(b)
		out[strings.TrimPrefix(p, "/logs/")] = []any{f.Size, hex.EncodeToString(sum[:8])}
	}
}

// tasks lists what is scheduled.
func (g *goldenMachine) tasks() []any {
	out := []any{}
	for t := range g.clock.Tasks() {
		period := t.Period
		if period == 0 {
			period = -1
		}
		out = append(out, []any{t.Name, t.Due, period})
	}
	return out
}

// dropTasks forgets what the closed log had scheduled.
func (g *goldenMachine) dropTasks() {
	for _, t := range slices.Collect(g.clock.Tasks()) {
		g.clock.Cancel(t.ID)
	}
}
