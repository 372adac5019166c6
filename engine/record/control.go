package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// ControlType is the kind of a control record, from its key.
type ControlType int16

// The kinds. A partition of data has the first two only, the others are KRaft's.
const (
	Abort        ControlType = 0
	Commit       ControlType = 1
	LeaderChange ControlType = 2
	SnapHeader   ControlType = 3
	SnapFooter   ControlType = 4
	KRaftVersion ControlType = 5
	KRaftVoters  ControlType = 6
	Unknown      ControlType = -1
)

var controlNames = [...]string{"ABORT", "COMMIT", "LEADER_CHANGE", "SNAPSHOT_HEADER", "SNAPSHOT_FOOTER", "KRAFT_VERSION", "KRAFT_VOTERS"}

// String is Kafka's name of the constant.
func (t ControlType) String() string {
	if t < 0 || int(t) >= len(controlNames) {
		return "UNKNOWN"
	}
	return controlNames[t]
}

// controlKeySize is the size of a control record's key: version and type, int16 each.
const controlKeySize = 4

// ParseControlType reads the key of a control record. A type that nobody knows is Unknown; versions above
// 0 are read like 0.
func ParseControlType(key []byte) (ControlType, error) {
	id, err := controlTypeID(key)
	if err != nil || int(id) >= len(controlNames) || id < 0 {
		return Unknown, err
	}
	return ControlType(id), nil
}

func controlTypeID(key []byte) (int16, error) {
	if key == nil {
		return -1, kerr.New("NullPointerException", "Cannot invoke \"java.nio.ByteBuffer.duplicate()\" because \"key\" is null")
	}
	if len(key) < controlKeySize {
		return -1, kerr.ErrInvalidRecord.With("Invalid value size found for control record key. Must have at least %d bytes, but found only %d", controlKeySize, len(key))
	}
	if version := codec.Int16(key); version < 0 {
		return -1, kerr.ErrInvalidRecord.With("Invalid version found for control record: %d. May indicate data corruption", version)
	}
	return codec.Int16(key[2:]), nil
}

func checkControl(key []byte) error {
	id, err := controlTypeID(key)
	if err == nil && (id < 0 || int(id) >= len(controlNames)) {
		err = kerr.ErrIllegalArgument.With("Cannot append record with unknown control record type %d", id)
	}
	return err
}

// Marker is the end of a transaction: the value of a COMMIT or ABORT record.
type Marker struct {
	Type             ControlType
	CoordinatorEpoch int32
}

// markerValueSize: version (int16) and coordinator epoch (int32).
const markerValueSize = 6

// ParseMarker reads a control record of a data partition.
func ParseMarker(r *Record) (Marker, error) {
	t, err := ParseControlType(r.Key)
	if err != nil {
		return Marker{}, err
	}
	if t != Abort && t != Commit {
		return Marker{}, kerr.ErrIllegalArgument.With("Invalid control record type for end transaction marker %s", t)
	}
	if len(r.Value) < markerValueSize {
		return Marker{}, kerr.ErrInvalidRecord.With("Invalid value size found for end transaction marker. Must have at least %d bytes, but found only %d", markerValueSize, len(r.Value))
	}
	if version := codec.Int16(r.Value); version < 0 {
		return Marker{}, kerr.ErrInvalidRecord.With("Invalid version found for end transaction marker: %d. May indicate data corruption", version)
	}
	return Marker{t, codec.Int32(r.Value[2:])}, nil
}

// AppendMarker appends the batch that ends a transaction at offset, stamped ts (ms).
func AppendMarker(dst []byte, m Marker, offset, ts int64, leaderEpoch int32, producerID int64, producerEpoch int16) ([]byte, error) {
	if m.Type != Abort && m.Type != Commit {
		return dst, kerr.ErrIllegalArgument.With("Invalid control record type for end transaction marker %s", m.Type)
	}
	o := DefaultOptions()
	o.BaseOffset, o.PartitionLeaderEpoch, o.ProducerID, o.ProducerEpoch = offset, leaderEpoch, producerID, producerEpoch
	o.Transactional, o.Control = true, true
	var key [controlKeySize]byte
	var value [markerValueSize]byte
	codec.PutInt16(key[2:], int16(m.Type))
	codec.PutInt32(value[2:], m.CoordinatorEpoch)
	var b Builder
	b.Reset(dst, o)
	_ = b.Append(offset, ts, key[:], value[:]) // Build returns the error
	return b.Build()
}
