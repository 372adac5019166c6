package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"logarium/engine/codec"
)

func legacyBatch(t *testing.T, magic int8, c Codec, base int64, kind TimestampType) []byte {
	t.Helper()
	o := DefaultOptions()
	o.Magic, o.Codec, o.BaseOffset, o.TimestampType, o.LogAppendTime = magic, c, base, kind, 500
	return build(t, o, func(b *Builder) {
		_ = b.Append(base, 100, []byte("k0"), []byte("old"))
		_ = b.Append(base+1, 101, nil, nil)
	})
}

// recordTexts are the records of a batch: offset, timestamp, key, value, headers.
func recordTexts(t *testing.T, b Batch) (texts []string) {
	t.Helper()
	var it Iterator
	for it.Open(b); it.Next(); {
		r := it.Record()
		text := fmt.Sprintf("%d %d %q %t %q %t", r.Offset, r.Timestamp, r.Key, r.HasKey(), r.Value, r.HasValue())
		for h := range r.Headers() {
			text += fmt.Sprintf(" %q=%q", h.Key, h.Value)
		}
		texts = append(texts, text)
	}
	if err := it.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestConvert: old records keep offsets, keys and values, and timestamps as far as they had them.
func TestConvert(t *testing.T) {
	for _, magic := range []int8{0, 1} {
		for _, c := range []Codec{Gzip, Snappy, LZ4} {
			for _, kind := range []TimestampType{CreateTime, LogAppendTime} {
				old := Batch(legacyBatch(t, magic, c, 70, kind))
				out, err := Convert([]byte("x"), old, nil)
				if err != nil || out[0] != 'x' {
					t.Fatal(err)
				}
				b := Batch(out[1:])
				if !old.IsValid() || !b.IsValid() || b.Magic() != 2 || b.BaseOffset() != 70 || b.LastOffset() != 71 || b.Codec() != c || b.Count() != 2 {
					t.Errorf("magic %d %s: %s", magic, c, b)
				}
				if was, is := recordTexts(t, old), recordTexts(t, b); !slices.Equal(is, was) {
					t.Errorf("magic %d %s: %q became %q", magic, c, was, is)
				}
			}
		}
	}
}

// TestConvertGolden: a message of format 0 becomes the very batch that Kafka's cleaner made of it.
func TestConvertGolden(t *testing.T) {
	cleaned, err := os.ReadFile(filepath.Join(goldenDir, "legacy-formats/files/topic-0/00000000000000000008.log.deleted"))
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := Next(cleaned)
	o := DefaultOptions()
	o.Magic, o.BaseOffset = 0, 12
	old := build(t, o, func(b *Builder) { _ = b.Append(12, -1, []byte("k0"), []byte("old")) })
	if got, err := Convert(nil, old, nil); err != nil || !bytes.Equal(got, want) {
		t.Errorf("% x\nwant % x %v", got, want, err)
	}
}

func TestFirstOffset(t *testing.T) {
	for _, c := range []Codec{None, Gzip} {
		b, _, _ := Next(legacyBatch(t, 1, c, 70, CreateTime))
		if first, err := b.FirstOffset(nil); first != 70 || err != nil {
			t.Errorf("%s: %d %v", c, first, err)
		}
	}
}

// TestLegacyDamage: what Kafka says of wrapped messages that make no sense.
func TestLegacyDamage(t *testing.T) {
	wrapper := func(change func(Batch)) string {
		b := Batch(legacyBatch(t, 1, LZ4, 70, CreateTime))
		change(b)
		return walkText(b, false, nil)
	}
	for want, change := range map[string]func(Batch){
		"Found invalid compressed record set with null value (magic = 1)":        func(b Batch) { codec.PutInt32(b[30:], -1) },
		"Invalid wrapper compressionType found in legacy deep record iterator 1": func(b Batch) { b[17] = 4 },
		"Unknown compression type id: 6":                                         func(b Batch) { b[17] = 6 },
		"IndexOutOfBoundsException":                                              func(b Batch) { codec.PutInt32(b[26:], 1000) },
		"java.io.IOException: Stream unsupported (invalid magic bytes)":          func(b Batch) { b[34] ^= 1 },
		"Found invalid wrapper offset in compressed v1 message set, wrapper offset '-1' is less than the last inner message offset '1' and it is not zero.": func(b Batch) {
			b.SetBaseOffset(-1)
		},
	} {
		if got := wrapper(change); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	// A wrapper at offset 0 has absolute offsets inside: an old client's way.
	if got := wrapper(func(b Batch) { b.SetBaseOffset(0) }); got[:len("LegacyRecordBatch(offset=0")] != "LegacyRecordBatch(offset=0" {
		t.Error(got)
	}
}
