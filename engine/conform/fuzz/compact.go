package fuzz

// configureCompaction draws settings under which the cleaner has something to do.
func (g *Gen) configureCompaction() {
	g.cfg["cleanup.policy"] = pick(g, "compact", "compact", "compact,delete")
	g.set("delete.retention.ms", pick(g, 0, 1, 5000, 30000))
	g.cfg["min.cleanable.dirty.ratio"] = pick(g, "0", "0.1", "0.5", "1")
	if g.chance(30) {
		g.set("min.compaction.lag.ms", pick(g, 1, 5000, 20000))
	}
	if g.chance(30) {
		g.set("max.compaction.lag.ms", pick(g, 20000, 60000))
	}
	if g.chance(50) {
		g.set("retention.bytes", -1)
		g.set("retention.ms", -1)
	}
}

// clean runs the cleaner over the log: a round of its thread, or a pass that nobody chose, with buffers and a map that are
// sometimes too small.
func (g *Gen) clean() {
	if g.chance(40) {
		g.round()
		return
	}
	l := g.d.Log()
	start, limit := l.LogStartOffset(), min(l.ActiveBase(), l.LastStableOffset())
	if limit <= start {
		g.do(op("updateHighWatermark", "offset", l.LogEndOffset()))
		return
	}
	o := op("cleanDirect", "uncleanable", limit, "slots", pick(g, 1, 2, 3, 8, 20, 1000))
	o["firstDirty"] = start
	if g.chance(40) {
		o["firstDirty"] = g.between(start, limit-1)
	}
	if g.chance(20) {
		o["uncleanable"] = g.between(o["firstDirty"].(int64)+1, limit)
	}
	if g.chance(30) {
		o.with("ioBufferSize", pick(g, 62, 100, 300, 1000), "maxIoBufferSize", pick(g, 50, 500, 100000))
	}
	if g.chance(20) {
		o["loadFactor"] = pick(g, 0.1, 0.5, 1.0)
	}
	if g.chance(20) {
		o["id"] = g.r.IntN(4)
	}
	g.do(o)
}

func (g *Gen) round() {
	config := Op{}
	if g.chance(30) {
		config.with("ioBufferSize", pick(g, 140, 600, 2000), "maxMessageSize", pick(g, 50, 500, 100000))
	}
	if g.chance(20) {
		config["dedupeBufferSize"] = pick(g, 48, 240, 2400)
	}
	if g.chance(10) {
		config["threads"] = 2
	}
	g.do(op("cleanerOpen", "config", config))
	if g.chance(8) {
		g.do(op("fsPut", "file", "cleaner-offset-checkpoint", "data", pick(g, "0\n1\ntopic 0 999999\n", "0\n1\ntopic 0 0\n", "0\n1\nother 0 3\n", "0\n0\n", "nonsense\n", "")))
	}
	if g.chance(30) {
		g.do(op("cleanerCandidates"))
	}
	g.do(op("clean"))
	if g.chance(30) {
		g.do(op("cleanerCheckpoints"))
	}
	if g.chance(20) {
		g.do(op("clean"))
	}
}

// tombstone deletes a key.
func (g *Gen) tombstone() {
	b := g.batch()
	b["records"] = append(b["records"].([]any), Op{"ts": g.ts(), "key": g.key(), "value": nil})
	g.appendLeader(b)
}

// old appends messages of the formats before batches, as they lie in logs of old brokers.
func (g *Gen) old() {
	at := g.d.Log().LogEndOffset()
	b := g.batch()
	records := b["records"].([]any)
	magic := g.r.IntN(2)
	for _, r := range records {
		delete(r.(Op), "headers")
		if magic == 0 {
			r.(Op)["ts"] = -1
		}
	}
	delete(b, "tsType")
	delete(b, "logAppendTime")
	g.do(op("appendFollower", "epoch", g.epoch+1, "batches", []any{b.with("magic", magic, "baseOffset", at)}))
}

// useMap works on the cleaner's offset map alone.
func (g *Gen) useMap() {
	switch {
	case !g.files.mapped || g.chance(5):
		g.files.mapped = true
		g.do(op("mapOpen", "memory", pick(g, 24, 100, 264, 2400)))
	case g.chance(60):
		g.do(op("mapPut", "key", g.noise(3), "offset", g.number()))
	default:
		g.do(op("mapGet", "key", g.noise(3)))
	}
}
