package glass

import (
	"errors"
	"fmt"

	"logarium/engine/record"
)

// remoteText prints a record of __remote_log_metadata.
func remoteText(r *record.Record) (key, value *string, err error) {
	text, err := remoteJSON(r)
	if err != nil {
		text = fmt.Sprintf("Error at offset %d, skipping. %s", r.Offset, err)
	}
	return nil, &text, nil
}

func remoteJSON(r *record.Record) (string, error) {
	if !r.HasValue() {
		return "", errNoValue
	}
	m := wire{b: r.Value, flexible: true}
	_, err := m.frame()
	return fmt.Sprintf("%d bytes", len(r.Value)), err
}

// errNoValue is what Java says of a record without value.
var errNoValue = errors.New(`Cannot invoke "java.nio.ByteBuffer.remaining()" because the return value of "org.apache.kafka.common.record.internal.Record.value()" is null`)
