package glass

import (
	"fmt"
	"math"
	"strconv"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// metadataText prints a record of the metadata log, and in its place why it cannot be taken apart.
func metadataText(r *record.Record) (key, value *string, err error) {
	text, err := metadataJSON(r)
	if err != nil {
		text = fmt.Sprintf("Error at %d, skipping. %s", r.Offset, err)
	}
	return nil, &text, nil
}

func metadataJSON(r *record.Record) (string, error) {
	f, err := framed(metadataTable, r.Value)
	if err != nil {
		return "", err
	}
	return `{"type":"` + f.name + `","version":` + strconv.Itoa(int(f.version)) + `,"data":` + f.data + `}`, nil
}

// frame is a message with its type and version in front.
type frame struct {
	kind    int
	name    string
	version int16
	data    string // JSON
}

// framed reads a message of one of the tables.
func framed(table string, b []byte) (f frame, err error) {
	m := wire{b: b, flexible: true}
	if f.kind, err = m.frame(); err != nil {
		return f, err
	}
	versions, name, fields, ok := row(table, f.kind)
	if !ok {
		return f, fmt.Errorf("org.apache.kafka.common.errors.UnsupportedVersionException: Unknown metadata id %d", f.kind)
	}
	f.name, f.version, m.tooNew = name, m.version, m.version > versions
	f.data = m.object(fields)
	switch {
	case m.err != nil:
		return f, kerr.Words("Failed to deserialize record with type %d", f.kind)
	case len(m.b) > 0:
		return f, kerr.Words("Found %d byte(s) of garbage after %d", len(m.b), f.kind)
	}
	return f, nil
}

// frame reads what stands before a message: the version of the frame, the number of the type, and the version of the message.
func (m *wire) frame() (kind int, err error) {
	frame, err := m.small("frame version")
	switch {
	case err != nil:
		return 0, err
	case frame == 0:
		return 0, kerr.Words("Could not deserialize metadata record with frame version 0. Note that upgrades from the preview release of KRaft in 2.8 to newer versions are not supported.")
	case frame != 1:
		return 0, kerr.Words("Could not deserialize metadata record due to unknown frame version %d(only frame version 1 is supported)", frame)
	}
	if kind, err = m.small("type"); err != nil {
		return 0, err
	}
	version, err := m.small("version")
	m.version = int16(version)
	return kind, err
}

// small is a varint that must be a short.
func (m *wire) small(what string) (int, error) {
	n := m.uvarint()
	if m.err != nil {
		return 0, kerr.Words("Error while reading %s", what)
	}
	if n > math.MaxInt16 {
		return 0, kerr.Words("Value for %s was too large.", what)
	}
	return n, nil
}
