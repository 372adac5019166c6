package producer

import (
	"cmp"
	"slices"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// The snapshot file (docs/format/snapshot.md):
//
//	0       2               6               10
//	+-------+---------------+---------------+-----------
//	|version| CRC-32C of    | number of     | entries of
//	|  1    | what follows  | entries       | 46 bytes
//	+-------+---------------+---------------+-----------
const (
	snapshotVersion = 1
	atCRC           = 2
	atCount         = 6
	atEntries       = 10
	entrySize       = 46
)

// Families of fields, as in the index files.
const (
	familyOffset    = 'o'
	familyCount     = 'n'
	familyTimestamp = 't'
	familyCRC       = 'c'
	familyProducer  = 'p'
	familyVersion   = 'f'
)

// Field is one field of the file: Size bytes from byte At of the header or the entry, a big-endian
// integer. Family groups fields for the screen.
type Field struct {
	Name     string
	At, Size int
	Family   byte
}

// HeaderFields are the fields of the 10 bytes at the start of a snapshot.
func HeaderFields() []Field {
	return []Field{
		{"version", 0, 2, familyVersion},
		{"crc", atCRC, 4, familyCRC},
		{"count", atCount, 4, familyCount},
	}
}

// EntryFields are the fields of an entry of 46 bytes.
func EntryFields() []Field {
	return []Field{
		{"producerId", 0, 8, familyProducer},
		{"producerEpoch", 8, 2, familyProducer},
		{"lastSequence", 10, 4, familyProducer},
		{"lastOffset", 14, 8, familyOffset},
		{"offsetDelta", 22, 4, familyOffset},
		{"timestamp", 26, 8, familyTimestamp},
		{"coordinatorEpoch", 34, 4, familyVersion},
		{"currentTxnFirstOffset", 38, 8, familyOffset},
	}
}

// EncodeSnapshot returns the bytes of a snapshot of the entries, in the given order. Of the batches
// only the last one is saved.
func EncodeSnapshot(entries []Entry) []byte {
	b := make([]byte, atCount, atEntries+entrySize*len(entries))
	codec.PutInt16(b, snapshotVersion)
	b = codec.AppendInt32(b, int32(len(entries)))
	for i := range entries {
		b = appendEntry(b, &entries[i])
	}
	codec.PutUint32(b[atCRC:], codec.CRC32C(b[atCount:]))
	return b
}

func appendEntry(b []byte, e *Entry) []byte {
	b = codec.AppendInt64(b, e.ID)
	b = codec.AppendInt16(b, e.Epoch)
	b = codec.AppendInt32(b, e.LastSequence())
	b = codec.AppendInt64(b, e.LastDataOffset())
	b = codec.AppendInt32(b, e.lastDelta())
	b = codec.AppendInt64(b, e.LastTimestamp)
	b = codec.AppendInt32(b, e.CoordinatorEpoch)
	return codec.AppendInt64(b, e.TxnFirstOffset)
}

// DecodeSnapshot reads the bytes of a snapshot; what follows the entries is covered by the checksum
// and otherwise ignored. Error: CorruptSnapshot.
func DecodeSnapshot(b []byte) ([]Entry, error) {
	if len(b) < 2 {
		return nil, invalid("null")
	}
	if v := codec.Int16(b); v != snapshotVersion {
		return nil, invalid("Snapshot contained an unknown file version %d", v)
	}
	if len(b) < atEntries {
		return nil, invalid("null")
	}
	entries, err := decodeEntries(codec.Int32(b[atCount:]), b[atEntries:])
	if err != nil {
		return nil, err
	}
	if stored, computed := codec.Uint32(b[atCRC:]), codec.CRC32C(b[atCount:]); stored != computed {
		return nil, kerr.ErrCorruptSnapshot.With("Snapshot is corrupt (CRC is no longer valid). Stored crc: %d. Computed crc: %d", stored, computed)
	}
	return entries, nil
}

func decodeEntries(count int32, b []byte) ([]Entry, error) {
	switch {
	case count < 0:
		return nil, invalid("non-nullable field producerEntries was serialized as null")
	case int(count) > len(b):
		return nil, invalid("Tried to allocate a collection of size %d, but there are only %d bytes remaining.", count, len(b))
	case int64(count)*entrySize > int64(len(b)):
		return nil, invalid("null")
	}
	entries := make([]Entry, count)
	for i := range entries {
		entries[i] = decodeEntry(b[i*entrySize:])
	}
	return entries, nil
}

func decodeEntry(b []byte) Entry {
	e := Entry{
		ID:               codec.Int64(b),
		Epoch:            codec.Int16(b[8:]),
		LastTimestamp:    codec.Int64(b[26:]),
		CoordinatorEpoch: codec.Int32(b[34:]),
		TxnFirstOffset:   codec.Int64(b[38:]),
	}
	if e.TxnFirstOffset < 0 {
		e.TxnFirstOffset = NoOffset
	}
	if lastOffset := codec.Int64(b[14:]); lastOffset >= 0 {
		e.add(Batch{codec.Int32(b[10:]), lastOffset, codec.Int32(b[22:]), e.LastTimestamp})
	}
	return e
}

func invalid(format string, args ...any) error {
	e := kerr.ErrCorruptSnapshot.With(format, args...)
	e.Message = "Snapshot failed schema validation: " + e.Message
	return e
}

func sortByBirth(list []Entry) {
	before := slices.Clone(list)
	order := make([]*Entry, len(list))
	for i := range before {
		order[i] = &before[i]
	}
	slices.SortFunc(order, func(a, b *Entry) int { return cmp.Compare(a.born, b.born) })
	for i, e := range order {
		list[i] = *e
	}
}
