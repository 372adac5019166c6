package glass

import (
	"fmt"
	"strconv"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

const inflexible = 100 // a version that no message has

// coordinatorType is one kind of record in a coordinator's topic, by the number at the start of its key.
type coordinatorType struct {
	key, value schema
	members    bool // a classic group's value: its members' bytes are a protocol of their own
}

func keyOf(fields ...part) schema { return schema{fields: fields, flexible: inflexible} }

func text(name string) part { return part{name: name, kind: isText} }

// offsetTypes are the records of __consumer_offsets, as far as they are known here.
func offsetTypes(number int16) (coordinatorType, bool) {
	switch number {
	case 0, 1:
		t := coordinatorType{key: keyOf(text("group"), text("topic"), part{name: "partition", kind: isInt32}), value: offsetValue()}
		if number == 0 {
			t.value.versions = 0 // keys as old as this have values as old
		}
		return t, true
	case 2:
		return coordinatorType{key: keyOf(text("group")), value: groupValue(), members: true}, true
	case 3:
		return coordinatorType{key: keyOf(text("groupId")), value: schema{fields: []part{{name: "epoch", kind: isInt32}}}}, true
	}
	return newGroupType(number)
}

// newGroupType has the records of the newer consumer groups, of which only deletions and the group itself are taken
// apart.
func newGroupType(number int16) (coordinatorType, bool) {
	notDecoded := schema{versions: -1}
	switch number {
	case 4:
		return coordinatorType{key: keyOf(text("groupId")), value: notDecoded}, true
	case 5, 7, 8:
		return coordinatorType{key: keyOf(text("groupId"), text("memberId")), value: notDecoded}, true
	case 6:
		return coordinatorType{key: keyOf(text("groupId")), value: schema{fields: []part{{name: "assignmentEpoch", kind: isInt32}}}}, true
	}
	return coordinatorType{}, false
}

func offsetValue() schema {
	return schema{versions: 4, flexible: 4, fields: []part{
		{name: "offset", kind: isInt64},
		{name: "leaderEpoch", kind: isInt32, from: 3},
		text("metadata"),
		{name: "commitTimestamp", kind: isInt64},
		{name: "expireTimestamp", kind: isInt64, from: 1, to: 1},
		{name: "topicId", kind: isUUID, tag: true},
	}}
}

func groupValue() schema {
	return schema{versions: 4, flexible: 4, fields: []part{
		text("protocolType"),
		{name: "generation", kind: isInt32},
		text("protocol"),
		text("leader"),
		{name: "currentStateTimestamp", kind: isInt64, from: 2},
		{name: "members", kind: isArray, of: []part{
			text("memberId"),
			{name: "groupInstanceId", kind: isText, from: 3},
			text("clientId"),
			text("clientHost"),
			{name: "rebalanceTimeout", kind: isInt32, from: 1},
			{name: "sessionTimeout", kind: isInt32},
			{name: "subscription", kind: isBytes},
			{name: "assignment", kind: isBytes},
		}},
	}}
}

// transactionTypes are the records of __transaction_state.
func transactionTypes(number int16) (coordinatorType, bool) {
	return coordinatorType{
		key: keyOf(text("transactionalId")),
		value: schema{versions: 1, flexible: 1, fields: []part{
			{name: "producerId", kind: isInt64},
			{name: "previousProducerId", kind: isInt64, tag: true},
			{name: "nextProducerId", kind: isInt64, tag: true},
			{name: "producerEpoch", kind: isInt16},
			{name: "transactionTimeoutMs", kind: isInt32},
			{name: "transactionStatus", kind: isStatus},
			{name: "transactionPartitions", kind: isArray, of: []part{text("topic"), {name: "partitionIds", kind: isInts}}},
			{name: "transactionLastUpdateTimestampMs", kind: isInt64},
			{name: "transactionStartTimestampMs", kind: isInt64},
			{name: "clientTransactionVersion", kind: isInt16, tag: true},
		}},
	}, number == 0
}

// coordinator prints key and value as JSON, a missing value as a deletion, and anything odd in place of the key.
func coordinator(types func(int16) (coordinatorType, bool)) parser {
	return func(r *record.Record) (key, value *string, err error) {
		if !r.HasKey() {
			return nil, nil, kerr.New("RuntimeException", "Failed to decode message at offset %d using the specified decoder (message had a missing key)", r.Offset)
		}
		k, v, err := coordinatorTexts(types, r)
		if err != nil {
			k, value = err.Error(), nil
			return &k, nil, nil
		}
		return &k, &v, nil
	}
}

// oddity is what is printed in place of a record that cannot be taken apart.
type oddity string

func (o oddity) Error() string { return string(o) }

func coordinatorTexts(types func(int16) (coordinatorType, bool), r *record.Record) (key, value string, err error) {
	skip := func(format string, args ...any) (string, string, error) {
		return "", "", oddity(fmt.Sprintf("Error at offset %d, skipping. ", r.Offset) + fmt.Sprintf(format, args...))
	}
	if len(r.Key) < 2 {
		return skip("Could not read version from key's buffer.")
	}
	number := codec.Int16(r.Key)
	t, known := types(number)
	if !known {
		return "", "", oddity(fmt.Sprintf("Unknown record type %d at offset %d, skipping.", number, r.Offset))
	}
	data, err := t.key.read(r.Key[2:], 0)
	if err != nil {
		return skip("Could not read record with version %d from key's buffer due to: %v.", number, err)
	}
	key = `{"type":"` + strconv.Itoa(int(number)) + `","data":` + data + `}`
	if !r.HasValue() {
		return key, "<DELETE>", nil
	}
	if len(r.Value) < 2 {
		return skip("Could not read version from value's buffer.")
	}
	version := codec.Int16(r.Value)
	if version < 0 || version > t.value.versions {
		return skip("Found an unknown record version %d for %d type", version, number)
	}
	if data, err = t.read(r.Value[2:], version); err != nil {
		return skip("Could not read record with version %d from value's buffer due to: %v.", version, err)
	}
	return key, `{"version":"` + strconv.Itoa(int(version)) + `","data":` + data + `}`, nil
}

func (t *coordinatorType) read(b []byte, version int16) (string, error) {
	if t.members {
		return readGroup(t.value, b, version)
	}
	return t.value.read(b, version)
}

func (s schema) read(b []byte, version int16) (string, error) {
	m := wire{b: b, version: version, flexible: version >= s.flexible}
	data := m.object(s.fields)
	return data, m.err
}
