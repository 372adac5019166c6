package record

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// goldenDir has what Kafka 4.4.0's own classes did.
const goldenDir = "../conform/testdata/golden"

// addSeeds gives the fuzzer the vectors and the batches of the traces.
func addSeeds(f *testing.F) {
	for _, v := range []string{vectorA, vectorB, vectorC, vectorK, vectorL, vectorS} {
		f.Add(fromHex(v))
	}
	for _, v := range compressedVectors {
		f.Add(fromHex(v))
	}
	script, err := os.ReadFile("../conform/testdata/found/damaged-batches/ops.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(script) {
		_, rest, _ := bytes.Cut(line, []byte(`"batch":"`))
		if b, _, ok := bytes.Cut(rest, []byte(`"`)); ok {
			f.Add(fromHex(string(b)))
		}
	}
	files, _ := filepath.Glob(filepath.Join(goldenDir, "legacy-formats/files/topic-0/*.log.deleted"))
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(b)
		}
	}
}

// FuzzDecode: no bytes make the reader panic or read outside, memory and rules agree, and what can be read can be
// written and reads the same again.
func FuzzDecode(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for b, err := range Batches(in) {
			if err != nil {
				break
			}
			_ = b.String()
			_ = b.EnsureValid()
			if walkText(b, false, nil) != walkText(b, true, nil) {
				t.Fatalf("short cut and rules differ on % x", []byte(b))
			}
			again(t, b)
		}
		s := NewScanner(bytes.NewReader(in), 0, int64(len(in)), "f")
		for s.Next() {
			_, _ = s.Header().String(), s.Batch()
		}
	})
}

// again writes what was read and reads it. Where the broker set the time it is the batch's of all records then; read by Kafka and here, a
// message within a wrapper that names neither format 0 nor 1 has its own.
func again(t *testing.T, b Batch) {
	c := &Codecs{Limit: 4 << 20}
	out, err := Convert(nil, b, c)
	if err != nil || len(out) == 0 {
		return
	}
	var was, is Iterator
	was.Codecs, is.Codecs = c, &Codecs{}
	was.Open(b)
	is.Open(out)
	for was.Next() {
		if !is.Next() {
			t.Fatalf("record lost: %v", is.Err())
		}
		w, i := was.Record(), is.Record()
		ts := w.Timestamp
		if b.TimestampType() == LogAppendTime {
			ts = b.MaxTimestamp()
		}
		if w.Offset != i.Offset || ts != i.Timestamp || !bytes.Equal(w.Key, i.Key) || !bytes.Equal(w.Value, i.Value) || w.HeaderCount() != i.HeaderCount() {
			t.Fatalf("%v became %v", w, i)
		}
	}
}

// FuzzAppend: validation of any bytes ends in a valid batch or an error.
func FuzzAppend(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		in = bytes.Clone(in)
		info, err := Analyze(in, AnalyzeOptions{MaxMessageSize: 1 << 20, Partition: "t-0"})
		if err != nil || info.ValidBytes == 0 {
			return
		}
		o := ValidateOptions{Partition: "t-0", NextOffset: 10, Now: vectorT, Source: info.Codec, Target: info.Codec,
			BeforeMax: 1 << 62, AfterMax: 1 << 40, MaxRecordSize: 1 << 20, Codecs: &Codecs{Limit: 4 << 20}}
		v, err := Validate(in[:info.ValidBytes], o)
		if err != nil {
			return
		}
		b, rest, err := Next(v.Records)
		if err != nil || len(rest) > 0 || !b.IsValid() || b.NextOffset() != v.NextOffset || b.BaseOffset() < 10-int64(b.LastOffsetDelta()) {
			t.Fatalf("%s: %v, next offset %d", b, err, v.NextOffset)
		}
	})
}

// FuzzDecompress: any bytes, any codec: no panic, no more than the limit.
func FuzzDecompress(f *testing.F) {
	for c, v := range compressedVectors {
		f.Add(byte(c), fromHex(v)[HeaderSize:])
	}
	for c := Gzip; c <= Zstd; c++ { // little that becomes much
		bomb, err := (&Codecs{}).Compress(nil, make([]byte, 3<<19), c, 0)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(c), bomb)
	}
	f.Fuzz(func(t *testing.T, c byte, in []byte) {
		const limit = 1 << 20
		out, _ := (&Codecs{Limit: limit}).Decompress(nil, in, Codec(c&7))
		if len(out) > limit {
			t.Fatalf("%d bytes", len(out))
		}
	})
}
