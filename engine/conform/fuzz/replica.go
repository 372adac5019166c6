package fuzz

import "slices"

// replicaGen is what the mix replica remembers: a cluster of brokers and its partitions.
type replicaGen struct {
	brokers int
	parts   []string
	held    map[int32]bool
	cuts    [][2]int32
	open    bool
}

// replicaSteps are what happens to a cluster.
func replicaSteps() []step {
	return []step{
		{"produce", 280, (*Gen).replicaProduce}, {"idempotent", 100, (*Gen).replicaIdempotent}, {"marker", 40, (*Gen).replicaMarker},
		{"fetch", 550, (*Gen).replicaFetch}, {"advance", 120, (*Gen).replicaAdvance}, {"alter", 160, (*Gen).replicaAlter},
		{"kill", 30, (*Gen).replicaKill}, {"start", 75, (*Gen).replicaStart}, {"stop", 12, (*Gen).replicaStop}, {"elect", 30, (*Gen).replicaElect},
		{"deleteRecords", 30, (*Gen).replicaDelete}, {"consume", 60, (*Gen).replicaConsume}, {"epoch", 30, (*Gen).replicaEpoch}, {"list", 30, (*Gen).replicaList},
		{"metadata", 40, (*Gen).replicaMetadata}, {"network", 30, (*Gen).replicaNetwork}, {"reassign", 14, (*Gen).replicaReassign}, {"config", 10, (*Gen).replicaConfig},
		{"checkpoint", 20, (*Gen).replicaCheckpoint}, {"fence", 12, (*Gen).replicaFence}, {"raw", 20, (*Gen).replicaRaw}, {"log", 12, (*Gen).replicaLog},
		{"ask", 20, (*Gen).replicaAsk},
	}
}

// clustered begins a step of the mix replica: it opens the cluster first.
func (g *Gen) clustered() {
	if g.replica.open {
		g.step()
		return
	}
	r := &g.replica
	r.open, r.held, r.brokers = true, map[int32]bool{}, pick(g, 3, 3, 4, 5)
	ids := g.shuffled()
	slices.Sort(ids)
	defaults := Op{
		"internal.segment.bytes": pick(g, "400", "800", "1500"), "segment.index.bytes": pick(g, "96", "250"), "index.interval.bytes": pick(g, "60", "150", "400"),
		"min.insync.replicas": pick(g, "1", "2", "2", "3"), "unclean.leader.election.enable": pick(g, "false", "false", "true"), "file.delete.delay.ms": pick(g, "1000", "60000"),
	}
	if g.chance(20) {
		defaults["retention.bytes"] = "3000"
	}
	if g.chance(15) {
		defaults["message.timestamp.type"] = "LogAppendTime"
	}
	g.do(op("clusterOpen", "brokers", ids, "defaults", defaults, "elr", g.chance(70), "autoAlter", g.chance(40), "config", Op{
		"replica.lag.time.max.ms": pick(g, "3000", "10000"), "replica.fetch.max.bytes": pick(g, "150", "500", "1048576"), "replica.fetch.backoff.ms": pick(g, "1000", "1000", "300"),
	}))
	// One partition: with several the order of a few log lines would differ, see docs/replication.md.
	r.parts = []string{"t-0"}
	g.do(op("createPartition", "partition", r.parts[0], "replicas", g.shuffled()[:pick(g, 3, 3, 3, 2, 1)]))
}

// shuffled are the ids of all brokers in some order.
func (g *Gen) shuffled() []int32 {
	ids := make([]int32, g.replica.brokers)
	for i, n := range g.r.Perm(len(ids)) {
		ids[i] = int32(n + 1)
	}
	return ids
}

func (g *Gen) part() string     { return pick(g, g.replica.parts...) }
func (g *Gen) anyBroker() int32 { return int32(1 + g.r.IntN(g.replica.brokers)) }

// broker draws one that runs, or one that does not; 0 if there is none.
func (g *Gen) broker(runs bool) int32 {
	running, stopped := g.d.Brokers()
	if !runs {
		running = stopped
	}
	if len(running) == 0 {
		return 0
	}
	return pick(g, running...)
}

func (g *Gen) replicaRecords(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = Op{"ts": g.d.Now() - int64(g.r.IntN(50)), "key": "k" + string(rune('0'+g.r.IntN(9))), "value": Op{"fill": string(rune('a' + g.r.IntN(26))), "n": g.r.IntN(90)}}
	}
	return list
}

func (g *Gen) replicaSend(part string, batch Op) {
	o := op("produce", "partition", part, "acks", pick(g, -1, -1, -1, 1, 1, 0, 2), "timeout", pick(g, 1000, 30000), "batch", batch)
	if g.chance(8) {
		o["broker"] = g.anyBroker()
	}
	g.do(o)
}

func (g *Gen) replicaProduce() {
	batch := Op{"records": g.replicaRecords(1 + g.r.IntN(3))}
	switch g.r.IntN(60) {
	case 0:
		batch["patch"] = []any{Op{"at": 66, "hex": "00ff"}} // within the smallest record
	case 1:
		batch["records"] = []any{Op{"ts": g.d.Now(), "key": "big", "value": Op{"fill": "x", "n": 1600}}}
	}
	g.replicaSend(g.part(), batch)
}

// replicaIdempotent sends with a producer id, in the first partition. Three of five producers are transactional.
func (g *Gen) replicaIdempotent() {
	id := int64(100 + g.r.IntN(5))
	p := g.producers[id]
	if p == nil {
		p = &producer{}
		g.producers[id] = p
	}
	n := 1 + g.r.IntN(3)
	if g.chance(6) {
		p.epoch, p.next = p.epoch+1, 0
	}
	g.replicaSend(g.replica.parts[0], Op{"records": g.replicaRecords(n), "pid": id, "pepoch": p.epoch, "seq": p.next, "txn": id < 103})
	if g.chance(90) {
		p.next += n
	}
}

func (g *Gen) replicaMarker() {
	id := int64(100 + g.r.IntN(3))
	if p := g.producers[id]; p != nil {
		g.replicaSend(g.replica.parts[0], Op{"marker": pick(g, "COMMIT", "ABORT"), "pid": id, "pepoch": p.epoch, "ts": g.d.Now(), "coordinatorEpoch": pick(g, 1, 1, 1, 2)})
	}
}

func (g *Gen) replicaFetch() {
	b := g.broker(true)
	if g.chance(2) {
		b = g.anyBroker()
	}
	if b == 0 {
		return
	}
	o := op("fetch", "follower", b)
	if g.chance(15) {
		o["rounds"] = 2 + g.r.IntN(3)
	}
	if g.chance(5) {
		o["leader"] = g.anyBroker()
	}
	g.do(o)
}

func (g *Gen) replicaAdvance() {
	g.do(op("advance", "ms", pick(g, 1, 100, 600, 1500, 5000, 12000, 61000)))
}

func (g *Gen) replicaAlter() {
	if !g.d.Altering() {
		return
	}
	o := op("alterPartition")
	if g.chance(15) {
		o["answer"] = pick(g, "INELIGIBLE_REPLICA", "OPERATION_NOT_ATTEMPTED", "INVALID_UPDATE_VERSION", "UNKNOWN_SERVER_ERROR", "FENCED_LEADER_EPOCH", "top:STALE_BROKER_EPOCH", "top:NOT_CONTROLLER", "lost")
	}
	if g.chance(30) {
		o["metadataFirst"] = true
	}
	g.do(o)
}

func (g *Gen) replicaKill() {
	if b := g.broker(true); b != 0 {
		o := op("kill", "broker", b)
		if g.chance(25) {
			o["fence"] = false
		}
		g.do(o)
	}
}

func (g *Gen) replicaStart() {
	if b := g.broker(false); b != 0 {
		if g.replica.held[b] { // it would load its logs later, in the order of a directory listing
			g.replica.held[b] = false
			g.do(op("metadata", "broker", b, "hold", false))
		}
		o := op("start", "broker", b)
		if g.chance(5) {
			o["unfence"] = false
		}
		g.do(o)
	}
}

func (g *Gen) replicaStop() {
	if b := g.broker(true); b != 0 {
		o := op("stop", "broker", b)
		if g.chance(10) {
			o["keepSession"] = true
		}
		g.do(o)
	}
}

func (g *Gen) replicaElect() {
	g.do(op("elect", "type", pick(g, "preferred", "preferred", "unclean", "balance", "uncleanTask"), "partition", g.part()))
}

func (g *Gen) replicaDelete() {
	g.do(op("deleteRecords", "partition", g.part(), "offset", pick(g, -1, g.r.IntN(40), g.r.IntN(40), g.r.IntN(90)), "timeout", pick(g, 500, 5000)))
}

func (g *Gen) replicaConsume() {
	o := op("consume", "partition", g.part(), "offset", g.r.IntN(80), "isolation", pick(g, "read_uncommitted", "read_committed"), "maxBytes", pick(g, 100, 100000))
	if g.chance(20) {
		o["leaderEpoch"] = g.r.IntN(5)
	}
	if g.chance(15) {
		o["lastFetchedEpoch"] = g.r.IntN(5)
	}
	if g.chance(15) {
		o["broker"] = g.anyBroker()
	}
	g.do(o)
}

func (g *Gen) replicaEpoch() {
	o := op("offsetForLeaderEpoch", "partition", g.part(), "epoch", g.r.IntN(6))
	if g.chance(30) {
		o["leaderEpoch"] = g.r.IntN(6)
	}
	if g.chance(20) {
		o["broker"] = g.anyBroker()
	}
	g.do(o)
}

func (g *Gen) replicaList() {
	ts := -1 - int64(g.r.IntN(4))
	if g.chance(40) {
		ts = g.d.Now() - int64(g.r.IntN(3000))
	}
	o := op("listOffsets", "partition", g.part(), "ts", ts, "isolation", pick(g, "read_uncommitted", "read_committed"))
	if g.chance(20) {
		o["broker"] = g.anyBroker()
	}
	g.do(o)
}

func (g *Gen) replicaMetadata() {
	b := g.anyBroker()
	hold := !g.replica.held[b] && g.chance(60)
	g.replica.held[b] = hold
	g.do(op("metadata", "broker", b, "hold", hold))
}

func (g *Gen) replicaNetwork() {
	r := &g.replica
	if len(r.cuts) > 0 && g.chance(60) {
		i := g.r.IntN(len(r.cuts))
		g.do(op("network", "from", r.cuts[i][0], "to", r.cuts[i][1], "up", true))
		r.cuts = slices.Delete(r.cuts, i, i+1)
		return
	}
	a, b := g.anyBroker(), g.anyBroker()
	if a != b {
		r.cuts = append(r.cuts, [2]int32{a, b})
		g.do(op("network", "from", a, "to", b, "up", false))
	}
}

func (g *Gen) replicaReassign() {
	o := op("reassign", "partition", g.part(), "replicas", g.shuffled()[:pick(g, 3, 3, 2)])
	if g.chance(25) {
		o["replicas"] = nil
	}
	g.do(o)
}

func (g *Gen) replicaConfig() {
	c := Op{"min.insync.replicas": pick(g, "1", "2", "3")}
	switch g.r.IntN(6) {
	case 0:
		c = Op{"unclean.leader.election.enable": pick(g, "true", "false")}
	case 1:
		c = Op{"retention.bytes": pick(g, "1500", "-1")}
	case 2:
		c = Op{"min.insync.replicas": nil}
	}
	g.do(op("topicConfig", "topic", "t", "config", c))
}

func (g *Gen) replicaCheckpoint() {
	if b := g.broker(true); b != 0 {
		g.do(op("hwCheckpoint", "broker", b))
		g.do(op("fsRead", "file", "b"+string(rune('0'+b))+"/replication-offset-checkpoint", "text", true))
	}
}

func (g *Gen) replicaFence() {
	b := g.anyBroker()
	g.do(op("fence", "broker", b))
	if g.chance(70) {
		g.do(op("unfence", "broker", b))
	}
}

// replicaRaw asks for one decision of the controller on a partition that nobody has.
func (g *Gen) replicaRaw() {
	o := op("partitionChange", "leader", pick(g, -1, 1, 1, 2), "minIsr", pick(g, 1, 2), "elrOn", g.chance(70), "leaderEpoch", 3, "partitionEpoch", 7,
		"replicas", []int32{1, 2, 3}, "isr", g.some(60), "elr", g.some(30), "lastKnownElr", g.some(15), "acceptable", g.some(70))
	if g.chance(60) {
		o["targetIsr"] = g.some(50)
	}
	if g.chance(30) {
		o["election"] = pick(g, "PREFERRED", "ONLINE", "UNCLEAN")
	}
	if g.chance(20) {
		o["uncleanShutdown"] = g.some(30)
	}
	g.do(o)
}

func (g *Gen) some(percent int) []int32 {
	list := []int32{}
	for id := range int32(3) {
		if g.chance(percent) {
			list = append(list, id+1)
		}
	}
	return list
}

func (g *Gen) replicaLog() {
	if b := g.broker(true); b != 0 {
		g.do(op(pick(g, "roll", "flush", "logString", "deleteOldSegments"), "log", "b"+string(rune('0'+b))+"/"+g.part()))
	}
}

// replicaAsk asks what a leader thinks of its replicas.
func (g *Gen) replicaAsk() {
	if g.chance(50) {
		g.do(op("enoughReplicas", "partition", g.part(), "offset", g.r.IntN(60)))
	} else if b := g.broker(true); b != 0 {
		g.do(op("shrinkCheck", "broker", b, "partition", g.part()))
	}
}
