package glass

import (
	"fmt"
	"strconv"

	"logarium/engine/index"
	"logarium/engine/message"
)

func itoa(n int) string { return strconv.Itoa(n) }

// indexItems annotates the entries of an index file that overlap the window, and what is behind the entries.
func (v *view) indexItems() ([]message.Field, int, error) {
	layout, _ := v.layout()
	t := v.table(v.file, layout)
	size := int64(layout.Size)
	var items []message.Field
	for i := v.w.Offset / size; i < int64(t.count) && i*size < v.end() && len(items) < maxItems; i++ {
		items = append(items, v.entry(t, int(i)))
	}
	if used := t.used(); v.end() > used && v.file.Size() > used {
		items = append(items, v.unused(t, used))
	}
	return items, t.count, nil
}

// entry annotates one entry.
func (v *view) entry(t *table, i int) message.Field {
	at := int64(i) * int64(t.layout.Size)
	f := message.Field{Name: "entry", Start: at, End: at + int64(t.layout.Size), Number: i}
	b := t.entry(i)
	for _, x := range t.layout.Fields {
		f.Children = append(f.Children, v.entryField(t, x, at, fieldInt(b, x)))
	}
	switch v.name.Kind {
	case KindIndex:
		f.Value = fmt.Sprintf("offset %d → position %d", t.base+t.value(i, 0), t.value(i, 1))
	case KindTimeIndex:
		f.Value = fmt.Sprintf("%s → offset %d", date(t.value(i, 0)), t.base+t.value(i, 1))
	default:
		f.Value = fmt.Sprintf("producer %d aborted offsets %d–%d", t.value(i, 1), t.value(i, 2), t.value(i, 3))
	}
	f.Link = f.Children[len(f.Children)-1].Link
	f.Note, f.Bad = v.entryTrouble(t, i)
	return f
}

func (v *view) entryField(t *table, x index.Field, at, n int64) message.Field {
	f := message.Field{Name: x.Name, Start: at + int64(x.At), End: at + int64(x.At+x.Size), Family: string(rune(x.Family)), Value: strconv.FormatInt(n, 10), Number: -1}
	switch x.Name {
	case "relativeOffset":
		f.Note = plus(t.base, n, "offset ")
		if v.name.Kind == KindTimeIndex {
			f.Link = v.batchOf(t.base + n)
		}
	case "position":
		f.Link = v.batchAt(n)
	case "timestamp":
		f.Value, f.Raw = date(n), strconv.FormatInt(n, 10)
	case "firstOffset", "lastOffset":
		f.Link = v.batchOf(n)
	case "version":
		f.Bad = n != 0
	}
	return f
}

// entryTrouble tells an entry that breaks the order of its index or does not fit the log.
func (v *view) entryTrouble(t *table, i int) (string, bool) {
	order := map[string]int{KindIndex: 0, KindTimeIndex: 0, KindTxnIndex: 3}[v.name.Kind]
	if i > 0 && t.value(i, order) <= t.value(i-1, order) {
		return t.layout.Fields[order].Name + " is not larger than that of the entry before", true
	}
	log := v.sibling(KindLog)
	if v.name.Kind != KindIndex || log == nil {
		return "", false
	}
	position := t.value(i, 1)
	h, ok := headerAt(log, position)
	switch {
	case position >= log.Size():
		return fmt.Sprintf("points behind the end of the log, which has %d bytes", log.Size()), true
	case !ok:
		return "points to no batch", true
	case h.LastOffset() != t.base+t.value(i, 0):
		return fmt.Sprintf("the batch there ends with offset %d", h.LastOffset()), true
	}
	return "", false
}

// unused is the part of an index file behind its entries.
func (v *view) unused(t *table, used int64) message.Field {
	size := v.file.Size()
	entry := int64(t.layout.Size)
	if v.name.Kind == KindTxnIndex || size-used < entry {
		return bad(rest("torn entry", used, size, "less than an entry"))
	}
	f := rest("unused", used, size, "zeros: room for "+count((size-used)/entry, "entry"))
	if end, err := v.zeroRun(used); err == nil && end < size {
		f.Note = "room for " + count((size-used)/entry, "entry") + "; not all zeros: what a truncation left behind"
	}
	return f
}
