//go:build !wasm

package codec

import "hash/crc32"

// castagnoli uses the processor's instruction. The table is made when it is first needed, not at program start.
func castagnoli(crc uint32, b []byte) uint32 {
	return crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), b)
}
