package glass

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/codec"
)

// The values in Kafka's own topics are messages of its protocol: fields one after the other, some of them only from
// a version on, and in flexible versions short lengths and tagged fields. A schema lists the fields; one reader turns
// the bytes into the JSON that Kafka prints.

// schema is a message: from flexible on, lengths are varints and tagged fields follow.
type schema struct {
	fields   []part
	versions int16 // highest known version
	flexible int16 // first flexible version; 100: none
}

// part is a field of a message.
type part struct {
	name string
	kind partKind
	from int16
	to   int16  // 0: no end
	of   []part // of the elements of an array
	tag  bool   // in the tagged fields, numbered in their order
}

type partKind uint8

const (
	isInt8 partKind = iota
	isInt16
	isInt32
	isInt64
	isUint16
	isText // may be null
	isBytes
	isUUID
	isStatus // of a transaction
	isArray
	isInts  // array of int32
	isTexts // array of texts
	isStruct
)

var errEnd = errors.New("null") // what Kafka prints where a buffer ends early

// wire reads one message to its JSON.
type wire struct {
	b        []byte
	version  int16
	flexible bool
	err      error

	consumers bool // bytes named subscription and assignment are those of consumers
}

func (m *wire) take(n int) []byte {
	if m.err != nil || n < 0 || n > len(m.b) {
		m.err = errEnd
		return nil
	}
	b := m.b[:n]
	m.b = m.b[n:]
	return b
}

func (m *wire) int(size int) int64 {
	var v int64
	for i, x := range m.take(size) {
		if i == 0 {
			v = int64(int8(x))
		} else {
			v = v<<8 | int64(x)
		}
	}
	return v
}

// uvarint is an unsigned varint: the zigzag of the codec undone.
func (m *wire) uvarint() int {
	v, n := codec.Varint(m.b)
	if n <= 0 {
		m.err = errEnd
		return 0
	}
	m.b = m.b[n:]
	return int(uint32(v<<1) ^ uint32(v>>31))
}

// length of a text, of bytes or of an array; -1 is null.
func (m *wire) length(size int) int {
	if m.flexible {
		return m.uvarint() - 1
	}
	return int(m.int(size))
}

// object reads the fields of a message or an element and returns its JSON.
func (m *wire) object(fields []part) string {
	values := make([]string, len(fields))
	for i, f := range fields {
		if m.version >= f.from && (f.to == 0 || m.version <= f.to) && !f.tag {
			values[i] = m.value(f)
		}
	}
	if m.flexible {
		m.tagged(fields, values)
	}
	var out []string
	for i, f := range fields {
		if values[i] != "" {
			out = append(out, jsonText(f.name)+":"+values[i])
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

func (m *wire) tagged(fields []part, values []string) {
	for range m.uvarint() {
		tag, size := m.uvarint(), m.uvarint()
		content := wire{b: m.take(size), version: m.version, flexible: true}
		for i, f := range fields {
			if !f.tag {
				continue
			}
			if tag == 0 {
				values[i] = content.value(f)
			}
			tag--
		}
		if m.err != nil {
			return
		}
	}
}

func (m *wire) value(f part) string {
	switch f.kind {
	case isInt8:
		return strconv.FormatInt(m.int(1), 10)
	case isInt16:
		return strconv.FormatInt(m.int(2), 10)
	case isInt32:
		return strconv.FormatInt(m.int(4), 10)
	case isInt64:
		return strconv.FormatInt(m.int(8), 10)
	case isUint16:
		return strconv.Itoa(int(uint16(m.int(2))))
	case isStruct:
		return m.object(f.of)
	case isUUID:
		var id checkpoint.UUID
		copy(id[:], m.take(16))
		return jsonText(id.String())
	case isStatus:
		return jsonText(transactionStatus(m.int(1)))
	case isText:
		if n := m.length(2); n >= 0 {
			return jsonText(javaText(m.take(n)))
		}
	case isBytes:
		if n := m.length(4); n >= 0 {
			return m.bytes(f.name, m.take(n))
		}
	case isArray, isInts, isTexts:
		return m.array(f)
	}
	return "null"
}

func (m *wire) bytes(name string, b []byte) string {
	if m.consumers {
		s := subscription
		if name == "assignment" {
			s = assignment
		}
		if data, ok := protocol(s, b); ok {
			return data
		}
	}
	return jsonText(base64.StdEncoding.EncodeToString(b))
}

func (m *wire) array(f part) string {
	n := m.length(4)
	if n < 0 {
		return "null"
	}
	var items []string
	for range n {
		if m.err != nil {
			break
		}
		switch f.kind {
		case isInts:
			items = append(items, strconv.FormatInt(m.int(4), 10))
		case isTexts:
			items = append(items, m.value(part{kind: isText}))
		default:
			items = append(items, m.object(f.of))
		}
	}
	return "[" + strings.Join(items, ",") + "]"
}

// transactionStatus names the states of a transaction; an unknown one is its number.
func transactionStatus(n int64) string {
	names := []string{"Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort", "Dead", "PrepareEpochFence"}
	if n >= 0 && n < int64(len(names)) {
		return names[n]
	}
	return strconv.FormatInt(n, 10)
}
