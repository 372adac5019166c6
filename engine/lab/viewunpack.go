package lab

import (
	"fmt"

	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// oneByOne is how many of the records before the wanted one are shown each for itself; nearBy how many right before it.
const (
	oneByOne = 8
	nearBy   = 2
)

// unpacking is a reader who has the batch and goes through it: the header says how many records there are, then they follow.
type unpacking struct {
	v      *message.Lookup
	path   string
	at     int64 // where the next record lies in the file; compressed records lie nowhere by themselves
	packed int64 // bytes of the compressed records, 0 if they are not compressed
	from   int   // first of the records that are put together in one step
	length int64 // their bytes
}

// unpack adds how a client takes apart the batch that was found, by the decoder that it uses. What stops it is the last step: the look-up
// itself has not failed.
func (k *look) unpack(l *plog.Log, v *message.Lookup, t *plog.Trace) {
	for n, b := range t.Batches {
		base, last := t.Holds(n)
		if s := l.Segment(base); v.Found && last && b.Position == v.Position && b.Magic >= 2 && s != nil {
			u := unpacking{v: v, path: l.Dir() + "/" + segment.Stem(s.Base()) + segment.LogSuffix, at: b.Position}
			data, err := s.ReadBatch(l.IO(k.env()), &b, nil)
			if err == nil {
				err = u.run(record.Batch(data))
			}
			if err != nil {
				u.step("unpack", false, b.Position+b.Size-u.at, "%v", err)
			}
			return
		}
	}
}

func (u *unpacking) run(b record.Batch) error {
	u.step("unpack", false, record.HeaderSize, "header: count %d, base offset %s", b.Count(), grouped(b.BaseOffset()))
	wanted := int(u.v.Offset - b.BaseOffset()) // no later than that, as compaction leaves gaps
	if b.Codec() != record.None {
		u.packed = int64(len(b) - record.HeaderSize)
		u.step("unpack", false, u.packed, "unpacked: %s, %d B", b.Codec(), u.packed)
	}
	n, found := 0, false
	it := record.Iterator{}
	for it.Open(b); it.Next(); n++ {
		r := it.Record()
		hit := !found && r.Offset >= u.v.Offset
		switch {
		case found, !hit && n >= oneByOne && n < wanted-nearBy:
			u.length += int64(r.Size)
			continue
		}
		u.together(n)
		u.step("record", hit, int64(r.Size), "record %d: offset %s, %d B", n, grouped(r.Offset), r.Size)
		found, u.from = hit, n+1
	}
	u.together(n)
	return it.Err()
}

// together is one step for the records that were not shown by themselves.
func (u *unpacking) together(n int) {
	switch {
	case u.length == 0:
	case u.from == n-1:
		u.step("record", false, u.length, "record %d: %d B", u.from, u.length)
	default:
		u.step("record", false, u.length, "records %d–%d: %d B", u.from, n-1, u.length)
	}
	u.length = 0
}

// step adds a step about the next bytes of the file, or about the compressed ones.
func (u *unpacking) step(kind string, hit bool, length int64, format string, args ...any) {
	s := message.Step{Kind: kind, Text: fmt.Sprintf(format, args...), Path: u.path, Offset: u.at, Length: length, Hit: hit}
	if u.packed > 0 {
		s.Length = u.packed
	} else {
		u.at += length
	}
	u.v.Steps = append(u.v.Steps, s)
}
