package glass

import (
	"fmt"
	"strconv"

	"logarium/engine/codec"
	"logarium/engine/message"
	"logarium/engine/record"
)

// batch annotates a whole batch that stands at a position of the file: the header by the record package's table, then
// the records.
func (v *view) batch(b record.Batch, at int64, number int) message.Field {
	f := message.Field{Name: "batch", Start: at, End: at + int64(len(b)), Value: batchWords(b), Number: number, Bad: !b.IsValid(), Link: v.indexEntryAt(at)}
	for _, x := range record.HeaderFields(b.Magic()) {
		f.Children = append(f.Children, v.headerField(b, x, at))
	}
	if b.Magic() < 2 {
		f.Children = append(f.Children, legacyRest(b, at, f.Children))
		return f
	}
	children, more := v.records(b, at)
	f.Children, f.More = append(f.Children, children...), more
	return f
}

func batchWords(b record.Batch) string {
	if b.Magic() < 2 {
		return fmt.Sprintf("message of format %d, offset %d, %v", b.Magic(), b.LastOffset(), b.Codec())
	}
	s := fmt.Sprintf("offset %d, %s, %v", b.BaseOffset(), count(int64(b.Count()), "record"), b.Codec())
	if b.LastOffset() != b.BaseOffset() {
		s = fmt.Sprintf("offsets %d–%d, %s, %v", b.BaseOffset(), b.LastOffset(), count(int64(b.Count()), "record"), b.Codec())
	}
	if b.IsControl() {
		return s + ", transaction marker"
	}
	if b.IsTransactional() {
		return s + ", transactional"
	}
	return s
}

// legacyRest is what follows the fixed part of an old message: key, size of the value, value.
func legacyRest(b record.Batch, at int64, header []message.Field) message.Field {
	start := header[len(header)-1].End
	f := rest("keyAndValue", start, at+int64(len(b)), "")
	f.Family = string(rune(record.FamilyValue))
	return f
}

// headerField is one line of the header's table with its meaning.
func (v *view) headerField(b record.Batch, x record.Field, at int64) message.Field {
	n := x.Int(b)
	f := message.Field{Name: x.Name, Start: at + int64(x.At), End: at + int64(x.At+x.Size), Family: string(rune(x.Family)), Value: strconv.FormatInt(n, 10), Number: -1}
	switch x.Name {
	case "batchLength", "messageSize":
		f.Note = plus(record.LogOverhead, n, "") + " bytes in all"
	case "crc":
		f.Raw = fmt.Sprintf("%08x", uint32(n))
		f.Note, f.Bad = crcWords(b)
	case "attributes":
		f.Value, f.Raw = fmt.Sprintf("%0*b", 8*x.Size, uint16(n)&(1<<(8*x.Size)-1)), strconv.FormatInt(n, 10)
		f.Note = attributeWords(b)
	case "lastOffsetDelta":
		f.Note = plus(b.BaseOffset(), n, "offset ")
	case "baseTimestamp", "maxTimestamp", "timestamp":
		f.Value, f.Raw = date(n), strconv.FormatInt(n, 10)
		f.Note = timeWords(b, x.Name)
		if x.Name != "baseTimestamp" {
			f.Link = v.timeEntryOf(b)
		}
	case "magic":
		f.Note = "format of the batch"
	case "partitionLeaderEpoch":
		f.Note = "set by the leader that appended it; the checksum does not cover it"
	case "producerId", "producerEpoch", "baseSequence":
		if n == -1 {
			f.Note = "none"
		}
	}
	return f
}

func crcWords(b record.Batch) (note string, isBad bool) {
	from := "CRC-32C of bytes 21 to the end"
	if b.Magic() < 2 {
		from = "CRC-32 of bytes 16 to the end"
	}
	if b.IsValid() {
		return from + ", valid", false
	}
	return fmt.Sprintf("%s is %d: does not match", from, b.ComputeCRC()), true
}

// attributeWords reads the bits.
func attributeWords(b record.Batch) string {
	s := fmt.Sprintf("bits 0–2: %v; bit 3: %v", b.Codec(), b.TimestampType())
	if b.Magic() < 2 {
		return s
	}
	word := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	_, horizon := b.DeleteHorizon()
	return s + "; bit 4: " + word(b.IsTransactional(), "transactional", "not transactional") +
		"; bit 5: " + word(b.IsControl(), "control records", "data") +
		"; bit 6: " + word(horizon, "delete horizon", "no delete horizon")
}

func timeWords(b record.Batch, name string) string {
	ms, horizon := b.DeleteHorizon()
	switch {
	case name == "baseTimestamp" && !horizon && b.BaseTimestamp() == record.NoTimestamp, name != "baseTimestamp" && b.MaxTimestamp() == record.NoTimestamp:
		return "none"
	case name == "baseTimestamp" && horizon:
		return "delete horizon: tombstones may go from " + date(ms) + " on; the deltas refer to it too"
	case name == "baseTimestamp":
		return "the records' timestamp deltas refer to it"
	case b.TimestampType() == record.LogAppendTime:
		return "set by the broker, and of every record"
	case name == "maxTimestamp":
		return "largest of the records"
	}
	return ""
}

// magicAt is the place of the byte that tells the format, the same in all of them.
const magicAt = 16

// torn annotates the header fields of a batch of which the file holds only the beginning.
func torn(b []byte, at, size int64) message.Field {
	f := bad(rest("torn batch", at, size, "the batch is incomplete"))
	if len(b) >= record.LogOverhead {
		want := int64(codec.Int32(b[8:])) + record.LogOverhead
		f.Note = fmt.Sprintf("the batch is incomplete: it needs %d bytes, %s missing", want, count(want-(size-at), "byte"))
	}
	magic := int8(2)
	if len(b) > magicAt {
		magic = record.Batch(b).Magic()
	}
	for _, x := range record.HeaderFields(magic) {
		if x.At+x.Size > len(b) {
			break
		}
		f.Children = append(f.Children, message.Field{Name: x.Name, Start: at + int64(x.At), End: at + int64(x.At+x.Size),
			Family: string(rune(x.Family)), Value: strconv.FormatInt(x.Int(b), 10), Number: -1})
	}
	if n := len(f.Children); n > 0 && f.Children[n-1].End < size {
		f.Children = append(f.Children, rest("rest", f.Children[n-1].End, size, ""))
	}
	return f
}
