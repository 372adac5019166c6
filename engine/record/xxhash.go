package record

import "encoding/binary"

// Constants of the 32-bit xxHash.
const (
	xxPrime1 uint32 = 2654435761
	xxPrime2 uint32 = 2246822519
	xxPrime3 uint32 = 3266489917
	xxPrime4 uint32 = 668265263
	xxPrime5 uint32 = 374761393
)

// xxh32 is the 32-bit xxHash with seed 0, by which the frame format guards its header and blocks.
func xxh32(b []byte) uint32 {
	h := xxPrime5 + uint32(len(b))
	if len(b) >= 16 {
		p1, p2 := xxPrime1, xxPrime2
		v := [4]uint32{p1 + p2, p2, 0, -p1}
		for n := uint32(len(b)); len(b) >= 16; b = b[16:] {
			for i := range v {
				v[i] = rotate(v[i]+binary.LittleEndian.Uint32(b[4*i:])*xxPrime2, 13) * xxPrime1
			}
			h = n + rotate(v[0], 1) + rotate(v[1], 7) + rotate(v[2], 12) + rotate(v[3], 18)
		}
	}
	for ; len(b) >= 4; b = b[4:] {
		h = rotate(h+binary.LittleEndian.Uint32(b)*xxPrime3, 17) * xxPrime4
	}
	for _, c := range b {
		h = rotate(h+uint32(c)*xxPrime5, 11) * xxPrime1
	}
	h = (h ^ h>>15) * xxPrime2
	h = (h ^ h>>13) * xxPrime3
	return h ^ h>>16
}

func rotate(x uint32, by int) uint32 { return x<<by | x>>(32-by) }
