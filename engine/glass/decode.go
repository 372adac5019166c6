package glass

import (
	"strconv"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/record"
)

// parser makes the texts of a record's key and value; nil stands for one that is not printed.
type parser func(r *record.Record) (key, value *string, err error)

// parser chooses by the options. It fails where the tool would not find a class.
func (d *dumper) parser() (parser, error) {
	switch d.o.Decoder {
	case OffsetsDecoder:
		return coordinator(offsetTypes), nil
	case TransactionLog:
		return coordinator(transactionTypes), nil
	case ShareGroupState:
		return coordinator(func(int16) (coordinatorType, bool) { return coordinatorType{}, false }), nil
	case ClusterMetadata:
		return metadataRecord(""), nil
	case RemoteLogMetadata:
		return metadataRecord("offset "), nil
	}
	key, err := textOf(d.o.KeyDecoder)
	if err != nil {
		return nil, err
	}
	value, err := textOf(d.o.ValueDecoder)
	if err != nil {
		return nil, err
	}
	return plain(key, value), nil
}

// plain prints keys and values each by a decoder.
func plain(key, value func([]byte) (string, error)) parser {
	one := func(b []byte, is bool, decode func([]byte) (string, error)) (*string, error) {
		if !is {
			return nil, nil
		}
		s, err := decode(b)
		return &s, err
	}
	return func(r *record.Record) (k, v *string, err error) {
		if k, err = one(r.Key, r.HasKey(), key); err != nil {
			return nil, nil, err
		}
		v, err = one(r.Value, r.HasValue(), value)
		return k, v, err
	}
}

// textOf is the decoder of a class name.
func textOf(class string) (func([]byte) (string, error), error) {
	switch class {
	case "", "org.apache.kafka.tools.api.StringDecoder":
		return func(b []byte) (string, error) { return javaText(b), nil }, nil
	case "org.apache.kafka.tools.api.IntegerDecoder":
		return number(4, func(b []byte) int64 { return int64(codec.Int32(b)) }), nil
	case "org.apache.kafka.tools.api.LongDecoder":
		return number(8, codec.Int64), nil
	case "org.apache.kafka.tools.api.DefaultDecoder":
		// Java prints the identity of the array, which is another one each time.
		return func([]byte) (string, error) { return "[B@0", nil }, nil
	}
	return nil, kerr.New("RuntimeException", "Failed to load decoder class").Because(kerr.New("ClassNotFoundException", "%s", class))
}

func number(size int, read func([]byte) int64) func([]byte) (string, error) {
	return func(b []byte) (string, error) {
		if len(b) < size {
			return "", kerr.ErrBufferUnderflow
		}
		return strconv.FormatInt(read(b), 10), nil
	}
}

// metadataRecord is the decoder of the metadata log and its like. Their hundreds of record types are no part of log
// storage and are not taken apart; bytes that are no such record at all are told as Kafka tells it.
func metadataRecord(at string) parser {
	return func(r *record.Record) (key, value *string, err error) {
		text := "Error at " + at + strconv.FormatInt(r.Offset, 10) + ", skipping. "
		m := wire{b: r.Value}
		version := m.uvarint()
		switch {
		case !r.HasValue() && at != "":
			text += `Cannot invoke "java.nio.ByteBuffer.remaining()" because the return value of "org.apache.kafka.common.record.internal.Record.value()" is null`
		case m.err != nil:
			text += "Error while reading frame version"
		case version == 0:
			text += "Could not deserialize metadata record with frame version 0. Note that upgrades from the preview release of KRaft in 2.8 to newer versions are not supported."
		case version != 1:
			text += "Could not deserialize metadata record due to unknown frame version " + strconv.Itoa(version) + "(only frame version 1 is supported)"
		default:
			text += strconv.Itoa(len(r.Value)) + " bytes of metadata record"
		}
		return nil, &text, nil
	}
}
