package glass

import (
	"bytes"
	"path"
	"strconv"

	"logarium/engine/checkpoint"
	"logarium/engine/message"
)

// textItems annotates a small text file line by line: checkpoints, properties, the clean shutdown marker.
func (v *view) textItems() ([]message.Field, int, error) {
	b, err := v.whole()
	if err != nil {
		return nil, -1, err
	}
	var items []message.Field
	at := int64(0)
	for line := range bytes.Lines(b) {
		f := v.line(line, at, len(items))
		f.Start, f.End, f.Number = at, at+int64(len(line)), len(items)
		items, at = append(items, f), f.End
	}
	v.judge(b, items)
	return items, len(items), nil
}

// line names what a line holds.
func (v *view) line(line []byte, at int64, n int) message.Field {
	text := string(bytes.TrimRight(line, "\r\n"))
	f := message.Field{Name: "line", Value: text}
	switch {
	case v.name.Kind == KindCheckpoint && n == 0:
		f.Name, f.Family = "version", "f"
	case v.name.Kind == KindCheckpoint && n == 1:
		f.Name, f.Family = "entries", "n"
	case v.name.Kind == KindCheckpoint:
		f.Name = "entry"
		f.Children = words(line, at, v.columns())
	case len(text) > 0 && (text[0] == '#' || text[0] == '!'):
		f.Name = "comment"
	case v.name.Kind == KindProperties && bytes.ContainsAny(line, "=:"):
		f.Name = "property"
		f.Children = property(line, at)
	}
	return f
}

// columns are the names of a checkpoint's fields, with their families.
func (v *view) columns() []message.Field {
	if v.isEpochs() {
		return []message.Field{{Name: "epoch", Family: "f"}, {Name: "startOffset", Family: "o"}}
	}
	return []message.Field{{Name: "topic", Family: "k"}, {Name: "partition", Family: "n"}, {Name: "offset", Family: "o"}}
}

func (v *view) isEpochs() bool { return path.Base(v.path) == checkpoint.LeaderEpochs }

// words names the words of a line, as many as there are names for.
func words(line []byte, at int64, columns []message.Field) (fields []message.Field) {
	rest := line
	for _, c := range columns {
		start := len(line) - len(bytes.TrimLeft(rest, " \t"))
		word, _, _ := bytes.Cut(bytes.TrimRight(line[start:], "\r\n"), []byte(" "))
		if len(word) == 0 {
			break
		}
		c.Start, c.End, c.Value, c.Number = at+int64(start), at+int64(start+len(word)), string(word), -1
		fields, rest = append(fields, c), line[start+len(word):]
	}
	return fields
}

// property splits a line at its first = or :.
func property(line []byte, at int64) []message.Field {
	cut := bytes.IndexAny(line, "=:")
	value := bytes.TrimSpace(line[cut+1:])
	start := cut + 1 + bytes.Index(line[cut+1:], value)
	return []message.Field{
		{Name: "name", Family: "k", Start: at, End: at + int64(cut), Value: string(line[:cut]), Number: -1},
		{Name: "value", Family: "v", Start: at + int64(start), End: at + int64(start+len(value)), Value: string(value), Number: -1},
	}
}

// judge lets the owner of the format read the file, and puts its complaint on the last line, or its reading on the
// first.
func (v *view) judge(b []byte, items []message.Field) {
	if len(items) == 0 {
		return
	}
	var err error
	switch name := path.Base(v.path); {
	case v.isEpochs():
		_, err = checkpoint.ParseEpochs(b, v.path)
	case v.name.Kind == KindCheckpoint:
		_, err = checkpoint.ParseOffsets(b, v.path)
	case name == checkpoint.PartitionMetadata:
		_, err = checkpoint.ParseMetadata(b, v.path)
	case name == checkpoint.MetaPropertiesFile:
		_, err = checkpoint.ParseMeta(b)
	case name == checkpoint.CleanShutdown:
		if epoch, ok := checkpoint.ParseCleanShutdown(b); ok {
			items[0].Note = "broker epoch " + strconv.FormatInt(epoch, 10)
		}
	}
	if err != nil {
		last := &items[len(items)-1]
		last.Bad, last.Note = true, err.Error()
	}
}
