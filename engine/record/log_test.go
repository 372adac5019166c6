package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"logarium/engine/kerr"
)

// topic is the smallest log that the traces of appends can be replayed on: it analyses, validates and keeps the
// bytes, and knows no segments but those that the trace names.
type topic struct {
	name  string
	conf  map[string]string
	next  int64
	all   []byte
	files map[string][]byte
	mixed bool // some bytes come from a compressor: files can't be compared
}

const traceStart = 1735689600000

func TestGoldenAppends(t *testing.T) {
	for _, dir := range []string{
		goldenDir + "/validation-errors", goldenDir + "/validation-decompressed", goldenDir + "/compression-topic",
		"testdata/damaged",
	} {
		t.Run(filepath.Base(dir), func(t *testing.T) { replayAppends(t, dir) })
	}
}

func replayAppends(t *testing.T, dir string) {
	ops, want := jsonLines(t, dir, "ops.jsonl"), jsonLines(t, dir, "trace.jsonl")
	now, logs := int64(traceStart), &topic{}
	var codecs Codecs
	done := 0
	for i, op := range ops {
		note := fmt.Sprintf("%d %v", i, op["note"])
		switch op["op"] {
		case "open":
			logs = openTopic(op)
		case "advance":
			now += num(op, "ms", 0)
		case "appendLeader":
			logs.replayAppend(t, note, op, want[i], now, &codecs)
			done++
		case "appendFollower":
			_, err := Analyze(mustBuild(t, op), AnalyzeOptions{Partition: logs.name, Origin: Replication, LeaderEpoch: 100, IgnoreSize: true, Monotonic: true})
			same(t, note, errorOf(err), want[i]["error"])
		case "fsDecode":
			sameButSize(t, i, decodeAllPlain(logs.all), want[i]["ok"].(object)["batches"])
		case "decode", "roundtrip":
			if replayDamaged(t, note, op, want[i]) {
				done++
			}
		}
	}
	t.Log(done, "operations compared")
}

func openTopic(op object) *topic {
	l := &topic{name: str(op["log"]), conf: map[string]string{}, files: map[string][]byte{}}
	conf, _ := op["config"].(object)
	for k, v := range conf {
		l.conf[k] = v.(string)
	}
	return l
}

func (l *topic) number(key string, def int64) int64 {
	if v, err := strconv.ParseInt(l.conf[key], 10, 64); err == nil {
		return v
	}
	return def
}

func (l *topic) replayAppend(t *testing.T, note string, op, want object, now int64, codecs *Codecs) {
	t.Helper()
	records := mustBuild(t, op)
	origin := Client
	if d, _ := op["batch"].(object); d["marker"] != nil {
		origin = Coordinator
	}
	info, v, err := l.append(records, origin, int32(num(op, "epoch", 0)), now, codecs)
	same(t, note, errorOf(err), want["error"])
	if err != nil || want["ok"] == nil {
		return
	}
	ok := object{"firstOffset": info.FirstOffset, "lastOffset": info.LastOffset, "lastLeaderEpoch": nil, "maxTimestamp": v.MaxTimestamp,
		"logAppendTime": v.LogAppendNow, "logStartOffset": 0, "numMessages": 0, "validBytes": info.ValidBytes, "sourceCompression": info.Codec.String()}
	if info.Batches > 0 {
		ok["firstOffset"], ok["lastOffset"], ok["numMessages"] = v.NextOffset-int64(v.Count), v.NextOffset-1, v.Count
	}
	if info.LastLeaderEpoch != NoLeaderEpoch {
		ok["lastLeaderEpoch"] = info.LastLeaderEpoch
	}
	theirs := want["ok"].(object)
	l.mixed = l.mixed || compressedOp(op) || info.Codec != None || v.Rebuilt && l.conf["compression.type"] != "uncompressed" && l.conf["compression.type"] != ""
	if l.mixed {
		delete(ok, "validBytes")
		delete(theirs, "validBytes")
	}
	same(t, note, ok, theirs)
	l.sameFiles(t, note, v.Records, want)
}

// append is the part of a log's append that this package answers for.
func (l *topic) append(records []byte, origin Origin, epoch int32, now int64, codecs *Codecs) (Info, Validated, error) {
	none := Validated{MaxTimestamp: NoTimestamp, LogAppendNow: NoTimestamp}
	maxSize := int(l.number("max.message.bytes", 1048588))
	info, err := Analyze(records, AnalyzeOptions{Partition: l.name, Origin: origin, MaxMessageSize: maxSize, LeaderEpoch: epoch})
	if err != nil || info.ValidBytes == 0 {
		return info, none, err
	}
	o := ValidateOptions{Partition: l.name, Origin: origin, NextOffset: l.next, Now: now, LeaderEpoch: epoch, Source: info.Codec,
		Target: info.Codec, BeforeMax: l.number("message.timestamp.before.max.ms", math.MaxInt64),
		AfterMax: l.number("message.timestamp.after.max.ms", 3600000), Compacted: strings.Contains(l.conf["cleanup.policy"], "compact"),
		MaxRecordSize: int(l.number("max.decompressed.message.bytes", math.MaxInt32-8)), Codecs: codecs}
	if l.conf["message.timestamp.type"] == "LogAppendTime" {
		o.TimestampType = LogAppendTime
	}
	if c := l.conf["compression.type"]; c == "uncompressed" {
		o.Target = None
	} else if c != "" && c != "producer" {
		o.Target, _ = CodecByName(c)
	}
	v, err := Validate(records[:info.ValidBytes], o)
	if err != nil {
		return info, none, err
	}
	l.next, l.all = v.NextOffset, append(l.all, v.Records...)
	return info, v, nil
}

// sameFiles compares the bytes of the file that this append went to, by size and hash.
func (l *topic) sameFiles(t *testing.T, note string, records []byte, want object) {
	t.Helper()
	files, _ := want["files"].(object)
	set, _ := files["set"].([]any)
	for _, x := range set {
		f := x.([]any)
		name := f[0].(string)
		if !strings.HasSuffix(name, ".log") || l.mixed {
			continue
		}
		l.files[name] = append(l.files[name], records...)
		sum := sha256.Sum256(l.files[name])
		same(t, note+" "+name, []any{len(l.files[name]), hex.EncodeToString(sum[:8])}, f[1:])
	}
}

// replayDamaged compares what is found in a damaged batch. The text of an error inside deflated data
// is the library's own.
func replayDamaged(t *testing.T, note string, op, want object) bool {
	t.Helper()
	if op["op"] == "roundtrip" {
		compareCompressed(t, 0, op, codecAnswer(op), want["ok"].(object))
		return true
	}
	got, w := normal(codecAnswer(op)["ok"]), normal(want["ok"])
	for _, side := range []any{got, w} {
		for _, b := range side.(object)["batches"].([]any) {
			e, _ := b.(object)["recordsError"].(object)
			if cause, _ := e["cause"].(object); cause["class"] == "ZipException" && e["message"] == "Failed to decompress record stream" {
				cause["message"] = "of the library"
			}
		}
	}
	same(t, note, got, w)
	return true
}

func decodeAllPlain(in []byte) any {
	list := decodeAll(in)
	for _, b := range list.([]any) {
		delete(b.(object), "baseTimestamp")
	}
	return list
}

func errorOf(err error) any {
	if err == nil {
		return nil
	}
	if kerr.As(err) == nil {
		return err.Error()
	}
	return errorJSON(err)
}

func mustBuild(t *testing.T, op object) []byte {
	t.Helper()
	b, err := buildAll(op)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func same(t *testing.T, note string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(normal(got), normal(want)) {
		t.Errorf("%s\n got %s\nwant %s", note, text(got), text(want))
	}
}
