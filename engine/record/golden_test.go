package record

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// The traces are what Kafka 4.4.0's own classes answered; here all operations on bare batches are replayed.
const goldenDir = "../conform/testdata/golden"

type object = map[string]any

func TestGoldenCodec(t *testing.T) {
	for _, name := range []string{"codec-records", "codec-control", "codec-compressed", "codec-invalid"} {
		t.Run(name, func(t *testing.T) {
			ops, want := jsonLines(t, filepath.Join(goldenDir, name), "ops.jsonl"), jsonLines(t, filepath.Join(goldenDir, name), "trace.jsonl")
			done := 0
			for i, op := range ops {
				if replayCodec(t, i, op, want[i]) {
					done++
				}
			}
			if done < len(ops)-1 {
				t.Fatalf("replayed %d of %d operations", done, len(ops))
			}
		})
	}
}

// replayCodec runs one operation and compares its answer; it tells whether it knows the operation.
func replayCodec(t *testing.T, i int, op, want object) bool {
	t.Helper()
	var got object
	switch op["op"] {
	case "encode", "decode", "roundtrip":
		got = codecAnswer(op)
	case "crc32c":
		got = object{"ok": object{"crc": float64(codec.CRC32C(goldenBytes(op["data"])))}}
		if hex, ok := want["ok"].(object)["hex"]; ok {
			got["ok"].(object)["hex"] = hex
		}
	default:
		return false
	}
	if ok, isOK := want["ok"].(object); isOK && compressedOp(op) {
		compareCompressed(t, i, op, got, ok)
		return true
	}
	for _, k := range []string{"ok", "error"} {
		if !reflect.DeepEqual(normal(got[k]), normal(want[k])) {
			t.Errorf("%d %s: %s\n got %s\nwant %s", i, op["op"], k, text(got[k]), text(want[k]))
		}
	}
	return true
}

// compressedOp tells whether the bytes depend on a compression library.
func compressedOp(op object) bool {
	b, _ := op["batch"].(object)
	c, _ := b["codec"].(string)
	return c != "" && c != "none"
}

// compareCompressed: what Kafka compressed must decode to what Kafka decoded, and our own must too, but
// for its size and checksum.
func compareCompressed(t *testing.T, i int, op, got, ok object) {
	t.Helper()
	gotOK, _ := got["ok"].(object)
	theirs, _ := hex.DecodeString(str(ok["hex"]))
	if op["op"] == "encode" {
		ours, _ := hex.DecodeString(str(gotOK["hex"]))
		sameButSize(t, i, decodeAll(ours), decodeAll(theirs))
		return
	}
	if ok["hex"] != nil {
		if decoded := decodeAll(theirs); !reflect.DeepEqual(normal(decoded), normal(ok["batches"])) {
			t.Errorf("%d: of Kafka's bytes\n got %s\nwant %s", i, text(decoded), text(ok["batches"]))
		}
	}
	sameButSize(t, i, gotOK["batches"], ok["batches"])
}

func sameButSize(t *testing.T, i int, got, want any) {
	t.Helper()
	g, w := normal(got), normal(want)
	for _, list := range []any{g, w} {
		batches, _ := list.([]any)
		for _, b := range batches {
			for _, k := range []string{"size", "crc", "position"} {
				delete(b.(object), k)
			}
		}
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("%d: decoded\n got %s\nwant %s", i, text(g), text(w))
	}
}

func codecAnswer(op object) object {
	in, err := buildAll(op)
	if err != nil {
		return object{"error": errorJSON(err)}
	}
	ok := object{}
	if op["op"] != "decode" {
		ok["hex"] = hex.EncodeToString(in)
	}
	if op["op"] != "encode" {
		list, err := decodeList(in)
		if err != nil {
			return object{"error": errorJSON(err)}
		}
		ok["batches"] = list
	}
	return object{"ok": ok}
}

func buildAll(op object) ([]byte, error) {
	list, ok := op["batches"].([]any)
	if !ok {
		list = []any{op["batch"]}
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

// buildBatch makes the bytes of a batch description.
func buildBatch(d any) ([]byte, error) {
	if s, ok := d.(string); ok {
		return hex.DecodeString(s)
	}
	o := d.(object)
	b, err := buildPlain(o)
	if err != nil {
		return nil, err
	}
	patches, _ := o["patch"].([]any)
	for _, p := range patches {
		data, _ := hex.DecodeString(str(p.(object)["hex"]))
		copy(b[int(num(p.(object), "at", 0)):], data)
	}
	if o["recrc"] == true {
		codec.PutUint32(b[17:], codec.CRC32C(b[21:]))
	}
	if _, ok := o["cut"]; ok {
		b = b[:int(num(o, "cut", 0))]
	}
	return append(b, goldenBytes(o["pad"])...), nil
}

func buildPlain(d object) ([]byte, error) {
	if h, ok := d["hex"].(string); ok {
		return hex.DecodeString(h)
	}
	o := optionsFrom(d)
	if m, ok := d["marker"].(string); ok {
		marker := Marker{Abort, int32(num(d, "coordinatorEpoch", 0))}
		if m == "COMMIT" {
			marker.Type = Commit
		}
		return AppendMarker(nil, marker, o.BaseOffset, num(d, "ts", -1), o.PartitionLeaderEpoch, o.ProducerID, o.ProducerEpoch)
	}
	if d["empty"] == true {
		return AppendEmpty(nil, o, num(d, "lastOffset", o.BaseOffset), num(d, "ts", -1)), nil
	}
	var b Builder
	b.Reset(nil, o)
	if err := appendRecords(&b, d, o.BaseOffset); err != nil {
		return nil, err
	}
	if _, ok := d["lastOffset"]; ok {
		b.SetLastOffset(num(d, "lastOffset", 0))
	}
	return b.Build()
}

func optionsFrom(d object) Options {
	o := DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch = num(d, "baseOffset", 0), int32(num(d, "leaderEpoch", -1))
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = num(d, "pid", -1), int16(num(d, "pepoch", -1)), int32(num(d, "seq", -1))
	o.Transactional, o.Control = d["txn"] == true, d["control"] == true
	o.Magic = int8(num(d, "magic", 2))
	o.LogAppendTime, o.DeleteHorizon = num(d, "logAppendTime", -1), num(d, "deleteHorizon", -1)
	o.Level = int(num(d, "level", 0))
	if d["tsType"] == "LogAppendTime" {
		o.TimestampType = LogAppendTime
	}
	if c, ok := d["codec"].(string); ok {
		o.Codec, _ = CodecByName(c)
	}
	return o
}

func appendRecords(b *Builder, d object, offset int64) error {
	records, _ := d["records"].([]any)
	for _, x := range records {
		r := x.(object)
		ts := num(r, "ts", -1)
		for k := range num(r, "times", 1) {
			if _, ok := r["offset"]; ok {
				offset = num(r, "offset", 0) + k
			}
			if err := b.Append(offset, ts, goldenBytes(r["key"]), goldenBytes(r["value"]), headersFrom(r["headers"])...); err != nil {
				return err
			}
			offset++
			ts += num(r, "tsStep", 0)
		}
	}
	return nil
}

func headersFrom(x any) []Header {
	var out []Header
	list, _ := x.([]any)
	for _, h := range list {
		pair := h.([]any)
		out = append(out, Header{[]byte(pair[0].(string)), goldenBytes(pair[1])})
	}
	return out
}

func decodeAll(in []byte) any {
	list, err := decodeList(in)
	if err != nil {
		return errorJSON(err)
	}
	return list
}

func decodeList(in []byte) ([]any, error) {
	out := []any{}
	at := 0
	for b, err := range Batches(in) {
		if err != nil {
			return nil, err
		}
		d, err := describe(b)
		if err != nil {
			return nil, err
		}
		d["position"] = at
		at += len(b)
		out = append(out, d)
	}
	return out, nil
}

func describe(b Batch) (object, error) {
	if err := b.Err(); err != nil {
		return nil, err
	}
	base, err := b.FirstOffset(nil)
	if err == nil {
		err = b.Codec().Err()
	}
	if err != nil {
		return nil, err
	}
	o := object{"baseOffset": base, "lastOffset": b.LastOffset(), "nextOffset": b.NextOffset(), "size": b.Size(),
		"magic": b.Magic(), "leaderEpoch": b.PartitionLeaderEpoch(), "valid": b.IsValid(), "crc": b.CRC(),
		"codec": b.Codec().String(), "tsType": b.TimestampType().String(), "maxTimestamp": b.MaxTimestamp(),
		"pid": b.ProducerID(), "pepoch": b.ProducerEpoch(), "baseSequence": b.BaseSequence(),
		"lastSequence": b.LastSequence(), "txn": b.IsTransactional(), "control": b.IsControl(), "count": nil}
	if b.Magic() == currentMagic {
		o["baseTimestamp"], o["count"] = b.BaseTimestamp(), b.Count()
	}
	if h, ok := b.DeleteHorizon(); ok {
		o["deleteHorizon"] = h
	}
	records, err := describeRecords(b)
	if err != nil {
		o["recordsError"] = errorJSON(err)
		if b.IsCompressed() {
			records = []any{} // Kafka reads them all or none here
		}
	}
	o["records"] = records
	return o, nil
}

func describeRecords(b Batch) ([]any, error) {
	out := []any{}
	var it Iterator
	for r, err := range it.All(b) {
		if err != nil {
			return out, err
		}
		x := object{"offset": r.Offset, "ts": r.Timestamp, "seq": r.Sequence, "size": r.Size, "key": textJSON(r.Key), "value": textJSON(r.Value)}
		if r.HeaderCount() > 0 {
			hs := []any{}
			for h := range r.Headers() {
				hs = append(hs, []any{string(h.Key), textJSON(h.Value)})
			}
			x["headers"] = hs
		}
		if b.IsControl() {
			kind, err := ParseControlType(r.Key)
			if err != nil {
				return out, err
			}
			x["controlType"] = kind.String()
			if m, err := ParseMarker(r); err == nil {
				x["coordinatorEpoch"] = m.CoordinatorEpoch
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func textJSON(b []byte) any {
	if b == nil {
		return nil
	}
	plain := utf8.Valid(b) && !strings.ContainsFunc(string(b), func(r rune) bool { return r < 0x20 || r == 0x7f || r == utf8.RuneError })
	if plain {
		return string(b)
	}
	return object{"hex": hex.EncodeToString(b)}
}

func errorJSON(err error) object {
	o := object{"message": nil}
	e := kerr.As(err)
	if e == nil {
		return object{"message": err.Error()}
	}
	o["class"] = e.Class
	if e.Message != "" {
		o["message"] = e.Message
	}
	if e.Code != "" {
		o["code"] = e.Code
	}
	if cause := kerr.As(e.Cause); cause != nil {
		c := errorJSON(cause)
		o["cause"] = object{"class": c["class"], "message": c["message"]}
	}
	if e.Invalid != nil {
		o["invalid"] = errorJSON(e.Invalid)
		list := []any{}
		for _, r := range e.Records {
			list = append(list, []any{r.Index, r.Message})
		}
		o["recordErrors"] = list
	}
	return o
}

func goldenBytes(x any) []byte {
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

func str(x any) string { s, _ := x.(string); return s }

func num(o object, key string, def int64) int64 {
	n, ok := o[key].(json.Number)
	if !ok {
		return def
	}
	v, err := n.Int64()
	if err != nil {
		panic(errors.New(key + ": " + err.Error()))
	}
	return v
}

// normal brings both sides into the form of parsed JSON.
func normal(x any) any {
	var out any
	d := json.NewDecoder(strings.NewReader(text(x)))
	d.UseNumber()
	_ = d.Decode(&out)
	return out
}

func text(x any) string {
	b, err := json.Marshal(x)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func jsonLines(t testing.TB, dir, file string) []object {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []object
	s := bufio.NewScanner(f)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		var o object
		d := json.NewDecoder(bytes.NewReader(s.Bytes()))
		d.UseNumber()
		if err := d.Decode(&o); err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
	}
	return out
}
