package conform

import (
	"cmp"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"logarium/engine/record"
)

// decode describes the batches in a buffer.
func (d *Driver) decode(in []byte, withRecords bool) ([]any, error) {
	out := []any{}
	at := 0
	for b, err := range record.Batches(in) {
		if err != nil {
			return nil, err
		}
		row, err := d.describe(b, withRecords)
		if err != nil {
			return nil, err
		}
		row["position"] = at
		at += len(b)
		out = append(out, row)
	}
	return out, nil
}

// codecOfShort is the error of an unknown codec in a batch that ends within its header: the oracle asks for it after the last offset, and before
// the fields that are not there.
func codecOfShort(b record.Batch) error {
	if len(b) < 27 {
		return nil
	}
	return record.Codec(b[22] & 7).Err()
}

// describe is every header field of a batch, and its records.
func (d *Driver) describe(b record.Batch, withRecords bool) (map[string]any, error) {
	if err := b.Err(); err != nil {
		return nil, cmp.Or(codecOfShort(b), err)
	}
	base, err := b.FirstOffset(nil)
	if err == nil {
		err = b.Codec().Err()
	}
	if err != nil {
		return nil, err
	}
	o := map[string]any{"baseOffset": base, "lastOffset": b.LastOffset(), "nextOffset": b.NextOffset(), "size": b.Size(),
		"magic": b.Magic(), "leaderEpoch": b.PartitionLeaderEpoch(), "valid": b.IsValid(), "crc": b.CRC(),
		"codec": b.Codec().String(), "tsType": b.TimestampType().String(), "maxTimestamp": b.MaxTimestamp(),
		"pid": b.ProducerID(), "pepoch": b.ProducerEpoch(), "baseSequence": b.BaseSequence(),
		"lastSequence": b.LastSequence(), "txn": b.IsTransactional(), "control": b.IsControl(), "count": nil}
	if b.Magic() >= 2 {
		o["baseTimestamp"], o["count"] = b.BaseTimestamp(), b.Count()
	}
	if h, ok := b.DeleteHorizon(); ok {
		o["deleteHorizon"] = h
	}
	if withRecords {
		d.addRecords(o, b)
	}
	return o, nil
}

func (d *Driver) addRecords(o map[string]any, b record.Batch) {
	records, err := describeRecords(b)
	if err != nil {
		o["recordsError"] = d.failure(err)
		if b.IsCompressed() {
			records = []any{} // Kafka reads them all or none here
		}
	}
	o["records"] = records
}

func describeRecords(b record.Batch) ([]any, error) {
	out := []any{}
	var it record.Iterator
	for r, err := range it.All(b) {
		if err != nil {
			return out, err
		}
		x := map[string]any{"offset": r.Offset, "ts": r.Timestamp, "seq": r.Sequence, "size": r.Size, "key": text(r.Key), "value": text(r.Value)}
		if r.HeaderCount() > 0 {
			x["headers"] = describeHeaders(r)
		}
		if b.IsControl() {
			if err := describeControl(x, r); err != nil {
				return out, err
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func describeHeaders(r *record.Record) []any {
	var hs []any
	for h := range r.Headers() {
		hs = append(hs, []any{string(h.Key), text(h.Value)})
	}
	return hs
}

func describeControl(x map[string]any, r *record.Record) error {
	kind, err := record.ParseControlType(r.Key)
	if err != nil {
		return err
	}
	x["controlType"] = kind.String()
	if m, err := record.ParseMarker(r); err == nil {
		x["coordinatorEpoch"] = m.CoordinatorEpoch
	}
	return nil
}

// text is bytes as a JSON string where they are plain text, as {"hex": ..} otherwise.
func text(b []byte) any {
	if b == nil {
		return nil
	}
	plain := utf8.Valid(b) && !strings.ContainsFunc(string(b), func(r rune) bool { return r < 0x20 || r == 0x7f || r == utf8.RuneError })
	if plain {
		return string(b)
	}
	return map[string]any{"hex": hex.EncodeToString(b)}
}
