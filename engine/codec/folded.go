package codec

import "encoding/binary"

// The register of a CRC is a remainder by a polynomial, so whatever is a multiple of it may be added to the message. This multiple of that of
// CRC-32C has eight terms, the fewest for its length:
//
//	x^79 + x^75 + x^71 + x^58 + x^18 + x^12 + x + 1
//
// Its 64th power, which is one too, has the same terms at multiples of 64 bits: adding it takes whole words and no table. A word is taken out of the
// message by adding it to the words at those distances behind it; or, which is the same and what is done here, each word gets those at those distances before
// it, as they were when their turn came.
const reach = 79

const (
	block     = 256               // words that are folded in one go, no fewer than reach
	worthFold = 8 * (reach + 100) // bytes
)

// window is a piece of a message: words that are done, and behind them those to come.
type window [reach + block]uint64

// folded is the checksum for a processor that has no instruction for it, such as WebAssembly's: on a message of 11 KB twice as fast as sixteen tables,
// which do the rest. (The multiple of six terms, which reaches over 209 words, is a tenth faster on 64 KB, and slower below 16.)
func folded(crc uint32, b []byte) uint32 {
	if len(b) < worthFold {
		return ^sliced(^crc, b)
	}
	Warm(b)
	var w window
	w[0] = uint64(^crc) // is added to the first word, and to no other
	left := len(b)/8 - reach
	for left >= 8 {
		n := min(block, left&^7)
		w.fold(b[:8*n])
		b, left = b[8*n:], left-n
	}
	rest := w.last(b)
	return ^sliced(sliced(0, rest[:]), b[len(rest):])
}

// fold takes the words of b out of the message.
func (w *window) fold(b []byte) {
	n := len(b) / 8
	for i := 0; len(b) >= 64; i += 8 {
		v := (*[reach + 8]uint64)(w[i:])
		v[reach] = binary.LittleEndian.Uint64(b) ^ v[0] ^ v[1] ^ v[12] ^ v[18] ^ v[58] ^ v[71] ^ v[75]
		v[reach+1] = binary.LittleEndian.Uint64(b[8:]) ^ v[1] ^ v[2] ^ v[13] ^ v[19] ^ v[59] ^ v[72] ^ v[76]
		v[reach+2] = binary.LittleEndian.Uint64(b[16:]) ^ v[2] ^ v[3] ^ v[14] ^ v[20] ^ v[60] ^ v[73] ^ v[77]
		v[reach+3] = binary.LittleEndian.Uint64(b[24:]) ^ v[3] ^ v[4] ^ v[15] ^ v[21] ^ v[61] ^ v[74] ^ v[78]
		v[reach+4] = binary.LittleEndian.Uint64(b[32:]) ^ v[4] ^ v[5] ^ v[16] ^ v[22] ^ v[62] ^ v[75] ^ v[79]
		v[reach+5] = binary.LittleEndian.Uint64(b[40:]) ^ v[5] ^ v[6] ^ v[17] ^ v[23] ^ v[63] ^ v[76] ^ v[80]
		v[reach+6] = binary.LittleEndian.Uint64(b[48:]) ^ v[6] ^ v[7] ^ v[18] ^ v[24] ^ v[64] ^ v[77] ^ v[81]
		v[reach+7] = binary.LittleEndian.Uint64(b[56:]) ^ v[7] ^ v[8] ^ v[19] ^ v[25] ^ v[65] ^ v[78] ^ v[82]
		b = b[64:]
	}
	copy(w[:reach], w[n:])
}

// last adds what is done to the last words, with which b begins: nothing else is left of the message then.
func (w *window) last(b []byte) (rest [8 * reach]byte) {
	clear(w[reach:])
	for i := range reach {
		v := (*[76]uint64)(w[i:])
		binary.LittleEndian.PutUint64(rest[8*i:], binary.LittleEndian.Uint64(b[8*i:])^v[0]^v[1]^v[12]^v[18]^v[58]^v[71]^v[75])
	}
	return rest
}
