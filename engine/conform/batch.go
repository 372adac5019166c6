package conform

import (
	"logarium/engine/codec"
	"logarium/engine/record"
)

// batches makes the bytes of an operation's "hex", "batches" or "batch".
func batches(op node) ([]byte, error) {
	if op.has("hex") {
		return hexBytes(op.str("hex", ""))
	}
	list, many := op["batches"].([]any)
	if !many {
		return buildBatch(op["batch"])
	}
	var all []byte
	for _, d := range list {
		b, err := buildBatch(d)
		if err != nil {
			return nil, err
		}
		all = append(all, b...)
	}
	return all, nil
}

// buildBatch makes the bytes of one description, and damages them as it says.
func buildBatch(description any) ([]byte, error) {
	if s, ok := description.(string); ok {
		return hexBytes(s)
	}
	d := object(description)
	if d == nil {
		return nil, &badOperation{"a batch is expected"}
	}
	b, err := buildWhole(d)
	if err != nil {
		return nil, err
	}
	for _, p := range d.list("patch") {
		patch, err := hexBytes(object(p).str("hex", ""))
		at := object(p).num("at", 0)
		if err != nil || at < 0 || at+int64(len(patch)) > int64(len(b)) {
			return nil, &badOperation{"a patch does not fit into its batch"}
		}
		copy(b[at:], patch)
	}
	if d.flag("recrc", false) && len(b) >= record.HeaderSize {
		codec.PutUint32(b[17:], codec.CRC32C(b[21:]))
	}
	return resize(b, d)
}

// resize cuts a batch, or puts bytes behind it; a cut behind its end fills up with zeros.
func resize(b []byte, d node) ([]byte, error) {
	if d.has("cut") {
		n := d.num("cut", 0)
		if n < 0 || n > 1<<20 {
			return nil, &badOperation{"a cut does not fit its batch"}
		}
		b = append(b, make([]byte, max(0, int(n)-len(b)))...)[:n]
	}
	pad, err := data(d["pad"])
	return append(b, pad...), err
}

func buildWhole(d node) ([]byte, error) {
	if d.has("hex") {
		return hexBytes(d.str("hex", ""))
	}
	o, err := options(d)
	if err != nil {
		return nil, err
	}
	switch {
	case d.has("marker"):
		m := record.Marker{Type: record.Abort, CoordinatorEpoch: int32(d.num("coordinatorEpoch", 0))}
		if d.str("marker", "") == "COMMIT" {
			m.Type = record.Commit
		}
		return record.AppendMarker(nil, m, o.BaseOffset, d.num("ts", -1), o.PartitionLeaderEpoch, o.ProducerID, o.ProducerEpoch)
	case d.flag("empty", false):
		return record.AppendEmpty(nil, o, d.num("lastOffset", o.BaseOffset), d.num("ts", -1)), nil
	}
	var b record.Builder
	b.Reset(nil, o)
	if err := appendRecords(&b, d, o.BaseOffset); err != nil {
		return nil, err
	}
	if d.has("lastOffset") {
		b.SetLastOffset(d.num("lastOffset", 0))
	}
	return b.Build()
}

func options(d node) (record.Options, error) {
	o := record.DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch = d.num("baseOffset", 0), int32(d.num("leaderEpoch", -1))
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = d.num("pid", -1), int16(d.num("pepoch", -1)), int32(d.num("seq", -1))
	o.Transactional, o.Control = d.flag("txn", false), d.flag("control", false)
	o.Magic, o.Level = int8(d.num("magic", 2)), int(d.num("level", 0))
	o.LogAppendTime, o.DeleteHorizon = d.num("logAppendTime", -1), d.num("deleteHorizon", -1)
	if d.str("tsType", "") == "LogAppendTime" {
		o.TimestampType = record.LogAppendTime
	}
	var err error
	o.Codec, err = record.CodecByName(d.str("codec", "none"))
	return o, err
}

func appendRecords(b *record.Builder, d node, offset int64) error {
	for _, x := range d.list("records") {
		r := object(x)
		key, err := data(r["key"])
		if err != nil {
			return err
		}
		value, err := data(r["value"])
		if err != nil {
			return err
		}
		headers, err := headers(r.list("headers"))
		if err != nil {
			return err
		}
		ts := r.num("ts", -1)
		for k := range r.num("times", 1) {
			if r.has("offset") {
				offset = r.num("offset", 0) + k
			}
			if err := b.Append(offset, ts, key, value, headers...); err != nil {
				return err
			}
			offset++
			ts += r.num("tsStep", 0)
		}
	}
	return nil
}

func headers(list []any) ([]record.Header, error) {
	var out []record.Header
	for _, h := range list {
		pair, _ := h.([]any)
		if len(pair) != 2 {
			return nil, &badOperation{"a header is [name, value]"}
		}
		name, err := data(pair[0])
		if err != nil {
			return nil, err
		}
		value, err := data(pair[1])
		if err != nil {
			return nil, err
		}
		out = append(out, record.Header{Key: name, Value: value})
	}
	return out, nil
}
