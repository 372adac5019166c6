// Package fake is a client without an engine, for work on the screen: one partition with real bytes (RecordBatch v2,
// CRC-32C, sparse index) and views derived from them. Commands move its clock and its journal.
package fake

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"logarium/engine/message"
	"logarium/web/view"
)

// batch is a generated batch: its bytes and its header.
type batch struct {
	message.Batch
	firstTs int64
	fields  message.Field
}

// writer builds a batch and names its bytes on the way.
type writer struct {
	b      []byte
	fields []message.Field
	at     int64
}

func (w *writer) add(name, family, value string, b []byte) {
	start := w.at + int64(len(w.b))
	w.b = append(w.b, b...)
	w.fields = append(w.fields, message.Field{Name: name, Family: family, Value: value, Start: start, End: w.at + int64(len(w.b)), Number: -1})
}

func u16(n int) []byte   { return binary.BigEndian.AppendUint16(nil, uint16(n)) }
func u32(n int64) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func u64(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
func zig(n int64) []byte { return binary.AppendVarint(nil, n) }

// record is one record's bytes with names, starting at position at.
func record(at int64, i int, offset, delta int64) ([]byte, message.Field) {
	key := fmt.Sprintf("c-%04d", (offset*7919)%2000)
	value := fmt.Sprintf(`{"order":%d,"sku":"A-%04d","qty":%d,"eur":%d.%d}`, 10000+offset, (offset*31)%2000, offset%4+1, offset%90+1, offset%10)
	body := &writer{}
	body.add("attributes", "f", "0", []byte{0})
	body.add("timestampDelta", "t", fmt.Sprint(delta), zig(delta))
	body.add("offsetDelta", "o", fmt.Sprint(i), zig(int64(i)))
	body.add("keyLength", "n", fmt.Sprint(len(key)), zig(int64(len(key))))
	body.add("key", "k", key, []byte(key))
	body.add("valueLength", "n", fmt.Sprint(len(value)), zig(int64(len(value))))
	body.add("value", "v", value, []byte(value))
	body.add("headersCount", "n", "0", zig(0))
	w := &writer{at: at}
	w.add("length", "n", fmt.Sprint(len(body.b)), zig(int64(len(body.b))))
	shift := at + int64(len(w.b))
	for _, f := range body.fields {
		f.Start, f.End = f.Start+shift, f.End+shift
		w.fields = append(w.fields, f)
	}
	w.b = append(w.b, body.b...)
	return w.b, message.Field{Name: "record", Value: fmt.Sprintf("offset %d: %s → %s", offset, key, value),
		Start: at, End: at + int64(len(w.b)), Number: i, Children: w.fields}
}

// makeBatch encodes a batch of n records at a position.
func makeBatch(number int, at, base int64, n int, ts, step int64, txn bool) ([]byte, batch) {
	last := ts + step*int64(n-1)
	var records []byte
	var groups []message.Field
	for i := range n {
		b, f := record(at+61+int64(len(records)), i, base+int64(i), step*int64(i))
		records = append(records, b...)
		groups = append(groups, f)
	}
	attributes := 0
	if txn {
		attributes = 16
	}
	tail := &writer{at: at + 21}
	tail.add("attributes", "f", fmt.Sprintf("%016b", attributes), u16(attributes))
	tail.fields[0].Note, tail.fields[0].Raw = "bits 0–2: none; bit 3: CreateTime", fmt.Sprint(attributes)
	tail.add("lastOffsetDelta", "o", fmt.Sprint(n-1), u32(int64(n-1)))
	tail.add("baseTimestamp", "t", view.Date(ts)+" "+view.Moment(ts), u64(ts))
	tail.fields[2].Raw = fmt.Sprint(ts)
	tail.add("maxTimestamp", "t", view.Date(last)+" "+view.Moment(last), u64(last))
	tail.fields[3].Raw = fmt.Sprint(last)
	tail.add("producerId", "p", "4001", u64(4001))
	tail.add("producerEpoch", "p", "0", u16(0))
	tail.add("baseSequence", "p", fmt.Sprint(base), u32(base))
	tail.add("recordCount", "n", fmt.Sprint(n), u32(int64(n)))
	covered := append(append([]byte(nil), tail.b...), records...)
	crc := crc32.Checksum(covered, crc32.MakeTable(crc32.Castagnoli))
	w := &writer{at: at}
	w.add("baseOffset", "o", fmt.Sprint(base), u64(base))
	w.add("batchLength", "n", fmt.Sprint(9+len(covered)), u32(int64(9+len(covered))))
	w.add("partitionLeaderEpoch", "f", "4", u32(4))
	w.add("magic", "c", "2", []byte{2})
	w.add("crc", "c", fmt.Sprint(int32(crc)), u32(int64(crc)))
	w.fields[len(w.fields)-1].Raw = fmt.Sprintf("%08x", crc)
	all := append(w.b, covered...)
	f := message.Field{Name: "batch", Value: "a batch", Start: at, End: at + int64(len(all)), Number: number, Children: append(append(w.fields, tail.fields...), groups...)}
	return all, batch{Batch: message.Batch{N: number, Position: at, Size: int64(len(all)), BaseOffset: base, LastOffset: base + int64(n) - 1, Count: n,
		MaxTs: last, Codec: "none", Txn: txn, Valid: true, Indexed: -1}, firstTs: ts, fields: f}
}
