package record

import "logarium/engine/kerr"

// Codec is the compression of a batch's records, bits 0 to 2 of its attributes.
type Codec int8

// The codecs by their number in the format.
const (
	None Codec = iota
	Gzip
	Snappy
	LZ4
	Zstd
)

var codecNames = [...]string{"none", "gzip", "snappy", "lz4", "zstd"}

// String is Kafka's name of the codec, "none" to "zstd".
func (c Codec) String() string {
	if c.Err() != nil {
		return "unknown"
	}
	return codecNames[c]
}

// Err is Kafka's error for a codec number that is not in use, or nil.
func (c Codec) Err() error {
	if c < None || c > Zstd {
		return kerr.ErrIllegalArgument.With("Unknown compression type id: %d", int8(c))
	}
	return nil
}

// CodecByName is the inverse of Codec.String.
func CodecByName(name string) (Codec, error) {
	for i, n := range codecNames {
		if n == name {
			return Codec(i), nil
		}
	}
	return None, kerr.ErrIllegalArgument.With("Unknown compression name: %s", name)
}

// TimestampType is what a batch's timestamps mean, bit 3 of its attributes.
type TimestampType int8

// The timestamp types. Messages of format 0 have none.
const (
	NoTimestampType TimestampType = -1
	CreateTime      TimestampType = 0 // set by the producer
	LogAppendTime   TimestampType = 1 // set by the broker
)

// String is Kafka's name.
func (t TimestampType) String() string {
	switch t {
	case CreateTime:
		return "CreateTime"
	case LogAppendTime:
		return "LogAppendTime"
	}
	return "NoTimestampType"
}

// Values that say "none" in a batch header.
const (
	NoTimestamp     = int64(-1)
	NoProducerID    = int64(-1)
	NoProducerEpoch = int16(-1)
	NoSequence      = int32(-1)
	NoLeaderEpoch   = int32(-1)
	NoOffset        = int64(-1)
)

// Bits of the attributes.
const (
	codecMask         = 0x07
	timestampTypeBit  = 0x08
	transactionalBit  = 0x10
	controlBit        = 0x20
	deleteHorizonBit  = 0x40
	maxSequence       = int32(1<<31 - 1)
	currentMagic      = 2
	maxOffsetDelta    = int64(1<<31 - 1)
	maxRecordsInBatch = 1<<31 - 1
)

// attributes puts the bits together.
func attributes(c Codec, t TimestampType, transactional, control, horizon bool) int16 {
	a := int16(c) & codecMask
	if t == LogAppendTime {
		a |= timestampTypeBit
	}
	if transactional {
		a |= transactionalBit
	}
	if control {
		a |= controlBit
	}
	if horizon {
		a |= deleteHorizonBit
	}
	return a
}

// IncrementSequence adds to a sequence number: they run from 0 to 2^31-1 and then from 0 again.
func IncrementSequence(sequence, by int32) int32 {
	if sequence > maxSequence-by {
		return by - (maxSequence - sequence) - 1
	}
	return sequence + by
}

// DecrementSequence is the inverse of IncrementSequence.
func DecrementSequence(sequence, by int32) int32 {
	if sequence < by {
		return maxSequence - (by - sequence) + 1
	}
	return sequence - by
}

// Origin is where an append comes from.
type Origin uint8

// The origins, from a client's produce request to a follower's fetch.
const (
	Client Origin = iota
	Coordinator
	RaftLeader
	Replication
)

var originNames = [...]string{"CLIENT", "COORDINATOR", "RAFT_LEADER", "REPLICATION"}

// String is Kafka's name of the constant.
func (o Origin) String() string { return originNames[o] }
