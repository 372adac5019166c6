package glass

import (
	"strconv"

	"logarium/engine/codec"
	"logarium/engine/index"
	"logarium/engine/message"
	"logarium/engine/producer"
)

// snapshotItems annotates a producer snapshot: its header and one item for each producer.
func (v *view) snapshotItems() ([]message.Field, int, error) {
	b, err := v.whole()
	if err != nil {
		return nil, -1, err
	}
	_, trouble := producer.DecodeSnapshot(b)
	header, at := group("header", producer.HeaderFields(), b, 0)
	if trouble != nil {
		header.Bad, header.Note = true, trouble.Error()
	}
	for i, f := range header.Children {
		if f.Name == "crc" {
			header.Children[i].Bad = f.Value != strconv.FormatUint(uint64(codec.CRC32C(b[f.End:])), 10)
			header.Children[i].Note = "CRC-32C of the bytes behind it"
		}
	}
	items := []message.Field{header}
	n := 0
	for at < int64(len(b)) {
		e, end := group("producer", producer.EntryFields(), b, at)
		e.Number = n
		items, at, n = append(items, e), end, n+1
	}
	items[0].Value = count(int64(n), "producer")
	return items, n, nil
}

// group annotates the fields that the file still holds; what is missing makes it bad.
func group(name string, fields []producer.Field, b []byte, at int64) (message.Field, int64) {
	g := message.Field{Name: name, Start: at, Number: -1}
	end := at
	for _, x := range fields {
		start := at + int64(x.At)
		if start+int64(x.Size) > int64(len(b)) {
			g.Bad, g.Note, end = true, "the file ends here", int64(len(b))
			break
		}
		end = start + int64(x.Size)
		n := fieldInt(b[at:], index.Field(x))
		f := message.Field{Name: x.Name, Start: start, End: end, Family: string(rune(x.Family)), Value: strconv.FormatInt(n, 10), Number: -1}
		switch {
		case x.Name == "crc":
			f.Value = strconv.FormatUint(uint64(uint32(n)), 10)
		case x.Name == "timestamp":
			f.Value, f.Raw = date(n), strconv.FormatInt(n, 10)
		case n == -1:
			f.Note = "none"
		}
		if x.Name == "producerId" {
			g.Value = "producer " + f.Value
		}
		g.Children = append(g.Children, f)
	}
	g.End = end
	return g, end
}
