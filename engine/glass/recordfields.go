package glass

import (
	"fmt"
	"strconv"

	"logarium/engine/message"
	"logarium/engine/record"
)

// records annotates the records of a batch as the record package's own walker finds them, and tells how many were
// left out at the end. The bytes of compressed records do not stand in the file: their fields have no length and
// hang below the compressed section.
func (v *view) records(b record.Batch, at int64) (children []message.Field, more int) {
	w := &recordWalk{v: v, batch: b, at: at + record.HeaderSize, end: at + int64(len(b)), section: b.Payload()}
	if b.IsCompressed() {
		var codecs record.Codecs
		w.section, _ = codecs.Decompress(nil, b.Payload(), b.Codec()) // the walk reports what is wrong with it
	}
	w.walk()
	if b.IsCompressed() {
		f := rest("records", w.at, w.end, "")
		f.Value = fmt.Sprintf("%v: %s hold %d", b.Codec(), count(w.end-w.at, "byte"), len(w.section))
		f.Children, f.Bad, f.More = w.out, w.failed, max(0, w.more)
		return []message.Field{f}, 0
	}
	return w.out, max(0, w.more)
}

// recordWalk collects the fields of one batch's records.
type recordWalk struct {
	v       *view
	batch   record.Batch
	at, end int64  // of the record section in the file
	section []byte // the records, decompressed
	out     []message.Field
	parts   []message.Field // of the present record
	done    int64           // where the last good record ends in the file
	more    int
	failed  bool
}

func (w *recordWalk) walk() {
	it := record.Iterator{Visit: w.visit}
	n := 0
	for it.Open(w.batch); it.Next(); n++ {
		if n >= w.v.w.First && n < w.v.w.First+w.v.w.Records {
			w.out = append(w.out, w.record(it.Record(), n))
		}
		w.done = w.behind()
		w.parts = w.parts[:0:0]
		if n+1 >= w.v.w.First+w.v.w.Records {
			w.more = int(w.batch.Count()) - n - 1
			return
		}
	}
	if err := it.Err(); err != nil {
		w.failed = true
		w.out = append(w.out, w.damaged(err))
	}
}

// behind is where the present record ends in the file.
func (w *recordWalk) behind() int64 {
	if n := len(w.parts); n > 0 {
		return w.parts[n-1].End
	}
	return w.done
}

// damaged is the section behind the last good record, with the fields that could still be read.
func (w *recordWalk) damaged(err error) message.Field {
	start := w.end
	if !w.batch.IsCompressed() {
		start = min(max(w.done, w.at), w.end)
	}
	f := bad(rest("damaged records", start, w.end, err.Error()))
	if n := len(w.parts); n > 0 && w.parts[n-1].End <= w.end {
		f.Children = append(w.parts, rest("rest", w.parts[n-1].End, w.end, ""))
	}
	return f
}

func (w *recordWalk) record(r *record.Record, n int) message.Field {
	f := message.Field{Name: "record", Number: n, Value: w.recordWords(r), Children: w.parts, Start: w.end, End: w.end}
	if len(w.parts) > 0 {
		f.Start, f.End = w.parts[0].Start, w.parts[len(w.parts)-1].End
	}
	return f
}

func (w *recordWalk) recordWords(r *record.Record) string {
	s := "offset " + strconv.FormatInt(r.Offset, 10)
	if w.batch.IsControl() {
		if m, err := record.ParseMarker(r); err == nil {
			return fmt.Sprintf("%s: %v, coordinator epoch %d", s, m.Type, m.CoordinatorEpoch)
		}
	}
	text := func(b []byte, is bool) string {
		if !is {
			return "null"
		}
		return quote(b)
	}
	return s + ": " + text(r.Key, r.HasKey()) + " → " + text(r.Value, r.HasValue())
}

// visit takes one field from the walker.
func (w *recordWalk) visit(p record.Part) {
	x := p.Field.Field()
	f := message.Field{Name: x.Name, Family: string(rune(x.Family)), Number: -1, Start: w.end, End: w.end}
	if !w.batch.IsCompressed() {
		f.Start, f.End = w.at+int64(p.Start), w.at+int64(p.End)
	}
	var raw []byte
	if p.Start >= 0 && p.End <= len(w.section) {
		raw = w.section[p.Start:p.End]
	}
	f.Value = strconv.FormatInt(p.Number, 10)
	switch p.Field {
	case record.FieldKey, record.FieldValue, record.FieldHeaderKey, record.FieldHeaderValue:
		f.Value = quote(raw)
	case record.FieldAttributes:
		f.Note = "no bit is in use"
	default:
		f.Raw = unfold(raw)
		f.Note = w.note(p)
	}
	w.parts = append(w.parts, f)
}

func (w *recordWalk) note(p record.Part) string {
	switch p.Field {
	case record.FieldTimestampDelta:
		return plus(w.batch.BaseTimestamp(), p.Number, "") + ", " + date(w.batch.BaseTimestamp()+p.Number)
	case record.FieldOffsetDelta:
		return plus(w.batch.BaseOffset(), p.Number, "offset ")
	case record.FieldLength:
		return "bytes that follow"
	case record.FieldKeyLength, record.FieldValueLength, record.FieldHeaderValueLength:
		if p.Number < 0 {
			return "null"
		}
	}
	return ""
}
