package glass

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// coordinator prints key and value as JSON by one of the tables, a missing value as a deletion, and anything odd in place of the key.
func coordinator(table string) parser {
	return func(r *record.Record) (key, value *string, err error) {
		if !r.HasKey() {
			return nil, nil, kerr.New("RuntimeException", "Failed to decode message at offset %d using the specified decoder (message had a missing key)", r.Offset)
		}
		k, v, err := coordinatorTexts(table, r)
		if err != nil {
			k = err.Error()
			return &k, nil, nil
		}
		return &k, &v, nil
	}
}

// oddity is what is printed in place of a record that cannot be taken apart.
type oddity string

func (o oddity) Error() string { return string(o) }

func coordinatorTexts(table string, r *record.Record) (key, value string, err error) {
	skip := func(format string, args ...any) (string, string, error) {
		return "", "", oddity(fmt.Sprintf("Error at offset %d, skipping. ", r.Offset) + fmt.Sprintf(format, args...))
	}
	if len(r.Key) < 2 {
		return skip("Could not read version from key's buffer.")
	}
	kind := int(codec.Int16(r.Key))
	versions, flexible, fields, known := row(table, kind)
	if !known {
		return "", "", oddity(fmt.Sprintf("Unknown record type %d at offset %d, skipping.", kind, r.Offset))
	}
	keyFields, valueFields, _ := strings.Cut(fields, "|")
	m := wire{b: r.Key[2:]}
	data := m.object(keyFields)
	if m.err != nil {
		return skip("Could not read record with version %d from key's buffer due to: %v.", kind, m.err)
	}
	key = `{"type":"` + strconv.Itoa(kind) + `","data":` + data + `}`
	if !r.HasValue() {
		return key, "<DELETE>", nil
	}
	if len(r.Value) < 2 {
		return skip("Could not read version from value's buffer.")
	}
	version := codec.Int16(r.Value)
	if version < 0 || version > versions {
		return skip("Found an unknown record version %d for %d type", version, kind)
	}
	m = wire{b: r.Value[2:], version: version, flexible: flexible != "-" && version >= int16(number(flexible))}
	m.consumers = m.ofConsumers(valueFields)
	data = m.object(valueFields)
	if m.err != nil {
		return skip("Could not read record with version %d from value's buffer due to: %v.", version, m.err)
	}
	return key, `{"version":"` + strconv.Itoa(int(version)) + `","data":` + data + `}`, nil
}

// ofConsumers tells whether a value is that of a classic group of consumers: the subscription and the assignment of its members are
// messages too. Those of other protocols are just bytes.
func (m wire) ofConsumers(fields string) bool {
	first := partOf(fields[:endOfWord(fields)])
	return first.name == "protocolType" && m.value(&first) == `"consumer"`
}

// protocol is the JSON of a message that begins with its version, of which 3 is the last.
func protocol(fields string, b []byte) (string, bool) {
	if len(b) < 2 {
		return "", false
	}
	version := min(codec.Int16(b), 3)
	m := wire{b: b[2:], version: version}
	data := m.object(fields)
	return data, m.err == nil && version >= 0
}
