// Package codec holds what every file format of the log shares: big-endian numbers, zigzag
// varints, CRC-32C, a reader that remembers its first error, and errors that say where.
package codec

import (
	"encoding/binary"
	"hash/crc32"
)

// Int16 reads a big-endian two's complement number of 2 bytes.
func Int16(b []byte) int16 { return int16(binary.BigEndian.Uint16(b)) }

// Int32 reads a big-endian two's complement number of 4 bytes.
func Int32(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }

// Int64 reads a big-endian two's complement number of 8 bytes.
func Int64(b []byte) int64 { return int64(binary.BigEndian.Uint64(b)) }

// Uint32 reads a big-endian number of 4 bytes: a checksum.
func Uint32(b []byte) uint32 { return binary.BigEndian.Uint32(b) }

// PutInt16 writes 2 bytes at the start of b.
func PutInt16(b []byte, v int16) { binary.BigEndian.PutUint16(b, uint16(v)) }

// PutInt32 writes 4 bytes at the start of b.
func PutInt32(b []byte, v int32) { binary.BigEndian.PutUint32(b, uint32(v)) }

// PutInt64 writes 8 bytes at the start of b.
func PutInt64(b []byte, v int64) { binary.BigEndian.PutUint64(b, uint64(v)) }

// PutUint32 writes 4 bytes at the start of b.
func PutUint32(b []byte, v uint32) { binary.BigEndian.PutUint32(b, v) }

// AppendInt16 appends 2 bytes.
func AppendInt16(b []byte, v int16) []byte { return binary.BigEndian.AppendUint16(b, uint16(v)) }

// AppendInt32 appends 4 bytes.
func AppendInt32(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

// AppendInt64 appends 8 bytes.
func AppendInt64(b []byte, v int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(v)) }

// AppendUint32 appends 4 bytes.
func AppendUint32(b []byte, v uint32) []byte { return binary.BigEndian.AppendUint32(b, v) }

// CRC32C is the Castagnoli checksum by which batches, snapshots and their like are guarded.
func CRC32C(b []byte) uint32 { return UpdateCRC32C(0, b) }

// UpdateCRC32C continues a checksum: UpdateCRC32C(CRC32C(a), b) is that of a and b in a row.
func UpdateCRC32C(crc uint32, b []byte) uint32 { return castagnoli(crc, b) }

// CRC32 is the IEEE checksum that record formats 0 and 1 used.
func CRC32(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// Warm reads a byte of each cache line of what is longer than a page, so that it comes in one straight pass and as fast as memory can.
//
//go:noinline
func Warm(b []byte) (x byte) {
	const line, least = 64, 4 << 10
	if len(b) >= least {
		for i := 0; i < len(b); i += line {
			x += b[i]
		}
	}
	return x
}
