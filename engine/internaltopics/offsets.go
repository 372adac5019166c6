package internaltopics

import (
	"logarium/engine/checkpoint"
	"logarium/engine/codec"
)

// OffsetKey is the key of a committed offset.
type OffsetKey struct {
	Group     string
	Topic     string
	Partition int32
}

// Encode writes the key, kind 1.
func (k OffsetKey) Encode() []byte {
	b := codec.AppendInt16(nil, OffsetCommitRecord)
	b = appendText(b, k.Group)
	b = appendText(b, k.Topic)
	return codec.AppendInt32(b, k.Partition)
}

// DecodeOffsetKey reads a key of kind 0 or 1.
func DecodeOffsetKey(b []byte) (k OffsetKey, err error) {
	w, kind := read(b)
	k = OffsetKey{w.text(), w.text(), w.Int32()}
	return k, w.check(kind, OffsetCommitRecord)
}

// Offset is the value of a committed offset.
type Offset struct {
	Offset      int64
	LeaderEpoch int32 // of the last record read, -1: not known
	Metadata    string
	Timestamp   int64           // of the commit, in ms
	Expires     int64           // ms, only in version 1; -1: not said
	TopicID     checkpoint.UUID // since version 4; zero: not known
}

// Encode writes version 4, which Kafka 4.4 writes.
func (o Offset) Encode() []byte {
	b := codec.AppendInt16(nil, 4)
	b = codec.AppendInt64(b, o.Offset)
	b = codec.AppendInt32(b, o.LeaderEpoch)
	b = appendCompact(b, o.Metadata)
	b = codec.AppendInt64(b, o.Timestamp)
	if o.TopicID.IsZero() {
		return append(b, 0)
	}
	return append(append(b, 1, 0, byte(len(o.TopicID))), o.TopicID[:]...)
}

// DecodeOffset reads versions 0 to 4.
func DecodeOffset(b []byte) (Offset, error) {
	w, version := read(b)
	w.flexible = version >= 4
	o := Offset{LeaderEpoch: -1, Expires: -1}
	o.Offset = w.Int64()
	if version >= 3 {
		o.LeaderEpoch = w.Int32()
	}
	o.Metadata = w.text()
	o.Timestamp = w.Int64()
	if version == 1 {
		o.Expires = w.Int64()
	}
	w.tags(func(tag int, w *wire) {
		if tag == 0 {
			copy(o.TopicID[:], w.Bytes(len(o.TopicID)))
		}
	})
	return o, w.check(version, 4)
}
