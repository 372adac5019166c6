package conform

import (
	"maps"
	"slices"

	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/replica"
)

// wire is a follower's way to the other brokers. A request is answered at once; what went over it is noted.
type wire struct {
	c    *simCluster
	from *simBroker
}

// reach notes a request and finds the broker that it is for.
func (w wire) reach(to int32, api string) (*simBroker, map[string]any, error) {
	call := map[string]any{"from": w.from.id, "to": to, "api": api}
	w.c.calls = append(w.c.calls, call)
	b := w.c.find(to)
	if b == nil || !b.alive || slices.Contains(w.c.cuts, numeral(w.from.id)+">"+numeral(to)) {
		call["failed"] = true
		return nil, nil, replica.Failed("b"+numeral(to), brokerPort, to)
	}
	return b, call, nil
}

func (w wire) Fetch(to int32, r replica.Fetch) ([]replica.Fetched, error) {
	b, call, err := w.reach(to, "FETCH")
	if err != nil {
		return nil, err
	}
	answers := b.rm.Read(w.c.of(b), r)
	w.c.collect()
	rows := []any{}
	for i := range answers {
		row := fetchedRow(&answers[i])
		for _, q := range r.Partitions {
			if q.Name == answers[i].Name {
				row["offset"], row["leaderEpoch"], row["lastFetchedEpoch"], row["startOffset"] = q.Offset, optional(q.LeaderEpoch), optional(q.LastEpoch), q.LogStart
			}
		}
		rows = append(rows, row)
	}
	call["partitions"] = rows
	return answers, nil
}

// optional is an epoch, or null where there is none.
func optional(epoch int32) any {
	if epoch == replica.NoEpoch {
		return nil
	}
	return epoch
}

func (w wire) ListOffsets(to int32, q replica.ListOffsets) (replica.Listed, error) {
	b, call, err := w.reach(to, "LIST_OFFSETS")
	if err != nil {
		return replica.Listed{}, err
	}
	a, err := b.rm.List(w.c.of(b), q)
	call["partitions"] = []any{map[string]any{
		"partition": q.Name, "ts": q.Timestamp, "leaderEpoch": q.LeaderEpoch, "error": kerr.Code(err), "offset": a.Offset, "epoch": a.LeaderEpoch,
	}}
	return a, err
}

// fetchedRow is the answer to a fetch for one partition.
func fetchedRow(a *replica.Fetched) map[string]any {
	row := map[string]any{
		"partition": a.Name, "error": kerr.Code(a.Err), "hw": a.HighWatermark, "lso": a.LastStableOffset, "logStart": a.LogStart, "bytes": len(a.Bytes),
	}
	if a.Diverging {
		row["diverging"] = []any{a.DivergingEpoch, a.DivergingEnd}
	}
	list := []any{}
	for batch, err := range record.Batches(a.Bytes) {
		if err != nil {
			break // the last one may be cut off
		}
		list = append(list, []any{batch.BaseOffset(), batch.LastOffset(), batch.PartitionLeaderEpoch()})
	}
	if len(list) > 0 {
		row["batches"] = list
	}
	aborted := []any{}
	for _, t := range a.Aborted {
		aborted = append(aborted, []any{t.ProducerID, t.FirstOffset})
	}
	if len(aborted) > 0 {
		row["aborted"] = aborted
	}
	return row
}

// fetch makes rounds of a broker's fetchers.
func (c *simCluster) fetch(op node) (any, error) {
	b, err := running(c.named(op, "follower"))
	if err != nil {
		return nil, err
	}
	steps := 0
	for range op.num("rounds", 1) {
		for _, leader := range b.rm.Leaders() {
			if op.has("leader") && int32(op.num("leader", 0)) != leader {
				continue
			}
			if b.rm.Step(c.of(b), leader) {
				steps++
			}
			b.noteDelays(leader)
			c.collect()
		}
	}
	return map[string]any{"steps": steps}, nil
}

// noteDelays notes which partitions of a fetcher wait, as the oracle does at each round. A partition that is fetched anew keeps its old
// entry until the next one.
func (b *simBroker) noteDelays(leader int32) {
	if b.delays == nil {
		b.delays = map[int32]map[string]int64{}
	}
	if b.delays[leader] == nil {
		b.delays[leader] = map[string]int64{}
	}
	for _, name := range b.rm.Names() {
		at, s, ok := b.rm.FetchState(name)
		switch {
		case !ok || at != leader:
		case s.Delayed:
			b.delays[leader][name] = s.Due
		default:
			delete(b.delays[leader], name)
		}
	}
}

// produce appends a batch as a producer's request does.
func (c *simCluster) produce(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	id := c.requests
	c.requests++
	topic, _, err := partitionOf(partitionNamed(op))
	if err != nil {
		return nil, err
	}
	t, known := c.controller.Image().Topics.Get(topic)
	if !known {
		return nil, &badOperation{"no topic " + topic}
	}
	records, err := batches(op)
	if err != nil {
		return nil, err
	}
	a, done := b.rm.Produce(c.of(b), replica.Produce{
		ID: id, Name: partitionNamed(op), TopicID: t.ID, Records: records, Acks: int16(op.num("acks", -1)), Timeout: op.num("timeout", 30000), Append: howToAppend(op),
	})
	if !done {
		c.waiting = append(c.waiting, waitingRow{id, "PRODUCE", b.id, partitionNamed(op)})
		return map[string]any{"id": id, "done": false}, nil
	}
	row := c.producedRow(a)
	row["id"], row["done"] = id, true
	return row, nil
}

func howToAppend(op node) plog.AppendOptions {
	how := plog.AppendOptions{Origin: record.Client, TxnVersion: int16(op.num("txnVersion", 0))}
	if op.object("batch").has("marker") {
		how.Origin = record.Coordinator
	}
	switch op.str("origin", "") {
	case "CLIENT":
		how.Origin = record.Client
	case "COORDINATOR":
		how.Origin = record.Coordinator
	case "RAFT_LEADER":
		how.Origin = record.RaftLeader
	}
	return how
}

func (c *simCluster) producedRow(a replica.Produced) map[string]any {
	row := map[string]any{"error": "NONE", "baseOffset": a.BaseOffset, "logAppendTime": a.LogAppendTime, "logStartOffset": a.LogStart}
	if a.Code != "" {
		row["error"] = a.Code
	}
	if e := kerr.As(a.Err); e != nil && e.Invalid != nil {
		row["message"] = c.norm(e.Invalid.Message)
		list := []any{}
		for _, r := range e.Records {
			list = append(list, []any{r.Index, r.Message})
		}
		if len(list) > 0 {
			row["recordErrors"] = list
		}
	}
	return row
}

// deleteRecords raises a partition's log start offset as a client's request does.
func (c *simCluster) deleteRecords(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	id := c.requests
	c.requests++
	a, done := b.rm.DeleteRecords(c.of(b), id, partitionNamed(op), op.num("offset", 0), op.num("timeout", 30000))
	if !done {
		c.waiting = append(c.waiting, waitingRow{id, "DELETE_RECORDS", b.id, partitionNamed(op)})
		return map[string]any{"id": id, "done": false}, nil
	}
	return map[string]any{"id": id, "api": "DELETE_RECORDS", "done": true, "error": kerr.Code(a.Err), "lowWatermark": a.LowWatermark}, nil
}

// collect takes what the brokers have to tell: requests that are done, and those to the controller. A fetcher that is gone has
// forgotten its delays.
func (c *simCluster) collect() {
	for _, b := range c.brokers {
		maps.DeleteFunc(b.delays, func(leader int32, _ map[string]int64) bool { return !slices.Contains(b.rm.Leaders(), leader) })
		for _, d := range b.rm.Completed() {
			c.waiting = slices.DeleteFunc(c.waiting, func(w waitingRow) bool { return w.id == d.ID })
			c.acks = append(c.acks, c.ackRow(d))
		}
		for _, o := range b.rm.Outgoing() {
			c.queue = append(c.queue, alterRequest{c.alters, b.id, o.Request})
			c.alters++
		}
	}
}

func (c *simCluster) ackRow(d replica.Completed) map[string]any {
	if d.Delete {
		row := map[string]any{"id": d.ID, "api": "DELETE_RECORDS", "error": "NONE", "lowWatermark": d.LowWatermark}
		if d.Code != "" {
			row["error"] = d.Code
		}
		return row
	}
	row := c.producedRow(d.Produced)
	row["id"], row["api"] = d.ID, "PRODUCE"
	return row
}

// consume reads as a consumer does.
func (c *simCluster) consume(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	p, err := c.registration(partitionNamed(op))
	if err != nil {
		return nil, err
	}
	t, _ := c.controller.Image().Topics.Get(p.Topic)
	isolation := plog.HighWatermark
	if committed(op) {
		isolation = plog.TxnCommitted
	}
	limit := int32(op.num("maxBytes", 1<<20))
	a := b.rm.Read(c.of(b), replica.Fetch{Replica: replica.Consumer, ReplicaEpoch: -1, MinBytes: 1, MaxBytes: limit, Isolation: isolation, Partitions: []replica.FetchPartition{{
		Name: partitionNamed(op), TopicID: t.ID, Offset: op.num("offset", 0), LogStart: -1, MaxBytes: limit,
		LeaderEpoch: int32(op.num("leaderEpoch", int64(replica.NoEpoch))), LastEpoch: int32(op.num("lastFetchedEpoch", int64(replica.NoEpoch))),
	}}})
	return fetchedRow(&a[0]), nil
}

func committed(op node) bool { return op.str("isolation", "") == "read_committed" }

func (c *simCluster) listOffsets(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	a, err := b.rm.List(c.of(b), replica.ListOffsets{
		Replica: replica.Consumer, Name: partitionNamed(op), Timestamp: op.num("ts", 0), LeaderEpoch: int32(op.num("leaderEpoch", int64(replica.NoEpoch))), Committed: committed(op),
	})
	return map[string]any{"error": kerr.Code(err), "timestamp": a.Timestamp, "offset": a.Offset, "leaderEpoch": a.LeaderEpoch}, nil
}

func (c *simCluster) epochEnd(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	epoch, end, err := b.rm.EpochEnd(c.of(b), partitionNamed(op), int32(op.num("epoch", 0)), int32(op.num("leaderEpoch", int64(replica.NoEpoch))))
	return map[string]any{"error": kerr.Code(err), "epoch": epoch, "endOffset": end}, nil
}

func (c *simCluster) enoughReplicas(op node) (any, error) {
	b, err := c.target(op)
	if err != nil {
		return nil, err
	}
	if !b.rm.Hosts(partitionNamed(op)) {
		return nil, kerr.ErrIllegalState.With("not hosted")
	}
	reached, code := b.rm.Reached(c.of(b), partitionNamed(op), op.num("offset", 0))
	row := map[string]any{"reached": reached, "error": "NONE"}
	if code != "" {
		row["error"] = code
	}
	return row, nil
}

func (c *simCluster) hwCheckpoint(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err == nil {
		b.rm.CheckpointHighWatermarks(c.of(b))
	}
	return none(err)
}

func (c *simCluster) shrinkCheck(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err != nil {
		return nil, err
	}
	if !b.rm.Hosts(partitionNamed(op)) {
		return nil, kerr.ErrIllegalState.With("not hosted")
	}
	b.rm.ShrinkISR(c.of(b), partitionNamed(op))
	return none(nil)
}

// become makes a broker the leader or a follower of a partition without the controller.
func (c *simCluster) become(op node) (any, error) {
	b, err := running(c.named(op, "broker"))
	if err != nil {
		return nil, err
	}
	name := partitionNamed(op)
	p := registrationOf(op)
	if p.Topic, p.Number, err = partitionOf(name); err != nil {
		return nil, err
	}
	for range p.Replicas {
		p.Directories = append(p.Directories, unassigned)
	}
	isNew := op.flag("isNew", !b.rm.Hosts(name))
	run := b.rm.BecomeFollower
	if op.str("op", "") == "becomeLeader" {
		run = b.rm.BecomeLeader
	}
	returned, err := run(c.of(b), p, isNew)
	return map[string]any{"returned": returned}, err
}
