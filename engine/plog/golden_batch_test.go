package plog

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"

	"logarium/engine/codec"
	"logarium/engine/record"
)

type object = map[string]any

func str(x any) string { s, _ := x.(string); return s }

func num(o object, key string, def int64) int64 {
	n, ok := o[key].(json.Number)
	if !ok {
		return def
	}
	v, err := n.Int64()
	if err != nil {
		panic(key + ": " + err.Error())
	}
	return v
}

// batchesOf makes the bytes that an operation appends.
func batchesOf(op object) ([]byte, error) {
	if h, ok := op["hex"].(string); ok {
		return hex.DecodeString(h)
	}
	list, ok := op["batches"].([]any)
	if !ok {
		list = []any{op["batch"]}
	}
	var all []byte
	for _, d := range list {
		b, err := batchOf(d)
		if err != nil {
			return nil, err
		}
		all = append(all, b...)
	}
	return all, nil
}

func batchOf(d any) ([]byte, error) {
	if s, ok := d.(string); ok {
		return hex.DecodeString(s)
	}
	o := d.(object)
	b, err := plainBatch(o)
	if err != nil {
		return nil, err
	}
	patches, _ := o["patch"].([]any)
	for _, p := range patches {
		copy(b[int(num(p.(object), "at", 0)):], bytesOf(object{"hex": p.(object)["hex"]}))
	}
	if o["recrc"] == true {
		codec.PutUint32(b[17:], codec.CRC32C(b[21:]))
	}
	if _, ok := o["cut"]; ok {
		b = b[:int(num(o, "cut", 0))]
	}
	return append(b, bytesOf(o["pad"])...), nil
}

func plainBatch(d object) ([]byte, error) {
	if h, ok := d["hex"].(string); ok {
		return hex.DecodeString(h)
	}
	o := batchOptions(d)
	if m, ok := d["marker"].(string); ok {
		marker := record.Marker{Type: record.Abort, CoordinatorEpoch: int32(num(d, "coordinatorEpoch", 0))}
		if m == "COMMIT" {
			marker.Type = record.Commit
		}
		return record.AppendMarker(nil, marker, o.BaseOffset, num(d, "ts", -1), o.PartitionLeaderEpoch, o.ProducerID, o.ProducerEpoch)
	}
	if d["empty"] == true {
		return record.AppendEmpty(nil, o, num(d, "lastOffset", o.BaseOffset), num(d, "ts", -1)), nil
	}
	var b record.Builder
	b.Reset(nil, o)
	if err := appendRecords(&b, d, o.BaseOffset); err != nil {
		return nil, err
	}
	if _, ok := d["lastOffset"]; ok {
		b.SetLastOffset(num(d, "lastOffset", 0))
	}
	return b.Build()
}

func batchOptions(d object) record.Options {
	o := record.DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch = num(d, "baseOffset", 0), int32(num(d, "leaderEpoch", -1))
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = num(d, "pid", -1), int16(num(d, "pepoch", -1)), int32(num(d, "seq", -1))
	o.Transactional, o.Control = d["txn"] == true, d["control"] == true
	o.Magic = int8(num(d, "magic", 2))
	o.LogAppendTime, o.DeleteHorizon = num(d, "logAppendTime", -1), num(d, "deleteHorizon", -1)
	o.Level = int(num(d, "level", 0))
	if d["tsType"] == "LogAppendTime" {
		o.TimestampType = record.LogAppendTime
	}
	if c, ok := d["codec"].(string); ok {
		o.Codec, _ = record.CodecByName(c)
	}
	return o
}

func appendRecords(b *record.Builder, d object, offset int64) error {
	records, _ := d["records"].([]any)
	for _, x := range records {
		r := x.(object)
		ts := num(r, "ts", -1)
		for k := range num(r, "times", 1) {
			if _, ok := r["offset"]; ok {
				offset = num(r, "offset", 0) + k
			}
			if err := b.Append(offset, ts, bytesOf(r["key"]), bytesOf(r["value"]), headersOf(r["headers"])...); err != nil {
				return err
			}
			offset++
			ts += num(r, "tsStep", 0)
		}
	}
	return nil
}

func headersOf(x any) []record.Header {
	var out []record.Header
	list, _ := x.([]any)
	for _, h := range list {
		pair := h.([]any)
		out = append(out, record.Header{Key: []byte(pair[0].(string)), Value: bytesOf(pair[1])})
	}
	return out
}

func bytesOf(x any) []byte {
	switch v := x.(type) {
	case string:
		return []byte(v)
	case object:
		if h, ok := v["hex"].(string); ok {
			b, _ := hex.DecodeString(strings.ReplaceAll(h, " ", ""))
			return append([]byte{}, b...)
		}
		if s, ok := v["b64"].(string); ok {
			b, _ := base64.StdEncoding.DecodeString(s)
			return b
		}
		return append([]byte{}, bytes.Repeat([]byte(str(v["fill"])), int(num(v, "n", 0)))...)
	}
	return nil
}
