package record

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kmsg"
	"pgregory.net/rapid"

	"logarium/engine/kerr"
)

// drawBatch makes a batch of anything that can be written.
func drawBatch(t *rapid.T) []byte {
	o := DefaultOptions()
	o.Codec = Codec(rapid.IntRange(0, 4).Draw(t, "codec"))
	o.BaseOffset = rapid.Int64Range(0, 1<<50).Draw(t, "base")
	if rapid.Bool().Draw(t, "producer") {
		o.ProducerID, o.ProducerEpoch, o.BaseSequence = 7, 1, rapid.Int32Range(0, maxSequence).Draw(t, "sequence")
		o.Transactional = rapid.Bool().Draw(t, "transactional")
	}
	if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
		o.TimestampType, o.LogAppendTime = LogAppendTime, 99
	}
	var b Builder
	b.Reset(nil, o)
	part := func(name string) []byte {
		if n := rapid.IntRange(-1, 200).Draw(t, name); n >= 0 {
			return bytes.Repeat([]byte{byte(n)}, n)
		}
		return nil
	}
	offset := o.BaseOffset
	for range rapid.IntRange(1, 20).Draw(t, "records") {
		var headers []Header
		for range rapid.SampledFrom([]int{0, 0, 0, 1, 3}).Draw(t, "headers") {
			headers = append(headers, Header{append([]byte{}, part("header")...), part("header value")})
		}
		_ = b.Append(offset, rapid.Int64Range(-1, 1<<45).Draw(t, "ts"), part("key"), part("value"), headers...)
		offset += rapid.Int64Range(1, 9000).Draw(t, "gap")
	}
	out, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSecondOpinion compares with franz-go's decoder of the same format.
func TestSecondOpinion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Batch(drawBatch(t))
		var k kmsg.RecordBatch
		if err := k.ReadFrom(b); err != nil {
			t.Fatal(err)
		}
		if !b.IsValid() || k.FirstOffset != b.BaseOffset() || k.Length != b.Length() || k.PartitionLeaderEpoch != b.PartitionLeaderEpoch() ||
			k.Magic != b.Magic() || uint32(k.CRC) != b.CRC() || k.Attributes != b.Attributes() || k.LastOffsetDelta != b.LastOffsetDelta() ||
			k.FirstTimestamp != b.BaseTimestamp() || k.MaxTimestamp != b.MaxTimestamp() || k.ProducerID != b.ProducerID() ||
			k.ProducerEpoch != b.ProducerEpoch() || k.FirstSequence != b.BaseSequence() || k.NumRecords != b.Count() {
			t.Fatalf("header: %+v, %s", k, b)
		}
		raw, err := new(Codecs).Decompress(nil, k.Records, b.Codec())
		if err != nil {
			t.Fatal(err)
		}
		var it Iterator
		for it.Open(b); it.Next(); {
			raw = raw[compareRecord(t, b, it.Record(), raw):]
		}
		if it.Err() != nil || len(raw) > 0 {
			t.Fatal(it.Err(), len(raw))
		}
	})
}

func compareRecord(t *rapid.T, b Batch, r *Record, raw []byte) int {
	var k kmsg.Record
	if err := k.ReadFrom(raw[:r.Size]); err != nil {
		t.Fatal(err)
	}
	ts := b.BaseTimestamp() + k.TimestampDelta64
	if b.TimestampType() == LogAppendTime {
		ts = b.MaxTimestamp()
	}
	if r.Offset != b.BaseOffset()+int64(k.OffsetDelta) || r.Timestamp != ts || !bytes.Equal(r.Key, k.Key) || !bytes.Equal(r.Value, k.Value) ||
		(r.Key == nil) != (k.Key == nil) || (r.Value == nil) != (k.Value == nil) || len(k.Headers) != r.HeaderCount() {
		t.Fatalf("%v, %+v", r, k)
	}
	i := 0
	for h := range r.Headers() {
		if string(h.Key) != k.Headers[i].Key || !bytes.Equal(h.Value, k.Headers[i].Value) {
			t.Fatalf("header %d: %v", i, h)
		}
		i++
	}
	return r.Size
}

// walkText describes a whole walk; slow forbids the short cut for plain records.
func walkText(b Batch, slow bool, visit func(Part)) string {
	it := Iterator{Visit: visit, MaxRecordSize: 1 << 20, Codecs: &Codecs{Limit: 4 << 20}}
	it.Open(b)
	if slow {
		it.quickMax = -1
	}
	out := ""
	for it.Next() {
		r := it.Record()
		out += fmt.Sprintf("%v %d %d %q %q %d", r, r.Sequence, r.Size, r.Key, r.Value, r.Attributes)
		for h := range r.Headers() {
			out += fmt.Sprintf(" %q=%q", h.Key, h.Value)
		}
		out += "\n"
	}
	return out + fmt.Sprint(it.Err())
}

// TestQuickAgrees: the short cut reads damaged records as the rules do.
func TestQuickAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Batch(drawBatch(t))
		for range rapid.IntRange(0, 3).Draw(t, "damage") {
			at := rapid.IntRange(HeaderSize, len(b)-1).Draw(t, "at")
			b[at] = rapid.Byte().Draw(t, "byte")
		}
		if q, s := walkText(b, false, nil), walkText(b, true, nil); q != s {
			t.Fatalf("quick\n%s\nrules\n%s", q, s)
		}
	})
}

// TestIteratorServesAgain: behind batches of any format, damaged or left in the middle, an iterator reads a batch as a new one does, with every field of its records.
func TestIteratorServesAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		used := Iterator{SkipKeyValue: rapid.Bool().Draw(t, "skip"), MaxRecordSize: 1 << 20, Codecs: &Codecs{Limit: 4 << 20}}
		for range rapid.IntRange(1, 6).Draw(t, "batches") {
			b := drawAnyBatch(t)
			fresh := Iterator{SkipKeyValue: used.SkipKeyValue, MaxRecordSize: 1 << 20, Codecs: &Codecs{Limit: 4 << 20}}
			used.Open(b)
			fresh.Open(b)
			for range rapid.IntRange(0, 30).Draw(t, "steps") {
				more := fresh.Next()
				if used.Next() != more || fmt.Sprint(used.err) != fmt.Sprint(fresh.err) {
					t.Fatalf("%t, %v and %v", more, used.err, fresh.err)
				}
				if !more {
					break
				}
				if diff := cmp.Diff(fresh.rec, used.rec, cmp.AllowUnexported(Record{})); diff != "" {
					t.Fatalf("(-new +used):\n%s", diff)
				}
			}
		}
	})
}

// drawAnyBatch makes a batch of any format, damaged or not.
func drawAnyBatch(t *rapid.T) Batch {
	b := Batch(drawBatch(t))
	if o := DefaultOptions(); rapid.Bool().Draw(t, "old") {
		o.Magic, o.Codec = rapid.Int8Range(0, 1).Draw(t, "magic"), rapid.SampledFrom([]Codec{None, Gzip, LZ4}).Draw(t, "codec")
		if o.TimestampType = rapid.SampledFrom([]TimestampType{CreateTime, LogAppendTime}).Draw(t, "type"); o.Magic == 0 {
			o.TimestampType = NoTimestampType
		}
		var old Builder
		old.Reset(nil, o)
		for n := range int64(2) {
			_ = old.Append(n, 5, []byte("key"), []byte("value")) // Build returns the error
		}
		out, err := old.Build()
		if err != nil {
			t.Fatal(err)
		}
		b, _, _ = Next(out)
	}
	for range rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "damage") {
		b[rapid.IntRange(headerUpToMagic, len(b)-1).Draw(t, "at")] ^= rapid.ByteMin(1).Draw(t, "bits")
	}
	return b
}

// TestVisitCovers: the fields of the records lie side by side and fill the whole section.
func TestVisitCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Batch(drawBatch(t))
		raw, err := new(Codecs).Decompress(nil, b.Payload(), b.Codec())
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		seen := walkText(b, false, func(p Part) {
			if p.Start != at || p.End < p.Start {
				t.Fatalf("%s at %d to %d, expected at %d", p.Field.Field().Name, p.Start, p.End, at)
			}
			at = p.End
		})
		if at != len(raw) || seen != walkText(b, false, nil) {
			t.Fatalf("fields end at %d of %d", at, len(raw))
		}
	})
}

// TestHeaderTable: the fields of each table lie side by side, and the accessors read what the table says.
func TestHeaderTable(t *testing.T) {
	for magic, size := range map[int8]int{0: 22, 1: 30, 2: HeaderSize} {
		at := 0
		for _, f := range HeaderFields(magic) {
			if f.At != at || f.Family == 0 {
				t.Errorf("magic %d %s at %d, expected %d", magic, f.Name, f.At, at)
			}
			at += f.Size
		}
		if at != size {
			t.Errorf("magic %d: the table ends at %d", magic, at)
		}
	}
	b := Batch(fromHex(vectorL))
	want := []int64{b.BaseOffset(), int64(b.Length()), int64(b.PartitionLeaderEpoch()), int64(b.Magic()), int64(b.CRC()),
		int64(b.Attributes()), int64(b.LastOffsetDelta()), b.BaseTimestamp(), b.MaxTimestamp(), b.ProducerID(),
		int64(b.ProducerEpoch()), int64(b.BaseSequence()), int64(b.Count())}
	for i, f := range HeaderFields(2) {
		if f.Int(b) != want[i] {
			t.Errorf("%s: table %d, accessor %d", f.Name, f.Int(b), want[i])
		}
		if f.Int(b[:f.At]) != 0 {
			t.Errorf("%s read outside", f.Name)
		}
	}
}

// TestNoAllocation: once buffers exist, building and reading allocate nothing, whatever the number of records.
func TestNoAllocation(t *testing.T) {
	var b Builder
	value := noise(100)
	hundred := func(buf []byte) []byte {
		b.Reset(buf, DefaultOptions())
		for r := range int64(100) {
			_ = b.Append(r, 1700000000000+r, nil, value) // Build returns the error
		}
		out, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	buf := hundred(nil)
	var it Iterator
	if n := testing.AllocsPerRun(20, func() {
		buf = hundred(buf[:0])
		for it.Open(buf); it.Next(); {
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	o := ValidateOptions{BeforeMax: 1 << 62, AfterMax: 1 << 62}
	if n := testing.AllocsPerRun(20, func() {
		Batch(buf).SetBaseOffset(0)
		if _, err := Validate(buf, o); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("validate: %v allocations", n)
	}
}

func TestAllStops(t *testing.T) {
	var it Iterator
	n := 0
	for range it.All(fromHex(vectorA)) {
		n++
		break
	}
	if n != 1 {
		t.Fatal(n)
	}
	for r, err := range it.All(fromHex(vectorA)[:40]) {
		if r != nil || !errors.Is(err, kerr.ErrIndexOutOfBounds) {
			t.Fatal(r, err)
		}
	}
}
