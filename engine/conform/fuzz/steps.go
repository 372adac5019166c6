package fuzz

import "fmt"

// step is something that happens to an open log.
type step struct {
	name   string
	weight int
	run    func(*Gen)
}

// steps are what a mix does, with weights.
func (g *Gen) steps() []step {
	switch g.mix {
	case "codec":
		return []step{{"codec", 1, (*Gen).codec}}
	case "files":
		return []step{{"files", 1, (*Gen).small}}
	case "manager":
		return managerSteps()
	case "replica":
		return replicaSteps()
	}
	in := func(weight int, mixes ...string) int {
		for _, m := range mixes {
			if m == g.mix || g.mix == "all" {
				return weight
			}
		}
		return 0
	}
	return []step{
		{"append", 40, (*Gen).append}, {"idempotent", 3 + in(22, "txn") + in(6, "recovery", "damage", "compact"), (*Gen).idempotent},
		{"transactional", 2 + in(20, "txn") + in(4, "recovery", "damage", "compact"), (*Gen).transactional},
		{"marker", 1 + in(12, "txn") + in(3, "recovery", "damage", "compact"), (*Gen).marker},
		{"follower", in(25, "follower"), (*Gen).follower}, {"invalid", 2 + in(8, "bytes"), (*Gen).invalid}, {"damaged", in(30, "bytes"), (*Gen).damagedAppend},
		{"verification", in(3, "txn"), (*Gen).verification},
		{"read", 12, (*Gen).read}, {"list", 6, (*Gen).listOffsets}, {"aborted", 1 + in(2, "txn"), (*Gen).aborted},
		{"hw", 14, (*Gen).highWatermark}, {"advance", 10, (*Gen).advance}, {"roll", 1, (*Gen).roll}, {"retention", 4, (*Gen).retention},
		{"deleteRecords", 2, (*Gen).deleteRecords}, {"leaderStart", 1 + in(2, "follower"), (*Gen).leaderStart}, {"flush", 2, (*Gen).flush},
		{"snapshot", 1 + in(2, "txn"), (*Gen).snapshot}, {"expire", in(1, "txn"), (*Gen).expire},
		{"epoch", 1 + in(3, "follower"), (*Gen).assignEpoch}, {"endOffset", 2, (*Gen).endOffset},
		{"truncate", in(5, "follower"), (*Gen).truncate}, {"truncateFully", in(1, "follower"), (*Gen).truncateFully},
		{"config", 1, (*Gen).changeConfig}, {"look", 4, (*Gen).look}, {"dump", 1, (*Gen).dump},
		{"checkpoint", 1 + in(4, "recovery", "damage"), (*Gen).checkpoint}, {"hold", 1, (*Gen).hold},
		{"close", 2 + in(2, "damage"), (*Gen).close}, {"crash", in(6, "recovery") + in(6, "damage") + only(g, 3, "compact"), (*Gen).crash}, {"delete", in(1, "all"), (*Gen).deleteLog},
		{"flipOpen", in(1, "damage", "all"), (*Gen).flipOpen},
		{"clean", in(10, "compact"), (*Gen).clean}, {"tombstone", in(8, "compact"), (*Gen).tombstone}, {"old", only(g, 2, "compact"), (*Gen).old},
	}
}

// only is the weight of a step that belongs to one mix alone.
func only(g *Gen, weight int, mix string) int {
	if g.mix == mix {
		return weight
	}
	return 0
}

// --- appends

func (g *Gen) appendLeader(b Op) {
	if g.mix != "compact" && g.chance(pick(g, 6, 6, 6, 40)) || g.mix == "compress" && g.chance(50) {
		b = g.compressed(b)
	}
	o := op("appendLeader", "epoch", g.epoch)
	if h, ok := b["hex"]; ok && len(b) == 1 {
		o["hex"] = h
	} else {
		o["batch"] = b
	}
	if g.chance(50) {
		o["hw"] = true
	}
	if g.chance(15) {
		o["txnVersion"] = pick(g, 1, 2)
	}
	g.do(o)
}

func (g *Gen) append() { g.appendLeader(g.batch()) }

func (g *Gen) producer() (int64, *producer) {
	id := 100 + int64(g.r.IntN(4))
	if g.chance(2) {
		id = 200 + int64(g.r.IntN(20))
	}
	p, ok := g.producers[id]
	if !ok {
		p = &producer{}
		if g.chance(10) {
			p.next = 0x7fffffff - g.r.IntN(4)
		}
		g.producers[id] = p
	}
	return id, p
}

func (g *Gen) idempotent() { g.produce(false) }

func (g *Gen) transactional() { g.produce(true) }

// produce sends what an idempotent producer sends, now and then with a wrong sequence number or epoch.
func (g *Gen) produce(txn bool) {
	id, p := g.producer()
	b := g.batch()
	n := len(b["records"].([]any))
	epoch, seq := p.epoch, p.next
	good := false
	switch {
	case g.chance(8):
		seq = max(0, seq-n)
	case g.chance(4):
		seq = wrap(seq, 3)
	case g.chance(3):
		epoch--
	case g.chance(4):
		p.epoch++
		p.next, p.inTxn = 0, false
		epoch, seq, good = p.epoch, 0, true
	default:
		good = true
	}
	b.with("pid", id, "pepoch", epoch, "seq", seq)
	if txn || p.inTxn && g.chance(90) {
		b["txn"] = true
		p.inTxn = p.inTxn || good
	}
	if good {
		p.sent = n
	}
	g.appendLeader(b)
}

func (g *Gen) marker() {
	id, p := g.producer()
	epoch := p.epoch
	if g.chance(5) {
		epoch += pick(g, -1, 1)
	}
	b := Op{"marker": pick(g, "COMMIT", "ABORT"), "pid": id, "pepoch": epoch, "ts": g.d.Now(), "coordinatorEpoch": pick(g, 1, 1, 1, 1, 1, 1, 2, 0)}
	p.inTxn = false
	o := op("appendLeader", "epoch", g.epoch, "batch", b)
	switch {
	case g.chance(2):
		o["origin"] = pick(g, "CLIENT", "RAFT_LEADER")
	case g.chance(10):
		o["txnVersion"] = 2
	}
	if g.chance(50) {
		o["hw"] = true
	}
	g.do(o)
}

// invalid sends what a leader refuses, or is not sure about.
func (g *Gen) invalid() {
	o, b := op("appendLeader", "epoch", g.epoch), g.batch()
	switch g.r.IntN(12) {
	case 0:
		b["patch"] = []any{Op{"at": 65, "hex": "ff"}}
	case 1:
		b["baseOffset"] = 3
	case 2:
		o["batches"] = []any{b, g.batch()}
	case 3:
		b["records"] = []any{Op{"ts": g.d.Now() + 4_000_000, "key": "a", "value": "b"}, g.record(g.ts())}
	case 4:
		b["magic"] = g.r.IntN(2)
	case 5:
		b.with("control", true, "records", []any{Op{"ts": g.d.Now(), "key": Op{"hex": "00000000"}, "value": Op{"hex": "000000000001"}}})
	case 6:
		b["records"] = []any{}
	case 7:
		b = Op{"empty": true, "lastOffset": g.r.IntN(4), "ts": g.ts()}
	case 8:
		b = Op{"hex": pick(g, "", "00", "00000000000000000000003000000000020000")}
	case 9:
		o["epoch"] = g.epoch - 1
	case 10:
		b.with("pid", 300, "pepoch", pick(g, -1, 0), "seq", pick(g, -1, 0, 5), "txn", g.chance(50))
	default:
		b = g.torn(b)
	}
	if o["batches"] == nil {
		o["batch"] = b
	}
	g.do(o.with("origin", pick(g, "CLIENT", "CLIENT", "COORDINATOR", "RAFT_LEADER")))
}

func (g *Gen) damagedAppend() {
	b := g.batch()
	if g.chance(25) {
		b = g.compressed(b)
	} else if g.chance(30) {
		b.with("pid", 400, "pepoch", 0, "seq", 0, "txn", g.chance(50))
	}
	b = g.damaged(b)
	if g.chance(60) {
		g.do(op("appendLeader", "epoch", g.epoch, "batch", b))
		return
	}
	b.with("baseOffset", g.d.Log().LogEndOffset(), "leaderEpoch", g.epoch)
	g.do(op("appendFollower", "epoch", g.epoch+1, "batches", []any{b}))
}

func (g *Gen) follower() {
	o := op("appendFollower", "epoch", g.epoch+1)
	at := g.d.Log().LogEndOffset()
	switch {
	case g.chance(12):
		at += int64(g.r.IntN(5))
	case g.chance(3):
		at = max(0, at-1)
	case g.chance(1):
		at += pick[int64](g, 2147483647, 2147483648)
	}
	var list []any
	for range 1 + g.r.IntN(4) {
		b := g.replicated()
		list = append(list, g.placed(b, &at))
		if g.chance(4) {
			g.epoch++
		}
	}
	if g.chance(3) {
		last := list[len(list)-1].(Op)
		g.torn(last)
	}
	g.do(o.with("batches", list))
}

// replicated is a batch as a leader may have it.
func (g *Gen) replicated() Op {
	id, p := g.producer()
	switch {
	case g.chance(8):
		p.inTxn = false
		return Op{"marker": pick(g, "COMMIT", "ABORT"), "pid": id, "pepoch": p.epoch, "ts": g.ts(), "coordinatorEpoch": 1}
	case g.chance(20):
		b := g.batch().with("pid", id, "pepoch", p.epoch, "seq", p.next, "txn", g.chance(50))
		p.next = wrap(p.next, len(b["records"].([]any)))
		return b
	case g.chance(4):
		return Op{"empty": true, "ts": g.ts(), "pid": id, "pepoch": p.epoch, "seq": p.next}
	}
	return g.batch()
}

// placed gives a batch its offset, sometimes with a gap behind it.
func (g *Gen) placed(b Op, at *int64) Op {
	b.with("baseOffset", *at, "leaderEpoch", g.epoch)
	n := int64(1)
	if records, ok := b["records"].([]any); ok {
		n = int64(len(records))
	}
	if b["empty"] != nil {
		n += int64(g.r.IntN(3))
		b["lastOffset"] = *at + n - 1
	} else if g.chance(4) && b["records"] != nil {
		n += 2
		b["lastOffset"] = *at + n - 1
	}
	*at += n
	if g.chance(5) {
		*at += 2
	}
	if g.chance(6) && b["lastOffset"] == nil {
		return g.compressed(b)
	}
	return b
}

func (g *Gen) verification() {
	id, p := g.producer()
	g.do(op("startVerification", "pid", id, "seq", p.next, "pepoch", p.epoch, "supportsEpochBump", g.chance(60)))
	if g.chance(70) {
		b := g.batch().with("pid", id, "pepoch", p.epoch, "seq", p.next, "txn", true)
		p.sent = 0
		g.do(op("appendLeader", "epoch", g.epoch, "batch", b, "guard", g.chance(80), "txnVersion", pick(g, 1, 2)))
	}
}

// --- reads

func (g *Gen) read() {
	l := g.d.Log()
	start, end := l.LogStartOffset(), l.LogEndOffset()
	at := g.between(start, end)
	if g.chance(10) {
		at = g.between(start-2, end+2)
	}
	o := op("read", "offset", at, "maxBytes", pick(g, 0, 1, 50, 200, 500, 100000), "isolation", pick(g, "LOG_END", "HIGH_WATERMARK", "TXN_COMMITTED"), "minOneMessage", g.chance(70))
	if g.mix == "compress" {
		o["maxBytes"] = pick(g, 0, 1, 10000000)
	}
	if g.chance(20) {
		o["hex"] = true
	}
	g.do(o)
}

func (g *Gen) listOffsets() {
	ts := g.d.Now() - g.between(-5000, 90000)
	switch {
	case g.chance(40):
		ts = -1 - int64(g.r.IntN(5))
	case g.chance(3):
		ts = pick[int64](g, 0, -6, 1<<62, g.d.Now()+3_600_000)
	}
	g.do(op("listOffsets", "ts", ts))
}

func (g *Gen) aborted() {
	l := g.d.Log()
	g.do(op("collectAbortedTxns", "start", g.between(l.LogStartOffset(), l.LogEndOffset()), "upper", g.between(l.HighWatermark(), l.LogEndOffset())))
}

// look reads without changing, where things are seen that a result does not show.
func (g *Gen) look() {
	switch g.r.IntN(8) {
	case 0:
		g.do(op("tasks"))
	case 1:
		g.do(op("logString"))
	case 2:
		g.do(op("latestEpoch"))
	case 3:
		g.do(op("fsList"))
	case 4:
		g.fileOp("fsDecode", ".log", "records", g.chance(50))
	case 5:
		g.fileOp("fsRead", "checkpoint", "text", true)
	case 6:
		g.fileOp("snapshotRead", ".snapshot")
	default:
		if base, ok := g.someBase(); ok && g.mix != "compress" {
			g.do(op("segmentIndex", "base", base))
		}
	}
}

// fileOp does something to a file whose name ends so, if there is one.
func (g *Gen) fileOp(name, suffix string, pairs ...any) {
	if f, ok := g.someFile(suffix); ok {
		g.do(op(name, "file", f.Name).with(pairs...))
	}
}

func (g *Gen) someBase() (int64, bool) {
	var bases []int64
	for s := range g.d.Log().Segments(0) {
		bases = append(bases, s.Base())
	}
	if len(bases) == 0 {
		return 0, false
	}
	return pick(g, bases...), true
}

func (g *Gen) dump() {
	kind := pick(g, ".log", ".log", ".log", ".index", ".timeindex", ".txnindex", ".snapshot")
	f, ok := g.someFile(kind)
	if !ok {
		return
	}
	o := op("dump", "files", []any{f.Name})
	switch g.r.IntN(5) {
	case 0:
		o["args"] = []any{"--print-data-log"}
	case 1:
		o["args"] = []any{"--deep-iteration"}
	case 2:
		o["args"] = []any{pick(g, "--index-sanity-check", "--verify-index-only", "--skip-record-metadata")}
	case 3:
		o["args"] = []any{"--max-bytes", fmt.Sprint(g.r.IntN(500))}
	}
	g.do(o)
}
