package codec

import "encoding/binary"

// The register of a CRC is a remainder by a polynomial, so whatever is a multiple of it may be added to the message. These two multiples of that of
// CRC-32C have six and eight terms, the fewest for their lengths. Their 64th power, which is one too, has the terms at multiples of 64 bits: adding it takes
// whole words and no table. A word is taken out of the message by adding it to the words at those distances behind it; or, which is the same and what is
// done here, each word gets those at those distances before it, as they were when their turn came.
//
//	x^209 + x^144 + x^54 + x^39 + x^14 + 1
//	x^79 + x^75 + x^71 + x^58 + x^18 + x^12 + x + 1
const (
	reach = 209
	short = 79
)

const (
	block     = 256                      // words that are folded in one go, no fewer than reach
	kept      = reach - (reach-short)&^7 // words that are left at the end
	worthFold = 8 * (reach + 64)
)

// window is a piece of a message: words that are done, and behind them those to come.
type window [short + reach + block]uint64

// folded is the checksum for a processor that has no instruction for it, such as WebAssembly's: on a message of 11 KB twice as fast as sixteen tables,
// which do the rest, on one of 64 KB three times.
func folded(crc uint32, b []byte) uint32 {
	if len(b) < worthFold {
		return ^sliced(^crc, b)
	}
	Warm(b)
	var w window
	w[short] = uint64(^crc) // is added to the first word, and to no other
	left := len(b)/8 - reach
	for left >= 8 {
		n := min(block, left&^7)
		w.fold(b[:8*n])
		b, left = b[8*n:], left-n
	}
	w.last(b)
	rest := w.shorten()
	return ^sliced(sliced(0, rest[:]), b[8*reach:])
}

// fold takes the words of b out of the message.
func (w *window) fold(b []byte) {
	n := len(b) / 8
	for i := short; len(b) >= 64; i += 8 {
		v := (*[reach + 8]uint64)(w[i:])
		v[reach] = binary.LittleEndian.Uint64(b) ^ v[0] ^ v[14] ^ v[39] ^ v[54] ^ v[144]
		v[reach+1] = binary.LittleEndian.Uint64(b[8:]) ^ v[1] ^ v[15] ^ v[40] ^ v[55] ^ v[145]
		v[reach+2] = binary.LittleEndian.Uint64(b[16:]) ^ v[2] ^ v[16] ^ v[41] ^ v[56] ^ v[146]
		v[reach+3] = binary.LittleEndian.Uint64(b[24:]) ^ v[3] ^ v[17] ^ v[42] ^ v[57] ^ v[147]
		v[reach+4] = binary.LittleEndian.Uint64(b[32:]) ^ v[4] ^ v[18] ^ v[43] ^ v[58] ^ v[148]
		v[reach+5] = binary.LittleEndian.Uint64(b[40:]) ^ v[5] ^ v[19] ^ v[44] ^ v[59] ^ v[149]
		v[reach+6] = binary.LittleEndian.Uint64(b[48:]) ^ v[6] ^ v[20] ^ v[45] ^ v[60] ^ v[150]
		v[reach+7] = binary.LittleEndian.Uint64(b[56:]) ^ v[7] ^ v[21] ^ v[46] ^ v[61] ^ v[151]
		b = b[64:]
	}
	copy(w[short:short+reach], w[short+n:])
}

// last adds what is done to the last words, with which b begins: nothing else of the message is left then.
func (w *window) last(b []byte) {
	clear(w[short+reach:])
	for i := short; i < short+reach; i++ {
		v := (*[145]uint64)(w[i:])
		v[0] ^= binary.LittleEndian.Uint64(b) ^ v[14] ^ v[39] ^ v[54] ^ v[144] // those behind are as they were
		b = b[8:]
	}
}

// shorten takes most of these out too, by the shorter multiple, and gives the rest.
func (w *window) shorten() (rest [8 * kept]byte) {
	const n = reach - kept
	for i := 0; i < n; i += 4 {
		v := (*[short + 4]uint64)(w[i:])
		v[short] ^= v[0] ^ v[1] ^ v[12] ^ v[18] ^ v[58] ^ v[71] ^ v[75]
		v[short+1] ^= v[1] ^ v[2] ^ v[13] ^ v[19] ^ v[59] ^ v[72] ^ v[76]
		v[short+2] ^= v[2] ^ v[3] ^ v[14] ^ v[20] ^ v[60] ^ v[73] ^ v[77]
		v[short+3] ^= v[3] ^ v[4] ^ v[15] ^ v[21] ^ v[61] ^ v[74] ^ v[78]
	}
	var done [kept + short]uint64
	copy(done[:short], w[n:])
	for i := range kept {
		v := (*[76]uint64)(done[i:])
		binary.LittleEndian.PutUint64(rest[8*i:], w[short+n+i]^v[0]^v[1]^v[12]^v[18]^v[58]^v[71]^v[75])
	}
	return rest
}
