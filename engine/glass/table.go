package glass

import (
	"sort"

	"logarium/engine/codec"
	"logarium/engine/index"
	"logarium/engine/message"
	"logarium/engine/record"
)

// table reads the entries of an index file one by one, by the index package's layout.
type table struct {
	file   File
	layout index.Layout
	base   int64
	count  int // entries in use
}

func (v *view) layout() (index.Layout, bool) {
	switch v.name.Kind {
	case KindIndex:
		return index.OffsetLayout(), true
	case KindTimeIndex:
		return index.TimeLayout(), true
	case KindTxnIndex:
		return index.TxnLayout(), true
	}
	return index.Layout{}, false
}

// table opens the entries of a file. How many are in use is what the caller knows, or where the zeros begin.
func (v *view) table(f File, layout index.Layout) *table {
	t := &table{file: f, layout: layout, base: max(v.name.Base, 0), count: int(f.Size() / int64(layout.Size))}
	if v.w.Used > 0 && f == v.file {
		t.count = min(t.count, int(v.w.Used/int64(layout.Size)))
		return t
	}
	t.count = sort.Search(t.count, func(i int) bool { return allZero(t.entry(i)) })
	return t
}

func (v *view) offsetTable() *table { return v.tableOf(KindIndex, index.OffsetLayout()) }
func (v *view) timeTable() *table   { return v.tableOf(KindTimeIndex, index.TimeLayout()) }

func (v *view) tableOf(kind string, layout index.Layout) *table {
	f := v.sibling(kind)
	if f == nil || v.name.Base < 0 {
		return nil
	}
	return v.table(f, layout)
}

// used is where the entries end, in bytes.
func (t *table) used() int64 { return int64(t.count) * int64(t.layout.Size) }

// entry is the bytes of an entry; zeros if they cannot be read.
func (t *table) entry(i int) []byte {
	b := make([]byte, t.layout.Size)
	if readFull(t.file, b, int64(i)*int64(t.layout.Size)) != nil {
		clear(b)
	}
	return b
}

// value is field number f of entry i.
func (t *table) value(i, f int) int64 { return fieldInt(t.entry(i), t.layout.Fields[f]) }

func fieldInt(entry []byte, f index.Field) int64 {
	b := entry[f.At:]
	switch f.Size {
	case 2:
		return int64(codec.Int16(b))
	case 4:
		return int64(codec.Int32(b))
	}
	return codec.Int64(b)
}

// atOrBelow is the last entry whose field f is at most target, -1 if there is none.
func (t *table) atOrBelow(f int, target int64) int {
	return sort.Search(t.count, func(i int) bool { return t.value(i, f) > target }) - 1
}

// indexEntryAt links a batch to the offset index entry that points to it.
func (v *view) indexEntryAt(position int64) *message.Link {
	t := v.offsetTable()
	if t == nil {
		return nil
	}
	i := t.atOrBelow(1, position)
	if i < 0 || t.value(i, 1) != position {
		return nil
	}
	return entryLink(sibling(v.path, KindIndex), t, i)
}

// timeEntryOf links a batch's largest timestamp to the time index entry that was made for it.
func (v *view) timeEntryOf(b record.Batch) *message.Link {
	t := v.timeTable()
	if t == nil {
		return nil
	}
	i := t.atOrBelow(1, b.LastOffset()-t.base)
	if i < 0 || t.value(i, 0) != b.MaxTimestamp() || t.value(i, 1) < b.BaseOffset()-t.base {
		return nil
	}
	return entryLink(sibling(v.path, KindTimeIndex), t, i)
}

func entryLink(path string, t *table, i int) *message.Link {
	return &message.Link{Path: path, Offset: int64(i * t.layout.Size), Length: int64(t.layout.Size), Text: "entry " + itoa(i)}
}

const maxSteps = 1000 // batches that are passed to find one by its offset

// batchAt links to the batch at a position of the .log.
func (v *view) batchAt(position int64) *message.Link {
	h, ok := headerAt(v.sibling(KindLog), position)
	if !ok {
		return nil
	}
	return &message.Link{Path: sibling(v.path, KindLog), Offset: position, Length: int64(h.Size()), Text: batchWords(h)}
}

// batchOf links to the batch that holds an offset: from the index entry before it on.
func (v *view) batchOf(offset int64) *message.Link {
	log := v.sibling(KindLog)
	if log == nil {
		return nil
	}
	from := int64(0)
	if t := v.offsetTable(); t != nil {
		if i := t.atOrBelow(0, offset-t.base); i >= 0 {
			from = max(0, t.value(i, 1))
		}
	}
	s := record.NewScanner(log, from, log.Size(), "")
	for n := 0; n < maxSteps && s.Next(); n++ {
		h := s.Header()
		if h.LastOffset() < offset {
			continue
		}
		if h.BaseOffset() > offset {
			return nil
		}
		return &message.Link{Path: sibling(v.path, KindLog), Offset: s.Position(), Length: int64(s.Size()), Text: batchWords(h)}
	}
	return nil
}
