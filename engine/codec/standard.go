//go:build !wasm

package codec

import "hash/crc32"

// standard uses the processor's instruction where there is one. The table is made when it is first needed, not at program start. Its three
// interleaved streams make poor use of memory that is not yet cached: after one straight pass the two together take two thirds of the time (a tenth
// more if the bytes were cached already).
func standard(crc uint32, b []byte) uint32 {
	Warm(b)
	return crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), b)
}
