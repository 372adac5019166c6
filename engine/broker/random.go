package broker

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
)

// Random is the machine's only source of chance: SplitMix64, whose whole state is one word of the lab's state.
// The same seed and the same commands draw the same numbers.
type Random struct{ State uint64 }

// Uint64 draws the next number.
func (r *Random) Uint64() uint64 {
	r.State += 0x9e3779b97f4a7c15
	z := r.State
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Int32 draws any int32, as java.util.Random.nextInt does.
func (r *Random) Int32() int32 { return int32(r.Uint64() >> 32) }

// Below draws a number in [0, n); n must be positive.
func (r *Random) Below(n int) int {
	if n <= 0 {
		panic("broker: Below needs a positive bound")
	}
	return int(r.Uint64() % uint64(n))
}

// uuid draws the 16 bytes of a random UUID (version 4).
func (r *Random) uuid() (id [16]byte) {
	binary.BigEndian.PutUint64(id[:8], r.Uint64())
	binary.BigEndian.PutUint64(id[8:], r.Uint64())
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

// ID draws an id as Kafka prints them: 22 characters of URL-safe base64, never with a dash in front.
func (r *Random) ID() string {
	for {
		id := r.uuid()
		if s := base64.RawURLEncoding.EncodeToString(id[:]); s[0] != '-' {
			return s
		}
	}
}

// Hex draws a UUID as 32 lower-case hex digits, as directory names have it.
func (r *Random) Hex() string {
	id := r.uuid()
	return hex.EncodeToString(id[:])
}
