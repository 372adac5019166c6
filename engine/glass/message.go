package glass

import (
	"strconv"
	"strings"

	"logarium/engine/codec"
)

// A line of the formatters: class of the console consumer, first and last type of the records that it prints.
const messageFormatters = `
OffsetsMessageFormatter 0 1
GroupMetadataMessageFormatter 2 2
TransactionLogMessageFormatter 0 0
`

// MessageFormatter is the table of a formatter of the console consumer for a topic of the coordinators, by its class
// (org.apache.kafka.tools.consumer.OffsetsMessageFormatter and the like); "" if it is none.
func MessageFormatter(class string) string {
	name, ok := strings.CutPrefix(class, "org.apache.kafka.tools.consumer.")
	if !ok || name == "" {
		return ""
	}
	for l := range strings.Lines(messageFormatters) {
		if strings.HasPrefix(l, name+" ") {
			return strings.TrimSpace(l)
		}
	}
	return ""
}

// FormatMessage is what such a formatter prints of a record: one JSON object without a newline, "" for records of other types. A nil value is
// a deletion.
func FormatMessage(formatter string, key, value []byte) string {
	f := strings.Fields(formatter)
	if len(key) < 2 {
		return ""
	}
	kind := int(codec.Int16(key))
	if kind < number(f[1]) || kind > number(f[2]) {
		return ""
	}
	table := groupTable
	if strings.HasPrefix(formatter, "Transaction") {
		table = transactionTable
	}
	versions, flexible, fields, _ := row(table, kind)
	keyFields, valueFields, _ := strings.Cut(fields, "|")
	m := wire{b: key[2:]}
	text := `{"key":{"type":` + strconv.Itoa(kind) + `,"data":` + m.object(keyFields) + `},"value":`
	if m.err != nil {
		return ""
	}
	return text + messageValue(value, versions, flexible, valueFields) + "}"
}

// messageValue is the JSON of a value, whose version is 0 to versions.
func messageValue(value []byte, versions int16, flexible, fields string) string {
	if len(value) < 2 {
		return "null"
	}
	version := codec.Int16(value)
	data := `"unknown"`
	if version >= 0 && version <= versions {
		m := wire{b: value[2:], version: version, flexible: flexible != "-" && version >= int16(number(flexible))}
		data = m.object(fields)
	}
	return `{"version":` + strconv.Itoa(int(version)) + `,"data":` + data + `}`
}
