package checkpoint

import (
	"encoding/base64"
	"strings"

	"logarium/engine/kerr"
)

// UUID is a Kafka id of 16 bytes: of a topic, a log directory or a cluster. Its text is URL-safe
// base64 without padding, 22 characters.
type UUID [16]byte

// uuidTextLimit is the longest text that is decoded at all: with padding.
const uuidTextLimit = 24

// IsZero reports the id that stands for none.
func (u UUID) IsZero() bool { return u == UUID{} }

func (u UUID) String() string { return base64.RawURLEncoding.EncodeToString(u[:]) }

// ParseUUID reads the text of an id; padding may be there. Error: IllegalArgument.
func ParseUUID(s string) (UUID, error) {
	if len(s) > uuidTextLimit {
		return UUID{}, kerr.ErrIllegalArgument.With("Input string with prefix `%s` is too long to be decoded as a base64 UUID", s[:uuidTextLimit])
	}
	b, err := decodeBase64(s)
	if err != nil {
		return UUID{}, err
	}
	if len(b) != len(UUID{}) {
		return UUID{}, kerr.ErrIllegalArgument.With("Input string `%s` decoded as %d bytes, which is not equal to the expected 16 bytes of a base64-encoded UUID", s, len(b))
	}
	return UUID(b), nil
}

// decodeBase64 decodes with the errors of java.util.Base64.
func decodeBase64(s string) ([]byte, error) {
	if len(s) == 1 {
		return nil, kerr.ErrIllegalArgument.With("Input byte[] should at least have 2 bytes for base64 bytes")
	}
	text := strings.TrimRight(s, "=")
	for i := range len(text) {
		if !base64Letter(text[i]) {
			return nil, kerr.ErrIllegalArgument.With("Illegal base64 character %x", text[i])
		}
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, kerr.ErrIllegalArgument.With("Last unit does not have enough valid bits")
	}
	return b, nil
}

func base64Letter(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
