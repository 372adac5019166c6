package record

import "logarium/engine/codec"

// Family says what a field's bytes are about; the letters are those by which the byte view colours.
type Family byte

// The families of fields.
const (
	FamilyOffset   Family = 'o' // offset or position
	FamilyLength   Family = 'n' // length or count
	FamilyTime     Family = 't' // timestamp
	FamilyCheck    Family = 'c' // checksum or magic
	FamilyProducer Family = 'p' // producer and sequence
	FamilyFlags    Family = 'f' // attributes and epochs
	FamilyKey      Family = 'k' // key bytes
	FamilyValue    Family = 'v' // value bytes

)

// Field is one line of a format table.
type Field struct {
	Name   string // Kafka's name, as in the tables of docs/format/log.md
	At     int    // byte position from the start of the batch; -1 for a record's field, which has no fixed place
	Size   int    // in bytes; 0 if it varies
	Family Family
}

// Int reads a fixed field from a batch's bytes. Checksums are unsigned, all others signed.
// It returns 0 for a field that lies outside.
func (f Field) Int(b []byte) int64 {
	if f.At < 0 || f.At+f.Size > len(b) {
		return 0
	}
	b = b[f.At:]
	switch f.Size {
	case 1:
		return int64(int8(b[0]))
	case 2:
		return int64(codec.Int16(b))
	case 4:
		if f.Name == "crc" {
			return int64(codec.Uint32(b))
		}
		return int64(codec.Int32(b))
	case 8:
		return codec.Int64(b)
	}
	return 0
}

// Positions of the header's fields, in bytes from the start of the batch. The table below, the
// accessors of Batch and the builder all use these.
const (
	atBaseOffset      = 0
	atLength          = 8
	atLeaderEpoch     = 12
	atMagic           = 16
	atCRC             = 17
	atAttributes      = 21
	atLastOffsetDelta = 23
	atBaseTimestamp   = 27
	atMaxTimestamp    = 35
	atProducerID      = 43
	atProducerEpoch   = 51
	atBaseSequence    = 53
	atCount           = 57

	// HeaderSize is the size of a v2 batch without records, the smallest valid one, in bytes.
	HeaderSize = 61
	// LogOverhead is the size of offset and length, which the length does not count, in bytes.
	LogOverhead = 12
	// minOverhead is the smallest length that any format allows: a v0 message without key and value.
	minOverhead = 14
	// headerUpToMagic is how much must be there before the format is known.
	headerUpToMagic = 17
)

var headerV2 = [...]Field{
	{"baseOffset", atBaseOffset, 8, FamilyOffset},
	{"batchLength", atLength, 4, FamilyLength},
	{"partitionLeaderEpoch", atLeaderEpoch, 4, FamilyFlags},
	{"magic", atMagic, 1, FamilyCheck},
	{"crc", atCRC, 4, FamilyCheck},
	{"attributes", atAttributes, 2, FamilyFlags},
	{"lastOffsetDelta", atLastOffsetDelta, 4, FamilyOffset},
	{"baseTimestamp", atBaseTimestamp, 8, FamilyTime},
	{"maxTimestamp", atMaxTimestamp, 8, FamilyTime},
	{"producerId", atProducerID, 8, FamilyProducer},
	{"producerEpoch", atProducerEpoch, 2, FamilyProducer},
	{"baseSequence", atBaseSequence, 4, FamilyProducer},
	{"recordCount", atCount, 4, FamilyLength},
}

// Positions in a message of the formats 0 and 1.
const (
	atLegacyCRC        = 12
	atLegacyAttributes = 17
	atLegacyTimestamp  = 18
	atKeySizeV0        = 18
	atKeySizeV1        = 26
	overheadV0         = 14 // crc, magic, attributes, two sizes
	overheadV1         = 22 // and the timestamp
)

var headerV1 = [...]Field{
	{"offset", atBaseOffset, 8, FamilyOffset},
	{"messageSize", atLength, 4, FamilyLength},
	{"crc", atLegacyCRC, 4, FamilyCheck},
	{"magic", atMagic, 1, FamilyCheck},
	{"attributes", atLegacyAttributes, 1, FamilyFlags},
	{"timestamp", atLegacyTimestamp, 8, FamilyTime},
	{"keyLength", atKeySizeV1, 4, FamilyLength},
}

var headerV0 = [...]Field{
	{"offset", atBaseOffset, 8, FamilyOffset},
	{"messageSize", atLength, 4, FamilyLength},
	{"crc", atLegacyCRC, 4, FamilyCheck},
	{"magic", atMagic, 1, FamilyCheck},
	{"attributes", atLegacyAttributes, 1, FamilyFlags},
	{"keyLength", atKeySizeV0, 4, FamilyLength},
}

// HeaderFields returns the table of a batch header, in order and without gaps: 13 fields for magic 2;
// for 0 and 1 the fixed part of a message. The caller must not change it.
func HeaderFields(magic int8) []Field {
	switch magic {
	case 0:
		return headerV0[:]
	case 1:
		return headerV1[:]
	}
	return headerV2[:]
}

// RecordField numbers the fields of a v2 record in their order.
type RecordField uint8

// The fields of a record. The four of a header repeat for each header.
const (
	FieldLength RecordField = iota
	FieldAttributes
	FieldTimestampDelta
	FieldOffsetDelta
	FieldKeyLength
	FieldKey
	FieldValueLength
	FieldValue
	FieldHeadersCount
	FieldHeaderKeyLength
	FieldHeaderKey
	FieldHeaderValueLength
	FieldHeaderValue
)

var recordFields = [...]Field{
	FieldLength:            {"length", -1, 0, FamilyLength},
	FieldAttributes:        {"attributes", -1, 1, FamilyFlags},
	FieldTimestampDelta:    {"timestampDelta", -1, 0, FamilyTime},
	FieldOffsetDelta:       {"offsetDelta", -1, 0, FamilyOffset},
	FieldKeyLength:         {"keyLength", -1, 0, FamilyLength},
	FieldKey:               {"key", -1, 0, FamilyKey},
	FieldValueLength:       {"valueLength", -1, 0, FamilyLength},
	FieldValue:             {"value", -1, 0, FamilyValue},
	FieldHeadersCount:      {"headersCount", -1, 0, FamilyLength},
	FieldHeaderKeyLength:   {"headerKeyLength", -1, 0, FamilyLength},
	FieldHeaderKey:         {"headerKey", -1, 0, FamilyKey},
	FieldHeaderValueLength: {"headerValueLength", -1, 0, FamilyLength},
	FieldHeaderValue:       {"headerValue", -1, 0, FamilyValue},
}

// Field returns the table's line.
func (f RecordField) Field() Field { return recordFields[f] }

// RecordFields returns the table of a record. The caller must not change it.
func RecordFields() []Field { return recordFields[:] }

// Part is a field of one record as it was found: its bytes and, for a number, its value.
// Fields without bytes (a null key) are not reported.
type Part struct {
	Field      RecordField
	Start, End int   // bytes [Start, End) of the record section, after decompression
	Number     int64 // decoded; 0 for key, value and header bytes
}
