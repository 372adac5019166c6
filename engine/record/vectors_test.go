package record

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// Vectors made or confirmed by Kafka 4.4.0's classes. vectorT is their time, 2025-01-01T00:00:00Z.
const vectorT = 1735689600000

func fromHex(s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		panic(err)
	}
	return b
}

const (
	vectorA = `00 00 00 00 00 00 00 00 00 00 00 58 00 00 00 07 02 f2 5f a5 e7 00 00 00
00 00 02 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 05 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 03 22 00 00 00 04 6b 31 0a 68 65 6c
6c 6f 02 02 68 02 78 16 00 0a 02 01 0a 77 6f 72 6c 64 00 10 00 05 04 04
6b 31 01 00`
	vectorB = `00 00 00 00 00 00 00 03 00 00 00 42 00 00 00 07 02 48 da 4b bb 00 30 00
00 00 00 00 00 01 94 1f 29 7c 09 00 00 01 94 1f 29 7c 09 00 00 00 00 00
00 03 e8 00 01 ff ff ff ff 00 00 00 01 20 00 00 00 08 00 00 00 01 0c 00
00 00 00 00 05 00`
	vectorC = `00 00 00 00 00 00 00 00 00 00 00 31 00 00 00 07 02 73 a5 47 e9 00 00 00
00 00 02 ff ff ff ff ff ff ff ff 00 00 01 94 1f 29 7c 05 00 00 00 00 00
00 03 e8 00 00 00 00 00 0a 00 00 00 00`
	vectorK = `00 00 00 00 00 00 00 00 00 00 00 43 ff ff ff ff 02 26 67 ed d0 00 00 00
00 00 01 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 01 00 00 00 00 00
00 03 e8 00 00 00 00 00 00 00 00 00 02 10 00 00 00 02 61 02 31 00 10 00
02 02 02 62 02 32 00`
	vectorL = `00 00 00 00 00 00 00 0a 00 00 00 43 00 00 00 07 02 19 bd 08 4b 00 10 00
00 00 01 00 00 01 94 1f 29 7c 03 00 00 01 94 1f 29 7c 03 00 00 00 00 00
00 07 d0 00 00 00 00 00 00 00 00 00 02 10 00 00 00 02 61 02 31 00 10 00
00 02 02 62 02 32 00`
	vectorM = `00 00 00 00 00 00 00 0f 00 00 00 42 00 00 00 07 02 bc e4 9d f3 00 30 00
00 00 00 00 00 01 94 1f 29 7c 09 00 00 01 94 1f 29 7c 09 00 00 00 00 00
00 03 e8 00 01 ff ff ff ff 00 00 00 01 20 00 00 00 08 00 00 00 00 0c 00
00 00 00 00 05 00`
	vectorS = `00 00 00 00 00 00 00 03 00 00 00 44 00 00 00 00 02 f4 bb a4 2d 00 40 00
00 00 01 00 00 01 94 1f 29 7f e8 00 00 01 94 1f 29 7c 04 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 02 10 00 c9 0f 00 02 62 01 00 12 00
c7 0f 02 02 63 02 35 00`
	vectorTEmpty = `00 00 00 00 00 00 00 02 00 00 00 31 00 00 00 00 02 4c 26 c7 5c 00 00 00
00 00 01 ff ff ff ff ff ff ff ff 00 00 01 94 1f 29 7c 03 00 00 00 00 00
00 03 e8 00 00 00 00 00 02 00 00 00 00`
	vectorR = `00 00 00 00 00 00 00 00 00 00 00 43 ff ff ff ff 02 cf a2 02 ec 00 00 00
00 00 01 00 00 01 94 1f 29 7b 9c 00 00 01 94 1f 29 7b ce ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 02 10 00 00 00 02 61 02 31 00 10 00
64 02 02 62 02 32 00`
	vectorR1 = `00 00 00 00 00 00 00 2a 00 00 00 43 00 00 00 07 02 cf a2 02 ec 00 00 00
00 00 01 00 00 01 94 1f 29 7b 9c 00 00 01 94 1f 29 7b ce ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 02 10 00 00 00 02 61 02 31 00 10 00
64 02 02 62 02 32 00`
	vectorR2 = `00 00 00 00 00 00 00 2a 00 00 00 43 00 00 00 07 02 38 a3 12 0e 00 08 00
00 00 01 00 00 01 94 1f 29 7b 9c 00 00 01 94 1f 29 7c 00 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 02 10 00 00 00 02 61 02 31 00 10 00
64 02 02 62 02 32 00`
)

// compressedVectors are the records of A as Kafka compressed them with each codec (N to Q).
var compressedVectors = map[Codec]string{
	Gzip: `00 00 00 00 00 00 00 00 00 00 00 6b 00 00 00 07 02 9a 13 23 3c 00 01 00
00 00 02 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 05 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 03 1f 8b 08 00 00 00 00 00 00 ff 53
62 60 60 60 c9 36 e4 ca 48 cd c9 c9 67 62 ca 60 aa 10 63 e0 62 62 e4 2a
cf 2f ca 49 61 10 60 60 65 01 ca 32 32 00 00 fa 16 1e 3b 27 00 00 00`,
	Snappy: `00 00 00 00 00 00 00 00 00 00 00 6e 00 00 00 07 02 13 f1 f3 0c 00 02 00
00 00 02 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 05 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 03 82 53 4e 41 50 50 59 00 00 00 00
01 00 00 00 01 00 00 00 29 27 98 22 00 00 00 04 6b 31 0a 68 65 6c 6c 6f
02 02 68 02 78 16 00 0a 02 01 0a 77 6f 72 6c 64 00 10 00 05 04 04 6b 31
01 00`,
	LZ4: `00 00 00 00 00 00 00 00 00 00 00 67 00 00 00 07 02 7e 3a 1b 8b 00 03 00
00 00 02 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 05 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 03 04 22 4d 18 60 40 82 27 00 00 80
22 00 00 00 04 6b 31 0a 68 65 6c 6c 6f 02 02 68 02 78 16 00 0a 02 01 0a
77 6f 72 6c 64 00 10 00 05 04 04 6b 31 01 00 00 00 00 00`,
	Zstd: `00 00 00 00 00 00 00 00 00 00 00 64 00 00 00 07 02 d4 f2 a4 16 00 04 00
00 00 02 00 00 01 94 1f 29 7c 00 00 00 01 94 1f 29 7c 05 ff ff ff ff ff
ff ff ff ff ff ff ff ff ff 00 00 00 03 28 b5 2f fd 00 58 38 01 00 22 00
00 00 04 6b 31 0a 68 65 6c 6c 6f 02 02 68 02 78 16 00 0a 02 01 0a 77 6f
72 6c 64 00 10 00 05 04 04 6b 31 01 00 01 00 00`,
}

// recordsA are the records of vector A.
func recordsA(b *Builder) {
	_ = b.Append(0, vectorT, []byte("k1"), []byte("hello"), Header{[]byte("h"), []byte("x")})
	_ = b.Append(1, vectorT+5, nil, []byte("world"))
	_ = b.Append(2, vectorT-3, []byte("k1"), nil)
}

func optionsA() Options {
	o := DefaultOptions()
	o.PartitionLeaderEpoch = 7
	return o
}

func build(t *testing.T, o Options, records func(*Builder)) []byte {
	t.Helper()
	var b Builder
	b.Reset(nil, o)
	records(&b)
	out, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func twoRecords(base, first, second int64) func(*Builder) {
	return func(b *Builder) {
		_ = b.Append(base, first, []byte("a"), []byte("1"))
		_ = b.Append(base+1, second, []byte("b"), []byte("2"))
	}
}

func TestVectorsOfData(t *testing.T) {
	k, l, s := DefaultOptions(), optionsA(), DefaultOptions()
	k.ProducerID, k.ProducerEpoch, k.BaseSequence = 1000, 0, 0
	l.BaseOffset, l.ProducerID, l.ProducerEpoch, l.BaseSequence, l.Transactional = 10, 2000, 0, 0, true
	s.BaseOffset, s.PartitionLeaderEpoch, s.DeleteHorizon = 3, 0, vectorT+1000
	for name, c := range map[string]struct {
		want    string
		options Options
		records func(*Builder)
	}{
		"A data":          {vectorA, optionsA(), recordsA},
		"K idempotent":    {vectorK, k, twoRecords(0, vectorT, vectorT+1)},
		"L transactional": {vectorL, l, twoRecords(10, vectorT+3, vectorT+3)},
		"R sent":          {vectorR, DefaultOptions(), twoRecords(0, vectorT-100, vectorT-50)},
		"S delete horizon": {vectorS, s, func(b *Builder) {
			_ = b.Append(3, vectorT+3, []byte("b"), nil)
			_ = b.Append(4, vectorT+4, []byte("c"), []byte("5"))
		}},
	} {
		if got := build(t, c.options, c.records); !bytes.Equal(got, fromHex(c.want)) {
			t.Errorf("%s\n got % x\nwant % x", name, got, fromHex(c.want))
		}
	}
}

func TestVectorsOfMarkersAndEmptyBatches(t *testing.T) {
	commit, err := AppendMarker(nil, Marker{Commit, 5}, 3, vectorT+9, 7, 1000, 1)
	if err != nil || !bytes.Equal(commit, fromHex(vectorB)) {
		t.Errorf("B: % x %v", commit, err)
	}
	abort, err := AppendMarker(nil, Marker{Abort, 5}, 15, vectorT+9, 7, 1000, 1)
	if err != nil || !bytes.Equal(abort, fromHex(vectorM)) {
		t.Errorf("M: % x %v", abort, err)
	}
	o := optionsA()
	o.ProducerID, o.ProducerEpoch, o.BaseSequence = 1000, 0, 10
	if got := AppendEmpty(nil, o, 2, vectorT+5); !bytes.Equal(got, fromHex(vectorC)) {
		t.Errorf("C: % x", got)
	}
	o.BaseOffset, o.PartitionLeaderEpoch, o.BaseSequence = 2, 0, 2
	if got := AppendEmpty(nil, o, 3, vectorT+3); !bytes.Equal(got, fromHex(vectorTEmpty)) {
		t.Errorf("T: % x", got)
	}
}

// TestVectorsCompressed: what Kafka compressed decodes to the records of A, and so does our own.
func TestVectorsCompressed(t *testing.T) {
	want := recordTexts(t, fromHex(vectorA))
	for c, v := range compressedVectors {
		o := optionsA()
		o.Codec = c
		for who, b := range map[string][]byte{"Kafka's": fromHex(v), "our": build(t, o, recordsA)} {
			if got := recordTexts(t, b); !slices.Equal(got, want) || !Batch(b).IsValid() {
				t.Errorf("%s %s: %q", who, c, got)
			}
		}
	}
}

// TestVectorsOfLeader is the rewriting in place, vectors R to R2.
func TestVectorsOfLeader(t *testing.T) {
	for want, kind := range map[string]TimestampType{vectorR1: CreateTime, vectorR2: LogAppendTime} {
		in := fromHex(vectorR)
		v, err := Validate(in, ValidateOptions{Partition: "t-0", NextOffset: 42, Now: vectorT, LeaderEpoch: 7,
			TimestampType: kind, BeforeMax: 1 << 62, AfterMax: 3600000})
		if err != nil || v.NextOffset != 44 || v.Rebuilt || !bytes.Equal(v.Records, fromHex(want)) {
			t.Errorf("%s: %+v %v", kind, v, err)
		}
	}
}

func TestSequences(t *testing.T) {
	const m = 1<<31 - 1
	for _, c := range [][3]int32{{m - 1, 1, m}, {m - 1, 2, 0}, {m, 1, 0}, {0, 0, 0}} {
		if got := IncrementSequence(c[0], c[1]); got != c[2] {
			t.Errorf("%d + %d = %d, want %d", c[0], c[1], got, c[2])
		}
	}
	for _, c := range [][3]int32{{0, 1, m}, {1, 3, m - 1}, {5, 5, 0}} {
		if got := DecrementSequence(c[0], c[1]); got != c[2] {
			t.Errorf("%d - %d = %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
