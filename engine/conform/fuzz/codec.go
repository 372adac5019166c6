package fuzz

// codec makes batches and takes them apart, whole and damaged.
func (g *Gen) codec() {
	switch g.r.IntN(8) {
	case 0, 1, 2:
		g.do(op("roundtrip", "batch", g.anyBatch()))
	case 3:
		g.do(op("decode", "batch", g.damaged(g.compressed(g.anyBatch())), "records", g.chance(80)))
	case 4, 5:
		g.do(op("decode", "batch", g.damaged(g.anyBatch()), "records", g.chance(80)))
	case 6:
		g.do(op("decode", "batches", []any{g.anyBatch(), g.torn(g.anyBatch())}))
	default:
		g.do(pick(g, op("partition", "key", g.noise(20), "partitions", 1+g.r.IntN(50)), op("crc32c", "data", g.noise(50)), op("decode", "batch", g.compressed(g.anyBatch()))))
	}
}

// anyBatch is a batch with any header.
func (g *Gen) anyBatch() Op {
	switch {
	case g.chance(10):
		return Op{"marker": pick(g, "COMMIT", "ABORT"), "pid": g.number(), "pepoch": g.r.IntN(32768), "ts": g.ts(), "coordinatorEpoch": g.r.IntN(9), "baseOffset": g.number(), "leaderEpoch": g.r.IntN(9)}
	case g.chance(8):
		base := g.number()
		return Op{"empty": true, "baseOffset": base, "lastOffset": base + int64(g.r.IntN(5)), "ts": g.ts(), "pid": 5, "pepoch": 1, "seq": g.r.IntN(9), "txn": g.chance(50), "control": g.chance(20)}
	}
	b := g.batch()
	if g.chance(50) {
		b.with("baseOffset", g.number(), "leaderEpoch", g.r.IntN(9)-1)
	}
	if g.chance(50) {
		b.with("pid", g.number(), "pepoch", g.r.IntN(32768), "seq", pick(g, 0, 5, 0x7fffffff, 0x7ffffffe), "txn", g.chance(50))
	}
	if g.chance(10) {
		b["deleteHorizon"] = g.d.Now() + int64(g.r.IntN(100000))
	}
	return b
}

func (g *Gen) number() int64 {
	return pick(g, 0, 1, g.r.Int64N(1000), g.r.Int64N(1<<33), g.r.Int64N(1<<62))
}
