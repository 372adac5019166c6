package plog

import (
	"encoding/hex"
	"strings"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// perform runs an operation and returns its answer, nil if it is not compared.
func (g *goldenMachine) perform(op object) (any, error) {
	env, l := g.env(), g.log
	if l == nil && needsLog(str(op["op"])) {
		return nil, kerr.ErrIllegalState.With("log not open: %s", g.name)
	}
	switch str(op["op"]) {
	case "meta", "encode", "decode", "dump", "fsDecode", "snapshotRead":
		return nil, nil
	case "options":
		if run, ok := op["runTasks"].(bool); ok {
			g.hold = !run
		}
		return nil, nil
	case "tasks":
		return object{"tasks": g.tasks()}, nil
	case "advance":
		limit := g.clock.Now() + num(op, "ms", 0)
		g.runTasks(limit)
		return nil, nil
	case "runTasks":
		g.runTasks(g.clock.Now())
		return nil, nil
	case "open":
		return object{}, g.open(op)
	case "appendLeader":
		return g.appendLeader(op)
	case "appendFollower":
		b, err := batchesOf(op)
		if err != nil {
			return nil, err
		}
		info, err := l.AppendFollower(env, b, int32(num(op, "epoch", 0)))
		return appendAnswer(info), err
	case "startVerification":
		guard, err := l.StartVerification(env, num(op, "pid", 0), int32(num(op, "seq", 0)), int16(num(op, "pepoch", 0)), op["supportsEpochBump"] != false)
		g.guard = guard
		return object{"sentinel": guard == 0}, err
	case "read":
		return g.readOp(op)
	case "listOffsets":
		f, err := l.OffsetForTimestamp(env, num(op, "ts", 0), nil)
		if !f.Found {
			return object{"offset": nil}, err
		}
		o := object{"timestamp": f.Timestamp, "offset": f.Offset, "leaderEpoch": nil}
		if f.LeaderEpoch >= 0 || f.Tiered {
			o["leaderEpoch"] = f.LeaderEpoch
		}
		return o, err
	case "updateHighWatermark":
		hw, err := l.UpdateHighWatermark(env, num(op, "offset", l.LogEndOffset()))
		return object{"hw": hw}, err
	case "maybeUpdateHighWatermark":
		_, _, err := l.MaybeUpdateHighWatermark(env, num(op, "offset", 0))
		return nil, err
	case "maybeIncrementHighWatermark":
		_, _, err := l.MaybeIncrementHighWatermark(env, event.OffsetOnly(num(op, "offset", 0)))
		return nil, err
	case "roll":
		err := l.Roll(env, num(op, "expected", -1))
		return object{"base": l.ActiveBase()}, err
	case "deleteOldSegments":
		n, err := l.DeleteOldSegments(env)
		return object{"deleted": n}, err
	case "flush":
		if _, ok := op["offset"]; ok {
			return object{}, l.FlushTo(env, num(op, "offset", 0))
		}
		return object{}, l.Flush(env, op["forceFlushActiveSegment"] == true)
	case "takeProducerSnapshot":
		return object{}, l.TakeProducerSnapshot(env)
	case "deleteRecords":
		raised, err := l.DeleteRecords(env, num(op, "offset", 0))
		return object{"raised": raised, "logStartOffset": l.LogStartOffset()}, err
	case "incrementLogStartOffset":
		raised, err := l.IncrementLogStartOffset(env, num(op, "offset", 0), reasonOf(str(op["reason"])))
		return object{"raised": raised}, err
	case "truncateTo":
		cut, err := l.TruncateTo(env, num(op, "offset", 0))
		return object{"truncated": cut}, err
	case "truncateFullyAndStartAt":
		return object{}, l.TruncateFullyAndStartAt(env, num(op, "offset", 0), num(op, "logStartOffset", -1))
	case "assignEpochStartOffset":
		return object{}, l.AssignEpoch(env, int32(num(op, "epoch", 0)), num(op, "offset", 0))
	case "endOffsetForEpoch":
		epoch, offset := l.EndOffsetForEpoch(int32(num(op, "epoch", 0)))
		if epoch < 0 {
			return object{"epoch": nil}, nil
		}
		return object{"epoch": epoch, "offset": offset}, nil
	case "latestEpoch":
		epoch, _ := l.LatestEpoch()
		return object{"epoch": epoch}, nil
	case "removeExpiredProducers":
		env.Now = num(op, "now", env.Now)
		l.RemoveExpiredProducers(env)
		return nil, nil
	case "collectAbortedTxns":
		list, err := l.CollectAborted(env, num(op, "start", 0), num(op, "upper", 0))
		return object{"aborted": abortedJSON(list)}, err
	case "segmentIndex":
		return g.segmentIndex(op)
	case "logString":
		return object{"log": l.String()}, nil
	case "updateConfig":
		settings := config.Properties{}
		for k, v := range op["config"].(object) {
			settings = settings.With(k, str(v))
		}
		l.UpdateConfig(config.Broker{}.Log(settings))
		return object{}, nil
	case "close":
		return object{}, g.close(op)
	case "delete":
		return object{}, l.Delete(env)
	case "renameDir":
		return object{}, l.RenameDir(env, str(op["to"]), op["reinit"] != false)
	case "crash":
		g.disk.CloseAll(0)
		g.dropTasks()
		g.log = nil
		return object{}, nil
	}
	return nil, g.fileOp(op)
}

func needsLog(op string) bool {
	return op != "open" && op != "meta" && op != "advance" && op != "options" && op != "tasks" && op != "encode" && op != "crash" &&
		op != "runTasks" && op != "decode" && op != "dump" && op != "snapshotRead" && op != "clock" && op != "setClock" && !strings.HasPrefix(op, "fs")
}

func reasonOf(s string) string {
	switch s {
	case "SnapshotGenerated":
		return event.ForSnapshot
	case "ClientRecordDeletion":
		return event.ForDeleteRecords
	case "SegmentDeletion":
		return event.ForSegmentDeletion
	}
	return event.ForLeader
}

func (g *goldenMachine) close(op object) error {
	env, l := g.env(), g.log
	if op["raw"] != true {
		if err := l.PrepareClose(env); err != nil {
			return err
		}
		if err := l.Flush(env, true); err != nil {
			return err
		}
	}
	err := l.Close(env)
	if op["dropTasks"] == true {
		g.dropTasks()
	}
	return err
}

func (g *goldenMachine) appendLeader(op object) (any, error) {
	b, err := batchesOf(op)
	if err != nil {
		return nil, err
	}
	o := AppendOptions{TxnVersion: int16(num(op, "txnVersion", 0))}
	batch, _ := op["batch"].(object)
	switch str(op["origin"]) {
	case "COORDINATOR":
		o.Origin = record.Coordinator
	case "RAFT_LEADER":
		o.Origin = record.RaftLeader
	case "":
		if batch["marker"] != nil {
			o.Origin = record.Coordinator
		}
	}
	if op["guard"] == true {
		o.Guard = g.guard
	}
	info, err := g.log.AppendLeader(g.env(), b, int32(num(op, "epoch", 0)), o)
	if err != nil {
		return nil, err
	}
	if op["hw"] == true {
		_, err = g.log.UpdateHighWatermark(g.env(), g.log.LogEndOffset())
	}
	if compressed(batch) {
		return nil, err
	}
	return appendAnswer(info), err
}

func compressed(batch object) bool {
	c := str(batch["codec"])
	return c != "" && c != "none"
}

func appendAnswer(i AppendInfo) object {
	o := object{
		"firstOffset": i.FirstOffset, "lastOffset": i.LastOffset, "lastLeaderEpoch": nil, "maxTimestamp": i.MaxTimestamp,
		"logAppendTime": i.LogAppendTime, "logStartOffset": i.LogStartOffset, "numMessages": i.NumMessages,
		"validBytes": i.ValidBytes, "sourceCompression": i.Codec.String(),
	}
	if i.LastLeaderEpoch >= 0 {
		o["lastLeaderEpoch"] = i.LastLeaderEpoch
	}
	return o
}

func (g *goldenMachine) readOp(op object) (any, error) {
	isolation := LogEnd
	switch str(op["isolation"]) {
	case "HIGH_WATERMARK":
		isolation = HighWatermark
	case "TXN_COMMITTED":
		isolation = TxnCommitted
	}
	env, l := g.env(), g.log
	f, err := l.Read(env, num(op, "offset", 0), int32(num(op, "maxBytes", 1<<20)), isolation, op["minOneMessage"] != false, nil)
	if err != nil {
		return nil, err
	}
	b, err := l.Bytes(env, &f, nil)
	if err != nil {
		return nil, err
	}
	batches := []any{}
	for x, err := range record.Batches(b) {
		if err != nil {
			break
		}
		batches = append(batches, []any{x.BaseOffset(), x.LastOffset()})
	}
	o := object{
		"messageOffset": f.Meta.Offset, "segmentBase": f.Meta.SegmentBase, "position": f.Meta.Position, "bytes": f.Size,
		"sha": shaText(b), "firstEntryIncomplete": f.Incomplete, "batches": batches,
	}
	if op["hex"] == true {
		o["hex"] = hex.EncodeToString(b)
	}
	if f.HasAborted {
		list := []any{}
		for _, a := range f.Aborted {
			list = append(list, []any{a.ProducerID, a.FirstOffset})
		}
		o["aborted"] = list
	}
	return o, nil
}

func (g *goldenMachine) segmentIndex(op object) (any, error) {
	env, l := g.env(), g.log
	s := l.OpenSegment(num(op, "base", l.ActiveBase()))
	if s == nil {
		return nil, kerr.ErrIllegalArgument.With("no segment %d", num(op, "base", 0))
	}
	io := l.IO(env)
	offsets, times := []any{}, []any{}
	if _, err := s.OffsetEntry(io, 0); err != nil && s.IndexEntries() < 0 {
		return nil, err
	}
	for n := range max(s.IndexEntries(), 0) {
		e, err := s.OffsetEntry(io, n)
		if err != nil {
			return nil, err
		}
		offsets = append(offsets, []any{e.Offset, e.Position})
	}
	_, _ = s.TimeEntry(io, 0)
	for n := range max(s.TimeIndexEntries(), 0) {
		e, err := s.TimeEntry(io, n)
		if err != nil {
			return nil, err
		}
		times = append(times, []any{e.Timestamp, e.Offset})
	}
	aborted, err := s.AbortedTxns(io)
	if err != nil {
		return nil, err
	}
	txns := abortedJSON(aborted)
	ts, _, err := s.Max(io)
	if err != nil {
		return nil, err
	}
	largest, _, err := s.LargestTimestamp(io)
	return object{"base": s.Base(), "offset": offsets, "time": times, "txn": txns, "maxTimestampSoFar": ts, "largestTimestamp": largest}, err
}

func abortedJSON(list []index.AbortedTxn) []any {
	out := []any{}
	for _, a := range list {
		out = append(out, object{"pid": a.ProducerID, "firstOffset": a.FirstOffset, "lastOffset": a.LastOffset, "lastStableOffset": a.LastStableOffset})
	}
	return out
}
