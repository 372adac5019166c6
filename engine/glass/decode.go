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
		return coordinator(groupTable), nil
	case TransactionLog:
		return coordinator(transactionTable), nil
	case ShareGroupState:
		return coordinator(shareTable), nil
	case ClusterMetadata:
		return metadataText, nil
	case RemoteLogMetadata:
		return remoteText, nil
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
		return numeral(4, func(b []byte) int64 { return int64(codec.Int32(b)) }), nil
	case "org.apache.kafka.tools.api.LongDecoder":
		return numeral(8, codec.Int64), nil
	case "org.apache.kafka.tools.api.DefaultDecoder":
		// Java prints the identity of the array, which is another one each time.
		return func([]byte) (string, error) { return "[B@0", nil }, nil
	}
	return nil, kerr.New("RuntimeException", "Failed to load decoder class").Because(kerr.New("ClassNotFoundException", "%s", class))
}

func numeral(size int, read func([]byte) int64) func([]byte) (string, error) {
	return func(b []byte) (string, error) {
		if len(b) < size {
			return "", kerr.ErrBufferUnderflow
		}
		return strconv.FormatInt(read(b), 10), nil
	}
}
