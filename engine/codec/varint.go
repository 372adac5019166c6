package codec

import (
	"math/bits"

	"logarium/engine/kerr"
)

// Longest encodings, in bytes.
const (
	MaxVarint  = 5  // of 32 bits
	MaxVarlong = 10 // of 64 bits
)

// AppendVarint appends a 32-bit number in zigzag form (0, -1, 1, -2, ... become 0, 1, 2, 3, ...),
// seven bits a byte, lowest first, the top bit set on all bytes but the last.
func AppendVarint(b []byte, v int32) []byte {
	u := uint32(v<<1) ^ uint32(v>>31)
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

// AppendVarlong is AppendVarint for 64 bits.
func AppendVarlong(b []byte, v int64) []byte {
	u := uint64(v<<1) ^ uint64(v>>63)
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

// SizeVarint returns the number of bytes that AppendVarint adds.
func SizeVarint(v int32) int { return sizeUvarlong(uint64(uint32(v<<1) ^ uint32(v>>31))) }

// SizeVarlong returns the number of bytes that AppendVarlong adds.
func SizeVarlong(v int64) int { return sizeUvarlong(uint64(v<<1) ^ uint64(v>>63)) }

func sizeUvarlong(u uint64) int { return (bits.Len64(u|1) + 6) / 7 }

// Varint decodes the number at the start of b and returns how many bytes it takes.
// n is 0 if b ends before the number does, and -5 if the fifth byte still has its top bit set; v is
// then what has been read so far (see VarintError).
func Varint(b []byte) (v int32, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return int32(b[0]>>1) ^ -int32(b[0]&1), 1
	}
	return varint(b)
}

func varint(b []byte) (int32, int) {
	var u uint32
	for i, c := range b {
		u |= uint32(c&0x7f) << (7 * i)
		switch {
		case i == MaxVarint-1 && c >= 0x80:
			// Kafka adds the fifth byte with its top bit; only its low four bits fit.
			return int32(u), -MaxVarint
		case c < 0x80:
			return int32(u>>1) ^ -int32(u&1), i + 1
		}
	}
	return 0, 0
}

// Varlong is Varint for 64 bits; n is -10 for a number that is too long.
func Varlong(b []byte) (v int64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return int64(b[0]>>1) ^ -int64(b[0]&1), 1
	}
	return varlong(b)
}

func varlong(b []byte) (int64, int) {
	var u uint64
	for i, c := range b {
		u |= uint64(c&0x7f) << (7 * i)
		switch {
		case i == MaxVarlong-1 && c >= 0x80:
			return int64(u), -MaxVarlong
		case c < 0x80:
			return int64(u>>1) ^ -int64(u&1), i + 1
		}
	}
	return 0, 0
}

// VarintError is Kafka's error for a result n <= 0 of Varint or Varlong: running out of bytes, or a
// number that is too long, with the bits that were read.
func VarintError(v int64, n int) *kerr.Error {
	switch n {
	case -MaxVarint:
		return kerr.ErrIllegalArgument.With("Varint is too long, the most significant bit in the 5th byte is set, converted value: %x", uint32(v))
	case -MaxVarlong:
		return kerr.ErrIllegalArgument.With("Varlong is too long, most significant bit in the 10th byte is set, converted value: %x", uint64(v))
	}
	return kerr.ErrBufferUnderflow
}
