// Package index holds the files beside a segment's log that make it searchable: by offset
// (.index), by timestamp (.timeindex) and by aborted transaction (.txnindex). It knows their bytes
// and no policy: when an entry is due, and when an index has to be rebuilt, is the segment's affair.
//
// Every index is a small struct of scalars that is copied by value when a log is forked; its bytes
// live on the disk, which is handed to each call. Files are opened at the first touch, as in Kafka.
package index

// Families of fields. The screen draws fields of one family alike.
const (
	FamilyOffset    = 'o' // offset or position
	FamilyTimestamp = 't'
	FamilyProducer  = 'p' // producer id, epoch, sequence
	FamilyVersion   = 'f' // attributes, epochs, versions
)

// Field is one field of an entry: Size bytes from byte At of the entry, a big-endian integer.
type Field struct {
	Name     string
	At, Size int
	Family   byte
}

// Layout is an entry of an index file. The codecs of this package read by the same numbers.
type Layout struct {
	Size   int // of an entry, bytes
	Fields []Field
}

// Sizes and places of the fields, in bytes.
const (
	offsetEntrySize = 8
	offsetRelative  = 0
	offsetPosition  = 4

	timeEntrySize = 12
	timeTimestamp = 0
	timeRelative  = 8

	txnEntrySize    = 34
	txnVersion      = 0
	txnProducer     = 2
	txnFirst        = 10
	txnLast         = 18
	txnLastStable   = 26
	txnEntryVersion = 0 // the only version there is
)

// OffsetLayout is an entry of an .index file.
func OffsetLayout() Layout {
	return Layout{offsetEntrySize, []Field{
		{"relativeOffset", offsetRelative, 4, FamilyOffset},
		{"position", offsetPosition, 4, FamilyOffset},
	}}
}

// TimeLayout is an entry of a .timeindex file.
func TimeLayout() Layout {
	return Layout{timeEntrySize, []Field{
		{"timestamp", timeTimestamp, 8, FamilyTimestamp},
		{"relativeOffset", timeRelative, 4, FamilyOffset},
	}}
}

// TxnLayout is an entry of a .txnindex file.
func TxnLayout() Layout {
	return Layout{txnEntrySize, []Field{
		{"version", txnVersion, 2, FamilyVersion},
		{"producerId", txnProducer, 8, FamilyProducer},
		{"firstOffset", txnFirst, 8, FamilyOffset},
		{"lastOffset", txnLast, 8, FamilyOffset},
		{"lastStableOffset", txnLastStable, 8, FamilyOffset},
	}}
}

// column is the name of the field at a position of the entry.
func (m *mapped) column(at uint) string {
	l := OffsetLayout()
	if m.size == timeEntrySize {
		l = TimeLayout()
	}
	for _, f := range l.Fields {
		if f.At == int(at) {
			return f.Name
		}
	}
	return ""
}
