//go:build !wasm && !amd64

package codec

func castagnoli(crc uint32, b []byte) uint32 { return standard(crc, b) }
