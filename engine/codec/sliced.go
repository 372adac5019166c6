package codec

import (
	"encoding/binary"
	"hash/crc32"
)

// slices is what a byte adds to a CRC-32C that is followed by 0 to 15 more bytes.
type slices [16][256]uint32

// sixteen is never changed.
var sixteen = newSlices()

func newSlices() *slices {
	t := &slices{0: [256]uint32(*crc32.MakeTable(crc32.Castagnoli))}
	for n := 1; n < len(t); n++ {
		for v := range t[n] {
			c := t[n-1][v]
			t[n][v] = t[0][byte(c)] ^ c>>8
		}
	}
	return t
}

// lane is how many bytes are taken from each of two places at a time.
const lane = 512

// further is what lane zero bytes make of each byte of the register. Never changed.
var further = newFurther()

func newFurther() *[4][256]uint32 {
	var bit [32]uint32
	for i := range bit {
		bit[i] = slicedOne(1<<i, make([]byte, lane))
	}
	t := &[4][256]uint32{}
	for n := range t {
		for v := range t[n] {
			for i := range 8 {
				if v>>i&1 != 0 {
					t[n][v] ^= bit[8*n+i]
				}
			}
		}
	}
	return t
}

// sliced is the checksum for a processor that has no instruction for it: in WebAssembly half as fast again as that of hash/crc32. The checksum of what
// is taken from two places is that of the first, as if zeros followed, and that of the second: so the processor has two things to do at a time.
func sliced(crc uint32, b []byte) uint32 {
	t, f, c := sixteen, further, ^crc
	for len(b) >= 2*lane {
		d := uint32(0)
		p, q := b[:lane], b[lane:2*lane]
		for len(p) >= 16 && len(q) >= 16 {
			x := binary.LittleEndian.Uint64(p) ^ uint64(c)
			y := binary.LittleEndian.Uint64(p[8:])
			v := binary.LittleEndian.Uint64(q) ^ uint64(d)
			w := binary.LittleEndian.Uint64(q[8:])
			c = t[15][byte(x)] ^ t[14][byte(x>>8)] ^ t[13][byte(x>>16)] ^ t[12][byte(x>>24)] ^
				t[11][byte(x>>32)] ^ t[10][byte(x>>40)] ^ t[9][byte(x>>48)] ^ t[8][byte(x>>56)] ^
				t[7][byte(y)] ^ t[6][byte(y>>8)] ^ t[5][byte(y>>16)] ^ t[4][byte(y>>24)] ^
				t[3][byte(y>>32)] ^ t[2][byte(y>>40)] ^ t[1][byte(y>>48)] ^ t[0][byte(y>>56)]
			d = t[15][byte(v)] ^ t[14][byte(v>>8)] ^ t[13][byte(v>>16)] ^ t[12][byte(v>>24)] ^
				t[11][byte(v>>32)] ^ t[10][byte(v>>40)] ^ t[9][byte(v>>48)] ^ t[8][byte(v>>56)] ^
				t[7][byte(w)] ^ t[6][byte(w>>8)] ^ t[5][byte(w>>16)] ^ t[4][byte(w>>24)] ^
				t[3][byte(w>>32)] ^ t[2][byte(w>>40)] ^ t[1][byte(w>>48)] ^ t[0][byte(w>>56)]
			p, q = p[16:], q[16:]
		}
		c = f[0][byte(c)] ^ f[1][byte(c>>8)] ^ f[2][byte(c>>16)] ^ f[3][c>>24] ^ d
		b = b[2*lane:]
	}
	return ^slicedOne(c, b)
}

// slicedOne continues the register, without the inversions at both ends, 16 bytes at a time.
func slicedOne(c uint32, b []byte) uint32 {
	t := sixteen
	for len(b) >= 16 {
		x := binary.LittleEndian.Uint64(b) ^ uint64(c)
		y := binary.LittleEndian.Uint64(b[8:])
		c = t[15][byte(x)] ^ t[14][byte(x>>8)] ^ t[13][byte(x>>16)] ^ t[12][byte(x>>24)] ^
			t[11][byte(x>>32)] ^ t[10][byte(x>>40)] ^ t[9][byte(x>>48)] ^ t[8][byte(x>>56)] ^
			t[7][byte(y)] ^ t[6][byte(y>>8)] ^ t[5][byte(y>>16)] ^ t[4][byte(y>>24)] ^
			t[3][byte(y>>32)] ^ t[2][byte(y>>40)] ^ t[1][byte(y>>48)] ^ t[0][byte(y>>56)]
		b = b[16:]
	}
	for _, v := range b {
		c = t[0][byte(c)^v] ^ c>>8
	}
	return c
}
