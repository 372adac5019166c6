//go:build !wasm

package codec

import "hash/crc32"

// standard uses the processor's instruction where there is one. The table is made when it is first needed, not at program start.
func standard(crc uint32, b []byte) uint32 {
	return crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), b)
}
