package glass

import "logarium/engine/codec"

// The subscription and the assignment in a classic consumer group's record are messages too; those of other
// protocols are just bytes.

var subscription = schema{versions: 3, flexible: inflexible, fields: []part{
	{name: "topics", kind: isTexts},
	{name: "userData", kind: isBytes},
	{name: "ownedPartitions", kind: isArray, from: 1, of: []part{text("topic"), {name: "partitions", kind: isInts}}},
	{name: "generationId", kind: isInt32, from: 2},
	{name: "rackId", kind: isText, from: 3},
}}

var assignment = schema{versions: 3, flexible: inflexible, fields: []part{
	{name: "assignedPartitions", kind: isArray, of: []part{text("topic"), {name: "partitions", kind: isInts}}},
	{name: "userData", kind: isBytes},
}}

// readGroup unfolds the members' bytes if the group is one of consumers.
func readGroup(s schema, b []byte, version int16) (string, error) {
	m := wire{b: b, version: version, flexible: version >= s.flexible}
	probe := m
	m.consumers = probe.value(s.fields[0]) == `"consumer"`
	data := m.object(s.fields)
	return data, m.err
}

// protocol is the JSON of bytes that begin with their version.
func protocol(s schema, b []byte) (string, bool) {
	if len(b) < 2 {
		return "", false
	}
	version := min(codec.Int16(b), s.versions)
	data, err := s.read(b[2:], version)
	return data, err == nil && version >= 0
}
