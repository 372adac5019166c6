package glass

import (
	"encoding/base64"
	"errors"
	"math"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/codec"
	"logarium/engine/config"
	"logarium/engine/kerr"
)

// wire reads one message and makes of it the JSON that Kafka prints.
type wire struct {
	b        []byte
	version  int16
	flexible bool
	err      error

	tooNew    bool // the version is unknown: fields are read as those of the last one, but messages in it are refused
	consumers bool // bytes named subscription and assignment are those of consumers
}

// errEnd is what Kafka prints where a number ends early: its exception has no message.
var errEnd = errors.New("null")

func (m *wire) fail(format string, args ...any) {
	if m.err == nil {
		m.err = kerr.New("RuntimeException", format, args...)
	}
}

func (m *wire) take(n int) []byte {
	if m.err == nil && (n < 0 || n > len(m.b)) {
		m.err = errEnd
	}
	if m.err != nil {
		return nil
	}
	b := m.b[:n]
	m.b = m.b[n:]
	return b
}

// run takes the bytes of a text or an array.
func (m *wire) run(n int) []byte {
	if n > len(m.b) {
		m.fail("Error reading byte array of %d byte(s): only %d byte(s) available", n, len(m.b))
	}
	return m.take(n)
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
	if n <= 0 && m.err == nil {
		m.err = errEnd
	}
	if m.err != nil {
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

// object reads a message of some fields and returns its JSON.
func (m *wire) object(words string) string {
	fields := parts(words)
	values := make([]string, len(fields))
	for i := range fields {
		if m.has(&fields[i]) && fields[i].tag < 0 {
			values[i] = m.value(&fields[i])
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

func (m *wire) has(f *part) bool { return m.version >= f.from && m.version <= f.to }

func (m *wire) tagged(fields []part, values []string) {
	n := m.uvarint()
	if n > len(m.b) {
		m.fail("Tried to read %d tagged fields, but there are only %d bytes remaining.", n, len(m.b))
	}
	for ; n > 0 && m.err == nil; n-- {
		tag, size := m.uvarint(), m.uvarint()
		known := false
		for i := range fields {
			if fields[i].tag == tag && m.has(&fields[i]) {
				values[i], known = m.value(&fields[i]), true
			}
		}
		if !known {
			m.run(size)
		}
	}
}

// value reads a field.
func (m *wire) value(f *part) string {
	switch f.kind[0] {
	case '(':
		if f.nullable && m.int(1) < 0 {
			return "null"
		}
		if m.tooNew {
			m.fail("Can't read version %d", m.version)
		}
		return m.object(f.kind[1 : len(f.kind)-1])
	case '[':
		return m.array(f)
	case 's':
		return m.text(f)
	case 'x':
		return m.bytes(f)
	}
	return m.scalar(f.kind[0])
}

// scalar reads a type whose length is always the same.
func (m *wire) scalar(kind byte) string {
	switch kind {
	case 'b':
		return strconv.FormatInt(m.int(1), 10)
	case 'h':
		return strconv.FormatInt(m.int(2), 10)
	case 'H':
		return strconv.Itoa(int(uint16(m.int(2))))
	case 'i':
		return strconv.FormatInt(m.int(4), 10)
	case 'l':
		return strconv.FormatInt(m.int(8), 10)
	case 'd':
		return jsonDouble(math.Float64frombits(uint64(m.int(8))))
	case 'z':
		return strconv.FormatBool(m.int(1) != 0)
	case 'S':
		return jsonText(transactionStatus(m.int(1)))
	}
	var id checkpoint.UUID
	copy(id[:], m.take(16))
	return jsonText(id.String())
}

// jsonDouble is a double in JSON, which has no word for what is no number.
func jsonDouble(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return jsonText(config.JavaDouble(f))
	}
	return config.JavaDouble(f)
}

func (m *wire) text(f *part) string {
	n := m.length(2)
	if m.isNull(f, n) {
		return "null"
	}
	if n > math.MaxInt16 {
		m.fail("string field %s had invalid length %d", f.name, n)
	}
	return jsonText(javaText(m.run(n)))
}

func (m *wire) isNull(f *part, length int) bool {
	if length < 0 && !f.nullable {
		m.fail("non-nullable field %s was serialized as null", f.name)
	}
	return length < 0
}

func (m *wire) bytes(f *part) string {
	n := m.length(4)
	if m.isNull(f, n) {
		return "null"
	}
	b := m.run(n)
	if m.consumers {
		fields := subscriptionFields
		if f.name == "assignment" {
			fields = assignmentFields
		}
		if data, ok := protocol(fields, b); ok {
			return data
		}
	}
	return jsonText(base64.StdEncoding.EncodeToString(b))
}

func (m *wire) array(f *part) string {
	n := m.length(4)
	if m.isNull(f, n) {
		return "null"
	}
	if n > len(m.b) {
		m.fail("Tried to allocate a collection of size %d, but there are only %d bytes remaining.", n, len(m.b))
	}
	element := part{name: f.name + " element", kind: f.kind[1:]}
	var items []string
	for i := 0; i < n && m.err == nil; i++ {
		items = append(items, m.value(&element))
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
