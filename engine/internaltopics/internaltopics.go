// Package internaltopics has the payloads of the topics that brokers write for themselves: keys and values of
// __consumer_offsets and __transaction_state, as bytes and as structs.
//
// Each payload begins with an int16: in a key it tells the kind of record, in a value the version of its format. The
// fields are those of Kafka's message definitions. Flexible versions write a length as an unsigned varint, one higher
// (0 is null), and end a struct in tagged fields.
package internaltopics

import (
	"encoding/binary"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// The topics.
const (
	OffsetsTopic      = "__consumer_offsets"
	TransactionsTopic = "__transaction_state"
)

// The kinds of records, by the number at the start of the key.
const (
	TransactionRecord  = 0 // in __transaction_state
	OffsetCommitRecord = 1 // in __consumer_offsets; 0 is an older form of it
	GroupRecord        = 2 // in __consumer_offsets: a classic group
)

// Kind is the number at the start of a key. Error: ErrShort in a *codec.Corruption.
func Kind(key []byte) (int16, error) {
	r := codec.NewReader(key, "", 0)
	return r.Int16(), r.Err()
}

// wire reads a payload. Lists are bounded by the bytes that are there.
type wire struct {
	*codec.Reader
	flexible bool
}

func read(b []byte) (w wire, version int16) {
	w = wire{Reader: codec.NewReader(b, "", 0)}
	return w, w.Int16()
}

func (w *wire) uvarint() int {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := uint8(w.Int8())
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int(uint32(v))
		}
	}
	w.Fail("varint is too long")
	return 0
}

// length of a text (size 2), or of bytes or a list (size 4); -1 is null.
func (w *wire) length(size int) int {
	switch {
	case w.flexible:
		return w.uvarint() - 1
	case size == 2:
		return int(w.Int16())
	}
	return int(w.Int32())
}

// text reads a text that cannot be null.
func (w *wire) text() string { return string(w.Bytes(max(0, w.length(2)))) }

// maybe reads a text that can be null.
func (w *wire) maybe() *string {
	n := w.length(2)
	if n < 0 {
		return nil
	}
	s := string(w.Bytes(n))
	return &s
}

func (w *wire) bytes() []byte {
	n := w.length(4)
	if n < 0 {
		return nil
	}
	return append([]byte{}, w.Bytes(n)...)
}

// list reads as many items as its length says, at most one for each byte that is left.
func (w *wire) list(item func()) {
	n := w.length(4)
	if n > w.Len() {
		w.Fail("a list of %d items in %d bytes", n, w.Len())
	}
	for i := 0; i < n && w.Err() == nil; i++ {
		item()
	}
}

// ints reads a list of int32.
func (w *wire) ints() (list []int32) {
	w.list(func() { list = append(list, w.Int32()) })
	return list
}

// tags reads the tagged fields; field gets those that it knows and the bytes of the others are passed over.
func (w *wire) tags(field func(tag int, w *wire)) {
	if !w.flexible {
		return
	}
	for n := w.uvarint(); n > 0 && w.Err() == nil; n-- {
		tag, size := w.uvarint(), w.uvarint()
		content := wire{codec.NewReader(w.Bytes(size), "", w.At()), true}
		if field != nil && w.Err() == nil {
			field(tag, &content)
		}
	}
}

// check is the error of a finished payload: its own, or that its version is none of those known.
func (w *wire) check(version, highest int16) error {
	if w.Err() == nil && (version < 0 || version > highest) {
		return kerr.ErrIllegalState.With("Unknown version %d of a record in a coordinator's topic", version)
	}
	return w.Err()
}

// appendText appends a text with an int16 length.
func appendText(b []byte, s string) []byte { return append(codec.AppendInt16(b, int16(len(s))), s...) }

// appendMaybe appends a text that can be null.
func appendMaybe(b []byte, s *string) []byte {
	if s == nil {
		return codec.AppendInt16(b, -1)
	}
	return appendText(b, *s)
}

// appendBytes appends bytes with an int32 length; nil is null.
func appendBytes(b, v []byte) []byte {
	if v == nil {
		return codec.AppendInt32(b, -1)
	}
	return append(codec.AppendInt32(b, int32(len(v))), v...)
}

func appendInts(b []byte, list []int32) []byte {
	for _, v := range list {
		b = codec.AppendInt32(b, v)
	}
	return b
}

// appendCompact appends a text as flexible versions have it.
func appendCompact(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s)+1)), s...)
}
