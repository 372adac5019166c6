package fuzz

func (g *Gen) highWatermark() {
	l := g.d.Log()
	at := l.LogEndOffset()
	if g.chance(40) {
		at = g.between(l.HighWatermark(), at)
	}
	switch {
	case g.chance(5):
		at = g.between(l.LogStartOffset()-1, at+1)
		fallthrough
	case g.chance(90):
		g.do(op("updateHighWatermark", "offset", at))
	case g.chance(50):
		g.do(op("maybeIncrementHighWatermark", "offset", at))
	default:
		g.do(op("maybeUpdateHighWatermark", "offset", at))
	}
}

func (g *Gen) advance() {
	g.do(op("advance", "ms", pick(g, 1, 100, 1000, 5000, 15000, 70000, 700000)))
}

func (g *Gen) roll() {
	o := op("roll")
	if g.chance(15) {
		o["expected"] = g.between(g.d.Log().LogStartOffset(), g.d.Log().LogEndOffset()+2)
	}
	g.do(o)
}

func (g *Gen) retention() { g.do(op("deleteOldSegments")) }

func (g *Gen) deleteRecords() {
	l := g.d.Log()
	at := g.between(l.LogStartOffset(), l.HighWatermark())
	switch {
	case g.chance(20):
		at = g.between(l.LogStartOffset(), l.LogEndOffset()+1)
	case g.chance(10):
		at = pick[int64](g, -1, -2, 0)
	}
	g.do(op("deleteRecords", "offset", at))
}

func (g *Gen) leaderStart() {
	l := g.d.Log()
	g.do(op("incrementLogStartOffset", "offset", g.between(l.LogStartOffset(), l.HighWatermark()), "reason", pick(g, "LeaderOffsetIncremented", "SegmentDeletion", "SnapshotGenerated")))
}

func (g *Gen) flush() {
	l := g.d.Log()
	if g.chance(50) {
		g.do(op("flush", "forceFlushActiveSegment", g.chance(50)))
		return
	}
	at := g.between(l.LogStartOffset(), l.LogEndOffset())
	if g.chance(3) {
		g.wild, at = true, l.LogEndOffset()+1
	}
	g.do(op("flush", "offset", at))
}

func (g *Gen) snapshot() { g.do(op("takeProducerSnapshot")) }

func (g *Gen) expire() {
	g.do(op("removeExpiredProducers", "now", g.d.Now()+pick[int64](g, 0, 50_000_000, 90_000_000)))
}

func (g *Gen) assignEpoch() {
	l := g.d.Log()
	g.epoch += 1 + g.r.IntN(2)
	at := l.LogEndOffset()
	if g.chance(5) {
		at = g.between(l.LogStartOffset(), at)
	}
	g.do(op("assignEpochStartOffset", "epoch", g.epoch, "offset", at))
}

func (g *Gen) endOffset() {
	e := g.r.IntN(g.epoch + 2)
	if g.chance(5) {
		e--
	}
	g.do(op("endOffsetForEpoch", "epoch", e))
}

func (g *Gen) truncate() {
	l := g.d.Log()
	start, end := l.LogStartOffset(), l.LogEndOffset()
	at := g.between(max(start, l.HighWatermark()), end)
	if g.chance(20) {
		at = g.between(max(0, start-1), end+1)
	}
	g.do(op("truncateTo", "offset", at))
	g.forgetProducers()
}

func (g *Gen) truncateFully() {
	at := g.d.Log().LogEndOffset() + int64(g.r.IntN(10))
	o := op("truncateFullyAndStartAt", "offset", at)
	if g.chance(25) {
		o["logStartOffset"] = at + int64(g.r.IntN(3))
		g.wild = true
	}
	g.do(o)
	g.forgetProducers()
}

func (g *Gen) forgetProducers() { clear(g.producers) }

// checkpoint writes down what a broker would have in its checkpoint files if it died now.
func (g *Gen) checkpoint() {
	g.recovery, g.start = g.d.Log().RecoveryPoint(), g.d.Log().LogStartOffset()
	g.do(op("clock"))
}

// hold keeps the background tasks from running for a while.
func (g *Gen) hold() {
	g.held = !g.held
	if g.held && g.chance(70) {
		g.held = false
		return
	}
	g.do(op("options", "runTasks", !g.held))
	if !g.held {
		g.do(op("runTasks"))
	}
}

func (g *Gen) close() {
	l := g.d.Log()
	g.recovery, g.start = l.LogEndOffset(), l.LogStartOffset()
	o := op("close", "dropTasks", g.chance(40))
	if g.chance(15) {
		o["raw"] = true
	}
	g.do(o)
	if g.chance(80) {
		g.do(g.open(true))
	}
}

func (g *Gen) crash() {
	g.odd(op("crash"))
	if g.chance(50) {
		g.forgetProducers()
	}
}

func (g *Gen) deleteLog() {
	g.do(op("delete"))
	g.recovery, g.start = 0, 0
	g.forgetProducers()
}

// flipOpen damages the bytes of an open log.
func (g *Gen) flipOpen() {
	if f, ok := g.someFile(".log"); ok {
		g.flip(f, pick(g, 1, 0x80, 0xff))
	}
}
