package internaltopics

import "logarium/engine/codec"

// GroupKey writes the key of a classic group, kind 2.
func GroupKey(group string) []byte { return appendText(codec.AppendInt16(nil, GroupRecord), group) }

// DecodeGroupKey reads a key of kind 2.
func DecodeGroupKey(b []byte) (group string, err error) {
	w, kind := read(b)
	group = w.text()
	return group, w.check(kind, GroupRecord)
}

// Group is the value of a classic group: the state after its last rebalance.
type Group struct {
	ProtocolType string // "consumer"; "" before the first member
	Generation   int32
	Protocol     *string // assignor, nil while there are no members
	Leader       *string // member id
	Timestamp    int64   // since when it is in this state, ms
	Members      []Member
}

// Member is a member of a classic group. Subscription and Assignment are messages of the members' own protocol.
type Member struct {
	ID               string
	InstanceID       *string // group.instance.id
	ClientID         string
	ClientHost       string // "/127.0.0.1"
	RebalanceTimeout int32  // ms
	SessionTimeout   int32  // ms
	Subscription     []byte
	Assignment       []byte
}

// Encode writes version 3, which Kafka 4.4 writes.
func (g Group) Encode() []byte {
	b := codec.AppendInt16(nil, 3)
	b = appendText(b, g.ProtocolType)
	b = codec.AppendInt32(b, g.Generation)
	b = appendMaybe(b, g.Protocol)
	b = appendMaybe(b, g.Leader)
	b = codec.AppendInt64(b, g.Timestamp)
	b = codec.AppendInt32(b, int32(len(g.Members)))
	for _, m := range g.Members {
		b = appendText(b, m.ID)
		b = appendMaybe(b, m.InstanceID)
		b = appendText(b, m.ClientID)
		b = appendText(b, m.ClientHost)
		b = codec.AppendInt32(b, m.RebalanceTimeout)
		b = codec.AppendInt32(b, m.SessionTimeout)
		b = appendBytes(b, m.Subscription)
		b = appendBytes(b, m.Assignment)
	}
	return b
}

// DecodeGroup reads versions 0 to 4.
func DecodeGroup(b []byte) (g Group, err error) {
	w, version := read(b)
	w.flexible = version >= 4
	g.ProtocolType = w.text()
	g.Generation = w.Int32()
	g.Protocol, g.Leader = w.maybe(), w.maybe()
	g.Timestamp = -1
	if version >= 2 {
		g.Timestamp = w.Int64()
	}
	w.list(func() { g.Members = append(g.Members, w.member(version)) })
	w.tags(nil)
	return g, w.check(version, 4)
}

func (w *wire) member(version int16) (m Member) {
	m.ID = w.text()
	if version >= 3 {
		m.InstanceID = w.maybe()
	}
	m.ClientID, m.ClientHost = w.text(), w.text()
	m.RebalanceTimeout = -1
	if version >= 1 {
		m.RebalanceTimeout = w.Int32()
	}
	m.SessionTimeout = w.Int32()
	m.Subscription, m.Assignment = w.bytes(), w.bytes()
	w.tags(nil)
	return m
}

// Partitions are some partitions of a topic.
type Partitions struct {
	Topic   string
	Numbers []int32
}

// Subscription is what a consumer of a classic group asks for. Encode writes version 3 as a consumer does that has no rack
// and owns nothing yet.
func Subscription(topics []string) []byte {
	b := codec.AppendInt16(nil, 3)
	b = codec.AppendInt32(b, int32(len(topics)))
	for _, t := range topics {
		b = appendText(b, t)
	}
	b = codec.AppendInt32(b, -1) // user data
	b = codec.AppendInt32(b, 0)  // owned partitions
	b = codec.AppendInt32(b, -1) // generation
	return codec.AppendInt16(b, -1)
}

// Assignment is what a consumer of a classic group gets, in version 3.
func Assignment(list []Partitions) []byte {
	b := codec.AppendInt16(nil, 3)
	b = codec.AppendInt32(b, int32(len(list)))
	for _, p := range list {
		b = appendText(b, p.Topic)
		b = codec.AppendInt32(b, int32(len(p.Numbers)))
		b = appendInts(b, p.Numbers)
	}
	return codec.AppendInt32(b, -1)
}

// DecodeAssignment reads what a consumer got.
func DecodeAssignment(b []byte) (list []Partitions, err error) {
	w, version := read(b)
	w.list(func() { list = append(list, Partitions{w.text(), w.ints()}) })
	return list, w.check(min(version, 3), 3)
}
