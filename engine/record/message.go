package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Message is a message of format 0 or 1, by itself or within a wrapper. One in a wrapper is laid out like that whatever its magic number is: of
// that Kafka's reader asks only whether it is 0, and then there is no timestamp. It has at least 26 bytes.
type Message []byte

// Magic is the format that the message names.
func (m Message) Magic() int8 { return int8(m[atMagic]) }

// CRC is the checksum in the message.
func (m Message) CRC() uint32 { return codec.Uint32(m[atLegacyCRC:]) }

func (m Message) computed() uint32 { return codec.CRC32(m[atMagic:]) }

// IsValid tells that the checksum is right.
func (m Message) IsValid() bool { return m.CRC() == m.computed() }

// EnsureValid is IsValid with Kafka's error.
func (m Message) EnsureValid() error {
	if !m.IsValid() {
		return kerr.ErrCorruptRecord.With("Record is corrupt (stored crc = %d, computed crc = %d)", m.CRC(), m.computed())
	}
	return nil
}

func (m Message) offset() int64 { return codec.Int64(m[atBaseOffset:]) }

func (m Message) attributes() int8 { return int8(m[atLegacyAttributes]) }

func (m Message) codec() Codec { return Codec(m.attributes() & codecMask) }

// timestamp is in ms, -1 where the format has none.
func (m Message) timestamp() int64 {
	if m.Magic() == 0 {
		return NoTimestamp
	}
	return codec.Int64(m[atLegacyTimestamp:])
}

func (m Message) timestampType() TimestampType {
	switch {
	case m.Magic() == 0:
		return NoTimestampType
	case m.attributes()&timestampTypeBit != 0:
		return LogAppendTime
	}
	return CreateTime
}

// parts cuts key and value out of the message. Bytes that end too early give Java's error.
func (m Message) parts() (key, value []byte, err error) {
	b := Batch(m)
	key, at, err := b.legacySized(b.legacyKeyAt())
	if err != nil {
		return nil, nil, err
	}
	value, _, err = b.legacySized(at)
	return key, value, err
}
