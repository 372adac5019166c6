package store

import "encoding/binary"

// Sealed returns head, the checksum of body, and body.
func Sealed(head, body []byte) []byte {
	out := append([]byte{}, head...)
	out = binary.BigEndian.AppendUint32(out, checksum(body))
	return append(out, body...)
}
