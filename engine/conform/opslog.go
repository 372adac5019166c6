package conform

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
)

func logOperations() map[string]operation {
	on := func(run func(d *Driver, l *openLog, op node) (any, error)) operation {
		return func(d *Driver, op node) (any, error) {
			l, err := d.log()
			if err != nil {
				return nil, err
			}
			return run(d, l, op)
		}
	}
	return map[string]operation{
		"open": (*Driver).openLog, "close": on((*Driver).closeLog), "delete": on((*Driver).deleteLog), "renameDir": on((*Driver).renameDir),
		"appendLeader": on((*Driver).appendLeader), "appendFollower": on((*Driver).appendFollower), "startVerification": on((*Driver).startVerification),
		"read": on((*Driver).read), "listOffsets": either((*simCluster).listOffsets, on((*Driver).listOffsets)), "collectAbortedTxns": on((*Driver).collectAborted),
		"updateHighWatermark": on((*Driver).updateHighWatermark), "maybeIncrementHighWatermark": on((*Driver).maybeIncrementHighWatermark),
		"maybeUpdateHighWatermark": on((*Driver).maybeUpdateHighWatermark),
		"roll":                     on((*Driver).roll), "deleteOldSegments": on((*Driver).deleteOldSegments), "flush": on((*Driver).flush),
		"deleteRecords": either((*simCluster).deleteRecords, on((*Driver).deleteRecords)), "incrementLogStartOffset": on((*Driver).incrementLogStartOffset),
		"truncateTo": on((*Driver).truncateTo), "truncateFullyAndStartAt": on((*Driver).truncateFully),
		"takeProducerSnapshot": on((*Driver).takeSnapshot), "removeExpiredProducers": on((*Driver).removeExpired),
		"assignEpochStartOffset": on((*Driver).assignEpoch), "endOffsetForEpoch": on((*Driver).endOffsetForEpoch), "latestEpoch": on((*Driver).latestEpoch),
		"updateConfig": on((*Driver).updateConfig), "segmentIndex": on((*Driver).segmentIndex),
		"logString": on(func(d *Driver, l *openLog, _ node) (any, error) {
			return map[string]any{"log": d.norm(l.String())}, nil
		}),
	}
}

func (d *Driver) openLog(op node) (any, error) {
	if _, ok := d.logs[d.current]; ok {
		return nil, kerr.New("IllegalStateException", "already open")
	}
	if op.has("now") {
		if _, err := d.setClock(op); err != nil {
			return nil, err
		}
	}
	if op.has("jitters") {
		d.jitters = nil
		for _, j := range op.list("jitters") {
			d.jitters = append(d.jitters, number(j))
		}
	}
	o, err := d.openOptions(op)
	if err != nil {
		return nil, err
	}
	l, err := plog.Open(d.env(), o)
	if l != nil {
		d.owner[o.Owner] = &openLog{Log: l, name: d.current}
	}
	if err != nil {
		return nil, err
	}
	d.logs[d.current] = d.owner[o.Owner]
	return none(nil)
}

func (d *Driver) openOptions(op node) (plog.Options, error) {
	dir := path.Join(root, d.current)
	topic, number, err := partitionOf(path.Base(d.current))
	if err != nil {
		return plog.Options{}, err
	}
	o := plog.Options{
		Partition: event.Partition{Topic: topic, Number: number, LogDir: path.Dir(dir)}, Owner: fmt.Sprintf("%s#%d", d.current, len(d.owner)), Config: settings(op),
		LogStartOffset: op.num("logStartOffset", 0), RecoveryPoint: op.num("recoveryPoint", 0), CleanShutdown: op.flag("lastShutdownClean", true),
		Producers: producer.Config{
			ExpirationMs: op.num("producerIdExpirationMs", 86400000), MaxTxnTimeoutMs: op.num("maxTransactionTimeoutMs", 900000), Verification: op.flag("txnVerification", false),
		},
		ProducerExpirationCheckMs: op.num("producerIdExpirationCheckIntervalMs", 600000),
	}
	if id := op.str("topicId", ""); id != "" {
		o.TopicID, err = checkpoint.ParseUUID(id)
	}
	return o, err
}

// settings are an operation's "config" as a log reads them.
func settings(op node) *config.Log {
	var p config.Properties
	given := op.strings("config")
	for _, name := range sortedKeys(given) {
		p = p.With(name, given[name])
	}
	return config.Broker{}.Log(p)
}

func (d *Driver) closeLog(l *openLog, op node) (any, error) {
	env := d.env()
	var err error
	if !op.flag("raw", false) {
		if err = l.PrepareClose(env); err == nil {
			err = l.Flush(env, true)
		}
	}
	if err == nil {
		err = l.Close(env)
	}
	if err != nil {
		return nil, err
	}
	delete(d.logs, l.name)
	if op.flag("dropTasks", false) {
		d.cancelAll()
	}
	return none(nil)
}

func (d *Driver) deleteLog(l *openLog, _ node) (any, error) {
	if err := l.Delete(d.env()); err != nil {
		return nil, err
	}
	delete(d.logs, l.name)
	return none(nil)
}

func (d *Driver) renameDir(l *openLog, op node) (any, error) {
	return none(l.RenameDir(d.env(), op.str("to", ""), op.flag("reinit", true)))
}

func (d *Driver) appendLeader(l *openLog, op node) (any, error) {
	b, err := batches(op)
	if err != nil {
		return nil, err
	}
	how := howToAppend(op)
	if op.flag("guard", false) {
		how.Guard = d.guard
	}
	info, err := l.AppendLeader(d.env(), b, int32(op.num("epoch", 0)), how)
	if err != nil {
		return nil, err
	}
	if op.flag("hw", false) {
		if _, err := l.UpdateHighWatermark(d.env(), l.LogEndOffset()); err != nil {
			return nil, err
		}
	}
	return appendRow(info), nil
}

func (d *Driver) appendFollower(l *openLog, op node) (any, error) {
	b, err := batches(op)
	if err != nil {
		return nil, err
	}
	info, err := l.AppendFollower(d.env(), b, int32(op.num("epoch", 1<<31-1)))
	if err != nil {
		return nil, err
	}
	return appendRow(info), nil
}

func appendRow(a plog.AppendInfo) map[string]any {
	row := map[string]any{
		"firstOffset": a.FirstOffset, "lastOffset": a.LastOffset, "lastLeaderEpoch": nil, "maxTimestamp": a.MaxTimestamp, "logAppendTime": a.LogAppendTime,
		"logStartOffset": a.LogStartOffset, "numMessages": a.NumMessages, "validBytes": a.ValidBytes, "sourceCompression": a.Codec.String(),
	}
	if a.LastLeaderEpoch != record.NoLeaderEpoch {
		row["lastLeaderEpoch"] = a.LastLeaderEpoch
	}
	return row
}

func (d *Driver) startVerification(l *openLog, op node) (any, error) {
	var err error
	d.guard, err = l.StartVerification(d.env(), op.num("pid", 0), int32(op.num("seq", 0)), int16(op.num("pepoch", 0)), op.flag("supportsEpochBump", true))
	return map[string]any{"sentinel": d.guard == 0}, err
}

func (d *Driver) read(l *openLog, op node) (any, error) {
	isolation := map[string]plog.Isolation{"LOG_END": plog.LogEnd, "HIGH_WATERMARK": plog.HighWatermark, "TXN_COMMITTED": plog.TxnCommitted}
	env := d.env()
	f, err := l.Read(env, op.num("offset", 0), int32(op.num("maxBytes", 1<<20)), isolation[op.str("isolation", "LOG_END")], op.flag("minOneMessage", true), nil)
	if err != nil {
		return nil, err
	}
	b, err := l.Bytes(env, &f, nil)
	if err != nil {
		return nil, err
	}
	return d.fetchRow(f, b, op)
}

func (d *Driver) fetchRow(f plog.FetchInfo, b []byte, op node) (any, error) {
	sum := sha256.Sum256(b)
	row := map[string]any{
		"messageOffset": f.Meta.Offset, "segmentBase": f.Meta.SegmentBase, "position": f.Meta.Position, "bytes": len(b),
		"sha": hex.EncodeToString(sum[:])[:d.shaLen], "firstEntryIncomplete": f.Incomplete,
	}
	if op.flag("hex", false) && int64(len(b)) <= d.hexLimit {
		row["hex"] = hex.EncodeToString(b)
	}
	if f.HasAborted {
		aborted := []any{}
		for _, a := range f.Aborted {
			aborted = append(aborted, []any{a.ProducerID, a.FirstOffset})
		}
		row["aborted"] = aborted
	}
	list := []any{}
	if !f.Incomplete {
		for batch, err := range record.Batches(b) {
			if err != nil {
				return nil, err
			}
			base, err := batch.FirstOffset(nil)
			if err != nil {
				return nil, err
			}
			list = append(list, []any{base, batch.LastOffset()})
		}
	}
	row["batches"] = list
	return row, nil
}

func (d *Driver) listOffsets(l *openLog, op node) (any, error) {
	f, err := l.OffsetForTimestamp(d.env(), op.num("ts", 0), nil)
	if err != nil || !f.Found {
		return map[string]any{"offset": nil}, err
	}
	row := map[string]any{"timestamp": f.Timestamp, "offset": f.Offset, "leaderEpoch": nil}
	if f.LeaderEpoch != plog.NoEpoch || f.Tiered {
		row["leaderEpoch"] = f.LeaderEpoch
	}
	return row, nil
}

func (d *Driver) collectAborted(l *openLog, op node) (any, error) {
	list, err := l.CollectAborted(d.env(), op.num("start", 0), op.num("upper", 0))
	return map[string]any{"aborted": abortedRows(list)}, err
}

func (d *Driver) updateHighWatermark(l *openLog, op node) (any, error) {
	hw, err := l.UpdateHighWatermark(d.env(), op.num("offset", l.LogEndOffset()))
	return map[string]any{"hw": hw}, err
}

func (d *Driver) maybeIncrementHighWatermark(l *openLog, op node) (any, error) {
	env := d.env()
	to, err := l.Locate(env, op.num("offset", 0))
	if err != nil {
		return nil, err
	}
	old, changed, err := l.MaybeIncrementHighWatermark(env, to)
	if err != nil || !changed {
		return map[string]any{"old": nil}, err
	}
	return map[string]any{"old": old.Offset}, nil
}

func (d *Driver) maybeUpdateHighWatermark(l *openLog, op node) (any, error) {
	hw, changed, err := l.MaybeUpdateHighWatermark(d.env(), op.num("offset", 0))
	if err != nil || !changed {
		return map[string]any{"changed": nil}, err
	}
	return map[string]any{"changed": hw}, nil
}
